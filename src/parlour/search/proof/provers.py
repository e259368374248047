"""The provers of `dfpn_search`: each searches for a proof of one goal, and tells its moves."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np

from parlour.errors import BadPlayer
from parlour.kernel.layout import Record
from parlour.kernel.workspace import Layout, store_state, words, work_record
from parlour.search.connection.connection_board_tables import board_layout, fill_board
from parlour.search.connection.virtual_connection_search import room
from parlour.search.connection.virtual_connections import has_cell
from parlour.search.interrupts import interruptible
from parlour.search.proof.proof_checker import Goal
from parlour.search.proof.proof_checker_connection import Ceder
from parlour.table.game import Game
from parlour.table.game_instance import instance

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import ConnectionRules, Rules
    from parlour.kernel.workspace import Words

PLIES = 400  # the longest line that is looked at
ENTRIES = 1 << 23  # positions remembered at most for each question, 32 bytes each
FIRST_ENTRIES = 1 << 18  # room at first; four times as much once a quarter is used
SLICE = 100_000  # nodes between two looks at the clock
UNBOUNDED = 1 << 60
MOST = 60_000  # pairs of connections that are looked at in a position
FULLS, SEMIS = 6000, 12_000  # connections kept
MEMO = 1 << 15  # positions whose connections are remembered


class Prover:
    """The search for one goal from one game's positions."""

    ALGORITHM = "parlour.search.proof.dfpn_compiled"
    cede: Ceder | None = None

    def __init__(
        self, game: Game, goal: Goal, cycles: bool, entries: int = ENTRIES, compiled: bool = True
    ) -> None:
        self.game, self.goal = game, goal
        self.rules = game.plain.rules
        self._algorithm = instance(game, compiled).algorithm(self.ALGORITHM)
        self._is_compiled = compiled
        self._entries = entries
        self._table: Words = self._room_for(min(entries, FIRST_ENTRIES))
        w = self._work = self._make_record()
        w.prover, w.seat, w.at_least = goal.prover, goal.seat, int(goal.at_least)
        w.bound = float(goal.bound)
        self.cycles = cycles
        w.cycles, w.repeats = int(cycles), int(bool(game.spec.repetition))
        self.result = 0

    def forgo_cycles(self) -> None:
        """Forget all, and from now on take a repetition for a failure."""
        self._table[:] = words(len(self._table), self._is_compiled)
        self.cycles, self._work.cycles, self.result = False, 0, 0

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return int(self._work.nodes)

    def search(self, record: Record, nodes: int, end: float | None = None) -> int:
        """Continue for `nodes` nodes or until the clock shows `end`: 1 proven, -1 disproved, 0 not yet.

        A disproof says only that this search finds no proof: it is never taken for one.
        """
        w, last = self._work, self.nodes + nodes
        while True:
            self._set(record)
            w.budget = min(self.nodes + SLICE, last)
            w.stopped = 0
            self.result = self._prove()
            self._make_room()
            if w.chance:
                raise BadPlayer(f"chance acts in {self.game.name}: it cannot be solved")
            late = end is not None and time.perf_counter() > end
            if self.result != 0 or self.nodes >= last or late:
                return self.result

    def move(self, record: Record) -> int:
        """The proving move in a position of the prover's that the proof has; searched again if forgotten."""
        self._set(record)
        found = self._kept_move()
        if found < 0 and self.search(record, UNBOUNDED) == 1:
            self._set(record)
            found = self._kept_move()
        return found

    def _make_record(self) -> Any:
        """The record that the compiled part works on."""
        return work_record(layout(self.rules), self._is_compiled)

    def _room_for(self, entries: int) -> Any:
        return words(4 << (entries - 1).bit_length(), self._is_compiled)

    def _make_room(self) -> None:
        """Let the table grow: a forgotten proof must be found again, perhaps only with a cycle."""
        entries = len(self._table) // 4
        if entries < self._entries and 4 * np.count_nonzero(self._table[3::4]) > entries:
            larger = self._room_for(min(4 * entries, self._entries))
            self._algorithm.move_over(self._table, larger)
            self._table = larger

    def _set(self, record: Record) -> None:
        store_state(self._work.states, 0, record, self.rules.STATE.names)

    def _run(self) -> int:
        return int(self._algorithm.prove(self._work, self._table))

    def _kept_move(self) -> int:
        return int(self._algorithm.kept_move(self._work, self._table))

    def _prove(self) -> int:
        return interruptible(self._run, self._stop) if self._is_compiled else self._run()

    def _stop(self) -> None:
        self._work.stopped = 1


class JoiningProver(Prover):
    """The same by connections."""

    ALGORITHM = "parlour.search.proof.dfpn_connection"

    def cede(self, record: Record) -> list[int]:
        """The empty cells of a position of the proof that the prover can do without."""
        rules = self.rules
        if not rules.settled(record):
            return []
        self._set(record)
        self._algorithm.cede(self._work, self._room)
        mask = [int(word) for word in self._work.ceded]
        return [cell for cell in range(rules.CELLS) if has_cell(mask, cell)]

    def _make_record(self) -> Any:
        rules, compiled = self.rules, self._is_compiled
        self._room = room(rules, MOST, FULLS, SEMIS, compiled)
        self._memo: Words = words(MEMO * self._algorithm.row(), compiled)
        w = work_record(joining_layout(rules), compiled)
        fill_board(w, rules)
        return w

    def _run(self) -> int:
        return int(self._algorithm.prove(self._work, self._room, self._table, self._memo))

    def _kept_move(self) -> int:
        return int(self._algorithm.proving_move(self._work, self._room, self._table))


def plies(rules: Rules) -> int:
    """The largest number of positions in a searched line."""
    return int(min(PLIES, rules.LONGEST + 2))


def layout(rules: Rules) -> Layout:
    """The record `w` of `dfpn`."""
    word, length = np.int64, plies(rules)
    numbers = (
        "prover",
        "seat",
        "at_least",
        "cycles",
        "repeats",
        "nodes",
        "budget",
        "stopped",
    )
    by_ply = ("path", "counts", "second", "node_pn", "node_dn")
    by_move = ("moves", "pns", "dns", "lows")
    return [
        *((name, word) for name in (*numbers, "chance", "pn", "dn", "low")),
        ("bound", np.float64),
        ("states", rules.STATE, (length,)),
        *((name, word, (length,)) for name in by_ply),
        *((name, word, (length, rules.MAX_MOVES)) for name in by_move),
    ]


def joining_layout(rules: ConnectionRules) -> Layout:
    """The record `w` of `dfpn_joining`."""
    word = np.int64
    return [
        *layout(rules),
        *board_layout(rules),
        ("ceded", word, ((rules.CELLS + 63) // 64,)),
        ("costs", word, (rules.CELLS,)),
        ("detours", word, (plies(rules), rules.MAX_MOVES)),
    ]
