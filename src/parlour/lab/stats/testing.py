"""p-values from the games themselves, good to the tail that a correction for many questions needs.

Permutation tests of means in their own standard errors: exact where arms differ in nothing, and right for
many games where they differ in spread alone (Janssen 1997). The smallest p-value is 1 in 20,000.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from parlour.lab.stats.bootstrap import bootstrap_means

Values = NDArray[np.float64]
Strata = Sequence[tuple[Values, Values]]  # the games of two sides at each of some budgets

MOST = 19_999  # permutations
AT_A_TIME = 2000
ENOUGH = 100  # permutations that are as far apart: p is known well enough then
FEW_KINDS = 30  # different numbers, up to which it pays to draw how often each comes


def permutation_p(strata: Strata, most: int = MOST) -> float:
    """Whether the sides' means differ, games being exchanged between the sides of a budget only.

    At `most` so many exchanges are tried.
    """
    rng = np.random.default_rng(0)
    own = _scaled([_moments(x.sum(), (x * x).sum(), x, y) for x, y in strata])
    return _extreme_share(
        abs(float(own[0])),
        lambda count: _scaled([_moments(*_exchanged(rng, x, y, count), x, y) for x, y in strata]),
        most,
    )


def sign_flip_p(differences: Values) -> float:
    """Whether the mean of differences between the two games of pairs is 0."""
    rng, n = np.random.default_rng(0), len(differences)
    squares = float((differences**2).sum())

    def scaled(sums: Values) -> Values:
        spread = np.sqrt(np.maximum(squares - sums**2 / n, 0.0))
        return _divided(sums, spread)

    return _extreme_share(
        abs(float(scaled(differences.sum()[None])[0])),
        lambda count: scaled(rng.choice([-1.0, 1.0], (count, n)) @ differences),
    )


def against_p(values: Values, even: float, most: int = MOST) -> float:
    """Whether the mean of numbers is `even`: the sign test where they lie on two sides equally far, or at it.

    Else the bootstrap-t's, with `most` resamples.
    """
    from scipy import stats  # slow to import

    off = values - even
    apart = off[off != 0]
    if len(apart) and np.allclose(np.abs(apart), abs(apart[0])):
        return float(stats.binomtest(int((apart > 0).sum()), len(apart)).pvalue)
    if not len(apart) or len(values) < 2 or apart.min() == values.max() - even:
        return 1.0
    scaled, error = bootstrap_means(values, np.ones(len(values)), most)
    own = float(off.mean()) / error
    above = float((scaled >= own).sum() + 1) / (len(scaled) + 1)
    below = float((scaled <= own).sum() + 1) / (len(scaled) + 1)
    return min(1.0, 2 * min(above, below))


def _extreme_share(own: float, draw: Callable[[int], Values], most: int = MOST) -> float:
    """The share of permutations, the observed one included, at least as far apart as the observed one."""
    far = done = 0
    while done < most and far < ENOUGH:
        count = min(AT_A_TIME, most - done)
        far += int((np.abs(draw(count)) >= own * (1 - 1e-9)).sum())
        done += count
    return (far + 1) / (done + 1)


def _exchanged(
    rng: np.random.Generator, one: Values, other: Values, count: int
) -> tuple[Values, Values]:
    """The sums and the sums of squares of as many games as `one` has, drawn from those of both."""
    both = np.concatenate([one, other])
    kinds, counts = np.unique(both, return_counts=True)
    if len(kinds) <= FEW_KINDS:
        often = rng.multivariate_hypergeometric(counts, len(one), count, method="marginals")
        return often @ kinds, often @ kinds**2
    places = np.argpartition(rng.random((count, len(both))), len(one), axis=1)[:, : len(one)]
    drawn = both[places]
    return drawn.sum(axis=1), (drawn**2).sum(axis=1)


def _moments(sums: Values, squares: Values, one: Values, other: Values) -> tuple[Values, Values]:
    """The difference of means and its variance, by the sums of the games on the first side."""
    n, m = len(one), len(other)
    rest, rest_squares = one.sum() + other.sum() - sums, (one**2).sum() + (other**2).sum() - squares
    variances = (squares - sums**2 / n) / n**2 + (rest_squares - rest**2 / m) / m**2
    return np.atleast_1d(sums / n - rest / m), np.atleast_1d(variances)


def _scaled(parts: Sequence[tuple[Values, Values]]) -> Values:
    """The mean difference of all budgets in its standard error."""
    return _divided(
        np.sum([difference for difference, _ in parts], axis=0),
        np.sqrt(np.maximum(np.sum([variance for _, variance in parts], axis=0), 0.0)),
    )


def _divided(differences: Values, errors: Values) -> Values:
    """Differences in their errors; without any error endless, or nothing."""
    small = errors < 1e-9 * (np.abs(differences) + sqrt(1e-300))
    plain = np.where(np.abs(differences) < 1e-12, 0.0, np.copysign(np.inf, differences))
    return np.where(small, plain, differences / np.where(small, 1.0, errors))
