"""OpenSpiel's Monte Carlo tree search on Merlin's Chain, against a player of ours.

    python examples/mcts_merlins_chain.py --games 4 --simulations 50 --against mcts:simulations=50

Both have as many simulations. Games begin with half of the pieces played at random, since
OpenSpiel's search plays every playout through the adapter, a thousand plies a second.
"""

from __future__ import annotations

import argparse
import random

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import parlour
import parlour.adapters.openspiel  # registers the games
from parlour.players import player

BEGUN = 40  # plies played at random before the searches meet


def begun(seed: int) -> pyspiel.Game:
    """The game from a random position; early ends are drawn again."""
    rng, state = random.Random(seed), parlour.game("merlins-chain").start()
    while len(state.history) < BEGUN:
        state.play(rng.choice(state.moves()))
        if state.turn is None:
            state = parlour.game("merlins-chain").start()
    return pyspiel.load_game("parlour_merlins_chain", {"position": state.text})


def play(simulations: int, against: str, first: bool, seed: int) -> float:
    """The return of OpenSpiel's search in one game: 1 for a win, -1 for a loss."""
    game = begun(seed)
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
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--against", default="mcts:simulations=50")
    given = parser.parse_args()
    won = [
        play(given.simulations, given.against, bool(number % 2), number)
        for number in range(given.games)
    ]
    print(f"OpenSpiel's search scored {sum(won) / 2 + len(won) / 2:g} of {len(won)}")


if __name__ == "__main__":
    main()
