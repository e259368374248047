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
from math import exp, isfinite, log2
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from parlour.lab.contrast_answers import AtStrength, slope
from parlour.lab.measures.measure import balance
from parlour.lab.stats import (
    Contrast,
    Estimate,
    against_p,
    asymptotic_sequence,
    at_level,
    bounded_sequence,
    contrast,
    corrected,
    equivalence_p,
    holm,
    intraclass,
    mean,
    permutation_p,
    proportion,
    quantile,
    score_share,
)
from parlour.lab.stats.power import Sides, power, sides, size_needed
from parlour.players.scores import wilson

PAGE = Path(__file__).parents[1] / "docs" / "measurements" / "coverage.md"
TRUSTED = 0.92  # the least that an interval shall hold, from 20 games on
WARNED = 0.9  # below it a row has a warning, and reports have one
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
    trusted: float = TRUSTED


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


def _plain(rng: Rng, n: int) -> tuple[Interval, float]:
    """Lognormal lengths of two arms that differ by a third of a deviation."""
    one, other = mean(_lognormal(rng, n) + 0.7), mean(_lognormal(rng, n))
    return contrast(one, other), 0.7


def _believed(wrong: bool) -> tuple[Interval, float]:
    """A wrong answer as an interval that misses 0."""
    return Contrast(float(wrong), float(wrong), float(wrong), 1.0, 0.0), 0.0


def _same_at_the_margin(rng: Rng, n: int) -> tuple[Interval, float]:
    """Points of two arms that differ by the whole margin: not to be called the same."""
    one, other = (rng.binomial(1, p, n).astype(float) for p in (0.6, 0.4))
    return _believed(equivalence_p(contrast(score_share(one), score_share(other)), 0.2) < 0.05)


def _slope(rng: Rng, n: int) -> tuple[Interval, float]:
    """Differences of lengths at three strengths, 0.3 more with each doubling of effort."""
    rows = [
        AtStrength(k, 10**k, contrast(mean(rng.gamma(4, 10, n) + rise), mean(rng.gamma(4, 10, n))))
        for k in (2, 3, 4)
        for rise in [0.3 * log2(10**k)]
    ]
    found = slope(rows)
    assert found is not None
    return found, 0.3


def _very_long(rng: Rng, n: int) -> Values:
    """One game of fifty is thirty times as long."""
    return np.where(rng.random(n) < 0.02, 30.0, 1.0) * rng.gamma(16, 2.5, n)


def _unequal_spread(rng: Rng, n: int) -> tuple[Interval, float]:
    """Few games that spread four times as much as many others, means alike."""
    one, other = rng.lognormal(0, 1.2, n), rng.normal(exp(0.72), 0.5, 4 * n)
    return _believed(permutation_p([(one.round(1), other.round(1))]) < 0.05)


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
    Law("plain difference of lognormal lengths", _plain, (20, 50)),
    Law("what differs by the margin is not called the same", _same_at_the_margin, (50, 200)),
    Law("slope of lengths with effort", _slope, (20, 50)),
    Law("mean with rare very long games", _mean_of(_very_long, 63.2), (20, 80, 200), trusted=0.2),
    Law(
        "unequal spread and numbers are not believed to differ", _unequal_spread, (20,), trusted=0.6
    ),
)


def study(times: int) -> Iterator[Held]:
    """Yield all rows."""
    for law in LAWS:
        for games in law.games:
            yield hold(law, games, times)


def page(rows: list[Held]) -> str:
    """The page with the table."""
    lines = [row_text(row) for row in rows]
    head = "| law | games | contains the truth | no end | draws |"
    return HEAD + "\n".join([head, "|---|---|---|---|---|", *lines]) + POWER_HEAD + _power_table()


def row_text(r: Held) -> str:
    """A row of the table; one below 90% is marked."""
    mark = " ⚠" if r.share < WARNED else ""
    return f"| {r.law}{mark} | {r.games} | {_share(r)} | {_endless(r)} | {r.draws:,} |"


def _power_table() -> str:
    """Differences that are said to be found in 80% of cases, and how often fresh games show them."""
    rows = []
    for name, law, games, against in POWERS:
        drawn = sides(law, bool(law.max() <= 1), games, 0 if against else games, against)
        size = size_needed(drawn, power, 2.8 * drawn.error, 0.05)
        rng, found = np.random.default_rng(7), 0
        for _ in range(FRESH):
            found += _is_found(rng, drawn, size)
        rows.append(f"| {name} | {games} | {size:.3g} | {found / FRESH:.0%} |")
    return "\n".join(rows) + "\n"


def _is_found(rng: Rng, drawn: Sides, size: float) -> bool:
    other = rng.choice(drawn.sample, games) if (games := drawn.other) else np.array([])
    plain = rng.choice(drawn.sample, drawn.one)
    one = plain + size
    if drawn.bounded:  # numbers below 1 become 1 so often that the mean rises by the difference
        raised = rng.random(drawn.one) < size / (1 - drawn.sample.mean())
        one = np.where(raised, 1.0, plain)
    p = permutation_p([(one, other)]) if drawn.other else against_p(one, drawn.against)
    return p < 0.05


COIN = np.array([0.0, 1.0])
POWERS = (  # what is tested, single games, how many of them, the number that they are compared with
    ("wins of two arms", COIN, 60, None),
    ("wins of two arms", COIN, 400, None),
    ("wins against one half", COIN, 60, 0.5),
    ("points with draws against one half", np.array([0.0, 0.5, 0.5, 1.0]), 200, 0.5),
    ("lengths of two arms", np.random.default_rng(1).gamma(4, 10, 200), 60, None),
)
FRESH = 400  # simulations of each


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
* **Date**: 2026-11-22, rows from the plain difference on 2026-11-28

Each row draws games from a law whose truth is known, with fixed seeds, and counts how often the
interval contains it. The range in brackets is the sampling error of that count.

* *No end*: the share of draws with too few games for an end on some side. Such an interval
  contains the truth on that side; the report shows no number there and says "too few games".
* *After a stop*: the run looked ten times, after equal numbers of games, and stopped when clear.
* *Luck*: groups of eight replays.
* *None of ten*: ten lognormal differences of size zero, corrected by Holm. The row counts how
  often none is reported as clear.
* *Balance* is 1 on average in an even game, whatever the number of games.
* *Rare very long games*: one game of fifty is thirty times as long.
* *Unequal spread*: lognormal lengths beside four times as many normal ones with the same mean.
* ⚠ marks a row below 90%; reports warn of it: of fewer than 20 games, of means of fewer than 150
  games that may miss rare very long ones, and of sides with unlike spread and numbers of games.

"""

POWER_HEAD = """
## Power

The difference that a report says would have been seen, in 80% of cases, and how often fresh games
with this difference show it (400 simulations, p below 0.05).

| test | games | difference | found |
|---|---|---|---|
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
