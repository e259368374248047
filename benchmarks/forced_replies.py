"""Count forced replies in Yavalath: `python benchmarks/forced_replies.py`.

A reply is forced if the opponent would make four at once: the mover must fill that cell, or make four.
Counted in all turns of a finding's raw games.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

import parlour
from parlour.lab.finding_replay import kept_games, read_finding
from parlour.lab.shipped_findings import report_path
from parlour.table.game import Game

REPORT = report_path("questions/yavalath-first-move")


def count(game: Game, moves: list[int]) -> Counter[str]:
    """The turns of a game, and those with a forced reply."""
    state, found = game.start(), Counter[str]()
    rules, out = game.plain.rules, np.zeros(256, np.int64)
    for move in moves:
        found["turns"] += 1
        found["forced"] += rules.fours(state.record, 1 - state.record.turn, out) > 0
        state.play_code(move)
    return found


def main() -> None:
    """Print the share of forced replies for each size and each kind of player."""
    _, experiment = read_finding(REPORT)
    found: dict[tuple[int, int], Counter[str]] = {}
    for arm, game in kept_games(REPORT):
        rules = parlour.game(experiment.variants[arm[0]].game)
        found.setdefault(arm, Counter()).update(count(rules, game["words"].tolist()))
    for (variant, budget), counted in sorted(found.items()):
        share = counted["forced"] / counted["turns"]
        label = f"{experiment.variants[variant].label}, {experiment.budgets[budget].name}"
        print(f"{label}: {share:.0%} of {counted['turns']:,} turns")


if __name__ == "__main__":
    main()
