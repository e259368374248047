"""OpenSpiel's information-set search at a table of Revolver: one round, four of five seats random.

    python examples/ismcts_revolver.py --games 100 --simulations 40

The search resamples hidden information by the rules (``resample_from_infostate``). Its result is
compared with random play.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import parlour.adapters.openspiel  # noqa: F401  (registers the games)

GAME = "parlour_revolver(players=5,rounds=1)"


def returns(games: int, simulations: int, seed: int = 1) -> list[float]:
    """The return of seat 0 in each game; without simulations it plays at random too."""
    game, rng = pyspiel.load_game(GAME), np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        uct_c=2.0,
        max_simulations=max(1, simulations),
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
        random_state=rng,
    )
    won = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                action = rng.choice([outcome for outcome, _ in state.chance_outcomes()])
            elif state.current_player() == 0 and simulations:
                action = bot.step(state)
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(int(action))
        won.append(state.returns()[0])
    return won


def main() -> None:
    """Play both, and print the means with their 95% intervals."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=40)
    given = parser.parse_args()
    for name, simulations in (("at random", 0), ("searching", given.simulations)):
        won = returns(given.games, simulations)
        error = 1.96 * np.std(won) / np.sqrt(len(won))
        print(f"{name}: {np.mean(won):+.2f} ± {error:.2f} a game")


if __name__ == "__main__":
    main()
