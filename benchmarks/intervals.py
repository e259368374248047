"""Measure how often the laboratory's 95% intervals contain the truth, for docs/measurements/coverage.md.

Run ``python benchmarks/intervals.py``. Each row draws games from a law whose truth is known, some
hundred times with fixed seeds, and counts how often the interval contains it. An interval without
an end on some side counts as containing the truth there; "too few" counts these, since the report
then says so instead of a number.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp, isfinite
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from parlour.lab.measures.measure import balance
from parlour.lab.stats import (
    Contrast,
    Estimate,
    asymptotic_sequence,
    at_level,
    bounded_sequence,
    contrast,
    corrected,
    holm,
    intraclass,
    mean,
    permutation_p,
    proportion,
    quantile,
    score_share,
)
from parlour.players.scores import wilson

PAGE = Path(__file__).parents[1] / "docs" / "measurements" / "coverage.md"
TRUSTED = 0.92  # the least that an interval shall hold, from 20 games on
TIMES = 1000
LOOKS, ROUND = 10, 30  # of a run that stops early

Values = NDArray[np.float64]
Rng = np.random.Generator
Interval = Estimate | Contrast
Trial = Callable[[Rng, int], tuple[Interval, float]]  # an interval and the truth


@dataclass(frozen=True)
class Law:
    """A kind of interval on a kind of games, with several numbers of games; some are `slow` to try."""

    name: str
    trial: Trial
    games: tuple[int, ...] = (5, 20, 50, 100)
    slow: bool = False


@dataclass(frozen=True)
class Held:
    """How often an interval contained the truth in a number of draws, and how often it had no end."""

    law: str
    games: int
    draws: int
    share: float
    endless: float


def hold(law: Law, games: int, times: int) -> Held:
    """Draw this many games this many times."""
    rng = np.random.default_rng([games, len(law.name)])
    found = [law.trial(rng, games) for _ in range(times)]
    inside = np.mean([i.low <= truth + 1e-12 and truth - 1e-12 <= i.high for i, truth in found])
    endless = np.mean([not (isfinite(i.low) and isfinite(i.high)) for i, _ in found])
    return Held(law.name, games, times, float(inside), float(endless))


def _mean_of(draw: Callable[[Rng, int], Values], truth: float, bounded: bool = False) -> Trial:
    return lambda rng, n: (mean(draw(rng, n), bounded), truth)


def _lognormal(rng: Rng, n: int) -> Values:
    return rng.lognormal(0, 1, n)


def _rare(rng: Rng, n: int) -> Values:
    """An event in one game of twenty, twice in such a game on average."""
    return (rng.random(n) < 0.05) * (1.0 + rng.poisson(1, n))


def _sets(rng: Rng, n: int) -> tuple[Interval, float]:
    """Two sets of each game, won by the same player in three games of four."""
    first = rng.integers(0, 2, n).astype(float)
    second = np.where(rng.random(n) < 0.5, first, rng.integers(0, 2, n))
    sets, games = np.concatenate([first, second]), np.tile(np.arange(n), 2).astype(float)
    return score_share(sets, games), 0.5


def _quartile(rng: Rng, n: int) -> tuple[Interval, float]:
    return quantile(rng.exponential(size=n), 0.25), float(stats.expon.ppf(0.25))


def _luck(common: float, wins: float) -> Trial:
    """Groups of eight wins and losses."""

    def trial(rng: Rng, n: int) -> tuple[Interval, float]:
        size = (1 - common) / common if common else 0.0
        chances = rng.beta(wins * size, (1 - wins) * size, n) if common else np.full(n, wins)
        return intraclass((rng.random((n, 8)) < chances[:, None]).astype(float)), common

    return trial


def _balance(rng: Rng, n: int) -> tuple[Interval, float]:
    first = rng.integers(0, 2, n).astype(float)
    rows = np.stack([first, 1 - first], axis=1)
    return balance([score_share(column) for column in rows.T], rows), 1.0


def _clear(effect: float) -> Trial:
    """A difference between two arms of wins and losses, played until a sequence shows which is higher."""

    def trial(rng: Rng, n: int) -> tuple[Interval, float]:
        one, other = (
            rng.binomial(1, 0.5 + sign * effect / 2, LOOKS * n).astype(float) for sign in (1, -1)
        )
        low, high = bounded_sequence(one - other, 0.05, -1.0, 1.0)
        looked = [n * (look + 1) for look in range(LOOKS)]
        count = next((k for k in looked if low[k - 1] > 0 or high[k - 1] < 0), looked[-1])
        with at_level(corrected(LOOKS)):
            return contrast(score_share(one[:count]), score_share(other[:count])), effect

    return trial


def _long_clear(rng: Rng, n: int) -> tuple[Interval, float]:
    """The same with lengths that differ by one move in forty."""
    one, other = rng.gamma(4, 10.25, LOOKS * n), rng.gamma(4, 10, LOOKS * n)
    low, high = asymptotic_sequence(one - other)
    looked = [n * (look + 1) for look in range(LOOKS)]
    count = next((k for k in looked if low[k - 1] > 0 or high[k - 1] < 0), looked[-1])
    with at_level(corrected(LOOKS)):
        return contrast(mean(one[:count]), mean(other[:count])), 1.0


def _within(rng: Rng, n: int) -> tuple[Interval, float]:
    """Rare events, played until their mean is known to 0.1."""
    values = _rare(rng, LOOKS * n)
    with at_level(corrected(LOOKS)):
        for look in range(1, LOOKS + 1):
            found = mean(values[: look * n])
            if found.half_width <= 0.1:
                break
        return found, 0.1


def _family(rng: Rng, n: int) -> tuple[Interval, float]:
    """Ten differences of size zero: the smallest corrected p as an interval around zero."""
    rows = rng.lognormal(0, 0.5, (20, n)).round(1)
    p = holm(
        [permutation_p([(one, other)]) for one, other in zip(rows[:10], rows[10:], strict=True)]
    )
    wrong = float(min(p) < 0.05)
    return Contrast(wrong, wrong, wrong, min(p), 0.0), 0.0


LAWS = (
    Law("mean of a rare event's times", _mean_of(_rare, 0.1)),
    Law("mean of lognormal lengths", _mean_of(_lognormal, exp(0.5)), (10, 20, 50, 100)),
    Law("mean of gamma lengths", _mean_of(lambda rng, n: rng.gamma(4, 10, n), 40.0)),
    Law("mean of parts of 1, mostly 0", _mean_of(lambda r, n: r.beta(0.2, 2, n), 1 / 11, True)),
    Law("share of games, 1 in 20", lambda r, n: (proportion(int(r.binomial(n, 0.05)), n), 0.05)),
    Law("points of two sets a game", _sets),
    Law("lower quartile", _quartile, (5, 12, 20, 50, 100)),
    *(
        Law(f"luck of wins, {common:.0%} in common, {wins:.0%} won", _luck(common, wins), (20, 50))
        for common in (0.0, 0.2, 0.5)
        for wins in (0.5, 0.8)
    ),
    Law("balance of an even game", _balance, (5, 20, 100)),
    Law("difference of 3 points after a clear stop", _clear(0.03), (ROUND,)),
    Law("difference of 15 points after a clear stop", _clear(0.15), (ROUND,)),
    Law("difference of lengths after a clear stop", _long_clear, (ROUND,), slow=True),
    Law("rare events' times after a stop by width", _within, (ROUND,), slow=True),
    Law("none of ten differences is believed", _family, (20, 50), slow=True),
)


def study(times: int) -> Iterator[Held]:
    """Yield all rows."""
    for law in LAWS:
        for games in law.games:
            yield hold(law, games, times)


def page(rows: list[Held]) -> str:
    """The page with the table."""
    lines = [f"| {r.law} | {r.games} | {_share(r)} | {_endless(r)} | {r.draws:,} |" for r in rows]
    head = "| law | games | contains the truth | no end | draws |"
    return HEAD + "\n".join([head, "|---|---|---|---|---|", *lines]) + "\n"


def _share(row: Held) -> str:
    """How often it contained the truth, with the sampling error."""
    low, high = wilson(row.share * row.draws, row.draws)
    return f"{row.share:.1%} ({100 * low:.1f} to {100 * high:.1f})"


def _endless(row: Held) -> str:
    return f"{row.endless:.0%}" if row.endless else "–"


HEAD = """\
# Coverage of intervals

How often the laboratory's 95% intervals contain the truth.

* **Command**: `python benchmarks/intervals.py`
* **Date**: 2026-11-22

Each row draws games from a law whose truth is known, with fixed seeds, and counts how often the
interval contains it. The range in brackets is the sampling error of that count.

* *No end*: the share of draws with too few games for an end on some side. Such an interval
  contains the truth on that side; the report shows no number there and says "too few games".
* *After a stop*: the run looked ten times, after equal numbers of games, and stopped when clear.
* *Luck*: groups of eight replays.
* *None of ten*: ten lognormal differences of size zero, corrected by Holm. The row counts how
  often none is reported as clear.
* *Balance* is 1 on average in an even game, whatever the number of games.

"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES)
    times = parser.parse_args().times
    rows = []
    for row in study(times):
        rows.append(row)
        print(f"{row.law}, {row.games}: {row.share:.1%}, no end {row.endless:.0%}", flush=True)
    PAGE.write_text(page(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
