"""Players for games with hidden information: they search what their seat may know, never the real state."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from parlour.errors import BadPlayer
from parlour.players.searchers import TREE, TreePlayer
from parlour.search.mcts.determinized_search import Determinized
from parlour.search.mcts.ismcts_search import ISMCTS
from parlour.search.mcts.mcts_search import MCTS
from parlour.table.game import Game, State
from parlour.table.player import Advice, Player, Progress
from parlour.table.searcher import Searcher

SIMULATIONS = 200  # for each deal, where nothing else is said


class ISMCTSPlayer(TreePlayer, Searcher[ISMCTS]):
    """Information-set Monte Carlo tree search."""

    KIND = "ismcts"

    SETTINGS: ClassVar = {"simulations": int, "seconds": float, **TREE}
    SEARCHES: ClassVar[tuple[type, ...]] = (ISMCTS,)

    def new_search(self, compiled: bool) -> ISMCTS:
        return ISMCTS(self.game, seed=self.seed, compiled=compiled, **self.settings)  # type: ignore[arg-type]

    def is_small(self) -> bool:
        return False  # redealing by the plain rules may take long

    def sample(self) -> str:
        return "ismcts:simulations=1"

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        found = self.ready_search().search(
            state,
            simulations=self.simulations,
            seconds=self.seconds_now(self.seconds),
            progress=progress,
        )
        words = f"expects {found.value:.2f} after {found.nodes:,} simulations"
        return Advice(found.move, found.value, (found.move,), words)


class DeterminizedPlayer(Player):
    """Draws what is hidden `deals` times, or for a number of seconds, and searches each as if all lay open.

    Each deal gets `simulations` of Monte Carlo tree search, or alpha-beta to a `depth` or with a number of
    `nodes`; the defaults are 200 simulations and 20 deals.
    """

    SETTINGS: ClassVar = {
        "deals": int,
        "simulations": int,
        "depth": int,
        "nodes": int,
        "seconds": float,
        **TREE,
    }
    SEARCHES: ClassVar[tuple[type, ...]] = (MCTS,)

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        blunder: float = 0.0,
        deals: int | None = None,
        simulations: int | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        **settings: float,
    ) -> None:
        super().__init__(game, seed, blunder)
        searched = [simulations, nodes, depth]
        if not any([*searched, deals, seconds]):
            raise BadPlayer(
                "determinized needs a budget: deals or seconds, and for each deal simulations, or "
                "depth or nodes for alpha-beta, as determinized:deals=20,simulations=200"
            )
        if simulations is not None and (depth is not None or nodes is not None):
            raise BadPlayer("determinized takes simulations, or depth or nodes, not both")
        if not any(searched):
            simulations = SIMULATIONS
        self.budget = {
            "deals": deals,
            "simulations": simulations,
            "depth": depth,
            "nodes": nodes,
        }
        self.seconds, self.seed, self.settings = seconds, seed, settings

    @cached_property
    def search(self) -> Determinized:
        """The search, with its searchers of open states."""
        return Determinized(self.game, seed=self.seed, **self.settings)  # type: ignore[arg-type]

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        found = self.search.search(state, seconds=self.seconds, progress=progress, **self.budget)
        words = f"expects {found.value:.2f} over {found.nodes:,} deals"
        return Advice(found.move, found.value, (found.move,), words)
