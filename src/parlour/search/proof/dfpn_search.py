"""Solving positions by df-pn: what is sure, with the line, and a proof that is checked apart.

    solve(state, seconds=60).value  # the score that the seat to move is sure of, a Fraction, or None

Each question, whether a seat can make sure of a score, is a search of its own with a table of its own; they
take turns, with budgets that double, until the score is known from above and from below.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE, MANY, Record
from parlour.search.endgame.endgame_table import Tables, Value, endgame_tables
from parlour.search.proof.proof_checker import BadProof, Checked, Chooser, Goal, check
from parlour.search.proof.proof_checker_connection import Ceder, check_joining, may_cede
from parlour.search.proof.provers import ENTRIES, PLIES, UNBOUNDED, JoiningProver, Prover
from parlour.table.game import State
from parlour.table.game_instance import refuse_hidden

FIRST = 20_000  # nodes of a question's first turn

ProgressReport = Callable[[str], None]


@dataclass(frozen=True)
class Proof:
    """Something proven: the goal, the prover's move in each position that the proof comes to, whether
    lines may come back to positions, and what the prover can leave to the other seat.
    """

    goal: Goal
    choose: Chooser
    cycles: bool
    cede: Ceder | None = None

    def check(self, state: State, progress: Callable[[int], None] | None = None) -> Checked:
        """Walk the whole proof from `state`; raises BadProof."""
        if self.cede is not None:
            return check_joining(state, self.goal, self.choose, self.cede, progress)
        return check(state, self.goal, self.choose, progress, cycles=self.cycles)


@dataclass(frozen=True)
class Solution:
    """What is sure of a position: the mover's score is at least `low` and at most `high`.

    `proofs` show it; `line` is the proven side's best line as far as a proof goes; `nodes` were searched.
    """

    low: Fraction
    high: Fraction
    proofs: tuple[Proof, ...]
    line: tuple[str, ...]
    nodes: int
    seconds: float

    @property
    def value(self) -> Fraction | None:
        """The score that the seat to move is sure of and cannot better; None if that is not known."""
        return self.low if self.low == self.high else None


def refuse(state: State) -> None:
    """Raise BadPlayer for a game that cannot be solved, and for a state in which no seat is to move."""
    game = state.game
    refuse_hidden(game, "solve")
    if game.seats != 2:
        raise BadPlayer(f"only games of two seats can be solved; {game.name} has {game.seats}")
    if game.plain.rules.MAX_MOVES > MANY:
        raise BadPlayer(f"{game.name} has too many moves to be solved")
    if state.turn is None or state.turn == CHANCE:
        raise BadPlayer("no seat is to move: there is nothing to solve")


def solve(
    state: State,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    entries: int = ENTRIES,
    progress: ProgressReport | None = None,
    compiled: bool = True,
    connections: bool = True,
) -> Solution:
    """What the seat to move can be sure of in `state`, as far as it is found within the budgets.

    The moves before `state` are not looked at; the endgame tables of this machine are asked. Without a
    budget it goes on until all is known, which for all but small positions is for ever; Ctrl-C ends it.
    `compiled=False` runs the same in plain Python, and `connections=False` looks at no connections, for
    tests. Raises BadPlayer for what cannot be solved.
    """
    refuse(state)
    tables = endgame_tables(state.game)
    if tables is not None and (value := tables.value(state)) is not None:
        return from_tables(state, tables, value)
    joining = connections and may_cede(state)
    return Questions(state, entries, compiled, joining).ask(
        seconds, nodes, progress or (lambda text: None)
    )


class Questions:
    """The goals whose proofs bound a position's value, searched in rotation."""

    def __init__(self, state: State, entries: int, compiled: bool, joining: bool) -> None:
        self.state, self.entries, self.compiled = state, entries, compiled
        self.kind = JoiningProver if joining else Prover
        self.me = int(state.record.turn)
        self.scores = state.game.endings.scores(self.me)
        self.low, self.high = self.scores[0], self.scores[-1]
        self.provers: dict[Goal, Prover] = {}

    def goals(self) -> list[Goal]:
        """What is yet to be proven or found unprovable, the boldest first."""
        me, other = self.me, 1 - self.me
        found = []
        for below, above in pairwise(self.scores):
            if self.low < above <= self.high:
                found.append(Goal(me, me, True, above))
            if self.low <= below < self.high:
                found.append(Goal(other, me, False, below))
        tried = {goal for goal, prover in self.provers.items() if prover.result != 0}
        return [goal for goal in found if goal not in tried]

    def ask(self, seconds: float | None, nodes: int | None, progress: ProgressReport) -> Solution:
        """Ask until the value is known or the budget is spent."""
        begun = time.perf_counter()
        end = None if seconds is None else begun + seconds
        turn = FIRST
        proofs: list[Proof] = []
        while self.low < self.high and self.goals():
            for goal in self.goals():
                if not self.low < self.high:
                    break
                left = UNBOUNDED if nodes is None else nodes - self.nodes
                if left <= 0 or (end is not None and time.perf_counter() > end):
                    return self._solution(proofs, begun)
                prover = self._prover(goal)
                if prover.search(self.state.record, min(turn, left), end) == 1:
                    proof = Proof(goal, prover.move, prover.cycles, prover.cede)
                    if self._stands(proof, prover):
                        self._learn(goal)
                        proofs.append(proof)
            progress(f"{self.nodes:,} nodes")
            turn *= 2
        return self._solution(proofs, begun)

    @property
    def nodes(self) -> int:
        """Positions looked at for all goals."""
        return sum(prover.nodes for prover in self.provers.values())

    def _prover(self, goal: Goal) -> Prover:
        if goal not in self.provers:
            cycles = goal.allows_cycles(self.state)
            game = self.state.game
            self.provers[goal] = self.kind(game, goal, cycles, self.entries, self.compiled)
        return self.provers[goal]

    def _stands(self, proof: Proof, prover: Prover) -> bool:
        """Whether a proof that may rest on repetition holds; if not, one without is sought."""
        if not proof.cycles:
            return True
        try:
            proof.check(self.state)
        except BadProof:
            prover.forgo_cycles()
            return False
        return True

    def _learn(self, goal: Goal) -> None:
        if goal.at_least:
            self.low = max(self.low, goal.bound)
        else:
            self.high = min(self.high, goal.bound)

    def _solution(self, proofs: list[Proof], begun: float) -> Solution:
        seconds = time.perf_counter() - begun
        needed = tuple(
            proof
            for proof in proofs
            if proof.goal.bound == (self.low if proof.goal.at_least else self.high)
        )
        line = _line(self.state, needed[0]) if needed else ()
        return Solution(self.low, self.high, needed, line, self.nodes, seconds)


