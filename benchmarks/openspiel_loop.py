"""Measure random games stepped from Python through OpenSpiel, beside OpenSpiel's own games.

`python benchmarks/openspiel_loop.py` plays each game by `legal_actions` and `apply_action` for
`--seconds` of processor time, after as many plies as run plain, and prints microseconds a ply.
"""

from __future__ import annotations

import argparse
import random
import time
from itertools import count

import pyspiel
from rich.console import Console
from rich.table import Table

from parlour.adapters import openspiel
from parlour.adapters.tree_positions import PLAIN_PLIES

GAMES = {
    "hex": "hex(board_size=11)",
    "y": "y(board_size=15)",
    "lines-of-action": "lines_of_action",
    "english-draughts": "checkers",
    "chess": "chess",
    "yavalath": "",
    "tiger-bridge": "",
    "revolver": "",
    "stones-of-fortune": "",
    "chainn": "",
}  # ours, and OpenSpiel's own


def plies(game: pyspiel.Game, rng: random.Random) -> int:
    """Play a random game; return its plies."""
    state = game.new_initial_state()
    for ply in count():
        if state.is_terminal():
            return ply
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    raise AssertionError("unreachable")


def microseconds(name: str, seconds: float, warm: int) -> float:
    """Processor time of a ply, after `warm` plies and a game more."""
    game, rng, done = pyspiel.load_game(name), random.Random(1), 0
    while done <= warm:
        done += plies(game, rng)
    plies(game, rng)
    begun, done = time.process_time(), 0
    while time.process_time() - begun < seconds:
        done += plies(game, rng)
    return 1e6 * (time.process_time() - begun) / done


def main() -> None:
    """Print a table."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=4.0)
    arguments.add_argument("--warm", type=int, default=PLAIN_PLIES, help="plies before that")
    arguments.add_argument("--only", default="", help="games with this word in their names")
    given = arguments.parse_args()
    table = Table("game", "ours, µs a ply", "OpenSpiel's own", "ours takes")
    for name, own in GAMES.items():
        if given.only in name:
            ours = microseconds(openspiel.short_name(name), given.seconds, given.warm)
            theirs = microseconds(own, given.seconds, 0) if own else 0.0
            beside = (f"{theirs:.1f}", f"{ours / theirs:.1f} times") if own else ("", "")
            table.add_row(name, f"{ours:.1f}", *beside)
    Console().print(table)


if __name__ == "__main__":
    main()
