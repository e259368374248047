"""The bootstrap-t: intervals of means from games as they are, skewed or clustered.

The mean of each resample is measured in its own standard error (Efron and Tibshirani 1993, chapter
12.5), so that the interval reaches further on the side on which the numbers reach further. Where a
resample of games may be all alike, the interval has no end on that side: there are too few games to
tell. What comes of it is in docs/measurements/coverage.md.
"""

from __future__ import annotations

from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

RESAMPLES = 999
BEYOND = 10  # resamples that shall lie beyond an end at least
MOST_RESAMPLES = 9_999
FEW = 2.0  # what lognormal games need: ends are taken 1 - 2/√n as far out in the tail as they should be
MOST_KINDS = 100  # different rows, up to which it pays to draw how often each comes
ROOM = 4_000_000  # numbers that are drawn at a time


def resamples(tail: float) -> int:
    """How many resamples show an end beyond which the truth may lie in a part `tail` of cases."""
    return min(MOST_RESAMPLES, max(RESAMPLES, ceil(BEYOND / tail)))


def bootstrap_t(sums: Values, sizes: Values, tail: float) -> tuple[float, float]:
    """The interval of the mean of games in clusters, of which `sums` and `sizes` are the rows.

    `tail` is how often the truth may lie beyond one end.
    """
    tail *= max(0.1, 1 - FEW / sqrt(len(sums)))
    count = resamples(tail)
    scaled, error = bootstrap_means(sums, sizes, count)
    value, last = float(sums.sum() / sizes.sum()), int(tail * (count + 1)) - 1
    return value - float(scaled[-1 - last]) * error, value - float(scaled[last]) * error


def bootstrap_means(sums: Values, sizes: Values, count: int) -> tuple[Values, float]:
    """How far means of resamples are from the mean, each in its own error, in order; and the mean's error."""
    columns = np.column_stack([sums, sizes, sums * sums, sums * sizes, sizes * sizes])
    value, error = (float(x[0]) for x in _ratio(columns.sum(axis=0)[None, :]))
    means, errors = _ratio(_resample(columns, count))
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled = (means - value) / errors
    scaled[np.isnan(scaled)] = 0.0
    scaled.sort()
    return scaled, error


def _ratio(totals: Values) -> tuple[Values, Values]:
    """The means and their standard errors, by the residuals of sums, of rows of totals of columns."""
    sums, sizes, squares, products, sizes_squared = totals.T
    means = sums / sizes
    residuals = squares - 2 * means * products + means**2 * sizes_squared
    residuals[residuals < 1e-12 * squares] = 0.0  # what rounding leaves of nothing
    return means, np.sqrt(residuals) / sizes


def _resample(columns: Values, count: int) -> Values:
    """The totals of the columns in `count` resamples of their rows; seeded."""
    rng = np.random.default_rng(0)
    rows = len(columns)
    kinds, counts = np.unique(columns, axis=0, return_counts=True)
    if len(kinds) <= MOST_KINDS:
        return np.asarray(rng.multinomial(rows, counts / rows, size=count) @ kinds)
    step = max(1, ROOM // rows)
    return np.concatenate(
        [_often(rng, rows, min(step, count - done)) @ columns for done in range(0, count, step)]
    )


def _often(rng: np.random.Generator, rows: int, count: int) -> Values:
    """How often each row comes in each of `count` resamples."""
    picked = rng.integers(0, rows, (count, rows)) + rows * np.arange(count)[:, None]
    often = np.bincount(picked.ravel(), minlength=count * rows)
    return often.reshape(count, rows).astype(np.float64)
