"""Count how often the move is reversed on a set of TwinDraughts: `python findings/reversals.py`.

Reads the games saved by `parlour lab run findings/twindraughts-reversing.toml`. The move is
reversed on a set if the same player makes two moves there in succession, the other having moved on
the other set in between. Prints for each arm, with 95% intervals, the reversals a game and the
share of games in which both players made one.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from parlour import CHANCE
from parlour.games.draughts.code import set_of
from parlour.lab.experiment import read_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.stats.estimate import mean, proportion
from parlour.lab.trace import Trace


def reversals(trace: Trace) -> list[int]:
    """The seats that made two moves in succession on a set, once for each time."""
    last: dict[int, int] = {}
    found = []
    for mover, code in zip(trace.movers.tolist(), trace.codes, strict=True):
        if mover == CHANCE:
            continue
        which = set_of(code)
        if last.get(which) == mover:
            found.append(mover)
        last[which] = mover
    return found


def main() -> None:
    path = Path(__file__).with_name("twindraughts-reversing.toml")
    experiment, laboratory = read_experiment(path), Laboratory()
    laboratory.check_played(experiment, str(path))
    for variant, budget in experiment.arms:
        games = [reversals(trace) for trace in laboratory.traces(experiment, variant, budget)]
        times = mean(np.array([float(len(found)) for found in games]))
        both = proportion(sum(set(found) == {0, 1} for found in games), len(games))
        print(
            f"{experiment.variants[variant].label} | {experiment.budgets[budget].name}: "
            f"{times.value:.1f} a game ({times.low:.1f} to {times.high:.1f}); "
            f"by both seats in {both.value:.0%} ({both.low:.0%} to {both.high:.0%}) of {len(games)} games"
        )


if __name__ == "__main__":
    main()
