"""Measure a bot's first move with an empty cache, including the start of Python.

`python benchmarks/first_moves.py` tries every game, each in a process of its own, and saves the
results as JSON in benchmarks/results. Processor seconds are those of the game's process, without
the background compiler. `--level N` chooses the level, `--only WORD` the games with that word in
their names.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

import parlour

RESULTS = Path(__file__).parent / "results" / "first_moves.json"
MOVE = """
import os, random, sys, parlour
from parlour.players import player
state, rng = parlour.game(sys.argv[1]).start(), random.Random(1)
while state.turn == parlour.CHANCE:
    state.play(state.draw(rng))
player(sys.argv[2], state.game, seed=1).choose(state)
used = os.times()
print(used.user + used.system)
"""


@dataclass(frozen=True)
class Row:
    """A game's first move: wall and processor seconds, and the load before it."""

    game: str
    wall: float
    processor: float
    load: float


def measure(game: str, level: str) -> Row:
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        run = subprocess.run(
            [sys.executable, "-c", MOVE, game, level],
            env={**os.environ, "PARLOUR_CACHE": folder},
            check=True,
            capture_output=True,
            text=True,
        )
        wall = time.perf_counter() - begun
    return Row(game, round(wall, 2), round(float(run.stdout), 2), round(load, 1))


def table(rows: list[Row]) -> Table:
    shown = Table("game", "wall, s", "processor, s", "load")
    for row in rows:
        shown.add_row(row.game, f"{row.wall:.1f}", f"{row.processor:.1f}", f"{row.load:.1f}")
    return shown


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--only", default="", help="the games that have this word in their names"
    )
    arguments.add_argument("--level", default="3")
    given = arguments.parse_args()
    rows = [measure(name, given.level) for name in parlour.games() if given.only in name]
    Console().print(table(rows))
    if not given.only:
        kept = {"level": given.level, "rows": [asdict(row) for row in rows]}
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n")


if __name__ == "__main__":
    main()
