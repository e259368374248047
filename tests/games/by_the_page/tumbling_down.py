"""Tumbling Down against a slow version written from its page, over random games and boards."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from tests.oracles.common import CELLS, Chooser, Reading, walk
from tests.oracles.tumbling_down import ENDS, Slow


def random_options(rng: random.Random) -> dict[str, object]:
    options: dict[str, object] = {}
    if rng.random() < 0.5:
        options["setup"] = rng.choice(["full", "short"])
    if rng.random() < 0.5:
        options["tumble"] = rng.choice(["falls", "stays", "stays"])
    if rng.random() < 0.7:
        options["move_limit"] = rng.choice([0, 1, 6, 20, 20, 200])
    return options


def scatter(slow: Slow, rng: random.Random) -> None:
    """A board of few stacks, mixed and pure, either side to move; each has at least one of its own."""
    cells = rng.sample(CELLS, rng.choice([3, 3, 5, 9]))
    stacks = ["W" * rng.randint(1, 2), "B" * rng.randint(1, 2)]
    stacks += ["".join(rng.choices("WB", k=rng.randint(1, 9))) for _ in cells[2:]]
    slow.board = dict(zip(cells, stacks, strict=True))
    slow.to_move = rng.choice("WB")
    slow.stood = Counter([slow.text])


def play_both(seed: int, scattered: bool) -> Counter[str]:
    rng = random.Random(seed)
    options = random_options(rng)
    game, slow = parlour.game("tumbling-down", **options), Slow(**options)
    state = game.start()
    if scattered:
        scatter(slow, rng)
        state = game.read(slow.text)
    rare = rng.choice([[], ["no-king"], ["no-king"], ["king-lost"]])
    return walk(state, slow, Chooser(rng, *rare, back=rng.choice([0.1, 0.9]), patience=6))


read_texts = Reading("tumbling-down", Slow, ENDS, random_options, scatter)
