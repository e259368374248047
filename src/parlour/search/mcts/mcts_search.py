"""Monte Carlo tree search: budgets, threads, reuse of the tree, and what was found in texts.

    MCTS(game).search(state, seconds=0.5).move

The compiled search runs in slices of some milliseconds, between which Python looks at the clock. With
several threads each has a tree of its own, and what they know of the root's moves is added up.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE, Record, new_plain
from parlour.kernel.primitives import copy
from parlour.kernel.workspace import (
    REACH,
    Layout,
    store_state,
    take_over,
    whole_numbers,
    words,
    work_record,
    work_row,
)
from parlour.search.budget import run_until
from parlour.search.evaluation.scale import SCALE
from parlour.search.mcts.mcts_compiled import DEEPEST, DRAWN, RESULTS, ROOT
from parlour.search.search_result import MoveValue, SearchResult
from parlour.table.game import Game, State
from parlour.table.game_instance import instance, is_made, moves_left, refuse_hidden
from parlour.table.player import Progress

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import Rules
    from parlour.search.mcts import mcts_compiled
    from parlour.search.tree_types import MCTSWork

    class MCTSAlgorithm:
        """`mcts_compiled`, bound to the rules of a game."""

        simulate = staticmethod(mcts_compiled.simulate)
        clear = staticmethod(mcts_compiled.clear)
        move_root = staticmethod(mcts_compiled.move_root)


ALGORITHM = "parlour.search.mcts.mcts_compiled"
EDGES = 1 << 21  # 64 bytes each; memory is taken as it is used
EXPLORATION = 0.35
URGENCY = 1.0
LINE_VISITS = 4  # a line goes on as long as its moves were visited so often or are proven

EDGE: Layout = [
    *((name, np.int64) for name in ("code", "key")),
    *((name, np.float64) for name in ("mean", "spread", "own")),
    *((name, np.int32) for name in ("visits", "first", "count", "tried", "exact", "unused")),
]


class MCTS:
    """A searcher for one game; keep it through a game, so that its tree is used again.

    `exploration` is the constant of UCB, in parts of the highest score; `urgency` is how eagerly moves
    not yet tried are tried: 1 means one visit. `cut` is the number of plies after which a playout
    ends with the game's evaluation, None for never; an evaluation of `scale` counts as half way
    between even and won. `edges` bounds the tree of each thread. `compiled=False` runs the same in
    plain Python. Raises BadPlayer for a game with hidden information, unless `face_up` says
    that all may be looked at.
    """

    def __init__(
        self,
        game: Game,
        *,
        exploration: float = EXPLORATION,
        urgency: float = URGENCY,
        cut: int | None = None,
        scale: int = SCALE,
        edges: int = EDGES,
        seed: int = 0,
        compiled: bool = True,
        face_up: bool = False,
        algorithm: str = ALGORITHM,
    ) -> None:
        refuse_hidden(game, "a tree search", face_up)
        self.game = game
        self._name = algorithm
        self._algorithm = cast("MCTSAlgorithm", instance(game, compiled).algorithm(algorithm))
        self._seeds = random.Random(seed)
        self._settings = {
            "exploration": exploration * game.plain.rules.HIGHEST,
            "urgency": urgency,
            "cut": REACH if cut is None else cut,
            "scale": scale,
        }
        self._edges, self.compiled = edges, compiled
        self._trees: list[SearchTree] = []
        self._stopped = False

    def search(
        self,
        state: State,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> SearchResult:
        """The best move found within the budgets that are given (at least one must be).

        Ends sooner when the result is proven. The same seeds and numbers of simulations give the same
        result. Raises BadPlayer without a budget, and ValueError if no seat is to move.
        """
        if simulations is None and seconds is None:
            raise BadPlayer("a tree search needs a budget: simulations or seconds")
        if state.turn in (None, CHANCE):
            raise ValueError("no seat is to move")
        while len(self._trees) < threads:
            self._trees.append(self._new_tree())
        trees = self._trees[:threads]
        trees[0].prepare(state, self._settings, self._seeds.getrandbits(63))
        for tree in trees[1:]:
            tree.join(trees[0], state, self._settings, self._seeds.getrandbits(63))
        begun, self._stopped = time.perf_counter(), False
        shares = [_share(simulations, i, threads) for i in range(threads)]
        end = None if seconds is None else begun + seconds
        run = [self._run_of(tree, share, end) for tree, share in zip(trees, shares, strict=True)]
        done = _in_threads(run, progress) if threads > 1 else run[0](progress)
        return self._result(state, trees, done, time.perf_counter() - begun)

    def stop(self) -> None:
        """End a search that another thread runs: it returns what it has found."""
        self._stopped = True

    def is_made(self) -> bool:
        """Whether the machine code of a compiled search is at hand."""
        return self._new_tree().is_made()

    def compile(self) -> None:
        """Go on compiled, with all that the plain search has found."""
        self._algorithm = cast("MCTSAlgorithm", instance(self.game, True).algorithm(self._name))
        self.compiled = True
        for tree in self._trees:
            tree.compile(self._algorithm)

    def _run_of(
        self, tree: SearchTree, simulations: int | None, end: float | None
    ) -> Callable[[Progress | None], int]:
        def run(count: int) -> int:
            return 0 if self._stopped else tree.simulate(count)

        return lambda progress: run_until(run, simulations, end, progress)

    def _new_tree(self) -> SearchTree:
        return SearchTree(self.game, self._algorithm, self._edges, self.compiled)

    def _result(
        self, state: State, trees: list[SearchTree], done: int, seconds: float
    ) -> SearchResult:
        grown = trees[:1] if trees[0].shares else trees
        moves = _rank(_merged([tree.root_moves() for tree in grown]))
        if not moves:
            code = state.codes()[0]
            moves = [_Counted(code, 0, 0.0, False)]
        best = moves[0]
        fullest = max(grown, key=lambda tree: tree.visits_of(best.code))
        text = self.game.notation.move_text
        return SearchResult(
            move=text(state.record, best.code),
            value=best.mean,
            proven=best.proven,
            moves=tuple(
                MoveValue(text(state.record, m.code), m.mean, m.visits, m.proven) for m in moves
            ),
            line=_texts(state, fullest.line(best.code)),
            nodes=done,
            seconds=seconds,
        )


def _share(simulations: int | None, i: int, threads: int) -> int | None:
    """How many of the simulations thread `i` runs."""
    if simulations is None:
        return None
    return simulations // threads + (i < simulations % threads)


def _in_threads(runs: list[Callable[[Progress | None], int]], progress: Progress | None) -> int:
    """Run all at once, the first telling of progress: the simulations of all together."""
    with ThreadPoolExecutor(len(runs)) as pool:
        running = [pool.submit(run, progress if i == 0 else None) for i, run in enumerate(runs)]
        return sum(future.result() for future in running)


@dataclass(frozen=True)
class _Counted:
    """The statistics of a root move, by its code."""

    code: int
    visits: int
    mean: float
    proven: bool


def _merged(found: list[list[_Counted]]) -> list[_Counted]:
    """What several trees know of the root's moves, added up; a proof in one is a proof."""
    by_code: dict[int, _Counted] = {}
    for move in (move for moves in found for move in moves):
        other = by_code.get(move.code)
        by_code[move.code] = move if other is None else _sum(move, other)
    return list(by_code.values())


