"""Counterfactual regret minimisation on a small Revolver: one round, five at the table, few deals.

    python examples/cfr_revolver.py --iterations 2000

OpenSpiel's outcome sampling (Lanctot et al. 2009) learns on Parlour's rules; then one seat plays by what
was learnt and the other four at random, and what it wins is compared with playing at random itself.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import outcome_sampling_mccfr as mccfr

import parlour.adapters.openspiel  # noqa: F401  (registers the games)

GAME = "parlour_revolver(players=5,rounds=1,deals_drawn=4)"


def learn(iterations: int, seed: int = 1) -> pyspiel.Policy:
    """The average policy after so many iterations."""
    np.random.seed(seed)  # the solver draws from NumPy's own generator
    solver = mccfr.OutcomeSamplingSolver(pyspiel.load_game(GAME))
    for _ in range(iterations):
        solver.iteration()
    return solver.average_policy()


def mean_return(policy: pyspiel.Policy | None, games: int, seed: int = 2) -> tuple[float, float]:
    """What seat 0 wins in a game by a policy, None: at random, and the standard error."""
    game, rng, won = pyspiel.load_game(GAME), np.random.default_rng(seed), []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(rng.choice([a for a, _ in state.chance_outcomes()])))
                continue
            actions = state.legal_actions()
            chances = np.full(len(actions), 1 / len(actions))
            if policy is not None and state.current_player() == 0:
                known = policy.action_probabilities(state)
                chances = np.array([known.get(action, 0.0) for action in actions])
            state.apply_action(int(rng.choice(actions, p=chances / chances.sum())))
        won.append(state.returns()[0])
    return float(np.mean(won)), float(np.std(won) / np.sqrt(games))


def main() -> None:
    """Learn, play, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=2000)
    parser.add_argument("--games", type=int, default=2000)
    given = parser.parse_args()
    for name, policy in (("at random", None), ("learnt", learn(given.iterations))):
        mean, error = mean_return(policy, given.games)
        print(f"{name:>10}: {mean:+.3f} ± {1.96 * error:.3f} a game")


if __name__ == "__main__":
    main()
