"""Count who wins a set of Election, by what was elected: `python findings/election_sets.py [FILE]`.

Reads the games saved by `parlour lab run FILE` (default: findings/election.toml). For each arm and
each aim it prints in how many sets a player elected it, and the share of these that this player
won, with a 95% interval. A drawn set counts half. Games are independent, sets of one game are not:
they are resampled together.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from parlour.games.draughts.code import set_of
from parlour.games.draughts.notation import SETS
from parlour.lab.experiment import read_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.stats.estimate import score_share
from parlour.lab.trace import Trace

AIMS = ("rebound", "reset", "royal")


def elections(trace: Trace) -> Iterator[tuple[str, int, str]]:
    """The set, the seat and the aim of each election, in order."""
    for ply, code in zip(trace.plies, trace.codes, strict=True):
        aim = ply.move.partition(":")[2].partition("@")[0]
        if aim in AIMS:
            yield SETS[set_of(code)], ply.turn, aim


def won(trace: Trace, name: str, seat: int) -> float:
    """The electing seat's share of a set: 1, 0, or a half."""
    result = trace.details[name]
    if not result.startswith("won by"):
        return 0.5
    return float(trace.game.seat_names[seat] in result)


def main() -> None:
    path = Path(*sys.argv[1:2]) if sys.argv[1:] else Path(__file__).with_name("election.toml")
    experiment, laboratory = read_experiment(path), Laboratory()
    laboratory.check_played(experiment, str(path))
    for variant, budget in experiment.arms:
        points: dict[str, list[float]] = defaultdict(list)
        games: dict[str, list[int]] = defaultdict(list)
        for trace in laboratory.traces(experiment, variant, budget):
            for name, seat, aim in elections(trace):
                points[aim].append(won(trace, name, seat))
                games[aim].append(trace.number)
        print(experiment.variants[variant].label, "|", experiment.budgets[budget].name)
        for aim in AIMS:
            if points[aim]:
                share = score_share(np.array(points[aim]), np.array(games[aim]))
                print(
                    f"  {aim}: {len(points[aim])} sets, "
                    f"won {share.value:.0%} ({share.low:.0%} to {share.high:.0%})"
                )


if __name__ == "__main__":
    main()
