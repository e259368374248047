"""Determinized search (perfect information Monte Carlo): what is hidden is drawn, the rest is as usual.

    Determinized(game).search(state, deals=20, simulations=200).move

States that the seat to move cannot distinguish are sampled; each is searched as if all were open, and
the results are added up. Fast and strong if little is learnt on the way, as in a trick
game; blind to what a move would find out or give away (Frank and Basin 1998: strategy fusion).
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from functools import cached_property

from parlour.errors import BadPlayer
from parlour.kernel.layout import CHANCE, MANY
from parlour.search.alphabeta.alphabeta_search import AlphaBeta
from parlour.search.evaluation.scale import SCALE, share
from parlour.search.mcts.ismcts_search import best_of
from parlour.search.mcts.mcts_search import MCTS
from parlour.search.search_result import MoveValue, SearchResult
from parlour.table.game import Game, State
from parlour.table.player import Progress

DEALS = 20
EDGES = 1 << 18

_Vote = tuple[str, float, float]  # a move, the part of one vote that it has, its value as a score


class Determinized:
    """A searcher for one game. `settings` are those of `MCTS`; `compiled=False` is for tests.

    Raises BadPlayer for a game whose moves are too many to be listed.
    """

    def __init__(
        self, game: Game, *, seed: int = 0, compiled: bool = True, **settings: float
    ) -> None:
        self.game = game
        self._rules = game.plain.rules
        if self._rules.MAX_MOVES > MANY:
            raise BadPlayer(
                f"the moves of {game.name} are too many for a determinized search; ismcts copes"
            )
        self._seeds = random.Random(seed)
        self._compiled, self._settings = compiled, settings

    def search(
        self,
        state: State,
        *,
        deals: int | None = None,
        simulations: int | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        """The move that does best over `deals` states (20 if nothing bounds them), or for `seconds`.

        Each state is searched with `simulations` of Monte Carlo tree search, or by alpha-beta to a
        `depth` or for a number of `nodes`. Raises BadPlayer where none of these or both kinds are given,
        and ValueError if no seat is to move.
        """
        by_depth = depth is not None or nodes is not None
        if by_depth == (simulations is not None):
            raise BadPlayer(
                "a determinized search needs a budget for each deal: "
                "simulations, or depth or nodes for alpha-beta"
            )
        if state.turn in (None, CHANCE):
            raise ValueError("no seat is to move")
        begun = time.perf_counter()
        count = DEALS if deals is None and seconds is None else deals
        votes: list[_Vote] = []
        done, part = 0, 0.0
        while done != count and part < 1:
            dealt = self._dealt(state)
            if by_depth:
                votes += self._by_depth(dealt, depth, nodes)
            else:
                votes += self._by_tree(dealt, simulations)
            done += 1
            part = (time.perf_counter() - begun) / seconds if seconds is not None else 0.0
            if progress is not None:
                progress(min(max(part, done / count if count else 0.0), 1.0))
        return best_of(_rank(votes), done, time.perf_counter() - begun)

    def _dealt(self, state: State) -> State:
        """A state that the seat to move cannot tell from `state`."""
        record = state.copied_record()
        self._rules.redeal(record, state.turn, [self._seeds.getrandbits(63)])
        return State(self.game, record, counted=state.counted)

    @cached_property
    def _tree(self) -> MCTS:
        seed = self._seeds.getrandbits(31)
        return MCTS(
            self.game,
            edges=EDGES,
            seed=seed,
            compiled=self._compiled,
            face_up=True,
            **self._settings,  # type: ignore[arg-type]
        )

    @cached_property
    def _deep(self) -> AlphaBeta:
        return AlphaBeta(self.game, compiled=self._compiled, face_up=True)

    def _by_tree(self, state: State, simulations: int | None) -> list[_Vote]:
        """A part of the vote for each move, as often as it was tried."""
        found = self._tree.search(state, simulations=simulations)
        if found.proven:
            return [(found.move, 1.0, found.value)]
        total = max(sum(move.visits for move in found.moves), 1)
        return [(move.move, move.visits / total, move.value) for move in found.moves]

    def _by_depth(self, state: State, depth: int | None, nodes: int | None) -> list[_Vote]:
        """The whole vote for the best move."""
        found = self._deep.search(state, depth=depth, nodes=nodes)
        return [(found.move, 1.0, float(self._rules.HIGHEST) * share(found.value, SCALE))]


def _rank(votes: list[_Vote]) -> tuple[MoveValue, ...]:
    """The moves with their votes added up, those with most first."""
    shares: dict[str, float] = defaultdict(float)
    values: dict[str, float] = defaultdict(float)
    for move, vote, value in votes:
        shares[move] += vote
        values[move] += vote * value
    found = [MoveValue(m, values[m] / vote, vote) for m, vote in shares.items() if vote > 0]
    return tuple(sorted(found, key=lambda m: (-m.visits, -m.value, m.move)))
