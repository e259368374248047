"""Measure the speed-up of alpha-beta with two threads and a shared table.

`python benchmarks/threads.py` takes positions from games of two weak players and searches each from
an empty table to the depth that one thread reaches in a second, by one thread and by two in
alternation. It prints the median of the ratios of their wall times. Each thread needs a free
processor; the load is printed.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time

import parlour
from parlour.search.alphabeta.alphabeta_search import AlphaBeta

GAMES = ("english-draughts", "lines-of-action", "chess", "yavalath", "focus", "tumbling-down")
DEEPEST = 60
PLIES = (6, 24)  # how many plies are played before a position


def position(game: parlour.Game, rng: random.Random) -> parlour.State:
    """A position of a game between weak players after a random opening; the game is not over."""
    search = AlphaBeta(game, noise=40, seed=rng.getrandbits(31))
    while True:
        state = game.start()
        for ply in range(rng.randint(*PLIES)):
            if state.turn is None:
                break
            state.play(
                rng.choice(state.moves()) if ply < 4 else search.search(state, nodes=500).move
            )
        if state.turn is not None:
            return state


def seconds(search: AlphaBeta, state: parlour.State, depth: int, threads: int) -> float:
    """Wall seconds of a search to `depth` from an empty table."""
    search.forget()
    begun = time.perf_counter()
    search.search(state, depth=depth, threads=threads)
    return time.perf_counter() - begun


def quotient(search: AlphaBeta, state: parlour.State, least: float) -> float | None:
    """The speed-up of two threads where one needs `least` seconds; None if all is proven before."""
    for depth in range(4, DEEPEST):
        if seconds(search, state, depth, 1) >= least:
            return seconds(search, state, depth, 1) / seconds(search, state, depth, 2)
    return None


def main() -> None:
    """Measure the given games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=1.0, help="that one thread needs at least")
    asked = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors", flush=True)
    for name in asked.games:
        game, rng = parlour.game(name), random.Random(1)
        search = AlphaBeta(game)
        tried = (
            quotient(search, position(game, rng), asked.seconds) for _ in range(asked.positions)
        )
        found = [one for one in tried if one is not None]
        if len(found) < 2:
            print(f"{name}: too few positions that are not proven at once", flush=True)
            continue
        low, median, high = statistics.quantiles(found, n=4)
        told = f"quartiles {low:.2f} to {high:.2f}, {len(found)} positions"
        print(f"{name}: two threads are {median:.2f} times as fast ({told})", flush=True)


if __name__ == "__main__":
    main()
