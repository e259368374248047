"""Monte Carlo tree search that knows of moves made later: RAVE, for games in which what is put down stays.

    RAVE(game).search(state, seconds=0.5).move

In connection games playouts keep bridges, and virtual connections are computed. Budgets, threads and results
are as those of `MCTS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np

from parlour.errors import BadPlayer
from parlour.kernel.workspace import Layout, is_given, take_over, whole_numbers, words, work_record
from parlour.search.connection.connection_board import NONE
from parlour.search.connection.connection_board_tables import board_layout, fill_board, proves
from parlour.search.connection.virtual_connection_search import room
from parlour.search.mcts.mcts_compiled import DEEPEST, RESULTS, ROOT
from parlour.search.mcts.mcts_search import MCTS, SearchTree
from parlour.search.mcts.rave_compiled import NEVER
from parlour.table.game import Game, State
from parlour.table.game_instance import is_made

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import ConnectionRules, Rules
    from parlour.kernel.workspace import WorkRecord
    from parlour.search.tree_types import RAVEWork

ALGORITHM = "parlour.search.mcts.rave_compiled"
JOINING = "parlour.search.mcts.rave_connection"
EDGES = 1 << 22  # 56 bytes each; memory is taken as it is used
EXPLORATION = 0.05
TRUST = 0.001  # how soon a move's own results count more than those of stones put later
PATIENCE = 12  # visits before a position's edges are made
ENDS = ((1, 0), (0, 1), (0.5, 0.5))  # the results of games of connection, in parts of the highest
KNOWING = 1000  # visits before connections are looked at
MOST = 3_000_000  # pairs of connections that are then looked at
FULLS, SEMIS = 10_000, 40_000  # connections made
EDGES_A_ROW = 16  # of the tree, for each row of what is filled in

# Without the fields `own` and `key` of MCTS: what sets those there stands in `rave` again.
EDGE: Layout = [
    *((name, np.float64) for name in ("mean", "later_sum", "spread")),
    *((name, np.int32) for name in ("code", "visits", "later", "first", "count", "tried", "fill")),
    *((name, np.int16) for name in ("exact", "known")),
]


class RAVE(MCTS):
    """A searcher for one game; keep it through a game, so that its tree is used again.

    `exploration` is the constant of UCB, in parts of the highest score; `trust`: the weight of moves made
    later goes down with ``n m trust``, n being a move's own visits and m theirs; `patience`: the visits
    before a position's edges are made; `knowing`: those before virtual connections are computed in a
    connection game, 0 for never. Raises BadPlayer for a game whose rules declare neither what is to
    be joined nor what `stands`.
    """

    def __init__(
        self,
        game: Game,
        *,
        exploration: float = EXPLORATION,
        trust: float = TRUST,
        patience: int = PATIENCE,
        knowing: int = KNOWING,
        edges: int = EDGES,
        seed: int = 0,
        compiled: bool = True,
    ) -> None:
        if not has_rave(game):
            raise BadPlayer(
                f"{game.name} declares neither GOALS nor stands, which rave needs, "
                "or has chance or hidden information"
            )
        joining = joins(game)
        super().__init__(
            game,
            edges=edges,
            seed=seed,
            compiled=compiled,
            algorithm=JOINING if joining else ALGORITHM,
        )
        knows = joining and knowing > 0 and proves(game.plain.rules)
        self._settings = {
            "exploration": exploration * game.plain.rules.HIGHEST,
            "trust": trust,
            "patience": patience,
            "knowing": knowing if knows else NEVER,
        }

    def _new_tree(self) -> SearchTree:
        kind = JoiningTree if joins(self.game) else RaveTree
        return kind(self.game, self._algorithm, self._edges, self.compiled)


def has_rave(game: Game) -> bool:
    """Whether the rules of a game declare the sides to join, or which moves were made.

    Not where there is chance or something is hidden, which it knows nothing of.
    """
    return joins(game) or (
        is_given(game.plain.rules.stands) and not (game.has_chance or game.spec.hidden)
    )


def joins(game: Game) -> bool:
    """Whether the rules of a game declare the sides to join."""
    return bool(game.plain.rules.GOALS)


class RaveTree(SearchTree):
    """One thread's tree, and the position at its root."""

    EDGE = EDGE
    w: RAVEWork
    algorithm: Any  # `rave_compiled`, or `rave_connection` in a connection game

    def work(self) -> RAVEWork:
        return cast("RAVEWork", work_record(layout(self.rules), self.compiled))

    def is_made(self) -> bool:
        return is_made(self.algorithm.simulate, self.w, self.edges, self.pool, 0)

    def set(self, state: State, settings: dict[str, float], seed: int) -> None:
        self.w.limited = int(self.tell(state, settings, seed))

    def simulate(self, simulations: int) -> int:
        return int(self.algorithm.simulate(self.w, self.edges, self.pool, simulations))


