"""Measure the overhead of the laboratory's bookkeeping, and its memory with many games.

    python benchmarks/lab.py [--games 100000] [--part 0.01]

Times are processor seconds, so other work on the machine matters little. The baseline plays the
same games without saving them: random games by the same compiled code, bots with plain states.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Callable

import parlour
from parlour.lab.arms import arm_seed, game_seed
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.random_play import RandomGames
from parlour.lab.running import run
from parlour.lab.workers import here
from parlour.players import player
from parlour.players.game_runner import by_seat, run_game

RANDOM = {
    "lines-of-action": 40_000,
    "english-draughts": 200_000,
    "yavalath": 1_000_000,
    "hex": 100_000,
}
BOTS = {
    "lines-of-action": ("alphabeta:depth=2,noise=50", 30),
    "english-draughts": ("alphabeta:nodes=180,noise=15", 30),
    "yavalath": ("mcts:simulations=200", 30),
}
ROUNDS = 3  # of which the middle one counts


def experiment_of(game: str, players: str, games: int) -> Experiment:
    """One arm: a game, the same player in every seat."""
    return parse_experiment(
        f'title = "t"\nquestion = "q"\ngames = {games}\n[[variant]]\ngame = "{game}"\n'
        f'[[budget]]\nplayers = "{players}"\n'
    )


def in_lab(experiment: Experiment) -> float:
    """Seconds for an experiment, from nothing to all games saved."""
    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        run(experiment, Laboratory(folder), here, lambda *_: True)
        return time.process_time() - begun


def bare_bots(experiment: Experiment) -> float:
    """Seconds for as many games of the same players without the laboratory."""
    game = parlour.game(experiment.variants[0].game)
    budget = experiment.budgets[0]
    seed = arm_seed(experiment, experiment.variants[0], budget)
    begun = time.process_time()
    for number in range(budget.games):
        own = game_seed(seed, number)
        rng = random.Random(f"{own} players")
        seats = [player(budget.players[0], game, rng.getrandbits(31)) for _ in range(game.seats)]
        run_game(game.start(), by_seat(seats), random.Random(f"{own} chance"))
    return time.process_time() - begun


def bare_random(experiment: Experiment) -> float:
    """Seconds for as many random games by the same compiled code, not saved."""
    budget = experiment.budgets[0]
    games = RandomGames(parlour.game(experiment.variants[0].game).start())
    begun = time.process_time()
    games.forget(budget.games)
    return time.process_time() - begun


def cost(experiment: Experiment, bare: Callable[[Experiment], float]) -> tuple[float, float]:
    """Games a second in the laboratory, and its overhead as a share."""
    in_lab(experiment), bare(experiment)  # compiles both
    ours, theirs = zip(
        *((in_lab(experiment), bare(experiment)) for _ in range(ROUNDS)), strict=True
    )
    lab = statistics.median(ours)
    return experiment.budgets[0].games / lab, lab / statistics.median(theirs) - 1


def memory(games: int) -> tuple[int, float, float]:
    """Play, save and read many random games: games, seconds, and peak MiB."""
    experiment = experiment_of("lines-of-action", "random", games)
    begun = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        laboratory = Laboratory(folder)
        run(experiment, laboratory, here, lambda *_: True)
        count = sum(1 for trace in laboratory.traces(experiment, 0, 0) if trace.length)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return count, time.perf_counter() - begun, peak


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000, help="for the measurement of memory")
    parser.add_argument("--part", type=float, default=1.0, help="of the games of each measurement")
    asked = parser.parse_args()
    print("| game | players | games a second | lost to bookkeeping |\n|---|---|---|---|")
    for game, (players, games) in BOTS.items():
        some = max(2, round(asked.part * games))
        show(game, players, *cost(experiment_of(game, players, some), bare_bots))
    for game, games in RANDOM.items():
        some = max(2, round(asked.part * games))
        show(game, "random", *cost(experiment_of(game, "random", some), bare_random))
    print(
        "\n{:,} games kept and read again: {:.0f} s, {:.0f} MiB at the most".format(
            *memory(asked.games)
        )
    )


def show(game: str, players: str, rate: float, lost: float) -> None:
    """Print a line of the table."""
    print(f"| `{game}` | `{players}` | {rate:,.0f} | {lost:.1%} |", flush=True)


if __name__ == "__main__":
    main()
