"""OpenSpiel's counterfactual regret minimization on a small Revolver: two players, few marks, four deals.

    python examples/cfr_revolver.py --iterations 20

Both have entered the last round with MARKS left and no Reserve, the others have left the game;
chance deals one of DEALS deals. `nash_conv` is what all seats together could gain by best responses
to the policy, in returns (with five seats a win is 4, a loss -1); it tends to 0. For trees too
large for plain CFR, MCCFR traverses a part in each iteration.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr

import parlour.adapters.openspiel  # noqa: F401  (registers the games)

MARKS, DEALS = 7, 4
GONE = "/l.40.1.0.0.0" * 3
TABLE = f"1 deal 0 - e.{MARKS}.0.0.5.0/e.{MARKS}.0.0.5.0{GONE} - - - - 5"
OPTIONS = {"players": 5, "rounds": 1}


def small_game() -> pyspiel.Game:
    """The round, before its deal."""
    position = f"revolver:players=5,rounds=1 {TABLE}"
    return pyspiel.load_game(
        "parlour_revolver", {**OPTIONS, "position": position, "deals_drawn": DEALS}
    )


def by_cfr(game: pyspiel.Game, iterations: int) -> Any:
    """The average policy after this many iterations over the whole tree."""
    solver = cfr.CFRSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.average_policy()


def by_sampling(game: pyspiel.Game, iterations: int) -> Any:
    """The same by external sampling: one deal and one move of the others in each iteration."""
    np.random.seed(1)  # the solver draws from it
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(iterations):
        solver.iteration()
    return solver.average_policy()


def gain(game: pyspiel.Game, policy: Any) -> float:
    """What all seats together could gain against a policy."""
    return float(exploitability.nash_conv(game, policy))


def main() -> None:
    """Print how the gain falls."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=20)
    given = parser.parse_args()
    game = small_game()
    solvers: dict[str, tuple[Callable[[pyspiel.Game, int], Any], int]] = {
        "CFR": (by_cfr, given.iterations),
        "MCCFR": (by_sampling, 10 * given.iterations),
    }
    for name, (solve, most) in solvers.items():
        for iterations in (0, most // 4, most):
            print(f"{name}, {iterations} iterations: {gain(game, solve(game, iterations)):.2f}")


if __name__ == "__main__":
    main()