class JoiningTree(RaveTree):
    """The same for a game of connections, with its board: several threads share one.

    Not before they are compiled, since what they do in one step is one step only then. ``rows`` has
    the cells that are filled in: see `fill_in`.
    """

    def __init__(self, game: Game, algorithm: Any, edges: int, compiled: bool) -> None:
        super().__init__(game, algorithm, edges, compiled)
        given = self.w.given
        self.rows = words(1 + edges // EDGES_A_ROW * len(given) * len(given[0]), compiled)

    def work(self) -> RAVEWork:
        w = cast("RAVEWork", work_record(joining_layout(self.rules), self.compiled))
        fill_board(w, self.rules)
        self._fill_results(w)
        self.v = room(self.rules, MOST, FULLS, SEMIS, self.compiled)
        return w

    def _fill_results(self, w: WorkRecord) -> None:
        """Put all results that there are into the record, so that a number means the same to every thread."""
        most = self.rules.HIGHEST
        for row, (one, other) in enumerate(ENDS):
            w.results[row][0], w.results[row][1] = one * most, other * most

    def is_made(self) -> bool:
        return is_made(self.algorithm.simulate, self.w, self.v, self.edges, self.pool, self.rows, 0)

    def compile(self, algorithm: Any) -> None:
        v = self.v
        super().compile(algorithm)
        take_over(self.v, v)
        self.rows = whole_numbers(self.rows, True)

    def prepare(self, state: State, settings: dict[str, float], seed: int) -> None:
        self.w.claimed = int(self._field(ROOT, "exact") > 0)
        super().prepare(state, settings, seed)

    @property
    def shares(self) -> bool:
        return self.compiled

    def join(self, first: SearchTree, state: State, settings: dict[str, float], seed: int) -> None:
        """Grow the tree of `first`, which has been prepared for `state`, beside it."""
        if not self.shares:
            super().join(first, state, settings, seed)
            return
        assert isinstance(first, JoiningTree)
        self.edges, self.pool, self.rows = first.edges, first.pool, first.rows
        self.w.known = len(ENDS)
        self.w.claimed = first.w.claimed
        self.begin(state, settings, seed)

    def forget(self) -> None:
        super().forget()
        self.w.known = len(ENDS)
        self.rows[0] = 1

    def set(self, state: State, settings: dict[str, float], seed: int) -> None:
        super().set(state, settings, seed)
        self.w.last = last_stone(state)
        if self.w.limited:  # a connection may need more moves than are left
            self.w.knowing = NEVER
        self.algorithm.begin(self.w, self.edges)

    def simulate(self, simulations: int) -> int:
        return int(
            self.algorithm.simulate(self.w, self.v, self.edges, self.pool, self.rows, simulations)
        )


def last_stone(state: State) -> int:
    """The cell onto which the last ply put a stone; NONE if there is none such."""
    if not state.past:
        return NONE
    code = state.past[-1].code
    return code if code < state.game.plain.rules.CELLS else NONE


def layout(rules: Rules) -> Layout:
    """The fields of the work record of `rave`."""
    word = np.int64
    return [
        *((name, word) for name in ("known", "patience", "knowing")),
        *((name, word) for name in ("limited", "together")),
        *((name, np.float64) for name in ("exploration", "trust")),
        ("states", rules.STATE, (2,)),
        ("moves", word, (rules.MAX_MOVES,)),
        ("rng", word, (1,)),
        ("left", word, (2, rules.SEATS)),
        *((name, word, (DEEPEST + 1,)) for name in ("path", "turns")),
        ("scores", np.float64, (rules.SEATS,)),
        ("results", np.float64, (RESULTS, rules.SEATS)),
    ]


def joining_layout(rules: ConnectionRules) -> Layout:
    """The fields of the work record of `rave_joining`."""
    word = np.int64
    return [
        *((name, word) for name in ("last", "claimed")),
        *layout(rules),
        ("hues", word, (DEEPEST + 1,)),
        *board_layout(rules),
    ]
