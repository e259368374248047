"""Count who wins a set of Election, by what was elected: `python benchmarks/election_sets.py`.

For each form of Election in a finding, and each aim, it prints in how many sets a player elected it,
and the share of these that this player won, with a 95% interval. A drawn set counts half. Games are
independent, sets of one game are not: they are resampled together. It also counts the games of which
the limit of moves ended a set. The games are the raw ones.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

import numpy as np

from parlour.games.draughts.code import set_of
from parlour.games.draughts.names import SETS
from parlour.lab.finding_replay import kept_games, read_finding
from parlour.lab.shipped_findings import report_path
from parlour.lab.stats.estimate import score_share
from parlour.lab.trace import Trace

REPORT = report_path("questions/twindraughts-forms")
FORMS = ("main", "first only elects", "reset only")  # the labels of its variants
AIMS = ("rebound", "reset", "royal")


def elections(trace: Trace) -> Iterator[tuple[str, int, str]]:
    """The set, the seat and the aim of each election, in order."""
    for ply, code in zip(trace.plies, trace.codes, strict=True):
        aim = ply.move.partition(":")[2].partition("@")[0]
        if aim in AIMS:
            yield SETS[set_of(code)], ply.turn, aim


def set_share(trace: Trace, name: str, seat: int) -> float:
    """The electing seat's share of a set: 1, 0, or a half."""
    result = trace.details[name]
    if not result.startswith("won by"):
        return 0.5
    return float(trace.game.seat_names[seat] in result)


def main() -> None:
    """Print the counts."""
    _, experiment = read_finding(REPORT)
    labels = {variant.game: variant.label for variant in experiment.variants}
    arms: dict[tuple[str, int], dict[str, list[tuple[float, int]]]] = {}
    games, limited = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for trace in kept_games(REPORT):
        if labels[trace.variant] not in FORMS:
            continue
        arm = trace.variant, trace.budget
        games[arm] += 1
        limited[arm] += "drawn, move-limit" in trace.details.values()
        found = arms.setdefault(arm, defaultdict(list))
        for name, seat, aim in elections(trace):
            found[aim].append((set_share(trace, name, seat), trace.number))
    for (game, budget), found in arms.items():
        counts = f"limit of moves in {limited[game, budget]} of {games[game, budget]} games"
        print(f"{labels[game]}, {experiment.budgets[budget].name}: {counts}")
        for aim in found:
            share = score_share(*map(np.array, zip(*found[aim], strict=True)))
            print(
                f"  {aim}: {len(found[aim])} sets, "
                f"won {share.value:.0%} ({share.low:.0%} to {share.high:.0%})"
            )


if __name__ == "__main__":
    main()
