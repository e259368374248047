"""Count how often `parlour lab diff` finds a planted change, and how often it raises a false alarm.

Run ``python benchmarks/version_changes.py``. Each row plays two versions of a game with twenty seeds,
as `lab diff` does with bots of two strengths, and counts the seeds with a clear change: of the measure
that the planted change concerns, or, between versions that are the same, of any.
docs/measurements/inventing.md has the table.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from parlour.lab.experiment import parse_experiment
from parlour.lab.inventor.version_changes import changes
from parlour.lab.laboratory import Laboratory
from parlour.lab.report import collect
from parlour.lab.running import run
from parlour.lab.stats import proportion
from parlour.lab.stopping import enough
from parlour.lab.workers import here

SMALL = "yavalath:size=4"
EXPERIMENT = """
title = "Two versions"
question = "What changed?"
seed = {seed}
games = {games}
[[variant]]
game = "{before}"
label = "before"
[[variant]]
game = "{now}"
label = "now"
[[budget]]
name = "weak"
players = "{weak}"
[[budget]]
name = "strong"
players = "{strong}"
"""


@dataclass(frozen=True)
class Pair:
    """Two versions of a game, and the measure that differs between them; "" where none does."""

    name: str
    before: str
    now: str
    measure: str
    weak: str = "mcts:simulations=10"
    strong: str = "mcts:simulations=40"


PAIRS = (
    Pair("Hex without the swap", "hex:size=3", "hex:size=3,pie=no", "Points of Red"),
    Pair("Yavalath drawn after 14 moves", SMALL, f"{SMALL},move_limit=7", "Draws"),
    Pair("Hex, nothing changed", "hex:size=3", "hex:size=3,move_limit=90", ""),
    Pair("Yavalath, nothing changed", SMALL, f"{SMALL},move_limit=90", ""),
)


def clear_changes(pair: Pair, seed: int, games: int) -> set[str]:
    """The titles of what changed clearly between the versions, by games of one seed."""
    asked = {"before": pair.before, "now": pair.now, "weak": pair.weak, "strong": pair.strong}
    experiment = parse_experiment(EXPERIMENT.format(seed=seed, games=games, **asked))
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()):
        laboratory = Laboratory(Path(folder))
        experiment = replace(experiment, name="versions")
        run(experiment, laboratory, here, enough)
        return {c.title for c in changes(collect(experiment, laboratory)) if c.clear}


def rows(seeds: int, games: int) -> Iterator[str]:
    """The rows of the table."""
    yield "| versions | games each | clear change of | seeds with one |"
    yield "|---|---|---|---|"
    for pair in PAIRS:
        found = [clear_changes(pair, seed, games) for seed in range(1, seeds + 1)]
        hits = sum(pair.measure in titles if pair.measure else bool(titles) for titles in found)
        share = proportion(hits, seeds)
        ends = f"{share.low:.0%} to {share.high:.0%}"
        yield f"| {pair.name} | {games} | {pair.measure or 'anything'} | {hits} of {seeds} ({ends}) |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--games", type=int, default=40, help="of each version at each strength")
    given = parser.parse_args()
    for row in rows(given.seeds, given.games):
        print(row, flush=True)


if __name__ == "__main__":
    main()
