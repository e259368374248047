"""The power of the tests that are used, by simulation: how often a difference is found, or ruled out.

Games are drawn from `Sides`, shifted by the difference in question, and tested as the report tests them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from parlour.lab.stats.contrast import contrast, equivalence_p
from parlour.lab.stats.estimate import Estimate, mean, score_share
from parlour.lab.stats.testing import against_p, permutation_p

Values = NDArray[np.float64]

POWER = 0.8  # how often a difference that matters shall be found
TRIALS = 200
FEWEST_TRIES, BEYOND = 499, 10  # permutations of a trial, and how many of them lie beyond the level
KINDS = 8  # different numbers that games of a sample are rounded to: permutations are quick then
STEPS = 4  # towards the number of games, or the difference, that has the power
MOST_GAMES = 10_000_000


@dataclass(frozen=True)
class Sides:
    """Games to be compared: `one` of them with `other`, or with the number `against` where that is 0.

    `sample` is what single games' numbers are like; `bounded` ones lie between 0 and 1.
    """

    sample: Values
    bounded: bool
    one: int
    other: int = 0
    against: float = 0.0

    def times(self, factor: float) -> Sides:
        """As many times as many games."""
        most = min(factor, MOST_GAMES / max(self.one, self.other))
        return replace(self, one=max(2, ceil(self.one * most)), other=ceil(self.other * most))

    @property
    def error(self) -> float:
        """The standard error of the difference."""
        spread = max(float(self.sample.std()), 1e-9)
        return spread * sqrt(1 / self.one + (1 / self.other if self.other else 0))


def sides(
    sample: Values, bounded: bool, one: int, other: int = 0, against: float | None = None
) -> Sides:
    """Sides whose games are like the sample, about `against` where they are compared with a number."""
    rounded = sample if len(np.unique(sample)) <= KINDS else _rounded(sample)
    if against is None:
        return Sides(rounded, bounded, one, other)
    if bounded:
        return Sides(_shifted(rounded, against - float(rounded.mean())), True, one, 0, against)
    return Sides(rounded + against - rounded.mean(), False, one, 0, against)


def _rounded(sample: Values) -> Values:
    """The sample with each part of it replaced by the part's mean."""
    parts = np.array_split(np.sort(sample), KINDS)
    return np.concatenate([np.full(len(part), part.mean()) for part in parts])


def _shifted(sample: Values, shift: float) -> Values:
    """A sample of numbers from 0 to 1 with another mean: some of its numbers are 0 or 1 instead."""
    middle, goal = float(sample.mean()), float(shift > 0)
    weight = min(1.0, shift / (goal - middle)) if goal != middle else 0.0
    changed = np.concatenate([np.tile(sample, 100), np.full(100 * len(sample), goal)])
    kept = round(100 * len(sample) * (1 - weight))
    return changed[100 * len(sample) - kept : 100 * len(sample) - kept + 100 * len(sample)]


def power(drawn: Sides, difference: float, alpha: float) -> float:
    """How often a difference is found at the level `alpha`."""
    tries = max(FEWEST_TRIES, ceil(BEYOND / alpha))
    return _rate(drawn, difference, lambda one, other: _p(one, other, drawn, tries) < alpha)


def margin_power(drawn: Sides, margin: float, alpha: float) -> float:
    """How often level games are shown to differ by less than `margin`."""

    def is_same(one: Values, other: Values) -> bool:
        estimate = score_share if drawn.bounded else mean
        level = drawn.against
        given = Estimate(level, level, level, len(one), "given", 0.0, drawn.bounded)
        theirs = estimate(other) if drawn.other else given
        return equivalence_p(contrast(estimate(one), theirs), margin) < alpha

    return _rate(drawn, 0.0, is_same)


def _p(one: Values, other: Values, drawn: Sides, tries: int) -> float:
    if drawn.other:
        return permutation_p([(one, other)], tries)
    return against_p(one, drawn.against, tries)


def _rate(drawn: Sides, shift: float, is_found: Callable[[Values, Values], bool]) -> float:
    """The share of trials in which something is found; seeded."""
    rng = np.random.default_rng(0)
    middle = float(drawn.sample.mean())
    up = shift if not drawn.bounded or middle + shift <= 1 else -shift
    law = _shifted(drawn.sample, up) if drawn.bounded and shift else drawn.sample
    extra = 0.0 if drawn.bounded else shift
    found = 0
    for _ in range(TRIALS):
        one = rng.choice(law, drawn.one) + extra
        found += is_found(one, rng.choice(drawn.sample, drawn.other))
    return found / TRIALS


Test = Callable[[Sides, float, float], float]  # `power` or `margin_power`


def games_needed(drawn: Sides, test: Test, size: float, alpha: float) -> Sides:
    """As many games as give a test of a difference or margin its power, about."""
    tried = drawn
    for _ in range(STEPS):
        known = test(tried, size, alpha)
        if known >= POWER:
            break
        tried = tried.times(max(1.05, _missing(known, size / tried.error, alpha) ** 2))
    return tried


def size_needed(drawn: Sides, test: Test, size: float, alpha: float) -> float:
    """The smallest difference or margin for which a test of these games has the power, about."""
    for _ in range(STEPS):
        known = test(drawn, size, alpha)
        if POWER <= known <= POWER + 0.1:
            break
        size *= _missing(min(known, 0.995), size / drawn.error, alpha)
    return size


def _missing(known: float, reach: float, alpha: float) -> float:
    """How many times further a difference must reach, in errors, for the power."""
    from scipy import stats  # slow to import

    least = float(stats.norm.isf(alpha / 2))
    wanted = least + float(stats.norm.ppf(POWER))
    has = least + float(stats.norm.ppf(known)) if known > 0.05 else reach
    return min(10.0, wanted / max(has, wanted / 10))
