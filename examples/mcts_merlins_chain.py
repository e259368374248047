"""OpenSpiel's Monte Carlo tree search on Merlin's Chain, against a player of ours.

    python examples/mcts_merlins_chain.py --games 10 --simulations 200 --against mcts:simulations=200

Both have as many simulations; OpenSpiel's works on Parlour's rules through the adapter.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import parlour.adapters.openspiel  # noqa: F401  (registers the games)
from parlour.players import player


def play(simulations: int, against: str, first: bool, seed: int) -> float:
    """The return of OpenSpiel's search in one game: 1 for a win, -1 for a loss."""
    game = pyspiel.load_game("parlour_merlins_chain")
    rng = np.random.RandomState(seed)
    theirs = mcts.MCTSBot(
        game, 1.4, simulations, mcts.RandomRolloutEvaluator(1, rng), random_state=rng
    )
    state, own_seat = game.new_initial_state(), 0 if first else 1
    ours = player(against, state.inner.game, seed)
    while not state.is_terminal():
        if state.current_player() == own_seat:
            action = theirs.step(state)
        else:
            action = state.string_to_action(ours.choose(state.inner))
        state.apply_action(action)
    return float(state.returns()[own_seat])


def main() -> None:
    """Play the games, each seat in half of them, and print the score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--against", default="mcts:simulations=200")
    given = parser.parse_args()
    won = [
        play(given.simulations, given.against, bool(number % 2), number)
        for number in range(given.games)
    ]
    print(f"OpenSpiel's search scored {sum(won) / 2 + len(won) / 2:g} of {len(won)}")


if __name__ == "__main__":
    main()
