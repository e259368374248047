"""Recorded games that must come out the same for ever: one for each listed option set.

`python -m tests.golden` makes the files anew; look at the difference before you keep it. Each game is a
random one: for every ply the number of legal moves (or ``*`` for chance) and the text played, then the
final position.
"""

from __future__ import annotations

import random
import textwrap
from contextlib import suppress
from pathlib import Path

import parlour
from parlour.kernel.layout import room_for_moves
from parlour.table.player import random_move
from tests.conftest import listed_games, option_sets

HERE = Path(__file__).parent
PLIES = 400
READY = 0.8
# Deployments, which random items and removals would hardly ever end.
OPENINGS = {
    "naval-qi:chests=20,sea=8": (
        "land3:a9 flagship:a13h battleship:a15h platform:f15 bowman:a9 eagle:a10 tigergun:b10 ready "
        "land3:a1 flagship:a5h battleship:a8h platform:f7 undergroundgun:b1 shield:b2 eagle:f8 ready"
    ),
    "naval-qi:chests=47,move_limit=6,points=win,sea=8": (
        "land3:e9 land3:b13 flagship:d12h battleship:a10v battleship:c16h platform:c9 large:e14h small:a15 "
        "small:h16 small:h10 largegun:f10 tigergun:g11 largegun:c15 standardgun:b14 tigergun:c14 "
        "standardgun:e10 standardgun:e16 ready land3:c3 flagship:a4v battleship:d1h platform:g3 platform:a1 "
        "large:f8h large:f6h small:d6 small:c8 eagle:a2 undergroundgun:c5 eagle:b2 bowman:d4 eagle:b1 "
        "largegun:e5 largegun:d5 undergroundgun:e3 undergroundgun:c4 largegun:d3 undergroundgun:c3 "
        "undergroundgun:e4 eagle:h3 eagle:g3 eagle:g4 eagle:a1 ready"
    ),
}


def playthrough(name: str) -> str:
    """One random game, as the files hold it."""
    rng = random.Random(name)
    state = parlour.game(name).start()
    plies, opening = [], OPENINGS.get(name, "").split()
    while state.turn is not None and len(plies) < PLIES:
        if state.turn == parlour.CHANCE:
            count, text = "*", state.draw(rng)
        else:
            rules = state.game.plain.rules
            count = str(rules.count_moves(state.record, [0] * room_for_moves(rules, state.record)))
            text = a_move(state, opening, rng)
        plies.append(f"{count}:{text}")
        state.play(text)
    body = textwrap.fill(" ".join(plies), 110, break_long_words=False, break_on_hyphens=False)
    return f"== {name}\n{body}\n= {state.text}\n"


def a_move(state: parlour.State, opening: list[str], rng: random.Random) -> str:
    """The next move of an opening, else a random one; a seat that may end a deployment mostly does."""
    if opening:
        return opening.pop(0)
    text = random_move(state, rng)
    if state.game.id == "naval-qi" and rng.random() < READY:
        with suppress(parlour.IllegalMove):
            state.code("ready")
            return "ready"
    return text


def text_for(identifier: str) -> str:
    """The file of one game: all its listed option sets."""
    names = [name for name in option_sets() if name.partition(":")[0] == identifier]
    return "\n".join(playthrough(name) for name in names)


def make() -> None:
    """Write all files anew."""
    for identifier in listed_games():
        (HERE / f"{identifier}.txt").write_text(text_for(identifier))