def _sum(a: _Counted, b: _Counted) -> _Counted:
    visits = a.visits + b.visits
    if a.proven or b.proven:
        return _Counted(a.code, visits, a.mean if a.proven else b.mean, True)
    mean = (a.mean * a.visits + b.mean * b.visits) / max(visits, 1)
    return _Counted(a.code, visits, mean, False)


def _rank(moves: list[_Counted]) -> list[_Counted]:
    """The moves, best first: by visits, but those proven by what they are proven to be.

    A proven move goes before the most visited of the others if it is as good as that one's mean.
    """
    open_moves = sorted((m for m in moves if not m.proven), key=lambda m: (-m.visits, -m.mean))
    level = open_moves[0].mean if open_moves else 0.0
    proven = sorted((m for m in moves if m.proven), key=lambda m: (-m.mean, -m.visits))
    better = [m for m in proven if m.mean >= level]
    return [*better, *open_moves, *(m for m in proven if m.mean < level)]


def _texts(state: State, codes: list[int]) -> tuple[str, ...]:
    state = state.copy()
    return tuple(state.play_code(code) for code in codes)


class SearchTree:
    """One thread's tree, and the position at its root."""

    EDGE = EDGE

    def __init__(self, game: Game, algorithm: MCTSAlgorithm, edges: int, compiled: bool) -> None:
        self.game, self.algorithm, self.compiled = game, algorithm, compiled
        self.rules = game.plain.rules
        self.w = self.work()
        self.edges, self.pool = work_row(self.EDGE, edges, compiled), words(1, compiled)
        self.root: Record = None
        self.counted: tuple[int, ...] = ()
        self.played: tuple[str, ...] = ()
        self.stood: list[tuple[Record, int]] = []  # earlier positions of the game with their keys

    def work(self) -> MCTSWork:
        """The record that the search works on."""
        return cast("MCTSWork", work_record(layout(self.rules), self.compiled))

    def is_made(self) -> bool:
        """Whether the machine code of a compiled search is at hand."""
        return is_made(
            self.algorithm.simulate, self.w, self.edges, self.pool, whole_numbers([], True), 0
        )

    def compile(self, algorithm: MCTSAlgorithm) -> None:
        """Switch to the compiled `algorithm`, keeping the tree."""
        w, edges = self.w, self.edges
        self.algorithm, self.compiled = algorithm, True
        self.w, self.edges = self.work(), work_row(self.EDGE, len(edges), True)
        self.pool = whole_numbers(self.pool, True)
        take_over(self.w, w)
        take_over(self.edges, edges)

    # -- before ----------------------------------------------------------------------------------

    def prepare(self, state: State, settings: dict[str, float], seed: int) -> None:
        """Make `state` the root, keeping its part of the last search's tree."""
        kept = self._edge_of(state)
        if kept is None:
            self.forget()
        elif kept != ROOT:
            to = words(len(self.edges), self.compiled)
            self.algorithm.move_root(self.edges, self.pool, to, kept)
        self.begin(state, settings, seed)

    @property
    def shares(self) -> bool:
        """Whether several threads grow one tree."""
        return False

    def join(self, first: SearchTree, state: State, settings: dict[str, float], seed: int) -> None:
        """Search the same beside `first`, here with a tree of one's own."""
        self.prepare(state, settings, seed)

    def forget(self) -> None:
        """Begin a new tree."""
        self.pool[0], self.w.known = 1, 0
        self.algorithm.clear(self.edges, ROOT)

    def begin(self, state: State, settings: dict[str, float], seed: int) -> None:
        """Set out from `state`, for which the tree's root stands now."""
        self.root = new_plain(self.rules.STATE)
        copy(self.root, state.record)
        self.counted, self.played = state.counted, state.history
        store_state(self.w.states, 0, self.root, self.rules.STATE.names)
        self.set(state, settings, seed)
        self.simulate(0)  # compiles it

    def simulate(self, simulations: int) -> int:
        """Run a number of simulations, or until the root is proven: how many were run."""
        return int(
            self.algorithm.simulate(self.w, self.edges, self.pool, self.history, simulations)
        )

    def set(self, state: State, settings: dict[str, float], seed: int) -> None:
        """Tell the search its settings, and what stood and counts before `state`."""
        w = self.w
        limited = self.tell(state, settings, seed)
        w.quick = int(not limited and w.cut == REACH)
        w.repeats = self.game.spec.repeats
        self.history = whole_numbers(self._keys(state), self.compiled)

    def tell(self, state: State, settings: dict[str, float], seed: int) -> bool:
        """Tell the search its settings and the moves left: whether the move limit can bind."""
        w = self.w
        for name, value in settings.items():
            setattr(w, name, value)
        w.rng[0] = seed
        left = moves_left(state)
        for seat, n in enumerate(left):
            w.left[0][seat] = n
        w.together = int(not self.game.spec.alternating)
        return bool(min(left) < self.rules.LONGEST)

    def _keys(self, state: State) -> list[int]:
        """The keys of the positions that have stood and could be repeated; the root's is the last."""
        if not self.game.spec.repetition:
            return []
        past = [ply.record for ply in state.past]
        known = 0  # positions that stood when the last search was made
        while known < min(len(past), len(self.stood)) and self.stood[known][0] is past[known]:
            known += 1
        key = self.rules.key
        self.stood[known:] = [(record, key(record)) for record in past[known:]]
        stood = [*self.stood, (self.root, key(self.root))]
        return [hashed for record, hashed in stood if record.turn != CHANCE]

    def _edge_of(self, state: State) -> int | None:
        """The edge of the tree that leads to `state`, if it was played from the last root."""
        begun = len(self.played)
        if self.root is None or state.history[:begun] != self.played:
            return None
        records = [*(ply.record for ply in state.past[begun:]), state.record]
        counted = state.past[begun].counted if begun < len(state.past) else state.counted
        if counted != self.counted or not _same(records[0], self.root):
            return None
        text = self.game.notation.move_text
        at = ROOT
        for record, played in zip(records, state.history[begun:], strict=False):
            found = [
                i
                for i in self._tried_edges(at)
                if text(record, int(self._field(i, "code"))) == played
            ]
            if not found or self._field(found[0], "first") == 0:
                return None
            at = found[0]
        return at

    # -- after -----------------------------------------------------------------------------------

    def root_moves(self) -> list[_Counted]:
        """The statistics of the moves tried at the root."""
        return [self._count_visits(i) for i in self._tried_edges(ROOT)]

    def visits_of(self, code: int) -> int:
        """The visits of a root move."""
        return sum(move.visits for move in self.root_moves() if move.code == code)

    def line(self, code: int) -> list[int]:
        """The root move `code`, and the best moves after it as far as they were searched."""
        edges = [i for i in self._tried_edges(ROOT) if self._field(i, "code") == code]
        line = []
        while edges:
            at = edges[0]
            line.append(int(self._field(at, "code")))
            counted = {self._count_visits(i).code: i for i in self._tried_edges(at)}
            best = _rank([self._count_visits(i) for i in counted.values()])[:1]
            sure = [move for move in best if move.proven or move.visits >= LINE_VISITS]
            edges = [counted[move.code] for move in sure]
        return line

    def _tried_edges(self, at: int) -> range:
        """The edges that were tried after the edge `at`."""
        first = int(self._field(at, "first"))
        return range(first, first + int(self._field(at, "tried")))

    def _count_visits(self, at: int) -> _Counted:
        return _Counted(
            int(self._field(at, "code")),
            int(self._field(at, "visits")),
            float(self._field(at, "mean")),
            bool(self._field(at, "exact") > 0),
        )

    def _field(self, at: int, name: str) -> Any:
        return self.edges[name][at] if self.compiled else getattr(self.edges[at], name)


def layout(rules: Rules) -> Layout:
    """The fields of the work record of `mcts`."""
    word = np.int64
    flags = ("quick", "together", "repeats", "cut", "known")
    return [
        *((name, word) for name in flags),
        *((name, np.float64) for name in ("exploration", "urgency", "scale")),
        ("states", rules.STATE, (2,)),
        ("moves", word, (max(rules.MAX_MOVES, rules.MAX_OUTCOMES, DRAWN),)),
        ("weights", word, (rules.MAX_OUTCOMES,)),
        ("rng", word, (1,)),
        ("left", word, (2, rules.SEATS)),
        ("path", word, (DEEPEST + 1,)),
        ("turns", word, (DEEPEST + 1,)),
        ("scores", np.float64, (rules.SEATS,)),
        ("results", np.float64, (RESULTS, rules.SEATS)),
    ]


def _same(a: Record, b: Record) -> bool:
    """Whether two plain states are equal."""
    return all(getattr(a, name) == getattr(b, name) for name in a.__slots__)
