"""Search where information is hidden: information-set MCTS, with budgets and what was found in texts.

    ISMCTS(game).search(state, seconds=0.5).move

Hidden information is resampled for every simulation: the real state is never searched.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE, Record, room_for_moves
from parlour.kernel.primitives import mix
from parlour.kernel.workspace import REACH, Layout, is_given, store_state, work_record, work_row
from parlour.search.budget import run_until
from parlour.search.evaluation.scale import SCALE
from parlour.search.mcts.ismcts_compiled import DEEPEST, ROOT
from parlour.search.search_result import MoveValue, SearchResult
from parlour.table.game import Game, State
from parlour.table.game_instance import instance, is_made, moves_left
from parlour.table.player import Progress

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import Rules
    from parlour.search.mcts import ismcts_compiled
    from parlour.search.tree_types import ISMCTSWork

    class ISMCTSAlgorithm:
        """`ismcts_compiled`, bound to the rules of a game."""

        simulate = staticmethod(ismcts_compiled.simulate)
        place_of = staticmethod(ismcts_compiled.place_of)


ALGORITHM = "parlour.search.mcts.ismcts_compiled"
ENTRIES = 1 << 19  # 48 bytes each
EXPLORATION = 0.5
URGENCY = 1.0

ENTRY: Layout = [
    *((name, np.int64) for name in ("key", "code")),
    ("total", np.float64),
    *((name, np.int32) for name in ("age", "visits", "available", "next", "first", "count")),
]


def best_of(moves: tuple[MoveValue, ...], nodes: int, seconds: float) -> SearchResult:
    """The result with the first of `moves` as the best."""
    best = moves[0]
    return SearchResult(move=best.move, value=best.value, moves=moves, nodes=nodes, seconds=seconds)


class ISMCTS:
    """A searcher for one game, hidden information or not.

    `exploration` is the constant of UCB, in parts of the highest score; `urgency` is how eagerly moves
    not yet tried are tried: 1 means one visit. `cut` is the number of plies after which a playout
    ends with the game's evaluation, None for never; an evaluation of `scale` counts as half way
    between even and won. `entries` bounds the tree (rounded up to a power of two). `compiled=False`
    runs the same in plain Python, for tests. Repetition is not looked at.
    """

    def __init__(
        self,
        game: Game,
        *,
        exploration: float = EXPLORATION,
        urgency: float = URGENCY,
        cut: int | None = None,
        scale: int = SCALE,
        entries: int = ENTRIES,
        seed: int = 0,
        compiled: bool = True,
    ) -> None:
        self.game = game
        self._rules = game.plain.rules
        self._seeds = random.Random(seed)
        self._entries = 1 << (entries - 1).bit_length()
        self._settings = {
            "exploration": exploration * self._rules.HIGHEST,
            "urgency": urgency,
            "scale": scale,
            "cut": REACH if cut is None else cut,
            "viewed": int(is_given(self._rules.view_key)),
            "together": int(not game.spec.alternating),
        }
        self._stopped = False
        self._set_up(compiled)

    def _set_up(self, compiled: bool) -> None:
        """Take the algorithm in this form, with an empty tree."""
        self.compiled = compiled
        found = instance(self.game, compiled).algorithm(ALGORITHM)
        self._algorithm = cast("ISMCTSAlgorithm", found)
        self._table: Any = work_row(ENTRY, self._entries, compiled)
        self._work = cast("ISMCTSWork", work_record(layout(self._rules), compiled))
        for name, value in self._settings.items():
            setattr(self._work, name, value)

    def is_made(self) -> bool:
        """Whether the machine code of a compiled search is at hand."""
        return is_made(self._algorithm.simulate, self._work, self._table, 0)

    def compile(self) -> None:
        """Go on compiled; each search begins with an empty tree, so nothing is lost."""
        self._set_up(compiled=True)

    def stop(self) -> None:
        """End a search that another thread runs: it returns what it has found."""
        self._stopped = True

    def search(
        self,
        state: State,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        """The best move found within the budgets that are given (at least one must be).

        The same seeds and numbers of simulations give the same result. Raises BadPlayer without a
        budget, and ValueError if no seat is to move.
        """
        if simulations is None and seconds is None:
            raise BadPlayer("a tree search needs a budget: simulations or seconds")
        if state.turn in (None, CHANCE):
            raise ValueError("no seat is to move")
        self._prepare(state)
        begun = time.perf_counter()
        end = None if seconds is None else begun + seconds
        done = run_until(self._run, simulations, end, progress)
        return best_of(self._moves(state), done, time.perf_counter() - begun)

    def _prepare(self, state: State) -> None:
        """Make `state` the root of an empty tree."""
        w = self._work
        store_state(w.states, 0, state.record, self._rules.STATE.names)
        assert state.turn is not None
        w.observer = state.turn
        left = moves_left(state)
        for seat, n in enumerate(left):
            w.left[0][seat] = n
        w.quick = int(min(left) >= self._rules.LONGEST and w.cut == REACH)
        w.rng[0] = self._seeds.getrandbits(63)
        w.age += 1
        w.used = 0
        self._stopped = False
        self._run(0)  # compiles it

    def _run(self, simulations: int) -> int:
        if self._stopped:
            return 0
        self._algorithm.simulate(self._work, self._table, simulations)
        return simulations

    def _moves(self, state: State) -> tuple[MoveValue, ...]:
        """The statistics of the moves tried at the root, the best first: by visits, then by value."""
        found = [self._weigh(state.record, at) for at in self._edge_places(state.record.turn)]
        if not found:
            found = [MoveValue(self._any_move(state), 0.0)]
        return tuple(sorted(found, key=lambda m: (-m.visits, -m.value, m.move)))

    def _any_move(self, state: State) -> str:
        code = self._rules.random_move(
            state.record, [0] * room_for_moves(self._rules, state.record), [0]
        )
        text: str = self.game.notation.move_text(state.record, code)
        return text

    def _weigh(self, root: Record, at: int) -> MoveValue:
        visits = int(self._field(at, "visits"))
        text = self.game.notation.move_text(root, int(self._field(at, "code")))
        return MoveValue(text, float(self._field(at, "total")) / visits, visits)

    def _edge_places(self, turn: int) -> list[int]:
        """The places of the root's edges."""
        root = self._algorithm.place_of(self._work, self._table, mix(ROOT, turn))
        found = []
        if self._field(root, "age") == self._work.age:
            following = int(self._field(root, "first"))
            while following > 0:
                found.append(following - 1)
                following = int(self._field(following - 1, "next"))
        return found

    def _field(self, at: int, name: str) -> Any:
        return self._table[name][at] if self.compiled else getattr(self._table[at], name)


def layout(rules: Rules) -> Layout:
    """The fields of the work record of `ismcts`."""
    word = np.int64
    flags = ("observer", "viewed", "quick", "together", "cut", "age", "used", "inside", "depth")
    return [
        *((name, word) for name in flags),
        *((name, np.float64) for name in ("exploration", "urgency", "scale")),
        ("states", rules.STATE, (2,)),
        ("moves", word, (rules.MAX_MOVES,)),
        ("rng", word, (1,)),
        ("left", word, (2, rules.SEATS)),
        ("nodes", word, (DEEPEST,)),
        ("edges", word, (DEEPEST,)),
        ("turns", word, (DEEPEST,)),
        ("scores", np.float64, (rules.SEATS,)),
    ]
