"""Hive against a slow version written from its page, over random games, positions and garbled texts."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from tests.oracles.common import Chooser, Reading, walk
from tests.oracles.common import Slow as AnySlow
from tests.oracles.hive import ENDS, Slow

PIECES = ("none", "M", "L", "P", "ML", "MP", "LP", "MLP")


def random_options(rng: random.Random) -> dict[str, object]:
    options: dict[str, object] = {"pieces": rng.choice([*PIECES, "P", "MP", "MLP", "MLP"])}
    if rng.random() < 0.4:
        options["queen_first"] = rng.choice(["no", "yes"])
    options["move_limit"] = rng.choice([0, 0, 3, 8])
    return options


class Lively(Chooser):
    """Likes to climb, to throw and to go to the Queens, as it feels; tells what it has met."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.likes = rng.choice(["climb", "throw", "Q", ""])
        self.met: Counter[str] = Counter()

    def choose(self, slow: AnySlow, moves: list[str]) -> str:
        assert isinstance(slow, Slow)
        liked = [move for move in moves if self.likes and self.likes in kind(slow, move)]
        chosen = super().choose(slow, moves)
        if liked and self.rng.random() < 0.4:
            chosen = self.rng.choice(liked)
        self.met.update(kind(slow, chosen).split())
        return chosen


def kind(slow: Slow, text: str) -> str:
    """What is to be said of a move, in words."""
    name, _, to = text.partition(",")
    words = [name[1] if text != "pass" else text]
    if to and to[0] in "wb" and to[-1] not in "-/\\":
        words.append("climb")
    if name[0] not in (slow.turn, "p"):
        words.append("throw")
    if slow.last[0] == slow.turn:
        words.append("stunned")
    if "Q" in to:
        words.append("toQ")
    return " ".join(words)


def play_both(seed: int, most: int) -> Counter[str]:
    rng = random.Random(seed)
    options = random_options(rng)
    options["move_limit"] = options["move_limit"] or most
    game, slow = parlour.game("hive", **options), Slow(**options)
    chooser = Lively(rng)
    return walk(game.start(), slow, chooser) + chooser.met


def scatter(slow: Slow, rng: random.Random) -> None:
    """A random game's hive after some moves, of either side's turn."""
    for _ in range(rng.choice([4, 12, 30])):
        if slow.end is None:
            slow.play(rng.choice(slow.moves()))
    if slow.end is not None:
        slow.__init__(**slow.given)  # type: ignore[misc]


read_texts = Reading("hive", Slow, ENDS, random_options, scatter)
