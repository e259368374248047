"""Checks a proof independently: every position that it claims is examined again, by the plain rules alone.

The checker shares nothing with the search that found the proof: it plays the interpreted rules and
distinguishes positions by their texts. It asks for the prover's move in each position, tries all moves of
the other, and so walks the whole proof.

A proof that may not rest on repetition must come to its end on every line; then no position can repeat,
and no line may be longer than the move limits allow. If a repetition is as good for the prover as
the goal, lines may also return to positions of the proof: the prover then continues for ever
among them, until a repetition or a count ends the game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from parlour.errors import ParlourError
from parlour.kernel.layout import OVER, Record, new_plain, room_for_moves
from parlour.kernel.primitives import copy
from parlour.kernel.workspace import is_given
from parlour.table.game import Game, State
from parlour.table.game_instance import moves_left

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import Rules


class BadProof(ParlourError):
    """A proof that does not hold: says where."""


@dataclass(frozen=True)
class Goal:
    """What `prover` is to make sure of: that the score of `seat` is at least, or at most, `bound`."""

    prover: int
    seat: int
    at_least: bool
    bound: Fraction

    def met_by(self, score: float) -> bool:
        """Whether a score is what the prover wants."""
        return score >= float(self.bound) if self.at_least else score <= float(self.bound)

    def allows_cycles(self, state: State) -> bool:
        """Whether a repetition is good enough for the prover; not where rules make more of it than a draw."""
        rules = state.game.plain.rules
        plain = state.game.spec.repetition and not is_given(rules.judge_repetition)
        return bool(plain and self.met_by(rules.limit_payoff(state.record, self.seat)))


@dataclass(frozen=True)
class Checked:
    """What was checked: distinct positions, and the plies of the longest line (None: there are cycles)."""

    positions: int
    plies: int | None


@dataclass
class WalkNode:
    """A position on the line that is being walked: its moves that are still to be tried."""

    record: Record
    text: str
    moves: list[int]
    height: int = 0


Chooser = Callable[[Record], int]  # the prover's move, in a plain record


def check(
    state: State,
    goal: Goal,
    choose: Chooser,
    progress: Callable[[int], None] | None = None,
    *,
    cycles: bool = False,
) -> Checked:
    """Walk the whole proof of `goal` from `state`, taken without the moves before it; raises BadProof.

    With `cycles` lines may come back to positions, if a repetition of each is as good for the prover.
    `progress` is called now and then with the number of positions.
    """
    return Walk(state, goal, choose, progress or (lambda n: None), cycles).run()


class Walk:
    """One walk through a proof."""

    def __init__(
        self,
        state: State,
        goal: Goal,
        choose: Chooser,
        progress: Callable[[int], None],
        cycles: bool,
    ) -> None:
        self.game: Game = state.game
        self.rules: Rules = self.game.plain.rules
        self.goal, self.choose, self.progress = goal, choose, progress
        self.root = state
        self.cycles = cycles and goal.allows_cycles(state)
        self.heights: dict[str, int] = {}  # -1: still on the line
        self.line: list[WalkNode] = []

    def run(self) -> Checked:
        """Walk it."""
        if self.root.turn is None:
            raise BadProof("the game is over")
        self._enter(self.root.copied_record())
        height = 0
        while self.line:
            node = self.line[-1]
            if node.moves:
                after = new_plain(self.rules.STATE)
                copy(after, node.record)
                self.rules.play(after, node.moves.pop())
                node.height = max(node.height, 1 + self._enter(after))
                continue
            self.line.pop()
            height = self.heights[node.text] = node.height
            self._in_time(node.record, height)
            if self.line:
                self.line[-1].height = max(self.line[-1].height, height + 1)
        if not self.cycles and height > sum(moves_left(self.root)):
            raise BadProof(f"the proof takes {height} plies, and the move limit comes before")
        return Checked(len(self.heights), None if self.cycles else height)

    def _enter(self, record: Record) -> int:
        """Look at a position: the height known of it, 0 if it is yet to be walked."""
        if record.turn == OVER:
            if not self.goal.met_by(self.rules.payoff(record, self.goal.seat)):
                raise BadProof(f"a line ends otherwise: {self._text(record)}")
            return 0
        if record.turn < 0:
            raise BadProof("chance acts within the proof")
        text = self._text(record)
        known = self.heights.get(text)
        if known is None:
            self._open(record, text)
            return 0
        if self.cycles:
            return 0
        if known < 0:
            raise BadProof(f"a line comes back to {text}")
        self._in_time(record, known)
        return known

    def _open(self, record: Record, text: str) -> None:
        """Begin to walk what follows a position met for the first time."""
        if self.cycles and not self.goal.met_by(self.rules.limit_payoff(record, self.goal.seat)):
            raise BadProof(f"a repetition would end otherwise: {text}")
        out = [0] * room_for_moves(self.rules, record)
        moves = out[: self.rules.legal_moves(record, out)]
        if record.turn == self.goal.prover:
            move = self.choose(record)
            if move not in moves:
                raise BadProof(f"no legal move is given for {text}")
            moves = [move]
        self.heights[text] = -1
        self.line.append(WalkNode(record, text, moves))
        if len(self.heights) % 1024 == 0:
            self.progress(len(self.heights))

    def _in_time(self, record: Record, height: int) -> None:
        """A win must come before the rules' own counts of moves end the game."""
        if not self.cycles and height > self.rules.plies_left(record):
            raise BadProof(f"a count of moves ends the game first: {self._text(record)}")

    def _text(self, record: Record) -> str:
        return " ".join(self.game.notation.repeated(record))
