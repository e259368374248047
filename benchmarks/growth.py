"""How strength grows with thought: a curve for one game, fitted to match scores, with its uncertainty.

Strength is in Elo, thought in doublings of the least budget. A doubling is worth `rise` Elo at the
least budget and less by the part `fade` after each further one, so that a score is logistic in the
logarithm of thought. All pairs (rise, fade) on a grid are weighed by the likelihood of the scores.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

Row = npt.NDArray[np.float64]

RISES = np.linspace(0.0, 500.0, 126)
FADES = np.linspace(-0.1, 0.8, 91)
MIDDLE = (0.025, 0.5, 0.975)  # the 95% interval and the median


@dataclass(frozen=True)
class Score:
    """The share of points of the player with `upper` doublings against the one with `lower`."""

    lower: float
    upper: float
    share: float
    games: int


def share_of(elo: Row) -> Row:
    """The share of points that a lead in Elo promises."""
    return np.asarray(1 / (1 + 10 ** (-elo / 400)))


def worth(doublings: float) -> Row:
    """The strength of so many doublings, in Elo, for every pair on the grid."""
    fades = FADES[None, :]
    with np.errstate(invalid="ignore", divide="ignore"):
        sums = np.where(abs(fades) < 1e-9, doublings, (1 - np.exp(-fades * doublings)) / fades)
    return np.asarray(RISES[:, None] * sums)


@dataclass(frozen=True)
class Growth:
    """The weights of all pairs on the grid."""

    weights: Row

    @classmethod
    def fit(cls, scores: Iterable[Score]) -> Growth:
        """Weigh the grid by scores."""
        likely = np.zeros((len(RISES), len(FADES)))
        for score in scores:
            share = np.clip(share_of(worth(score.upper) - worth(score.lower)), 1e-9, 1 - 1e-9)
            won, lost = score.games * score.share, score.games * (1 - score.share)
            likely += won * np.log(share) + lost * np.log(1 - share)
        weights = np.exp(likely - likely.max())
        return cls(weights / weights.sum())

    def quantiles(self, values: Row) -> tuple[float, float, float]:
        """The lower end of the 95% interval, the median and the upper end of a figure."""
        order = np.argsort(values, axis=None)
        sums = np.cumsum(self.weights.ravel()[order])
        low, middle, high = (values.ravel()[order][np.searchsorted(sums, q)] for q in MIDDLE)
        return float(low), float(middle), float(high)

    def gain(self, lower: float, upper: float) -> tuple[float, float, float]:
        """What thought from `lower` to `upper` doublings is worth in Elo, with its interval."""
        return self.quantiles(worth(upper) - worth(lower))

    def share(self, lower: float, upper: float) -> tuple[float, float, float]:
        """The score that the curve predicts, with its interval."""
        return self.quantiles(share_of(worth(upper) - worth(lower)))

    def mean(self, doublings: float) -> float:
        """The mean strength of so many doublings."""
        return float((self.weights * worth(doublings)).sum())

    def doublings(self, strength: float, most: float) -> float:
        """How many doublings, of `most`, have this mean strength."""
        low, high = 0.0, most
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if self.mean(middle) < strength else (low, middle)
        return low


def elo(share: float) -> float:
    """The lead in Elo that makes a share of the points likely."""
    return 400 * log(share / (1 - share)) / log(10)
