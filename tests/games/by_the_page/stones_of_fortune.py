"""Stones of Fortune against a slow version written from its page, over random games and positions."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from tests.oracles.common import Chooser, Reading, walk
from tests.oracles.common import Slow as AnySlow
from tests.oracles.stones_of_fortune import ENDS, PATH, VARIATIONS, Slow


def random_options(rng: random.Random) -> dict[str, object]:
    options: dict[str, object] = {}
    if rng.random() < 0.8:
        options["variation"] = rng.choice([*VARIATIONS, "cast"])
    if rng.random() < 0.6:
        options["first"] = rng.choice(["light", "dark", "cast"])
    if rng.random() < 0.6:
        options["move_limit"] = rng.choice([0, 1, 5, 30, 50, 70])
    return options


def thin_out(slow: Slow, rng: random.Random) -> None:
    """Make of a game at its start one with few members, somewhere."""
    for ring in slow.rings:
        for n in ring:
            ring[n] = rng.choice(["T", "A", "F", "AAF"]) if rng.random() < 0.12 else ""
        if not any(ring.values()) or (rng.random() < 0.5 and "unlimited" in slow.variation):
            ring[rng.randint(1, 32)] = "TTAF"
    slow.galahad = rng.choice(PATH[1:-1])


class Sharp(Chooser):
    """Captures where it can, three times out of four."""

    def choose(self, slow: AnySlow, moves: list[str]) -> str:
        captures = [move for move in moves if "x" in move]
        return self.rng.choice(captures if captures and self.rng.random() < 0.75 else moves)


def play_both(seed: int, thin: bool) -> Counter[str]:
    rng = random.Random(seed)
    options = random_options(rng)
    game, slow = parlour.game("stones-of-fortune", **options), Slow(**options)
    state = game.start()
    if thin:
        thin_out(slow, rng)
        state = game.read(slow.text)
    return walk(state, slow, Sharp(rng))


read_texts = Reading("stones-of-fortune", Slow, ENDS, random_options, thin_out)
