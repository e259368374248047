"""How even groups of games are, from games between equal players: `python benchmarks/groups.py`.

The results of a group's games are those in the raw games of findings. Each result of one is combined
with each of the others, as often as both came, and the match's rules say who wins. Intervals draw the
games again. A tie-break is counted by itself: no games of it were played.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache

import numpy as np
import numpy.typing as npt

from parlour.lab.finding_replay import kept_games, read_finding
from parlour.lab.shipped_findings import report_path
from parlour.matches import Match, match

GROUPS = {"diagonal-groupling": "sovereign-drawish", "twindraughts-group": "twindraughts-forms"}
PLAYERS = ("club", "master", "unlike")
DRAWN_AGAIN = 2000
SEED = 7
OUTCOMES = (0, 1, None)  # the winners: the side that begins, the other, neither yet

Results = Counter[tuple[Fraction, ...]]  # how often each row of scores came
Shares = npt.NDArray[np.float64]


@cache
def results(question: str) -> dict[tuple[str, str], Results]:
    """The results in a finding's raw games, by players and game."""
    path = report_path(f"questions/{question}")
    _, experiment = read_finding(path)
    found: defaultdict[tuple[str, str], Results] = defaultdict(Counter)
    for trace in kept_games(path):
        found[experiment.budgets[trace.budget].name, trace.game.name][trace.scores] += 1
    return found


def winners(start: Match, rows: list[list[tuple[Fraction, ...]]]) -> npt.NDArray[np.int64]:
    """Who wins a match for each combination of its games' results: an index of `OUTCOMES`."""
    found = np.zeros([len(each) for each in rows], np.int64)
    for place in itertools.product(*map(range, found.shape)):
        played = start
        for number, (each, index) in enumerate(zip(rows, place, strict=True), 1):
            played = played.result(number, each[index])
        found[place] = OUTCOMES.index(played.outcome[1] if played.outcome else None)
    return found


def shares(won: npt.NDArray[np.int64], chances: list[Shares]) -> Shares:
    """How often each of `OUTCOMES` comes, if the games' results have these chances."""
    whole = chances[0]
    for each in chances[1:]:
        whole = np.multiply.outer(whole, each)
    return np.asarray(np.bincount(won.ravel(), whole.ravel(), len(OUTCOMES)), np.float64)


def report(group: str, players: str) -> list[str]:
    """How often the side that begins, the other and neither wins a group, with 95% intervals."""
    start, known = match(group, seed=SEED), results(GROUPS[group])
    counts = [known[players, name] for number, name, _ in start.games if number > 0]
    rows = [sorted(each) for each in counts]
    won = winners(start, rows)
    often = [np.array([each[row] for row in some]) for each, some in zip(counts, rows, strict=True)]
    chances = [each / each.sum() for each in often]
    rng = np.random.default_rng(SEED)
    drawn = [
        [
            rng.multinomial(each.sum(), chance) / each.sum()
            for each, chance in zip(often, chances, strict=True)
        ]
        for _ in range(DRAWN_AGAIN)
    ]
    ends = np.quantile([shares(won, each) for each in drawn], [0.025, 0.975], axis=0)
    return [
        f"{value:.0%} ({100 * low:.0f} to {100 * high:.0f})"
        for value, low, high in zip(shares(won, chances), *ends, strict=True)
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("groups", nargs="*", default=list(GROUPS))
    print("| group | players | who begins wins | the other wins | tied, or for the tie-break |")
    print("|---|---|---|---|---|")
    for group in parser.parse_args().groups:
        for players in PLAYERS:
            print(f"| `{group}` | {players} | {' | '.join(report(group, players))} |")


if __name__ == "__main__":
    main()
