"""How games end: by the rules, by repetition, by the move limit; and which ends a position text may give."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import ModuleType
from typing import Any

from parlour.errors import BadPosition, BadRules
from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.spec import Spec
from parlour.table.outcome import Outcome, even_shares

Rows = Collection[tuple[Fraction, ...]]

LARGEST_DENOMINATOR = 60  # scores are halves, quarters and even shares; payoffs are floats


@dataclass(frozen=True)
class Endings:
    """The ends of one game with its options: `Game.endings`.

    `rules` are the plain ones. A `record` is a position's, `counted` the moves that count towards the
    move limit, by seat.
    """

    spec: Spec
    rules: Any
    notation: ModuleType
    seats: int
    move_limit: int
    repeats: int
    has_claims: bool

    @cached_property
    def possible(self) -> dict[str, Rows]:
        """Every reason for an end, with the scores that it can have: the game's own, and those all share."""
        known = dict(self.notation.endings())
        if self.spec.repetition:
            known.setdefault(self.spec.repetition_reason, even_shares(self.seats))
        if self.move_limit:
            known.setdefault("move-limit", even_shares(self.seats))
        elif not self.spec.rules_count_moves:
            known.pop("move-limit", None)
        return known

    def scores(self, seat: int) -> list[Fraction]:
        """The scores that a seat may have, ascending; if the game does not say: lost, drawn and won."""
        found = {row[seat] for rows in self.possible.values() for row in rows}
        if not self.notation.endings():
            highest = Fraction(self.rules.HIGHEST)
            found |= {Fraction(0), highest / 2, highest}
        return sorted(found)

    def judge(
        self,
        record: Record,
        counted: tuple[int, ...],
        stood: int = 0,
        since_first: Callable[[], int] = lambda: 0,
    ) -> Outcome | None:
        """The outcome after a move: the rules' own, repetition, the page's own counts, the move limit.

        `stood`: how many times the position has stood; `since_first` gives the moves since the first.
        """
        if record.turn == OVER:
            return self.final(record)
        if record.turn == CHANCE:
            return None
        if self.repeats and stood >= self.repeats:
            self.rules.judge_repetition(record, since_first())
            if record.turn == OVER:
                return self.final(record)
            return self._draw_outcome(record, self.spec.repetition_reason)
        self.rules.judge_counts(record)
        if record.turn == OVER:
            return self.final(record)
        if self.limit_reached(record, counted):
            return self._draw_outcome(record, "move-limit")
        return None

    def claimable(self, record: Record, stood: int) -> Outcome | None:
        """The draw that may be claimed in a running game; None if there is none."""
        if not self.has_claims or record.turn < 0:
            return None
        number = self.rules.claimable(record)
        if stood >= self.spec.repetitions:
            return self._draw_outcome(record, self.spec.repetition_reason)
        return None if number < 0 else self._draw_outcome(record, self.rules.REASONS[number])

    def limit_reached(self, record: Record, counted: tuple[int, ...]) -> bool:
        """Whether the game ends by its move limit."""
        if self.spec.rules_count_moves:
            return bool(self.rules.limit_reached(record))
        limit = self.move_limit
        if limit == 0:
            return False
        if not self.spec.alternating:
            return sum(counted) >= limit * self.seats
        return all(counted[i] >= limit for i in range(self.seats) if self.rules.still_in(record, i))

    def final(self, record: Record) -> Outcome:
        """The outcome of a record that the rules have ended."""
        scores = tuple(_fraction(self.rules.payoff(record, i)) for i in range(self.seats))
        return Outcome(scores, self._reason(record), self._details(record))

    def _reason(self, record: Record) -> str:
        """The word for how the rules ended the game; raises BadRules for a number that has none."""
        number, words = record.reason, self.rules.REASONS
        if number not in range(len(words)):
            raise BadRules(f"{self.spec.id}: reason is {number}; REASONS has {len(words)} words")
        return str(words[number])

    def _draw_outcome(self, record: Record, reason: str) -> Outcome:
        """A draw by repetition or by a move limit: rules may know more of it than the scores."""
        if reason in self.rules.REASONS:
            self.rules.draw_all(record, self.rules.REASONS.index(reason))
        if record.turn == OVER:
            return self.final(record)
        scores = tuple(_fraction(self.rules.limit_payoff(record, i)) for i in range(self.seats))
        return Outcome(scores, reason, self._details(record))

    def _details(self, record: Record) -> dict[str, str]:
        return dict(self.notation.details(record))

    # -- ends that a position text gives ---------------------------------------------------------------

    def claimed(self, record: Record, counted: tuple[int, ...], end: Outcome) -> Outcome:
        """The end that a position text gives where the position itself shows none; raises BadPosition."""
        self._must_be_possible(end)
        earlier = (self.spec.repetition_reason, *self.notation.UNSEEN)
        if self.notation.moves_made(record) is None or end.reason in earlier:
            return end  # these come before the move limit
        limited = self.limit_reached(record, counted)
        if end.reason == "move-limit" and not limited:
            raise BadPosition(f"{end.text}: by the position's counts the game is still running")
        if end.reason != "move-limit" and limited:
            raise BadPosition(f"{end.text}: by the position's counts the move limit is reached")
        return end

    def _must_be_possible(self, end: Outcome) -> None:
        known = self.possible
        if end.reason not in known:
            raise BadPosition(f"no game ends by {end.reason}: expected {', '.join(sorted(known))}")
        if end.scores not in known[end.reason]:
            rows = sorted(",".join(map(str, row)) for row in known[end.reason])
            raise BadPosition(f"{end.text}: {end.reason} is scored {' or '.join(rows)}")


def _fraction(score: float) -> Fraction:
    return Fraction(score).limit_denominator(LARGEST_DENOMINATOR)
