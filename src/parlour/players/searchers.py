"""Players that search: Monte Carlo tree search and alpha-beta.

A search is made when it is first needed: that imports Numba, and compiles the game unless the search is so
small that the plain rules do it sooner.
"""

from __future__ import annotations

from math import log
from typing import Any, ClassVar

from parlour.errors import BadPlayer
from parlour.kernel.workspace import is_given
from parlour.players.chance import fitted_scales, playout_odds, scale
from parlour.search.alphabeta.alphabeta_compiled import UNPROVEN, WIN
from parlour.search.alphabeta.alphabeta_search import AlphaBeta
from parlour.search.endgame.endgame_table import endgame_tables
from parlour.search.evaluation.scale import SCALE
from parlour.search.mcts.mcts_search import MCTS
from parlour.search.mcts.rave_search import RAVE
from parlour.search.search_result import SearchResult
from parlour.table.game import Game, State
from parlour.table.player import Advice, Player, Progress
from parlour.table.searcher import Searcher

STORED = 1 << 15  # positions of a table that a megabyte holds
FEW_STORED = 1 << 12  # positions of a small table
MOVES_STORED = 16  # moves whose positions a table holds
SHALLOW = 2  # plies, beyond which a search may meet any number of positions
SMALL = 500  # positions or simulations that take the plain rules a second or two

# Settings of all tree searches.
TREE = {"exploration": float, "urgency": float, "cut": int, "scale": int}


class TreePlayer(Player):
    """A player that searches a tree, with a budget of simulations, seconds, or both a move.

    Its other `settings` are those of the search.
    """

    KIND = ""

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        blunder: float = 0.0,
        simulations: int | None = None,
        seconds: float | None = None,
        **settings: float,
    ) -> None:
        super().__init__(game, seed, blunder)
        if simulations is None and seconds is None:
            kind = self.KIND
            raise BadPlayer(
                f"{kind} needs a budget: simulations or seconds, as {kind}:simulations=500"
            )
        self.simulations, self.seconds = simulations, seconds
        self.seed, self.settings = seed, settings


class MCTSPlayer(TreePlayer, Searcher[MCTS]):
    """Monte Carlo tree search, in several `threads` where that is said."""

    KIND = "mcts"

    SETTINGS: ClassVar = {"simulations": int, "seconds": float, "threads": int, **TREE}
    SEARCHES: ClassVar[tuple[type, ...]] = (MCTS,)

    def __init__(self, game: Game, seed: int, *, threads: int = 1, **settings: Any) -> None:
        super().__init__(game, seed, **settings)
        self.threads = threads

    def new_search(self, compiled: bool) -> MCTS:
        return MCTS(self.game, seed=self.seed, compiled=compiled, **self.settings)  # type: ignore[arg-type]

    def is_small(self) -> bool:
        few = self.simulations is not None and self.simulations <= SMALL
        return few and self.seconds is None and self.threads == 1

    def sample(self) -> str:
        return f"{self.KIND}:simulations=1"

    def simulations_now(self) -> int | None:
        """The simulations that a search with this budget makes now."""
        few = self.game.spec.plain_simulations
        if self.simulations is None or self.search.compiled or not few:
            return self.simulations
        return min(self.simulations, few)

    def ranked(self, state: State) -> list[str]:
        found = self.ready_search().search(
            state, simulations=self.simulations_now(), seconds=self.seconds
        )
        return [move.move for move in found.moves]

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        found = self.ready_search().search(
            state,
            simulations=self.simulations_now(),
            seconds=self.seconds_now(self.seconds),
            threads=1 if self.is_stopgap else self.threads,
            progress=progress,
        )
        share = found.value / self.game.plain.rules.HIGHEST
        return Advice(
            found.move,
            found.value,
            found.line,
            _mcts_words(found),
            found.nodes,
            chance=share
            if found.proven
            else scale(self.game, self.KIND, 1.0).chance(playout_odds(share)),
            proven=found.proven,
        )


class RAVEPlayer(MCTSPlayer):
    """Tree search that knows of moves made later; in games of connections playouts keep bridges."""

    KIND = "rave"
    SETTINGS: ClassVar = {
        "simulations": int,
        "seconds": float,
        "threads": int,
        "exploration": float,
        "trust": float,
        "patience": int,
        "knowing": int,
    }
    SEARCHES: ClassVar[tuple[type, ...]] = (RAVE,)

    def new_search(self, compiled: bool) -> RAVE:
        return RAVE(self.game, seed=self.seed, compiled=compiled, **self.settings)  # type: ignore[arg-type]


