"""The results of a tournament: meetings, the scores of their games, and points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from parlour.tournaments.gain_test import settled
from parlour.tournaments.tournament_plan import (
    ARENA,
    KNOCK_OUT,
    LADDER,
    ROUND_ROBIN,
    SWISS,
    TournamentPlan,
)

Pair = tuple[
    Fraction, ...
]  # what `one` scored in two games from one opening, or in a last single game
Place = tuple[int, int]  # round and table

HALF, ONE, NONE = Fraction(1, 2), Fraction(1), Fraction(0)
BYES = {ROUND_ROBIN: NONE, SWISS: ONE, KNOCK_OUT: ONE, ARENA: HALF, LADDER: NONE}  # points of a bye


@dataclass(frozen=True)
class Meeting:
    """`one`, with the first seat, meets `other`, or has a bye (None); indices of the plan's entrants."""

    round: int
    table: int
    one: int
    other: int | None

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

    def points(self, meeting: Meeting) -> tuple[Fraction, Fraction]:
        """The points of both players in a meeting's games so far."""
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
        """The winner of a finished meeting by the points of its games; None for a draw."""
        if meeting.other is None:
            return meeting.one
        if absent := self.absent(meeting):
            present = {meeting.one, meeting.other} - set(absent)
            return present.pop() if present else None
        one, other = self.points(meeting)
        return None if one == other else meeting.one if one > other else meeting.other

    def survivor(self, meeting: Meeting) -> int:
        """Who survives a knock-out meeting: the winner, or after a draw the better seed."""
        winner = self.winner(meeting)
        if winner is None and meeting.other is not None:
            return min(meeting.one, meeting.other)
        return meeting.one if winner is None else winner

    def points_by_entrant(self) -> list[Fraction]:
        """Each entrant's points: 1 for a meeting won, ½ for one drawn or a requested bye, BYES for a bye.

        In a knock-out the rounds survived.
        """
        rounds = range(1, len(self._rounds) + 1)
        points = [HALF * sum(map(each.has_bye, rounds)) for each in self.plan.entrants]
        for meeting in self.finished_meetings:
            winner = self.winner(meeting)
            if meeting.other is None:
                points[meeting.one] += BYES[self.plan.format]
            elif self.plan.format == KNOCK_OUT:
                points[self.survivor(meeting)] += 1
            elif winner is not None:
                points[winner] += 1
            elif not self.absent(meeting):
                points[meeting.one] += HALF
                points[meeting.other] += HALF
        return points
