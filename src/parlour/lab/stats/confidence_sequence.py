"""Sequential statistics: valid results at every look while games are still being played.

An ordinary 95% interval holds for one look. A confidence sequence holds at all looks together, so one
may stop as soon as it says enough. The sequential probability ratio test decides between two claims
with the fewest games.
"""

from __future__ import annotations

from enum import Enum
from math import log

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Running = tuple[Values, Values]  # the low and the high end after each game

BET = 0.5  # the greatest bet of the empirical-Bernstein sequence
TUNED_FOR = 200  # games at which the asymptotic sequence is narrowest, about


def bounded_sequence(
    values: Values, alpha: float = 0.05, low: float = 0.0, high: float = 1.0
) -> Running:
    """A confidence sequence for the mean of numbers between `low` and `high`, exact for any number.

    The predictable plug-in empirical-Bernstein sequence (Waudby-Smith and Ramdas 2024, theorem 2): the
    mean lies within it after each game at once, in all but `alpha` of experiments.
    """
    n = len(values)
    if n == 0:
        return np.array([]), np.array([])
    x = (values - low) / (high - low)
    t = np.arange(1, n + 1)
    means = (0.5 + np.cumsum(x)) / (t + 1)
    variances = (0.25 + np.cumsum((x - means) ** 2)) / (t + 1)
    mean_before = np.concatenate(([0.5], means[:-1]))
    variance_before = np.concatenate(([0.25], variances[:-1]))
    share = log(2 / alpha)
    bets = np.minimum(BET, np.sqrt(2 * share / (variance_before * t * np.log1p(t))))
    cost = (x - mean_before) ** 2 * (-np.log1p(-bets) - bets)
    weight = np.cumsum(bets)
    middle = np.cumsum(bets * x) / weight
    reach = (share + np.cumsum(cost)) / weight
    lows = np.maximum.accumulate(np.maximum(0.0, middle - reach))
    highs = np.minimum.accumulate(np.minimum(1.0, middle + reach))
    return low + lows * (high - low), low + highs * (high - low)


def asymptotic_sequence(values: Values, alpha: float = 0.05) -> Running:
    """A confidence sequence for the mean of any numbers, such as lengths, good from some 30 games on.

    Robbins' normal mixture with the variance estimated (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas
    2024, theorem 2.2).
    """
    n = len(values)
    t = np.arange(1, n + 1)
    means = np.cumsum(values) / t
    variances = np.maximum(0.0, np.cumsum(values**2) / t - means**2)
    square = (-2 * log(alpha) + log(-2 * log(alpha) + 1)) / TUNED_FOR
    scaled = t * square + 1
    reach = np.sqrt(variances * 2 * scaled / (t**2 * square) * np.log(np.sqrt(scaled) / alpha))
    return means - reach, means + reach


class SequentialDecision(Enum):
    """What a sequential test says so far."""

    LOWER = "the lower claim"
    HIGHER = "the higher claim"
    OPEN = "not yet"


def sprt(
    points: Values, lower: float, higher: float, alpha: float = 0.05, beta: float = 0.05
) -> SequentialDecision:
    """Whether the mean of points is rather `lower` or `higher`: Wald's test (1945), generalised to draws.

    `alpha`: how often HIGHER is said where `lower` is true; `beta` the other way round. The likelihood
    ratio is that of normal means with the variance observed, as in testing chess programs; four decided
    games are added to it. Where points are wins and losses alone, it is Wald's exactly.
    """
    n = len(points)
    if n == 0:
        return SequentialDecision.OPEN
    total = float(points.sum())
    if np.all((points == 0) | (points == 1)):
        ratio = total * log(higher / lower) + (n - total) * log((1 - higher) / (1 - lower))
    else:
        variance = (n * float(points.var()) + 1) / (n + 4)
        ratio = (higher - lower) * (2 * total - n * (lower + higher)) / (2 * variance)
    if ratio >= log((1 - beta) / alpha):
        return SequentialDecision.HIGHER
    return SequentialDecision.LOWER if ratio <= log(beta / (1 - alpha)) else SequentialDecision.OPEN