def _mcts_words(found: SearchResult) -> str:
    if found.proven:
        return f"proven to score {found.value:g}"
    return f"expects {found.value:.2f} after {found.nodes:,} simulations"


class AlphaBetaPlayer(Searcher[AlphaBeta]):
    """Alpha-beta to a depth, for a number of positions or seconds, or all of these, a move.

    `noise` blurs its evaluations, in hundredths of a man: for weaker play and for variety. `learnt=0` leaves
    aside what was learnt of the game. With a budget of seconds the endgame tables of this machine are asked;
    with one of depth or nodes it plays the same everywhere. Several `threads` get deeper in the same time,
    but do not play the same again. `memory` is how many megabytes its table of positions may have. A game
    without any evaluation can be played too: then it knows proven ends alone, and says so.
    """

    SETTINGS: ClassVar = {
        "depth": int,
        "nodes": int,
        "seconds": float,
        "noise": int,
        "learnt": int,
        "threads": int,
        "memory": int,
    }

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        blunder: float = 0.0,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        noise: int = 0,
        learnt: int = 1,
        threads: int = 1,
        memory: int = 8,
    ) -> None:
        super().__init__(game, seed, blunder)
        if depth is None and nodes is None and seconds is None:
            raise BadPlayer(
                "alphabeta needs a budget: depth, nodes or seconds, as alphabeta:depth=4"
            )
        self.depth, self.nodes, self.seconds = depth, nodes, seconds
        if game.seats != 2:
            raise BadPlayer(f"alphabeta plays games of two seats; {game.name} has {game.seats}")
        self.seed, self.noise, self.learnt, self.threads = seed, noise, learnt, threads
        self.memory = memory

    def new_search(self, compiled: bool) -> AlphaBeta:
        return AlphaBeta(
            self.game,
            compiled=compiled,
            table=self._positions(),
            noise=self.noise,
            seed=self.seed,
            learnt=self.learnt > 0,
            tables=endgame_tables(self.game) if self.seconds is not None else None,
        )

    def is_small(self) -> bool:
        few = self.nodes is not None and self.nodes <= SMALL
        return (few or self.is_shallow()) and self.seconds is None and self.threads == 1

    def is_shallow(self) -> bool:
        """Whether it looks so few plies ahead that it meets few positions."""
        return self.depth is not None and self.depth <= SHALLOW

    def sample(self) -> str:
        return f"alphabeta:depth=1,learnt={self.learnt}"

    def _positions(self) -> int:
        """How many positions its table must hold: a server has a weak player in each of many games."""
        most = STORED << (self.memory.bit_length() - 1)  # a table's length is a power of two
        if self.nodes is not None:
            return min(most, max(FEW_STORED, MOVES_STORED * self.nodes))
        return FEW_STORED if self.is_shallow() else most

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        found = self.ready_search().search(
            state,
            depth=self.depth,
            nodes=self.nodes,
            seconds=self.seconds_now(self.seconds),
            threads=1 if self.is_stopgap else self.threads,
        )
        chance = self._chance(found)
        return Advice(
            found.move,
            chance * float(self.game.plain.rules.HIGHEST),
            found.line,
            self._words(found),
            found.nodes,
            found.depth,
            chance,
            found.distance is not None,
            found.distance,
        )

    def _chance(self, found: SearchResult) -> float:
        """The chance of winning that an evaluation promises.

        Where nothing was fitted: as results were, where the evaluation was learnt with them; else one of
        SCALE is worth what it is in tree searches, half way from even to won.
        """
        if found.distance is not None:
            return float(found.distance > 0)
        model = self.search.model
        kind = "evaluation" if model is None else "learnt"
        if self.search.on_results_scale and kind not in fitted_scales(self.game):
            return min(max((1 + found.value / UNPROVEN) / 2, 0.0), 1.0)
        otherwise = log(3) / SCALE if model is None else 1 / model.scale
        return scale(self.game, kind, otherwise).chance(found.value)

    def _words(self, found: SearchResult) -> str:
        blind = self.search.model is None and not is_given(self.game.plain.rules.evaluate)
        if blind and found.distance is None:
            return f"sees no end within {found.depth} plies; the game has no evaluation"
        if found.distance is not None:
            kind = "win" if found.distance > 0 else "loss"
            return f"a {kind} in {abs(found.distance)} plies"
        if self.search.on_results_scale:
            lead = f"{found.value / WIN:+.2f} of a win"
        else:
            lead = f"{found.value / 100:+.2f}"
        return f"{lead} at depth {found.depth}, {found.nodes:,} positions"
