"""Contrasts of two estimates: difference, interval, p-value, effect size, Holm's correction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, erfc, inf, isfinite, nan, sqrt

import numpy as np

from parlour.lab.stats.estimate import Estimate, Values
from parlour.lab.stats.level import ERROR, deviations

POWER = 0.8  # how often a difference that could have been seen is seen
# From which size on an effect is small, medium, large: Cohen 1988, for h and for d alike.
SIZES = ((0.2, "negligible"), (0.5, "small"), (0.8, "medium"), (inf, "large"))


@dataclass(frozen=True)
class Contrast:
    """`value` = one minus other, its interval, the p-value of no difference, the effect size."""

    value: float
    low: float
    high: float
    p: float
    effect: float

    @property
    def clear(self) -> bool:
        """Whether the interval leaves no doubt which of the two is higher."""
        return self.low > 0 or self.high < 0

    @property
    def words(self) -> str:
        """The effect size in a word."""
        return effect_words(self.effect)


def contrast(
    one: Estimate, other: Estimate, correlation: float = 0.0, tested: float | None = None
) -> Contrast:
    """One estimate minus another, from other games, or from games in pairs, with the means' `correlation`.

    The interval is put together from the two (the square-and-add rule: Newcombe 1998, method 10, for
    shares with Wilson's intervals; Zou and Donner 2008 for anything else with an interval). From two
    symmetric intervals on the same pairs it is the paired t-test's. `tested` is the p-value of a test of
    the games themselves, in place of the interval's.
    """
    value = one.value - other.value
    low = value - _together(one.value - one.low, other.high - other.value, correlation)
    high = value + _together(one.high - one.value, other.value - other.low, correlation)
    p = p_value(value, low, high) if tested is None else tested
    return Contrast(value, low, high, p, effect_size(one, other))


def _together(one: float, other: float, correlation: float) -> float:
    """How far a difference reaches, of two numbers that reach so far."""
    if not isfinite(one) or not isfinite(other):
        return inf
    return sqrt(max(0.0, one * one + other * other - 2 * correlation * one * other))


def correlation_of_means(one: Values, other: Values, shares: bool) -> float:
    """The correlation of the means of two columns whose games are pairs, nan being no game.

    Where the numbers are `shares`, 0 to 1, a covariance above 0 is lessened by 1/(2n), so that a few
    pairs that agree do not make an interval of no width (Newcombe 1998, for paired data).
    """
    both = ~(np.isnan(one) | np.isnan(other))
    pairs = int(both.sum())
    spread = float(one[both].std() * other[both].std()) if pairs > 2 else 0.0
    if spread == 0:
        return 0.0
    covariance = float(np.mean(one[both] * other[both]) - one[both].mean() * other[both].mean())
    if shares and covariance > 0:
        covariance = max(0.0, covariance - 1 / (2 * pairs))
    part = pairs / sqrt(float((~np.isnan(one)).sum()) * float((~np.isnan(other)).sum()))
    return part * max(-1.0, min(1.0, covariance / spread))


def p_value(value: float, low: float, high: float) -> float:
    """The two-sided p-value that belongs to an interval (Altman and Bland 2011).

    Below 0.05, with a 95% interval, exactly if it leaves zero out.
    """
    side = value - low if value > 0 else high - value
    if not isfinite(value) or not isfinite(side):
        return 1.0
    if side == 0:
        return 1.0 if value == 0 else 0.0
    return erfc(deviations() * abs(value) / side / sqrt(2))


def equivalence_p(difference: Contrast, margin: float) -> float:
    """The p-value of a difference of `margin` or more, either way: two one-sided tests (Schuirmann 1987)."""
    up, down = difference.high - difference.value, difference.value - difference.low
    if not isfinite(up) or not isfinite(down) or margin <= 0:
        return 1.0
    above = _beyond(margin - difference.value, up)
    return max(above, _beyond(difference.value + margin, down))


def _beyond(room: float, side: float) -> float:
    """How likely it is that the truth is `room` away or more, where an interval has this `side`."""
    if side == 0:
        return float(room <= 0)
    return erfc(deviations() * room / side / sqrt(2)) / 2


def detectable_effect(difference: Contrast, questions: int) -> float:
    """The smallest difference detected with 80% power, corrected for `questions` questions."""
    from scipy import stats  # slow to import

    error = (difference.high - difference.low) / 2 / deviations()
    needed = stats.norm.isf(ERROR / questions / 2) + stats.norm.ppf(POWER)
    return float(needed) * error


def heterogeneity_p(differences: Sequence[Contrast]) -> float:
    """The p-value of differences that are all alike, by their errors (Cochran's Q, 1954).

    Differences without an error, or without an end, say nothing.
    """
    from scipy import stats  # slow to import

    known = [(d.value, (d.high - d.low) / 2 / deviations()) for d in differences]
    rows = np.array([(v, e) for v, e in known if isfinite(e) and e > 0]).reshape(-1, 2)
    if len(rows) < 2:
        return 1.0
    weights = 1 / rows[:, 1] ** 2
    middle = (weights * rows[:, 0]).sum() / weights.sum()
    q = float((weights * (rows[:, 0] - middle) ** 2).sum())
    return float(stats.chi2.sf(q, len(rows) - 1))


def effect_size(one: Estimate, other: Estimate) -> float:
    """Cohen's h for shares; for the rest Cohen's d, differences in standard deviations of one game."""
    if one.share and other.share:
        return _angle(one.value) - _angle(other.value) if _both(one, other) else nan
    spread = sqrt((one.deviation**2 + other.deviation**2) / 2)
    difference = one.value - other.value
    if spread == 0:
        return 0.0 if difference == 0 else inf if difference > 0 else -inf
    return difference / spread


def _angle(share: float) -> float:
    return 2 * asin(sqrt(min(1.0, max(0.0, share))))


def _both(one: Estimate, other: Estimate) -> bool:
    return isfinite(one.value) and isfinite(other.value)


def effect_words(effect: float) -> str:
    """``negligible``, ``small``, ``medium`` or ``large``; ``unknown`` for nan."""
    return next((word for bound, word in SIZES if abs(effect) < bound), _extreme(effect))


def _extreme(effect: float) -> str:
    return "unknown" if effect != effect else "large"


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values corrected for their number, in their order (Holm 1979).

    Whoever believes those below 0.05 is wrong about any of them in at most one report of twenty.
    """
    count = len(p_values)
    corrected = [1.0] * count
    highest = 0.0
    for rank, place in enumerate(sorted(range(count), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (count - rank) * p_values[place]))
        corrected[place] = highest
    return corrected
