"""Random playouts of a position: how games end by chance (the driver of `playout`)."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from parlour.kernel.workspace import REACH, store_state, work_record
from parlour.search.budget import run_until
from parlour.table.game import Game, State
from parlour.table.game_instance import instance, moves_left
from parlour.table.player import Progress

if TYPE_CHECKING:
    from parlour.kernel.workspace import WorkRecord
    from parlour.search.random import playout_compiled

    class PlayoutAlgorithm:
        """`playout_compiled`, bound to the rules of a game."""

        many = staticmethod(playout_compiled.many)


ALGORITHM = "parlour.search.random.playout_compiled"


@dataclass(frozen=True)
class Playouts:
    """What random games came to: how many, each seat's mean score, all plies, seconds they took."""

    count: int
    scores: tuple[float, ...]
    plies: int
    seconds: float

    @property
    def rate(self) -> float:
        """Playouts a second."""
        return self.count / self.seconds


def playouts(
    start: Game | State,
    count: int,
    seed: int = 0,
    *,
    progress: Progress | None = None,
    compiled: bool = True,
) -> Playouts:
    """Play `count` games at random from a game's start, or from a state.

    Every legal move is as likely as another; chance has its own probabilities. A game that reaches its
    move limit is drawn; repetition is not looked at. Raises ValueError for a `count` below 1.
    """
    if count < 1:
        raise ValueError("at least one game must be played")
    state = start.start() if isinstance(start, Game) else start
    algorithm = cast("PlayoutAlgorithm", instance(state.game, compiled).algorithm(ALGORITHM))
    w = playout_work(state, compiled)
    w.rng[0] = seed
    algorithm.many(w, 0)  # compiles it
    begun = time.perf_counter()
    run_until(lambda n: int(algorithm.many(w, n)), count, None, progress)
    seconds = max(time.perf_counter() - begun, 1e-9)
    return Playouts(count, tuple(float(total) / count for total in w.scores), int(w.plies), seconds)


def playout_work(state: State, compiled: bool) -> WorkRecord:
    """The work record of `playout.many`, set to begin at `state`."""
    rules = state.game.plain.rules
    word = np.int64
    layout = [
        *((name, word) for name in ("plies", "limited", "together")),
        ("states", rules.STATE, (2,)),
        ("moves", word, (rules.MAX_MOVES,)),
        ("rng", word, (1,)),
        ("left", word, (2, rules.SEATS)),
        ("scores", np.float64, (rules.SEATS,)),
    ]
    w = work_record(layout, compiled)
    store_state(w.states, 0, state.record, rules.STATE.names)
    left = moves_left(state)
    for seat, n in enumerate(left):
        w.left[0][seat] = n
    w.limited = REACH if min(left) < rules.LONGEST else 0
    w.together = int(not state.game.spec.alternating)
    return w