def from_tables(state: State, tables: Tables, value: Value) -> Solution:
    """A position that endgame tables have: their moves are the proof."""
    begun = time.perf_counter()
    me, highest = int(state.record.turn), Fraction(state.game.plain.rules.HIGHEST)
    score = {"win": highest, "draw": highest / 2, "loss": Fraction(0)}[value.result]
    goals = []
    if value.result != "loss":
        goals.append(Goal(me, me, True, score))
    if value.result != "win":
        goals.append(Goal(1 - me, me, False, score))

    def choose(record: Record) -> int:
        here = State(state.game, record)
        return here.code(next(iter(tables.moves(here))))

    proofs = tuple(Proof(goal, choose, goal.allows_cycles(state)) for goal in goals)
    line = _line(state, proofs[0])
    return Solution(score, score, proofs, line, 0, time.perf_counter() - begun)


def _line(state: State, proof: Proof) -> tuple[str, ...]:
    """A line of the proof, with the first of the other seat's moves each time."""
    state = state.copy()
    texts: list[str] = []
    seen = set()
    while state.turn is not None and state.text not in seen and len(texts) < PLIES:
        seen.add(state.text)
        if state.turn == proof.goal.prover:
            code = proof.choose(state.record)
            if code < 0:
                break
        else:
            code = state.codes()[0]
        texts.append(state.play_code(code))
    return tuple(texts)
