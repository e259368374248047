"""What several arms, or groups of games, say together: depth from a ladder, luck from replays."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10, nan

import numpy as np

from parlour.lab.measures.arm import Arm, Values
from parlour.lab.stats import Estimate, score_share

RESAMPLES = 2000


@dataclass(frozen=True)
class Rung:
    """A step of the ladder: what a player scored against one with a part of its budget."""

    name: str
    share: Estimate

    @property
    def elo(self) -> float:
        """The difference in Elo's points that the score stands for, nan where it was all or nothing."""
        p = self.share.value
        return 400 * log10(p / (1 - p)) if 0 < p < 1 else nan


def rung(name: str, arm: Arm) -> Rung:
    """The rung that an arm played, its first player being the stronger."""
    mine = arm.column("mine")
    return Rung(name, score_share(mine[~np.isnan(mine)]))


def depth(rungs: list[Rung]) -> int:
    """How many rungs there are on which more thought told: the interval lies above one half."""
    return sum(step.share.low > 0.5 for step in rungs)


@dataclass(frozen=True)
class Luck:
    """How much of the differences between results groups of replays have in common."""

    common: Estimate
    groups: int


def luck(points: Values, replays: int) -> Luck:
    """The share of the variance of results that lies between groups of games with something in common.

    `points` are those of one seat, in groups of `replays` games that share their position, or all of
    their chances. The share is the intraclass correlation of a one-way layout (Fisher 1925), with a
    bootstrap over groups. Where the position is shared, it is what the position has settled already, the
    rest being open to luck and play; where the chances are shared, it is what they settle.
    """
    groups = len(points) // replays
    table = points[: groups * replays].reshape(groups, replays)
    if groups < 2:
        return Luck(Estimate(nan, 0.0, 1.0, 0, "intraclass correlation", share=True), groups)
    means, within = table.mean(axis=1), table.var(axis=1, ddof=1)
    picks = np.random.default_rng(0).multinomial(groups, np.full(groups, 1 / groups), RESAMPLES)
    drawn = _correlation(picks, means, within, replays)
    value = float(_correlation(np.ones((1, groups), dtype=np.int64), means, within, replays)[0])
    low, high = np.quantile(drawn, [0.025, 0.975])
    method = "intraclass correlation, bootstrap over groups"
    found = Estimate(
        value, float(min(low, value)), float(max(high, value)), len(points), method, share=True
    )
    return Luck(found, groups)


def _correlation(
    weights: np.ndarray[tuple[int, ...], np.dtype[np.int64]],
    means: Values,
    within: Values,
    replays: int,
) -> Values:
    """The intraclass correlation for each row of weights of the groups, at least 0."""
    groups = weights.sum(axis=1)
    middle = weights @ means / groups
    spread = (weights @ means**2 / groups - middle**2) * groups / (groups - 1)
    inner = weights @ within / groups
    between = np.maximum(0.0, spread - inner / replays)
    total = between + inner
    return np.asarray(np.divide(between, total, out=np.zeros_like(total), where=total > 0))
