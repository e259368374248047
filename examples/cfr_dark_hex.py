"""OpenSpiel's CFR+ on Dark Hex, a game in one file: `dark_hex.py` beside this one.

    python examples/cfr_dark_hex.py --iterations 60

On a board of 2×2 cells the whole tree is traversed in each iteration. `exploitability` is what a seat
could gain by a best response to the average policy, on average of both seats: it tends to 0.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

from parlour.adapters import openspiel

FILE = Path(__file__).with_name("dark_hex.py")


def small_game() -> pyspiel.Game:
    """Dark Hex with 2×2 cells."""
    (name,) = openspiel.register(str(FILE))
    return pyspiel.load_game(name, {"size": 2})


def exploitabilities(
    game: pyspiel.Game, iterations: int, every: int
) -> Iterator[tuple[int, float]]:
    """How much the average policy can be exploited, at the start and after each `every` iterations."""
    solver = cfr.CFRPlusSolver(game)
    for number in range(iterations + 1):
        if number % every == 0:
            yield number, float(exploitability.exploitability(game, solver.average_policy()))
        solver.evaluate_and_update_policy()


def main() -> None:
    """Print how exploitability falls."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=60)
    given = parser.parse_args()
    for number, gained in exploitabilities(small_game(), given.iterations, 10):
        print(f"{number} iterations: {gained:.4f}")


if __name__ == "__main__":
    main()
