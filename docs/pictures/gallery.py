"""Make the boards of this folder: ``python docs/pictures/gallery.py [GAME …]``.

Each is a position of a real game between two bots, or, where bots would be slow, of a random game that
prefers some moves.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import parlour
from parlour.players import player
from parlour.table.game import State

HERE = Path(__file__).parent
BOT = "mcts:simulations=300"


@dataclass(frozen=True)
class Shown:
    """A game, the number of plies, the player, and how to draw the position."""

    game: str
    plies: int
    by: str = BOT  # random: a legal move, if possible one that begins with a word of `liked`
    liked: tuple[str, ...] = ()
    seed: int = 1
    drawn: dict[str, Any] = field(default_factory=dict)


GALLERY = (
    Shown("lines-of-action", 17),
    Shown("tumbling-down", 22, seed=2),
    Shown("focus", 31, drawn={"skin": "colour-blind"}),
    Shown("hex:size=9", 25),
    Shown("y:size=9", 18, drawn={"view": "standing", "seat": 0}),
    Shown("yavalath:players=3", 17, drawn={"skin": "wood"}),
    Shown("unlur", 22),
    Shown("merlins-chain", 24),
    Shown("chainn", 4, "random", seed=4),
    Shown("merger-chess", 34, seed=3),
    Shown("twindraughts:game=rebound", 46, "random", seed=16, drawn={"skin": "wood"}),
    Shown("leopard-princess", 12, "random", seed=2),
    Shown("tiger-chequers", 26, seed=2),
    Shown("stones-of-fortune", 40, seed=3),
    Shown(
        "naval-qi:chests=30,sea=8",
        140,
        "random",
        ("ready", "tigergun", "largegun", "eagle"),
        drawn={"seat": 0, "size": 560},
    ),
    Shown("tiger-bridge", 32, "random", ("7", "6", "5"), 4, drawn={"seat": 2}),
    Shown("revolver", 26, "random", ("enter", "place", "match", "bid"), 2, drawn={"seat": 3}),
)


def position(shown: Shown) -> State:
    """The position to draw, never a finished game."""
    game = parlour.game(shown.game)
    rng, state = random.Random(shown.seed), game.start()
    bots = [player(shown.by, game, seed) for seed in range(game.seats)] if shown.by == BOT else []
    for _ in range(shown.plies):
        if state.turn == parlour.CHANCE:
            state.play(state.draw(rng))
            continue
        move = bots[state.turn or 0].choose(state) if bots else liked(state.moves(), shown, rng)
        if state.copy().play(move).outcome is not None:
            break
        state.play(move)
    return state


def liked(moves: Sequence[str], shown: Shown, rng: random.Random) -> str:
    """A random move, one that is liked if there is one."""
    for word in shown.liked:
        if found := [move for move in moves if move.startswith(word)]:
            return rng.choice(found)
    return rng.choice(moves)


def main(wanted: Sequence[str]) -> None:
    for shown in GALLERY:
        name = shown.game.partition(":")[0]
        if not wanted or name in wanted:
            svg = position(shown).svg(**{"size": 360, **shown.drawn})
            (HERE / f"{name}.svg").write_text(svg + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
