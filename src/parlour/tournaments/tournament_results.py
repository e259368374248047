"""The results of a tournament: meetings, the scores of their games, and points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from parlour.tournaments.gain_test import settled
from parlour.tournaments.tournament_plan import (
    ARENA,
    KNOCK_OUT,
    LADDER,
    ROUND_ROBIN,
    SWISS,
    TABLES,
    TournamentPlan,
)

# What `one` scored in two games from one opening, or in a last single game; at a table, the points
# by place of all.
Pair = tuple[Fraction, ...]
Place = tuple[int, int]  # round and table
Duel = tuple[int, int, Fraction]  # two entrants, and what the first scored: 1, ½ or 0

HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)
BYES = {  # points of a bye; at tables for each of those one would have met
    ROUND_ROBIN: NONE,
    SWISS: ONE,
    KNOCK_OUT: ONE,
    ARENA: HALF,
    LADDER: NONE,
    TABLES: HALF,
}


@dataclass(frozen=True)
class Meeting:
    """`one`, with the first seat, meets `other`, or has a bye (None); indices of the plan's entrants.

    `rest`: the others at a table of three or more.
    """

    round: int
    table: int
    one: int
    other: int | None
    rest: tuple[int, ...] = ()

    @property
    def entrants(self) -> tuple[int, ...]:
        """All who meet, by seat; one alone with a bye."""
        return (self.one, *(() if self.other is None else (self.other,)), *self.rest)

    @property
    def place(self) -> Place:
        """Its round and its table."""
        return self.round, self.table


@dataclass(frozen=True)
class PairResult:
    """The next pair of a meeting; `forfeit`: at least one of its games was not played to its end."""

    place: Place
    scores: Pair
    forfeit: bool = False


class TournamentResults:
    """A plan, the meetings paired so far, and their results."""

    def __init__(self, plan: TournamentPlan) -> None:
        self.plan = plan
        self._pairs: dict[Place, list[Pair]] = {}
        self._rounds: list[list[Meeting]] = []
        self._forfeits: set[Place] = set()

    def pairs(self, meeting: Meeting) -> list[Pair]:
        """The finished pairs of games of a meeting."""
        return self._pairs.get(meeting.place, [])

    def points(self, meeting: Meeting) -> tuple[Fraction, ...]:
        """The points of both players in a meeting's games so far, or of all at a table."""
        if meeting.rest:
            return next(iter(self.pairs(meeting)), (NONE,) * len(meeting.entrants))
        scores = [score for pair in self.pairs(meeting) for score in pair]
        mine = sum(scores, Fraction(0))
        return mine, len(scores) - mine

    def is_done(self, meeting: Meeting) -> bool:
        """Whether a meeting is over: a bye, all games played, or its test settled."""
        if meeting.other is None or self.absent(meeting):
            return True
        pairs = self.pairs(meeting)
        if sum(map(len, pairs)) >= self.plan.number:
            return True
        return bool(self.plan.gain) and settled(pairs, self.plan.gain)

    def absent(self, meeting: Meeting) -> list[int]:
        """The entrants of a meeting who have withdrawn before it; the other one wins it."""
        entrants = self.plan.entrants
        both = (meeting.one, meeting.other)
        return [n for n in both if n is not None and not entrants[n].is_entered(meeting.round)]

    def is_forfeit(self, meeting: Meeting) -> bool:
        """Whether a finished meeting was decided by absence."""
        return meeting.place in self._forfeits or bool(self.absent(meeting))

    def active(self, round_number: int) -> list[int]:
        """The entrants who play in a round."""
        return [n for n, entrant in enumerate(self.plan.entrants) if entrant.is_in(round_number)]

    def rounds_so_far(self) -> list[list[Meeting]]:
        """The rounds paired so far; pairs no further round."""
        return self._rounds

    @property
    def finished_meetings(self) -> Iterator[Meeting]:
        """The meetings that are over, byes too."""
        return (m for meetings in self._rounds for m in meetings if self.is_done(m))

    def winner(self, meeting: Meeting) -> int | None:
        """The winner of a finished meeting by the points of its games; None if several are first."""
        if meeting.other is None:
            return meeting.one
        if absent := self.absent(meeting):
            present = {meeting.one, meeting.other} - set(absent)
            return present.pop() if present else None
        points = self.points(meeting)
        first = [n for n, mine in zip(meeting.entrants, points, strict=True) if mine == max(points)]
        return first[0] if len(first) == 1 else None

    def duels(self, meeting: Meeting) -> list[Duel]:
        """Each two of a finished meeting with the result of the first; none where nobody came."""
        if not meeting.rest:
            winner, gone = self.winner(meeting), self.absent(meeting)
            if meeting.other is None or (gone and winner is None):
                return []
            score = HALF if winner is None else Fraction(int(winner == meeting.one))
            return [(meeting.one, meeting.other, score)]
        placed = zip(meeting.entrants, self.points(meeting), strict=True)
        return [
            (one, other, duel_score(mine, theirs))
            for (one, mine), (other, theirs) in combinations(placed, 2)
        ]

    def survivor(self, meeting: Meeting) -> int:
        """Who survives a knock-out meeting: the winner, or after a draw the better seed."""
        winner = self.winner(meeting)
        if winner is None and meeting.other is not None:
            return min(meeting.one, meeting.other)
        return meeting.one if winner is None else winner

    def points_by_entrant(self) -> list[Fraction]:
        """Each entrant's points: 1 for a meeting won, ½ for one drawn or a requested bye, BYES for a bye.

        In a knock-out the rounds survived; at a table everybody meets all others.
        """
        rounds = range(1, len(self._rounds) + 1)
        points = [HALF * sum(map(each.has_bye, rounds)) for each in self.plan.entrants]
        for meeting in self.finished_meetings:
            if meeting.other is None:
                met = self.plan.seats(meeting.round) - 1
                points[meeting.one] += met * BYES[self.plan.format]
            elif self.plan.format == KNOCK_OUT:
                points[self.survivor(meeting)] += 1
            else:
                for one, other, score in self.duels(meeting):
                    points[one] += score
                    points[other] += 1 - score
        return points


def duel_score(mine: Any, theirs: Any) -> Fraction:
    """The result of a comparison: 1 if `mine` is more, ½ if both are equal."""
    return HALF * (int(mine > theirs) + int(mine >= theirs))
