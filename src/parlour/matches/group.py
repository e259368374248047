"""A group of games: its fixtures, its bonus, and its winner by points."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from parlour.matches.fixture import LEVEL, Contest, Fixture, FixtureResult, Pair, first_in, for_side
from parlour.matches.prospects import Effect, Sign

TIE_BREAK = "tie-break"  # who has won is for one more game to say
Verdict = int | str | None  # a side, TIE_BREAK, or None: a tie

MADE = (1, 2)  # flags: side 0, side 1 has made a decisive win
LEVELLED = (4, 8)  # flags: side 0, side 1 has won the game that decides if they are level


@dataclass(frozen=True)
class Bonus:
    """What the winner of a group gets.

    `points`, or None: one for each game that he won. With `decisive` he must have made a decisive win
    (all the points of a game that there are); `level`: the game whose winner wins if the points are
    level; `tied`: what each side gets if neither wins.
    """

    points: Fraction | None
    decisive: bool = False
    level: int | None = None
    tied: Fraction = Fraction(0)


@dataclass(frozen=True)
class TieBreak:
    """The game that decides where the points do not; it gives none itself.

    `favours`: the seat whose side wins it if it is drawn; `scores`: whether the bonus is what the winner
    scored in it.
    """

    contest: Contest
    favours: int | None = None
    scores: bool = False

    def winner(self, result: FixtureResult) -> int | None:
        """The side that has won it; None: neither."""
        one, other = self.contest.of_sides(result.scores)
        if one != other:
            return int(one < other)
        return None if self.favours is None else self.contest.sides[self.favours]

    @cached_property
    def winners(self) -> frozenset[int | None]:
        """The sides that can win it."""
        leads = {one - other for one, other in self.contest.possible}
        sure = {int(lead < 0) for lead in leads if lead}
        level = None if self.favours is None else self.contest.sides[self.favours]
        return frozenset(sure | ({level} if Fraction(0) in leads else set()))


@dataclass(frozen=True)
class Group:
    """The games of a match, and the rules by which it is won. `stops` as soon as that is decided."""

    title: str
    fixtures: tuple[Fixture, ...]
    bonus: Bonus | None = None
    tie_break: TieBreak | None = None
    stops: bool = False
    practice: tuple[Fixture, ...] = ()  # games before the first that decide nothing

    @cached_property
    def unit(self) -> int:
        """How many of the smallest unit of points make a point."""
        contests = {id(f.contest): f.contest for f in self.fixtures}.values()
        rows = {pair for contest in contests for pair in contest.possible}
        return math.lcm(*(points.denominator for pair in rows for points in pair))

    def extras(self, results: Mapping[int, FixtureResult]) -> tuple[Fixture, ...]:
        """The extra games that level results have brought, each with the next free number at its time."""
        known = {f.number: f.contest for f in self.fixtures}
        found: list[Fixture] = []
        for number, result in results.items():
            contest = known.get(number)
            if contest and contest.extra and result.ahead == LEVEL:
                more = len(self.fixtures) + len(found) + 1
                known[more] = replace(contest, game=contest.extra, first=first_in(more))
                found.append(Fixture(more, known[more]))
        return tuple(found)

    def last(self, number: int) -> Fixture | None:
        """The tie-break as one more game, with this number; sides go by it."""
        if self.tie_break is None:
            return None
        return Fixture(number, self.breaker(number).contest)

    def breaker(self, number: int) -> TieBreak:
        """The tie-break as the game with this number."""
        assert self.tie_break is not None
        contest = replace(self.tie_break.contest, first=first_in(number))
        return replace(self.tie_break, contest=contest)

    def effect(self, fixture: Fixture, points: Pair) -> Effect:
        """What these points of a game do to the standing."""
        one, other = points
        flags = 0
        if self.bonus and self.bonus.decisive and 0 in points and one != other:
            flags |= MADE[int(one == 0)]
        if self.bonus and self.bonus.level == fixture.number and one != other:
            flags |= LEVELLED[int(one < other)]
        return int((one - other) * self.unit), flags

    @cached_property
    def effects(self) -> Mapping[int, frozenset[Effect]]:
        """What each game, by number, can do to the standing; the same object where it is the same."""
        kinds: dict[tuple[int, bool], frozenset[Effect]] = {}
        found = {}
        for f in self.fixtures:
            kind = id(f.contest), bool(self.bonus and self.bonus.level == f.number)
            if kind not in kinds:
                kinds[kind] = frozenset(self.effect(f, pair) for pair in f.contest.possible)
            found[f.number] = kinds[kind]
        return found

    def verdict(self, sign: Sign, flags: int) -> Verdict:
        """Who has won, once all games are played, if side 0 is ahead (1), level (0) or behind (-1)."""
        undecided = TIE_BREAK if self.tie_break else None
        if sign:
            side = int(sign < 0)
            kept = self.bonus is None or not self.bonus.decisive or flags & MADE[side]
            return side if kept else undecided
        for side in (0, 1):
            if flags & LEVELLED[side]:
                return side
        return undecided

    def winners(self, verdicts: set[Verdict]) -> set[int | None]:
        """Who can win, if the points can lead to these verdicts."""
        found: set[int | None] = set()
        for verdict in verdicts:
            found |= self._one_of(verdict)
        return found

    def differ(self, one: Verdict, other: Verdict) -> bool:
        """Whether two verdicts can mean different winners, a tie-break having the same result in both."""
        return one != other and len(self._one_of(one) | self._one_of(other)) > 1

    def _one_of(self, verdict: Verdict) -> set[int | None]:
        if isinstance(verdict, str):
            assert self.tie_break is not None
            return set(self.tie_break.winners)
        return {verdict}

    def extra(self, winner: int | None, results: Mapping[int, FixtureResult]) -> Pair:
        """The bonus of each side after all games."""
        if self.bonus is None:
            return Fraction(0), Fraction(0)
        if winner is None:
            return self.bonus.tied, self.bonus.tied
        points = self.bonus.points
        if points is None:
            points = Fraction(sum(self.won_by(winner, results)))
        broken = results.get(len(self.fixtures) + len(self.extras(results)) + 1)
        if self.tie_break and self.tie_break.scores and broken:
            points = max(self.tie_break.contest.of_sides(broken.scores))
        return for_side(winner, points)

    def won_by(self, side: int, results: Mapping[int, FixtureResult]) -> list[bool]:
        """For each fixture that is played whether `side` has the better of it."""
        pairs = [f.contest.points(results[f.number]) for f in self.fixtures if f.number in results]
        return [pair[side] > pair[1 - side] for pair in pairs]
