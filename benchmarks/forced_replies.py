"""Count forced replies in Yavalath: `python benchmarks/forced_replies.py`.

A reply is forced if the opponent would make four at once: the mover must fill that cell, or make four.
Counted in all turns of a finding's raw games.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from parlour.lab.finding_replay import kept_games, read_finding
from parlour.lab.shipped_findings import report_path
from parlour.lab.trace import Trace

REPORT = report_path("questions/yavalath-first-move")


def count(trace: Trace) -> Counter[str]:
    """The turns of a game, and those with a forced reply."""
    state, found = trace.game.start(), Counter[str]()
    rules, out = trace.game.plain.rules, np.zeros(256, np.int64)
    for move in trace.codes:
        found["turns"] += 1
        found["forced"] += rules.fours(state.record, 1 - state.record.turn, out) > 0
        state.play_code(move)
    return found


def main() -> None:
    """Print the share of forced replies for each size and each kind of player."""
    _, experiment = read_finding(REPORT)
    found: dict[tuple[str, int], Counter[str]] = {}
    for trace in kept_games(REPORT):
        found.setdefault((trace.game.name, trace.budget), Counter()).update(count(trace))
    for (game, budget), counted in found.items():
        share = counted["forced"] / counted["turns"]
        print(
            f"{game}, {experiment.budgets[budget].name}: {share:.0%} of {counted['turns']:,} turns"
        )


if __name__ == "__main__":
    main()
