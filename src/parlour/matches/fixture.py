"""One game of a match: seats, possible results, and their points."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from parlour.errors import BadMatch
from parlour.table.endings import Rows
from parlour.table.game import Game
from parlour.table.outcome import even_shares, winner_takes_all

Pair = tuple[Fraction, Fraction]  # something for side 0 and for side 1

SCORES, WIN, AHEAD = "scores", "win", "ahead"  # how a result becomes points
POINTS = (SCORES, WIN, AHEAD)

LEVEL = "level"  # neither side was ahead of the other

MOST_RESULTS = 5000  # different results of one game, where each is worth other points

_SCORE = re.compile(r"(?:0|[1-9][0-9]{0,8})(?:/[1-9][0-9]{0,8})?")


@dataclass(frozen=True)
class FixtureResult:
    """The scores of a game by seat; `ahead` is the side that was ahead of the other, or LEVEL."""

    scores: tuple[Fraction, ...]
    ahead: int | str | None = None


@dataclass(frozen=True)
class Contest:
    """A game as two sides play it; side `first` has its first seat.

    With `by` "scores" a side gets its own score times `worth`, with "win" the higher score gets `worth`
    and level scores share it, with "ahead" the one of the two that was ahead among others gets it; if they
    are level, nobody does, and the `extra` game follows.
    """

    game: Game
    first: int
    worth: Fraction = Fraction(1)
    by: str = SCORES
    extra: Game | None = None

    @cached_property
    def sides(self) -> tuple[int | None, ...]:
        """The side that sits at each seat; None: neither side."""
        seats, two = self.game.seats, (self.first, 1 - self.first)
        if seats % 2 == 0 and _are_partners(self.game):
            return two * (seats // 2)
        return (*two, *[None] * (seats - 2))

    @cached_property
    def endings(self) -> tuple[Rows, ...]:
        """The scores by seat that the game can have, for each reason."""
        known = tuple(self.game.endings.possible.values())
        if self.game.notation.endings():
            return known
        return (*known, winner_takes_all(self.game.seats), even_shares(self.game.seats))

    def result(self, scores: object, ahead: object) -> FixtureResult:
        """Check these scores and return the result; raises BadMatch."""
        row = _row(scores)
        if len(row) != self.game.seats:
            raise BadMatch(f"{self.game.name} has {self.game.seats} seats, and as many scores")
        if not any(row in rows for rows in self.endings):
            raise BadMatch(
                f"{_scores_text(row)} is no result of {self.game.name}: there are {self._allowed_results()}"
            )
        if self.by != AHEAD:
            if ahead is not None:
                raise BadMatch(f"who is ahead in {self.game.name} follows from the scores")
            return FixtureResult(row)
        return FixtureResult(row, self._ahead(row, ahead))

    def _ahead(self, row: tuple[Fraction, ...], ahead: object) -> int | str:
        """Who was ahead by the scores, where they tell, or as it is said; raises BadMatch."""
        known = (0, 1, LEVEL) if self.extra else (0, 1)
        said = next((k for k in known if type(k) is type(ahead) and k == ahead), None)
        allowed = "0 or 1" + (f', or "{LEVEL}"' if self.extra else "")
        if ahead is not None and said is None:
            raise BadMatch(f"ahead is a side, {allowed}, not {ahead!r:.40}")
        one, other = self.of_sides(row)
        shows = int(one < other) if one != other else LEVEL if one and self.extra else None
        if shows is None and said is None:
            raise BadMatch(f"neither side has won: say who was ahead of the other, ahead={allowed}")
        if shows is not None and said not in (None, shows):
            told = "the two sides share the win" if shows == LEVEL else f"side {shows} has won"
            raise BadMatch(f"{told}, so {ahead} was not ahead")
        return shows if shows is not None else said or 0

    def of_sides(self, row: tuple[Fraction, ...]) -> Pair:
        """The scores of side 0 and side 1."""
        return row[self.sides.index(0)], row[self.sides.index(1)]

    def points(self, result: FixtureResult) -> Pair:
        """What a result is worth for each side."""
        if self.by == AHEAD:
            if isinstance(result.ahead, str):
                return Fraction(0), Fraction(0)
            return self._for(result.ahead)
        pair = self.of_sides(result.scores)
        if self.by == WIN:
            return self._for(None if pair[0] == pair[1] else int(pair[0] < pair[1]))
        return pair[0] * self.worth, pair[1] * self.worth

    def _for(self, side: int | None) -> Pair:
        """The full worth for one side, or half for each."""
        if side is None:
            return self.worth / 2, self.worth / 2
        return for_side(side, self.worth)

    @cached_property
    def possible(self) -> frozenset[Pair]:
        """The points that the game can bring, for both sides; raises BadMatch if they are too many."""
        if self.by == AHEAD:
            return frozenset({self._for(0), self._for(1)})
        found: set[Pair] = set()
        for row in itertools.chain(*self.endings):
            found.add(self.points(FixtureResult(row)))
            if len(found) == 3 and self.by == WIN:
                break
            if len(found) > MOST_RESULTS:
                raise BadMatch(f"{self.game.name} has too many results to be scored by its points")
        return frozenset(found)

    def _allowed_results(self) -> str:
        rows = list(itertools.islice(itertools.chain(*self.endings), 40))
        few = sorted({_scores_text(row) for row in rows}, reverse=True)
        return ", ".join(few[:12]) + (", …" if len(few) > 12 or len(rows) == 40 else "")


@dataclass(frozen=True)
class Fixture:
    """A contest with its number in a match."""

    number: int
    contest: Contest


def first_in(number: int) -> int:
    """The side that has the first seat in a game, by its number: side 0 where that is odd."""
    return (number - 1) % 2


def for_side(side: int, points: Fraction) -> Pair:
    """All the points for one side."""
    return (points, Fraction(0)) if side == 0 else (Fraction(0), points)


def _are_partners(game: Game) -> bool:
    """Whether alternate seats are partners, who always have the same scores."""
    rows: Iterable[tuple[Fraction, ...]] = itertools.chain(
        *(itertools.islice(rows, 1000) for rows in game.endings.possible.values())
    )
    return all(score == row[seat % 2] for row in rows for seat, score in enumerate(row))


def _row(scores: object) -> tuple[Fraction, ...]:
    if not isinstance(scores, (tuple, list)):
        raise BadMatch("scores are a row of fractions or texts, one for each seat")
    return tuple(_score(score) for score in scores)


def _score(score: object) -> Fraction:
    if isinstance(score, (int, Fraction)) and not isinstance(score, bool):
        return Fraction(score)
    if isinstance(score, str) and _SCORE.fullmatch(score):
        return Fraction(score)
    raise BadMatch(f"{score!r:.40} is no score: expected a fraction, or a text as 1/2")


def _scores_text(row: tuple[Fraction, ...]) -> str:
    return ",".join(map(str, row))[:80]
