"""Test sequentially, on pairs of games, whether one player is better by a given margin.

The test is about the mean of a pair's points, whatever values they take: wins, draws, ¾ to ¼. It is
Wald's ratio for normal means with the observed variance, as chess programs are tested
(`lab.stats.sprt`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from parlour.lab.stats.confidence_sequence import SequentialDecision, sprt

LEAST = 8  # pairs before the observed variance is believed


def share(elo: float) -> float:
    """The share of the points that a difference in Elo predicts."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def verdict(pairs: Sequence[Sequence[Fraction]], gain: float) -> SequentialDecision:
    """HIGHER if the first is `gain` Elo better than the other, LOWER if worse, else undecided.

    Each error has a probability of at most 5%. Single games are left out.
    """
    values = np.array([float(sum(pair)) / 2 for pair in pairs if len(pair) == 2])
    if len(values) < LEAST:
        return SequentialDecision.OPEN
    if np.all(values == values[0]):  # no variance to observe: two decided pairs are added
        values = np.append(values, [0.0, 1.0])
    return sprt(values, share(-gain), share(gain))


def settled(pairs: Sequence[Sequence[Fraction]], gain: float) -> bool:
    """Whether the test has decided."""
    return verdict(pairs, gain) is not SequentialDecision.OPEN
