"""Depth from a ladder of arms, and luck from groups of replays."""

from __future__ import annotations

from dataclasses import dataclass
from math import log10, nan

import numpy as np

from parlour.lab.measures.arm import Arm, Values
from parlour.lab.stats import Estimate, intraclass, score_share


@dataclass(frozen=True)
class BudgetRung:
    """A step of the ladder: what a player scored against one with a part of its budget."""

    name: str
    share: Estimate

    @property
    def elo(self) -> float:
        """The Elo difference of the score, nan if it was all or nothing."""
        p = self.share.value
        return 400 * log10(p / (1 - p)) if 0 < p < 1 else nan


def rung(name: str, arm: Arm) -> BudgetRung:
    """The rung that an arm played, its first player being the stronger."""
    mine = arm.column("mine")
    return BudgetRung(name, score_share(mine[~np.isnan(mine)]))


def depth(rungs: list[BudgetRung]) -> int:
    """The number of rungs where more thought helped: the interval lies above one half."""
    return sum(step.share.low > 0.5 for step in rungs)


@dataclass(frozen=True)
class Luck:
    """How much of the differences between results groups of replays have in common."""

    common: Estimate
    groups: int


def luck(points: Values, replays: int) -> Luck:
    """The share of the variance of results that lies between groups of games with something in common.

    `points` are those of one seat, in groups of `replays` games that share their position, or all of
    their chances. Where the position is shared, it is what the position has settled already, the rest being
    open to luck and play; where the chances are shared, it is what they settle.
    """
    groups = len(points) // replays
    return Luck(intraclass(points[: groups * replays].reshape(groups, replays)), groups)
