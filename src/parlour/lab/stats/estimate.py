"""One number estimated from games, with its 95% interval. SciPy does the work where it can."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isclose, nan, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from parlour.players.scores import wilson

LEVEL = 0.95
BOOTSTRAP_OF = range(
    20, 301
)  # with more games Student's t agrees to a digit, with fewer it is better
RESAMPLES = 1999
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
    """How often something happens: `hits` of `n`, with Wilson's score interval (Wilson 1927)."""
    if n == 0:
        return Estimate(nan, 0.0, 1.0, 0, "Wilson", share=True)
    p = hits / n
    return Estimate(p, *wilson(hits, n), n, "Wilson", sqrt(p * (1 - p)), share=True)


def score_share(points: Values) -> Estimate:
    """The mean of points from 0 to 1, draws being parts of a point; Wilson's interval.

    Draws make points vary less than wins and losses would, and as much information comes from fewer
    games: Wilson's number of games is divided by that ratio of variances (the design effect, Kish
    1965). The ratio is estimated with four decided games added, so that a row of draws, which says
    little about how rare decided games are, does not give an interval of no width. Without draws this
    is Wilson's interval exactly.
    """
    n = len(points)
    if n == 0:
        return Estimate(nan, 0.0, 1.0, 0, "Wilson", share=True)
    p = float(points.mean())
    deviation = float(points.std())
    plain = n * p * (1 - p)
    ratio = 1.0
    if plain > 0:
        added = PSEUDO_GAMES / 4
        ratio = (n * deviation**2 + added) / (plain + added)
        ratio = 1.0 if isclose(ratio, 1.0) else ratio
    low, high = wilson(p * n / ratio, n / ratio)
    method = "Wilson" if ratio == 1 else "Wilson, for points"
    return Estimate(p, low, high, n, method, deviation, share=True)


def mean(values: Values, bounded: bool = False) -> Estimate:
    """The mean of any numbers: bootstrap (BCa, Efron 1987), or Student's t for many games and very few.

    Numbers that are nan (a game that has nothing to say) are left out. The bootstrap is seeded: the
    same numbers give the same interval. Where all numbers are alike, it is taken for what the rules make
    of it; but where `bounded` numbers, from 0 to 1, are all at an end, some others may not be.
    """
    values = values[~np.isnan(values)]
    n = len(values)
    if n == 0:
        return Estimate(nan, -inf, inf, 0, "none")
    middle = float(values.mean())
    if n == 1:
        return Estimate(middle, -inf, inf, 1, "none")
    deviation = float(values.std(ddof=1))
    if values.min() == values.max():
        others = unlike(n) if bounded and middle in (0, 1) else 0.0
        low, high = middle * (1 - others), middle + (1 - middle) * others
        return Estimate(middle, low, high, n, "all alike", 0.0)
    least, most = (0.0, 1.0) if bounded else (-inf, inf)
    if n in BOOTSTRAP_OF:
        low, high = _bca(values)
        if np.isfinite(low) and np.isfinite(high):
            return Estimate(
                middle, max(low, least), min(high, most), n, "bootstrap (BCa)", deviation
            )
    low, high = map(float, stats.t.interval(LEVEL, n - 1, middle, deviation / sqrt(n)))
    return Estimate(middle, max(low, least), min(high, most), n, "Student's t", deviation)


def unlike(n: int) -> float:
    """The largest share of games that may differ from `n` games that were all alike.

    The end of the exact interval for none of `n` (Clopper and Pearson 1934).
    """
    return float(1 - ((1 - LEVEL) / 2) ** (1 / n))


def _bca(values: Values) -> tuple[float, float]:
    found = stats.bootstrap(
        (values,), np.mean, n_resamples=RESAMPLES, confidence_level=LEVEL, rng=0, batch=500
    ).confidence_interval
    return float(found.low), float(found.high)


def quantile(values: Values, q: float) -> Estimate:
    """The `q`-quantile, with the exact interval between order statistics (Conover 1999, SciPy's).

    Where games are too few for an end of the interval it is the least or the greatest of them.
    """
    values = values[~np.isnan(values)]
    n = len(values)
    if n == 0:
        return Estimate(nan, -inf, inf, 0, "none")
    value = float(np.quantile(values, q))
    least, greatest = float(values.min()), float(values.max())
    found = stats.quantile_test(values, q=value, p=q).confidence_interval(LEVEL)
    low = least if np.isnan(found.low) else float(found.low)
    high = greatest if np.isnan(found.high) else float(found.high)
    ends = min(low, value), max(high, value)
    return Estimate(value, *ends, n, "order statistics", float(values.std()))
