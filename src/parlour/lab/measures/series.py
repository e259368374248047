"""What several arms, or groups of games, say together: depth from a ladder, luck from replays."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10, nan

import numpy as np
from scipy import stats

from parlour.lab.measures.arm import Arm, Values
from parlour.lab.stats import Estimate, score_share, unlike


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
    their chances. The share is the intraclass correlation of a one-way layout (Fisher 1925) with the
    interval of Shrout and Fleiss (1979), 0 at least. Where the position is shared, it is what the
    position has settled already, the rest being open to luck and play; where the chances are shared, it
    is what they settle.

    Groups that differ less than chance would have it are taken to differ as much as that. Where games
    differ in no group, some other group may be one of games that do; where none differ at all, there is
    nothing to share.
    """
    groups = len(points) // replays
    method = "intraclass correlation"
    if groups < 2:
        return Luck(Estimate(nan, 0.0, 1.0, 0, method, share=True), groups)
    table = points[: groups * replays].reshape(groups, replays)
    between = replays * float(table.mean(axis=1).var(ddof=1))
    within = float(table.var(axis=1, ddof=1).mean())
    if within == between == 0:
        return Luck(Estimate(nan, 0.0, 1.0, 0, method, share=True), groups)
    if within == 0:
        return Luck(Estimate(1.0, 1 - unlike(groups), 1.0, len(points), method, share=True), groups)
    ratio = max(1.0, between / within)
    free = groups - 1, groups * (replays - 1)
    ends = ratio / stats.f.ppf(0.975, *free), ratio * stats.f.ppf(0.975, *reversed(free))
    value, low, high = (_common(r, replays) for r in (ratio, *ends))
    return Luck(Estimate(value, low, high, len(points), method, share=True), groups)


def _common(ratio: float, replays: int) -> float:
    """The correlation that a ratio of variances between and within groups stands for."""
    return max(0.0, (ratio - 1) / (ratio + replays - 1))
