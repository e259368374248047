"""Lines of Action against a slow version written from its page, over random games and boards."""

from __future__ import annotations

import random
from collections import Counter

import parlour
from tests.oracles.common import CELLS, RAYS, WAYS, Chooser, Reading, walk
from tests.oracles.lines_of_action import ENDS, Slow


def random_options(rng: random.Random) -> dict[str, object]:
    options: dict[str, object] = {}
    for name, values in {
        "setup": ("standard", "scrambled-eggs"),
        "both": ("mover", "draw"),
        "blocked": ("lose", "pass"),
        "size": (4, 5, 6, 7, 8, 8, 8, 8, 8, 8),
        "move_limit": (0, 1, 6, 20, 20, 200),
    }.items():
        if rng.random() < 0.7:
            options[name] = rng.choice(values)
    return options


def strewn(rng: random.Random) -> dict[str, str]:
    """A board of few tokens, or of very many."""
    cells = rng.sample(CELLS, rng.choice([4, 4, 5, 8, 12, 40, 64]))
    return dict.fromkeys(cells, "x") | dict.fromkeys(cells[::2], "o")


def cornered(rng: random.Random) -> dict[str, str]:
    """A side that cannot move, or nearly so."""
    inside, outside = rng.sample("xo", 2)
    around = ["a2", "b2", "b1", "g8", "g7", "h7"]
    cells = [*rng.sample(around, rng.randint(5, 6)), *rng.sample(CELLS, 2)]
    return dict.fromkeys(cells, outside) | dict.fromkeys(["a1", "h8"], inside)


def hunted(rng: random.Random) -> dict[str, str]:
    """A token whose capture joins both sides, unless the others are in the way."""
    hunter, prey = rng.sample("xo", 2)
    stray = rng.choice(["c3", "d4", "e5", "f6", "d5", "e4"])
    beside = [ray[0] for ray in RAYS[stray].values()]
    pair = rng.choice(["a1 a2", "h8 g8", "g1 h1", "a7 a8", "a1", "h8 g8 g7"])
    board = dict.fromkeys([*pair.split(), stray], prey)
    return board | dict.fromkeys([rng.choice(beside), RAYS[stray][rng.choice(WAYS)][1]], hunter)


def set_up(slow: Slow, rng: random.Random) -> None:
    slow.board = rng.choice([strewn, cornered, hunted, hunted])(rng)
    if slow.size < 8:
        cells = rng.sample(slow.cells, rng.randint(4, len(slow.cells)))
        slow.board = dict.fromkeys(cells, "x") | dict.fromkeys(cells[::2], "o")
    slow.to_move = rng.choice("xo")
    slow.stood = Counter([slow.text])
    slow.end = slow.shown()


def play_both(seed: int, other: int) -> Counter[str]:
    rng = random.Random(f"{seed} {other}")
    options = random_options(rng)
    game, slow = parlour.game("lines-of-action", **options), Slow(**options)
    state = game.start()
    if other:
        set_up(slow, rng)
        state = game.read(slow.text)
    rare = ["both-joined", "no-move"] if other else []
    return walk(state, slow, Chooser(rng, *rare, back=rng.choice([0.1, 0.9]), patience=3))


read_texts = Reading("lines-of-action", Slow, ENDS, random_options, set_up)
