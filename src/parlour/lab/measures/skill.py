"""The gain from thought: Elo for each doubling, and Ludii's skill trace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, log2, log10, nan, sqrt

import numpy as np

from parlour.lab.stats import Estimate


def elo(share: float) -> float:
    """The Elo difference of a score: 400 log10(p / (1 - p))."""
    return 400 * log10(share / (1 - share)) if 0 < share < 1 else inf if share else -inf


def per_doubling(share: Estimate, factor: float) -> Estimate:
    """Elo for each doubling of thought, of the score with `factor` times the thought.

    Elo's formula is monotone, so that the ends are those of the score's interval.
    """
    value, low, high = (elo(p) / log2(factor) for p in (share.value, share.low, share.high))
    return Estimate(value, low, high, share.n, f"Elo of a score ({share.method})")


def of_ladder(shares: Sequence[Estimate], factor: float) -> Estimate:
    """Elo for each doubling over all rungs: the mean of theirs; its interval by square-and-add.

    A rung that was all or nothing leaves an end open: the value is then what the rung's interval allows
    at least (or at most), and the interval reaches as far as it likes.
    """
    rungs = [per_doubling(share, factor) for share in shares]
    if not rungs:
        return Estimate(nan, -inf, inf, 0, "none")
    values = [_finite_bound(rung) for rung in rungs]
    value = float(np.mean(values))
    below = sqrt(sum((v - r.low) ** 2 for v, r in zip(values, rungs, strict=True))) / len(rungs)
    above = sqrt(sum((r.high - v) ** 2 for v, r in zip(values, rungs, strict=True))) / len(rungs)
    n = sum(rung.n for rung in rungs)
    return Estimate(value, value - below, value + above, n, "mean of the rungs, square-and-add")


def _finite_bound(rung: Estimate) -> float:
    """A rung's value, or the end of its interval that is finite."""
    return next((x for x in (rung.value, rung.low, rung.high) if isfinite(x)), 0.0)


@dataclass(frozen=True)
class SkillTrace:
    """Ludii's SkillTrace: `slope` of the results over the rungs, the result `predicted` for the next
    rung but one, and the `trace`, which puts it together with the area beneath."""

    slope: float
    predicted: float
    trace: float


def skill_trace(shares: Sequence[float]) -> SkillTrace:
    """The skill trace of a ladder's scores (0 to 1), the weakest rung first; two rungs at least.

    Ludii's results are from -1 to 1: twice a score less 1. As there, the line of least squares is read
    at the number of rungs plus one, the weakest being 0, and what is below 0 counts as 0 in the area, a
    sum of squares.
    """
    results = 2 * np.asarray(shares, float) - 1
    slope, start = np.polyfit(np.arange(len(results)), results, 1)
    predicted = min(1.0, max(0.0, float(start + slope * (len(results) + 1))))
    area = float((np.maximum(results, 0.0) ** 2).sum())
    return SkillTrace(float(slope), predicted, predicted + (1 - predicted) * area)
