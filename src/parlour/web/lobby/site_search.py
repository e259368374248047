"""Search: games, their rules, and the site's pages."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from starlette.concurrency import run_in_threadpool

from parlour.errors import ParlourError
from parlour.kernel.spec import Spec
from parlour.lab.shipped_findings import findings
from parlour.language import mark
from parlour.web.common.game_registry import registered_game, registered_specs
from parlour.web.http.page_templates import page

router = APIRouter(include_in_schema=False)

LONGEST = 100  # characters of a query
MOST = 40  # results
AROUND = 70  # characters before and after the words found
WORD = re.compile(r"[a-z0-9]+")
TITLE, WORDS, TEXT = 3, 2, 1  # what a found word is worth

PAGES = (
    ("/", mark("All games"), "home lobby continue your games play tonight"),
    ("/learn", mark("Learn a game"), "lessons tutorial beginner rules how to play"),
    ("/puzzles", mark("Puzzles"), "problem of the day daily tactics exercise"),
    (
        "/study",
        mark("Study a game"),
        "analysis board import pgn sgf kif pdn record variations comments",
    ),
    ("/study/setup", mark("Set up a position"), "position editor board custom start"),
    ("/matches", mark("Matches"), "tournament series several games points group"),
    ("/laboratory", mark("Laboratory"), "experiments statistics balance rules inventor findings"),
    ("/me", mark("You"), "name time zone vacation days off notifications mail account browser"),
    ("/calendar", mark("Calendar"), "deadlines correspondence days clock"),
    ("/ratings", mark("Ratings"), "elo rated rank leaderboard"),
    ("/looks", mark("Skins"), "boards pieces colours appearance theme dark light"),
)


@dataclass(frozen=True)
class SearchEntry:
    """Something that can be found; `words` are searched and not shown."""

    path: str
    title: str
    kind: str
    summary: str
    words: str = ""
    text: str = ""

    @cached_property
    def fields(self) -> tuple[tuple[int, str], ...]:
        """What a word found in it is worth, and the plain text, for each field."""
        return (
            (TITLE, plain(self.title)),
            (WORDS, plain(f"{self.summary} {self.words}")),
            (TEXT, plain(self.text)),
        )


@dataclass(frozen=True)
class SearchMatch:
    """An entry that contains all words, with the passage that does."""

    entry: SearchEntry
    score: int
    passage: str


@router.get("/search")
async def search(request: Request, q: str = "") -> HTMLResponse:
    """What contains all words of a query, the best matches first."""
    query = q[:LONGEST]
    matches = await run_in_threadpool(find, query)
    return page(request, "search.html", query=query, matches=matches)


def find(query: str) -> list[SearchMatch]:
    """The entries that contain every word of a query, or a word that begins with it."""
    wanted = WORD.findall(plain(query))[:8]
    if not wanted:
        return []
    found = (_match(entry, wanted) for entry in _entries(tuple(registered_specs().values())))
    matches = [match for match in found if match is not None]
    return sorted(matches, key=lambda match: -match.score)[:MOST]


def plain(text: str) -> str:
    """A text in lower case without accents and apostrophes."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in letters if not unicodedata.combining(c) and c not in "'’")


def _match(entry: SearchEntry, wanted: list[str]) -> SearchMatch | None:
    score = 0
    for word in wanted:
        begins = re.compile(rf"\b{word}")
        worth = next((worth for worth, text in entry.fields if begins.search(text)), 0)
        if not worth:
            return None
        score += worth
    return SearchMatch(entry, score, _passage(entry, wanted[0]))


def _passage(entry: SearchEntry, word: str) -> str:
    """The summary, or the part of the text in which a word occurs."""
    place = re.search(rf"\b{word}", entry.text, re.IGNORECASE)
    if place is None or re.search(rf"\b{word}", plain(f"{entry.title} {entry.summary}")):
        return entry.summary
    start, end = max(0, place.start() - AROUND), place.end() + AROUND
    passage = " ".join(entry.text[start:end].split())
    return f"{'… ' if start else ''}{passage}{' …' if end < len(entry.text) else ''}"


@lru_cache(maxsize=4)
def _entries(specs: tuple[Spec, ...]) -> tuple[SearchEntry, ...]:
    """All that can be found: pages, games, rules and findings."""
    entries = [SearchEntry(path, title, mark("page"), "", words) for path, title, words in PAGES]
    for spec in specs:
        entries += _of_game(spec)
    for finding in findings():
        path = f"/laboratory/findings/{finding.slug}"
        entries.append(
            SearchEntry(path, finding.title, mark("finding"), finding.answer, "", finding.design)
        )
    return tuple(entries)


def _of_game(spec: Spec) -> Iterator[SearchEntry]:
    options = " ".join(f"{option.name}: {option.help}." for option in spec.options)
    words = f"{spec.id} {spec.goal} {' '.join(spec.tags)}"
    yield SearchEntry(
        f"/game/{spec.id}", spec.title, mark("game"), spec.appeal or spec.goal, words, options
    )
    try:
        about = registered_game(spec.id).about
    except (ParlourError, OSError):  # an error in a game file
        return
    yield SearchEntry(
        f"/rules/{spec.id}", f"{spec.title}: rules", mark("rules"), "", "", _prose(about)
    )


def _prose(markdown: str) -> str:
    """The words of a rules page, without its positions and marks."""
    text = re.sub(r"```.*?```", " ", markdown, flags=re.DOTALL)
    return re.sub(r"[*_`#|]|\]\([^)]*\)|\[", " ", text)
