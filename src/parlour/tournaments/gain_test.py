"""Whether one player is better than another by a given margin: a sequential test on pairs of games.

What is tested is the mean of a pair's points, whatever values they take: wins, draws, ¾ to ¼. Wald's
ratio for normal means with the variance observed, as in testing chess programs (`lab.stats.sprt`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from parlour.lab.stats.confidence_sequence import Verdict, sprt

LEAST = 8  # pairs before the observed variance is believed


def share(elo: float) -> float:
    """The share of the points that goes with a difference in Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def verdict(pairs: Sequence[Sequence[Fraction]], gain: float) -> Verdict:
    """Whether the first is `gain` Elo better (HIGHER) or worse (LOWER) than the other, or not yet known.

    Each claim is made in at most 5% of meetings in which the other is true. Single games are left out.
    """
    values = np.array([float(sum(pair)) / 2 for pair in pairs if len(pair) == 2])
    if len(values) < LEAST:
        return Verdict.OPEN
    if np.all(values == values[0]):  # no variance to observe: two decided pairs are added
        values = np.append(values, [0.0, 1.0])
    return sprt(values, share(-gain), share(gain))


def settled(pairs: Sequence[Sequence[Fraction]], gain: float) -> bool:
    """Whether the test says one or the other."""
    return verdict(pairs, gain) is not Verdict.OPEN
