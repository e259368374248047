"""Tantrix against a slow version written from its page, over random games, positions and garbled texts."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from tests.oracles.common import Chooser, Reading, walk
from tests.oracles.common import Slow as AnySlow
from tests.oracles.tantrix import ENDS, Slow


def random_options(rng: random.Random) -> dict[str, object]:
    return {"players": rng.choice([2, 2, 3, 4]), "move_limit": rng.choice([0, 0, 0, 4])}


class Close(Chooser):
    """Likes to lay tiles where others are near, so that spaces are forced; says what it has met."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.close = rng.random()
        self.met: Counter[str] = Counter()

    def choose(self, slow: AnySlow, moves: list[str]) -> str:
        assert isinstance(slow, Slow)
        forced = bool(slow.table and slow.fillings(3))
        self.met["forced"] += forced
        self.met["after the free move"] += not slow.free
        self.met["end phase"] += not slow.bag
        if slow.table and self.rng.random() < self.close:
            spaces = {f"{q},{r}": len(around) for (q, r), around in slow.spaces().items()}
            most = max(spaces[move.partition(":")[0]] for move in moves)
            moves = [move for move in moves if spaces[move.partition(":")[0]] == most]
        return self.rng.choice(moves)


def play_both(seed: int, **options: int) -> Counter[str]:
    rng = random.Random(seed)
    given = random_options(rng) | options
    chooser = Close(rng)
    return walk(parlour.game("tantrix", **given).start(), Slow(**given), chooser) + chooser.met


def lay_some(slow: Slow, rng: random.Random) -> None:
    """A random game's table after some moves."""
    for _ in range(rng.choice([20, 40, 90, 110])):
        if slow.end is None:
            slow.play(rng.choice(slow.moves() or slow.bag))


read_texts = Reading("tantrix", Slow, ENDS, random_options, lay_some)
