"""What the laboratory's bookkeeping costs: games in a second with it and without, and memory for many games.

    python benchmarks/lab.py [--games 100000]

The bare engine plays the same games, from the same seeds, and forgets them: random games by the same
compiled code, bots at the table.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import parlour
from parlour.lab.arms import arm_seed, game_seed
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.playing import Task
from parlour.lab.random_play import RandomGames
from parlour.lab.running import run
from parlour.lab.workers import here
from parlour.players import player
from parlour.players.scores import play_out
from parlour.search import playouts

RANDOM = {"lines-of-action": 4000, "english-draughts": 10000, "yavalath": 100000, "hex": 40000}
BOTS = {
    "lines-of-action": ("alphabeta:depth=2,noise=50", 20),
    "english-draughts": ("alphabeta:nodes=180,noise=15", 20),
    "yavalath": ("mcts:simulations=200", 20),
}
ROUNDS = 3  # of which the middle one counts


def experiment_of(game: str, players: str, games: int) -> Experiment:
    """One arm: a game, the same player in every seat."""
    return parse_experiment(
        f'title = "t"\nquestion = "q"\ngames = {games}\n[[variant]]\ngame = "{game}"\n'
        f'[[budget]]\nplayers = "{players}"\n'
    )


def in_lab(experiment: Experiment) -> float:
    """Seconds for an experiment, from nothing to all games kept."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        run(experiment, Laboratory(folder), here, lambda *_: True)
        return time.perf_counter() - begun


def bare_bots(experiment: Experiment) -> float:
    """Seconds for as many games of the same players at the table."""
    game = parlour.game(experiment.variants[0].game)
    budget = experiment.budgets[0]
    seed = arm_seed(experiment, experiment.variants[0], budget)
    begun = time.perf_counter()
    for number in range(budget.games):
        own = game_seed(seed, number)
        rng = random.Random(f"{own} players")
        seats = [player(budget.players[0], game, rng.getrandbits(31)) for _ in range(game.seats)]
        play_out(game, seats, random.Random(f"{own} chance"))
    return time.perf_counter() - begun
