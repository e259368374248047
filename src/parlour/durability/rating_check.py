"""The table of ratings agrees with the rated games: who played how many, and the ratings themselves."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

from parlour.durability.findings import DISAGREEING, LOST, Finding
from parlour.durability.stored import GameRows
from parlour.play.saved_game import read_scores
from parlour.table.catalogue import specs
from parlour.tournaments.ratings import bradley_terry

RATINGS = "ratings"

Row = tuple[str, str, str, int]  # the title of a game, a name, a rating, a number of games
Rated = tuple[GameRows, list[str]]  # a game, and the names of its players by seat

_TABLE = re.compile(r"<h2>([^<]*)(.*?)</section>", re.DOTALL)
_ROW = re.compile(r'<th scope="row">([^<]*)</th><td>([^<]*)</td><td>[^<]*</td><td>(\d+)')


def rows_in(page: str) -> list[Row]:
    """The rows of the page of ratings."""
    return [
        (html.unescape(title).strip(), html.unescape(name), elo, int(count))
        for title, table in _TABLE.findall(page)
        for name, elo, count in _ROW.findall(table)
    ]


def check_ratings(rated: Iterable[Rated], shown: Iterable[Row]) -> Iterator[Finding]:
    """The page shows the ratings that follow from the finished rated games."""
    finished: dict[str, list[Rated]] = {}
    for game, names in rated:
        if not game.rated:
            yield Finding(LOST, game.id, "the game was begun as a rated one, and does not count")
        elif game.reason is not None:
            finished.setdefault(game.game, []).append((game, names))
    expected = {row for name, games in finished.items() for row in _rows(name, games)}
    there = {(title, name, elo, count) for title, name, elo, count in shown}
    for row in sorted(expected - there):
        yield Finding(DISAGREEING, RATINGS, f"the games say {row}; it is not shown")
    for row in sorted(there - expected):
        yield Finding(DISAGREEING, RATINGS, f"{row} is shown; the games do not say so")


def _rows(name: str, games: list[Rated]) -> Iterator[Row]:
    title = specs()[name.partition(":")[0]].title
    people = sorted({name for _, names in games for name in names})
    place = {name: number for number, name in enumerate(people)}
    results = []
    for game, (one, other) in games:
        first, second = read_scores(game.scores)
        share = 0.5 if first == second else float(first > second)
        results.append((place[one], place[other], share))
    for person, rating in zip(people, bradley_terry(len(people), results), strict=True):
        yield title, person, f"{rating.elo:+.0f}", rating.games
