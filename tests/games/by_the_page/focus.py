"""Focus against a slow version written from its page, over random games and boards."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from tests.oracles.common import Chooser, Reading, walk
from tests.oracles.common import Slow as AnySlow
from tests.oracles.focus import ENDS, SQUARES, Slow


def random_options(rng: random.Random) -> dict[str, object]:
    return {"move_limit": rng.choice([0, 1, 2, 20, 60, 60, 300])} if rng.random() < 0.8 else {}


def scatter(slow: Slow, rng: random.Random) -> None:
    """A board of few stacks, most of them high, and some pieces in reserve; either side is to move."""
    cells = rng.sample(SQUARES, rng.choice([0, 1, 2, 4, 8]))
    slow.board = {cell: "".join(rng.choices("RG", k=rng.choice([1, 2, 4, 5, 5]))) for cell in cells}
    slow.reserves = {side: rng.choice([0, 0, 1, 3]) for side in "RG"}
    slow.to_move = rng.choice("RG")
    slow.stood = Counter([slow.text])
    slow.end = slow.shown()


class Heaping(Chooser):
    """Likes, as it feels, to heap pieces on high stacks."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(
            rng, *rng.choice([(), ("no-move",)]), back=rng.choice([0, 0.9]), patience=9
        )
        self.heaps = rng.choice([0, 0.5, 0.95])
        self.met: Counter[str] = Counter()

    def choose(self, slow: AnySlow, moves: list[str]) -> str:
        assert isinstance(slow, Slow)
        high = [move for move in moves if len(slow.board.get(move[-2:], "")) > 3]
        chosen = super().choose(slow, moves)
        if high and self.rng.random() < self.heaps:
            chosen = self.rng.choice(high)
        self.note(slow, chosen)
        return chosen

    def note(self, slow: Slow, move: str) -> None:
        self.met["placed" if len(move) == 2 else "moved"] += 1
        after = Slow(**slow.given)
        after.fill(slow.text.split(" ")[1:])
        after.play(move)
        self.met["to reserve"] += after.reserves[slow.to_move] > slow.reserves[slow.to_move]
        pieces = [sum(map(len, s.board.values())) + sum(s.reserves.values()) for s in (slow, after)]
        self.met["captured"] += pieces[0] > pieces[1]


def play_both(seed: int) -> Counter[str]:
    rng = random.Random(seed)
    options = random_options(rng)
    game, slow = parlour.game("focus", **options), Slow(**options)
    state = game.start()
    if seed % 3 > 0:
        scatter(slow, rng)
        state = game.read(slow.text)
    chooser = Heaping(rng)
    return walk(state, slow, chooser) + chooser.met


read_texts = Reading("focus", Slow, ENDS, random_options, scatter)
