"""Self-play and matches of evaluations, for the compiled loops of `selfplay`: all settled by seeds."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.kernel.workspace import words, work_record
from parlour.search.alphabeta.alphabeta_search import DEEPEST, REPEATED, searcher
from parlour.search.evaluation.ntuple_model import Model
from parlour.search.interrupts import interruptible
from parlour.table.game import Game

ALGORITHM = "parlour.learn.selfplay"
TABLE = 1 << 14  # stored positions of a searcher
BATCH = 20  # games between looks at the clock
MOST_PLIES = 400  # a game that lasts longer is drawn

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Openings:
    """How many random plies a game begins with."""

    least: int = 2
    most: int = 10


class Arena:
    """One game's compiled self-play; `seed` settles every game that is played in it.

    `shape` is any model with the patterns of those that are to play: all have one layout, compiled once.
    Where a model is asked for, None is the hand-written evaluation.
    """

    def __init__(self, game: Game, shape: Model, openings: Openings, seed: int) -> None:
        self.game, self.rules, self.shape = game, game.plain.rules, shape
        self.algorithm = game.compiled.algorithm(ALGORITHM)
        self.record: Any = work_record(game_layout(self.rules), compiled=True)
        g = self.record
        g.least, g.most = openings.least, openings.most
        limit = 2 * game.move_limit or MOST_PLIES
        g.limit, g.deepest, g.returns = min(limit, MOST_PLIES), DEEPEST, REPEATED
        g.rng[0] = seed

    def positions(self, model: Model | None, nodes: int, games: int) -> Rows:
        """The quiet positions of `games` games of `model` against itself: rows of `selfplay.play_games`."""
        width = self.rules.CODED_CELLS + self.rules.EXTRAS + 4
        out = np.zeros((games * MOST_PLIES, width), np.int64)
        w, table = self._searcher(model), new_table()
        self.record.nodes = nodes
        play = partial(self.algorithm.play_games, w, table, self.record, games, out)
        return out[: interruptible(play, _go_on)].copy()

    def pairs(
        self, one: Model | None, other: Model | None, nodes: tuple[int, int], count: int
    ) -> list[float]:
        """The scores of `one` against `other` in pairs of games, each 0 to 1, with `nodes` a move."""
        w, v = self._searcher(one), self._searcher(other)
        self.record.nodes, self.record.other_nodes = nodes
        points = np.zeros(2, np.int64)
        found: list[float] = []
        while len(found) < count:
            tables = new_table(), new_table()
            play = partial(self.algorithm.play_pair, w, v, *tables, self.record, points)
            if interruptible(play, _go_on):
                found.append(int(points.sum()) / 4000)
        return found

    def _searcher(self, model: Model | None) -> Any:
        w = searcher(self.game, model or self.shape, compiled=True)
        w.learnt = int(model is not None)
        return w

    def speed(self, model: Model | None, nodes: int, games: int = BATCH) -> float:
        """Nodes a processor second that `model` searches in games against itself."""
        self.record.searched, begun = 0, time.process_time()
        self.positions(model, nodes, games)
        return float(self.record.searched) / (time.process_time() - begun)


def _go_on() -> None:
    """At Ctrl-C the games that are being played are left to themselves."""


def new_table() -> Any:
    """An empty table of values."""
    return words(4 * TABLE, True)


def game_layout(rules: Any) -> list[tuple[Any, ...]]:
    """The fields of the game record of `selfplay`."""
    word = np.int64
    names = ("opening", "least", "most", "plies", "limit", "count", "drawn", "returns")
    return [
        *((name, word) for name in (*names, "nodes", "other_nodes", "deepest", "searched")),
        ("rng", word, (1,)),
        ("keys", word, (MOST_PLIES + 1,)),
        ("start", rules.STATE, (1,)),
    ]
