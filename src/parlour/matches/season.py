"""A season: matches of several groups between the same two sides, with a story and one standing.

Its file in ``seasons`` has the story. Most matches win it, then most points; what is level then is shared.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from parlour.errors import BadMatch
from parlour.matches.fixture import Pair
from parlour.matches.match import Match, match
from parlour.table.outcome import score_text

FOLDER = Path(__file__).parent / "seasons"


@dataclass(frozen=True)
class Chapter:
    """A group of the season, with its part of the story."""

    group: str
    season: str
    story: str


@dataclass(frozen=True)
class SeasonStory:
    """The story of a season; `won` and `tied` are its ceremony, with places for names and figures."""

    title: str
    opening: str
    chapters: tuple[Chapter, ...]
    won: str
    tied: str


@dataclass(frozen=True)
class Season:
    """A story and a match for each of its chapters, in order."""

    story: SeasonStory
    matches: tuple[Match, ...]

    @property
    def points(self) -> Pair:
        """The points of all matches by side."""
        rows = [one.points for one in self.matches]
        return sum(row[0] for row in rows), sum(row[1] for row in rows)  # type: ignore[return-value]

    @property
    def wins(self) -> tuple[int, int]:
        """How many matches each side has won."""
        winners = [one.outcome[1] for one in self.matches if one.outcome]
        return winners.count(0), winners.count(1)

    @property
    def current(self) -> int | None:
        """The place of the first match that is not over; None at the end."""
        open_ones = (n for n, one in enumerate(self.matches) if one.outcome is None)
        return next(open_ones, None)

    @property
    def winner(self) -> int | None:
        """The side that is ahead by matches, then by points; None if they are level."""
        one, other = zip(self.wins, self.points, strict=True)
        return None if one == other else int(one < other)

    def ceremony(self, names: Sequence[str]) -> str:
        """The last page of the story; empty before the last match is over."""
        if self.current is not None:
            return ""
        first = self.winner or 0
        text = self.story.tied if self.winner is None else self.story.won
        return text.format(
            winner=names[first],
            loser=names[1 - first],
            wins=self.wins[first],
            points=score_text(self.points[first]),
            other_points=score_text(self.points[1 - first]),
        )

    def with_match(self, place: int, current: Match) -> Season:
        """The season with one of its matches as it stands now; raises BadMatch for another group's."""
        if current.group.title != self.matches[place].group.title:
            raise BadMatch(
                f"{current.group.title} is not the {self.matches[place].group.title} of this season"
            )
        found = (*self.matches[:place], current, *self.matches[place + 1 :])
        return replace(self, matches=found)


@cache
def shipped_seasons() -> tuple[str, ...]:
    """The names of the seasons that there are."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def season(name: str) -> Season:
    """A season before its first match; raises BadMatch."""
    story = season_story(name)
    return Season(story, tuple(match(chapter.group) for chapter in story.chapters))


@cache
def season_story(name: str) -> SeasonStory:
    """The story of a season; raises BadMatch."""
    if name not in shipped_seasons():
        raise BadMatch(f"there is no season {name:.60}: there is {', '.join(shipped_seasons())}")
    told = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    chapters = tuple(
        Chapter(row["group"], row["season"], _paragraph(row["story"])) for row in told["chapters"]
    )
    opening, won, tied = (_paragraph(told[key]) for key in ("opening", "won", "tied"))
    return SeasonStory(told["title"], opening, chapters, won, tied)


def _paragraph(text: str) -> str:
    return " ".join(text.split())
