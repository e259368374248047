"""Recorded games that must come out the same for ever: one for each listed option set.

`python -m tests.golden` makes the files anew; look at the difference before you keep it. Each game is a
random one: for every ply the number of legal moves (or ``*`` for chance) and the text played, then the
final position.
"""

from __future__ import annotations

import random
import textwrap
from pathlib import Path

import parlour
from parlour.kernel.records import room_for_moves
from parlour.players.player import random_move
from tests.conftest import listed_games, option_sets

HERE = Path(__file__).parent
PLIES = 400


def playthrough(name: str) -> str:
    """One random game, as the files hold it."""
    rng = random.Random(name)
    state = parlour.game(name).start()
    plies = []
    while state.turn is not None and len(plies) < PLIES:
        if state.turn == parlour.CHANCE:
            count, text = "*", state.draw(rng)
        else:
            rules = state.game.plain.rules
            count = str(
                rules.count_moves(state._record, [0] * room_for_moves(rules, state._record))
            )
            text = random_move(state, rng)
        plies.append(f"{count}:{text}")
        state.play(text)
    body = textwrap.fill(" ".join(plies), 110, break_long_words=False, break_on_hyphens=False)
    return f"== {name}\n{body}\n= {state.text}\n"


def text_for(identifier: str) -> str:
    """The file of one game: all its listed option sets."""
    names = [name for name in option_sets() if name.partition(":")[0] == identifier]
    return "\n".join(playthrough(name) for name in names)


def make() -> None:
    """Write all files anew."""
    for identifier in listed_games():
        (HERE / f"{identifier}.txt").write_text(text_for(identifier))
