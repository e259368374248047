"""Count how often the move is reversed on a set of TwinDraughts: `python benchmarks/reversals.py`.

The move is reversed on a set if the same player makes two moves there in succession, the other
having moved on the other set in between. Prints for each game and kind of player, with 95%
intervals, the reversals a game and the share of games in which both players made one. The games are
the raw ones of findings.
"""

from __future__ import annotations

import numpy as np

from parlour import CHANCE
from parlour.games.draughts.code import set_of
from parlour.lab.finding_replay import kept_games, read_finding
from parlour.lab.shipped_findings import report_path
from parlour.lab.stats.estimate import mean, proportion
from parlour.lab.trace import Trace

REPORT = report_path("questions/twindraughts-even")


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
    """Print the counts."""
    _, experiment = read_finding(REPORT)
    arms: dict[tuple[str, int], list[list[int]]] = {}
    for trace in kept_games(REPORT):
        arms.setdefault((trace.game.name, trace.budget), []).append(reversals(trace))
    for (game, budget), games in arms.items():
        times = mean(np.array([float(len(found)) for found in games]))
        both = proportion(sum(set(found) == {0, 1} for found in games), len(games))
        print(
            f"{game}, {experiment.budgets[budget].name}: {times.value:.1f} a game "
            f"({times.low:.1f} to {times.high:.1f}); by both seats in {both.value:.0%} "
            f"({both.low:.0%} to {both.high:.0%}) of {len(games)} games"
        )


if __name__ == "__main__":
    main()
