"""One number estimated from games, with its interval, of 95% or as `level` has it.

``benchmarks/intervals.py`` measures how often each kind of interval holds: docs/measurements/coverage.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isclose, isfinite, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from parlour.lab.stats.bootstrap import MOST_KINDS, bootstrap_t, resamples
from parlour.lab.stats.level import deviations, level, tail
from parlour.players.scores import wilson

# With more games, of which no two need be alike, Student's t agrees to a digit.
MOST_RESAMPLED = 300
TOO_FEW = "too few games"
ALIKE = "all alike: exact, one-sided"
PSEUDO_GAMES = 4  # decided games that are added where a variance of points is estimated

Values = NDArray[np.float64]


@dataclass(frozen=True)
class Estimate:
    """`value` with its interval `low` to `high`, from `n` games; `deviation` is that of single games.

    Where there are no games the value is nan and the interval is all that is possible. `share`: the
    number is a share or a mean of points from 0 to 1.
    """

    value: float
    low: float
    high: float
    n: int
    method: str
    deviation: float = nan
    share: bool = False

    @property
    def half_width(self) -> float:
        """The longer side of the interval."""
        return max(self.value - self.low, self.high - self.value)

    def scaled(self, factor: float, shift: float = 0.0) -> Estimate:
        """The estimate of ``factor * x + shift``."""
        ends = sorted((factor * self.low + shift, factor * self.high + shift))
        return Estimate(
            factor * self.value + shift,
            ends[0],
            ends[1],
            self.n,
            self.method,
            abs(factor) * self.deviation,
        )


def proportion(hits: int, n: int) -> Estimate:
    """How often something happens: `hits` of `n`, with Wilson's score interval (Wilson 1927).

    Where all are alike, the exact interval (Clopper and Pearson 1934): Wilson's holds too seldom there.
    """
    if n == 0:
        return Estimate(nan, 0.0, 1.0, 0, "Wilson", share=True)
    p = hits / n
    if hits in (0, n):
        return Estimate(p, p * (1 - unlike(n)), p + (1 - p) * unlike(n), n, ALIKE, 0.0, share=True)
    return Estimate(p, *wilson(hits, n, deviations()), n, "Wilson", sqrt(p * (1 - p)), share=True)


def score_share(points: Values, clusters: Values | None = None) -> Estimate:
    """The mean of points from 0 to 1, draws being parts of a point; Wilson's interval.

    Draws make points vary less than wins and losses would, and as much information comes from fewer
    games: Wilson's number of games is divided by that ratio of variances (the design effect, Kish
    1965). The ratio is estimated with four decided games added, so that a row of draws, which says
    little about how rare decided games are, does not give an interval of no width. Without draws this
    is Wilson's interval exactly. Games that have something in common, a number in `clusters`, change
    the ratio likewise: by the variance of what clusters have above the mean.
    """
    n = len(points)
    if n == 0:
        return Estimate(nan, 0.0, 1.0, 0, "Wilson", share=True)
    p = float(points.mean())
    plain = n * p * (1 - p)
    if plain == 0:
        return proportion(round(p * n), n)
    residuals = points - p if clusters is None else _grouped(points - p, clusters)[0]
    varied = float((residuals**2).sum())
    added = PSEUDO_GAMES / 4
    ratio = (varied + added) / (plain + added)
    ratio = 1.0 if isclose(ratio, 1.0) else ratio
    low, high = wilson(p * n / ratio, n / ratio, deviations())
    method = "Wilson" if ratio == 1 else "Wilson, for points"
    return Estimate(p, low, high, n, method, float(points.std()), share=True)


def _grouped(values: Values, clusters: Values) -> tuple[Values, Values]:
    """The sums and the sizes of clusters."""
    _, places = np.unique(clusters, return_inverse=True)
    sums = np.bincount(places, values).astype(np.float64)
    return sums, np.bincount(places).astype(np.float64)


def mean(values: Values, bounded: bool = False, clusters: Values | None = None) -> Estimate:
    """The mean of any numbers, with the bootstrap-t's interval; Student's t for very many that all differ.

    Numbers that are nan (a game that has nothing to say) are left out. The bootstrap is seeded: the
    same numbers give the same interval. `bounded` numbers are from 0 to 1. Numbers with the same entry
    in `clusters`, such as the sets of a game, are drawn together. An interval without an end on one side
    is reported as too few games.
    """
    from scipy import stats  # slow to import

    there = ~np.isnan(values)
    values = values[there]
    n = len(values)
    if n == 0:
        return Estimate(nan, -inf, inf, 0, "none")
    middle = float(values.mean())
    least, most = (0.0, 1.0) if bounded else (-inf, inf)
    if n == 1:
        return Estimate(middle, least, most, 1, TOO_FEW)
    if values.min() == values.max():
        return _alike(middle, n, bounded)
    deviation = float(values.std(ddof=1))
    sums, sizes = (values, np.ones(n)) if clusters is None else _grouped(values, clusters[there])
    if len(sums) > MOST_RESAMPLED and len(np.unique(sums)) > MOST_KINDS:
        reach = float(stats.t.isf(tail(), len(sums) - 1)) * _error(sums, sizes, middle)
        low, high, method = middle - reach, middle + reach, "Student's t"
    else:
        low, high = bootstrap_t(sums, sizes, tail())
        method = "bootstrap-t" if isfinite(low) and isfinite(high) else TOO_FEW
    return Estimate(middle, max(low, least), min(high, most), n, method, deviation)


def _error(sums: Values, sizes: Values, middle: float) -> float:
    """The standard error of a mean of clusters."""
    rows = len(sums)
    residuals = float(((sums - middle * sizes) ** 2).sum()) * rows / (rows - 1)
    return sqrt(residuals) / float(sizes.sum())


def _alike(value: float, n: int, bounded: bool) -> Estimate:
    """The mean of numbers that are all alike: the exact bound says how many of other games may differ.

    Where numbers have no bound, those others are taken to be nothing or twice as much; where all are 0,
    one more or less.
    """
    least, most = (0.0, 1.0) if bounded else (0.0, 2 * value) if value else (-1.0, 1.0)
    low, high = (value + unlike(n) * (end - value) for end in sorted((least, most)))
    return Estimate(value, low, high, n, ALIKE, 0.0)


def unlike(n: int) -> float:
    """The largest share of games that may differ from `n` games that were all alike.

    The end of the exact one-sided interval for none of `n` (Clopper and Pearson 1934); for 95% about
    3 in n.
    """
    return float(1 - (1 - level()) ** (1 / n))


def pooled(estimates: Sequence[Estimate]) -> Estimate:
    """The mean of estimates of different games, each of which counts alike (Zou and Donner 2008)."""
    if len(estimates) == 1:
        return estimates[0]
    count = len(estimates)
    value = sum(e.value for e in estimates) / count
    down = sqrt(sum((e.value - e.low) ** 2 for e in estimates)) / count
    up = sqrt(sum((e.high - e.value) ** 2 for e in estimates)) / count
    deviation = sqrt(sum(e.deviation**2 for e in estimates) / count)
    share = all(e.share for e in estimates)
    games = sum(e.n for e in estimates)
    return Estimate(value, value - down, value + up, games, "pooled", deviation, share)


def quantile(values: Values, q: float) -> Estimate:
    """The `q`-quantile, with the exact interval between order statistics (Conover 1999, SciPy's).

    Where games are too few for an end there is none.
    """
    from scipy import stats  # slow to import

    values = values[~np.isnan(values)]
    n = len(values)
    if n == 0:
        return Estimate(nan, -inf, inf, 0, "none")
    value = float(np.quantile(values, q))
    found = stats.quantile_test(values, q=value, p=q).confidence_interval(level())
    low = -inf if np.isnan(found.low) else min(float(found.low), value)
    high = inf if np.isnan(found.high) else max(float(found.high), value)
    method = "order statistics" if isfinite(low) and isfinite(high) else TOO_FEW
    return Estimate(value, low, high, n, method, float(values.std()))


def intraclass(table: Values) -> Estimate:
    """The share of the variance that lies between groups: `table` has a row of games for each group.

    The intraclass correlation of a one-way layout (Fisher 1925), 0 at least. Its interval is the wider
    at each end of that of F (Shrout and Fleiss 1979), which holds for normal numbers, and of a
    bootstrap-t over groups of the ratio's logarithm, which holds for wins and losses too. Groups that differ
    less than chance would have it are taken to differ as much as that. Where games differ in no group, some
    other group may be one of games that do; where none differ at all, there is nothing to share.
    """
    from scipy import stats  # slow to import

    groups, replays = table.shape
    method = "intraclass correlation"
    if groups < 2:
        return Estimate(nan, 0.0, 1.0, 0, method, share=True)
    means, within = table.mean(axis=1), table.var(axis=1, ddof=1)
    if within.max() == 0:
        alike = means.min() == means.max()
        if alike:
            return Estimate(nan, 0.0, 1.0, 0, method, share=True)
        return Estimate(1.0, 1 - unlike(groups), 1.0, table.size, method, share=True)
    ratio = replays * float(means.var(ddof=1)) / float(within.mean())
    free = groups - 1, groups * (replays - 1)
    above = max(1.0, ratio)
    ends = above / stats.f.isf(tail(), *free), above * stats.f.isf(tail(), *reversed(free))
    low, high = _ratio_interval(means, within, replays)
    wider = ratio, min(low, float(ends[0])), max(high, float(ends[1]))
    value, low, high = (_common(r, replays) for r in wider)
    return Estimate(value, low, high, table.size, method, share=True)


def _common(ratio: float, replays: int) -> float:
    """The correlation that follows from a ratio of variances between and within groups."""
    return max(0.0, (ratio - 1) / (ratio + replays - 1)) if isfinite(ratio) else 1.0


def _ratio_interval(means: Values, within: Values, replays: int) -> tuple[float, float]:
    """The bootstrap-t over groups of the logarithm of the ratio of variances between and within."""
    rng = np.random.default_rng(0)
    value, error = _log_ratio(means[None, :], within[None, :], replays)
    if not isfinite(value[0]):
        return inf, 0.0  # groups are all alike: F alone says what there may be
    count = resamples(tail())
    picked = rng.integers(0, len(means), (count, len(means)))
    logs, errors = _log_ratio(means[picked], within[picked], replays)
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = (logs - value[0]) / errors
    scaled = np.where(np.isnan(scaled), np.where(logs > value[0], inf, -inf), scaled)
    scaled.sort()
    last = max(0, int(tail() * (count + 1)) - 1)
    with np.errstate(over="ignore"):
        low, high = np.exp(value[0] - scaled[[-1 - last, last]] * error[0])
    return float(low), float(high)


def _log_ratio(means: Values, within: Values, replays: int) -> tuple[Values, Values]:
    """The logarithms of ratios, and their standard errors by the delta method; a row of groups each."""
    groups = means.shape[1]
    between, inside = means.var(axis=1, ddof=1), within.mean(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(replays * between / inside)
        apart = (means - means.mean(axis=1, keepdims=True)) ** 2 * groups / (groups - 1)
        influence = apart / between[:, None] - within / inside[:, None]
    return logs, np.sqrt((influence**2).sum(axis=1)) / groups
