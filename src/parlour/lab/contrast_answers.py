"""Answer the declared questions: each contrast with its difference, p-values and trend.

The p-values are corrected for the declared questions only. A contrast is answered with the players
that it names, by default the strongest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import isfinite, log2, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from parlour.lab.declared_questions import Declared, Pool
from parlour.lab.measures import Measure
from parlour.lab.stats import (
    Contrast,
    Estimate,
    against_p,
    contrast,
    detectable_effect,
    equivalence_p,
    holm,
    permutation_p,
    pooled,
)
from parlour.lab.stats.level import deviations
from parlour.lab.stats.power import Sides, power, sides, size_needed

Values = NDArray[np.float64]
Arm = tuple[int, int]  # a variant and a budget, by their places
SURE = 0.05


@dataclass(frozen=True)
class ArmMeasure:
    """A measure of an arm, with each game's number if it is a mean of such."""

    measure: Measure
    column: Values | None


Find = Callable[[Arm, str], ArmMeasure | None]
Effort = Callable[[int], int | None]  # of a budget's players


@dataclass(frozen=True)
class AtStrength:
    """A difference at one budget; `effort` is its players' thought, None if not counted."""

    budget: int
    effort: int | None
    contrast: Contrast


@dataclass(frozen=True)
class ContrastAnswer:
    """A contrast with its answer; `budgets` are those it covers.

    `seen` is the difference that would have been found in four cases of five if the answer is open, by
    simulation of games like `drawn`; else nan. `p` and `same_p`, that of a difference of the margin or more,
    are corrected for all that was declared; `raw_same_p` is not. `slope` is the change with each doubling of
    the players' effort.
    """

    asked: Declared
    budgets: tuple[int, ...]
    one: Estimate
    other: Estimate
    is_share: bool
    title: str
    contrast: Contrast
    raw_same_p: float
    seen: float
    strengths: tuple[AtStrength, ...]
    drawn: Sides | None = None
    p: float = 1.0
    same_p: float = 1.0
    slope_p: float = 1.0

    @property
    def word(self) -> str:
        """``higher``, ``lower``, ``same`` or ``open``."""
        if self.p < SURE and self.contrast.value:
            return "higher" if self.contrast.value > 0 else "lower"
        return "same" if self.same_p < SURE else "open"

    @property
    def slope(self) -> Contrast | None:
        """The difference's change with each doubling of effort, None where fewer than two are known."""
        return slope(self.strengths)

    @property
    def moves(self) -> bool:
        """Whether the answer clearly changes with strength, all slopes of the report considered."""
        return self.slope is not None and self.slope_p < SURE

    @property
    def is_straight(self) -> bool:
        """Whether a straight line fits the differences at each strength."""
        return line_p(self.strengths) >= SURE


def answers(
    asked: Sequence[Declared], own: Sequence[int], find: Find, effort: Effort, looks: int = 1
) -> list[ContrastAnswer]:
    """The answers to the questions that have games; `own` are the experiment's budgets.

    p-values allow for this many interim looks at the games.
    """
    found = [a for question in asked if (a := _answer(question, own, find, effort, looks))]
    questions = len(found) + sum(a.asked.margin > 0 for a in found)
    raw = [a.contrast.p for a in found] + [a.raw_same_p for a in found if a.asked.margin]
    corrected = iter(holm(raw))
    tested = [replace(a, p=next(corrected)) for a in found]
    both = [replace(a, same_p=next(corrected)) if a.asked.margin else a for a in tested]
    seen = [replace(a, seen=_detectable(a, questions)) if a.word == "open" else a for a in both]
    slopes = holm([1.0 if (line := a.slope) is None else line.p for a in seen])
    return [replace(a, slope_p=p) for a, p in zip(seen, slopes, strict=True)]


def _detectable(a: ContrastAnswer, questions: int) -> float:
    """The difference that would have been found with 80% power: by simulation, if games have numbers."""
    plain = detectable_effect(a.contrast, questions)
    if a.drawn is None or not isfinite(plain) or not plain:
        return plain
    return size_needed(a.drawn, power, plain, SURE / questions)


def _answer(
    asked: Declared, own: Sequence[int], find: Find, effort: Effort, looks: int
) -> ContrastAnswer | None:
    budgets = asked.one.budgets or tuple(own[-1:])
    two = _compared(asked, budgets, find)
    if two is None:
        return None
    one, other, difference, measure, drawn = two
    alone = own if set(budgets) <= set(own) else budgets
    if asked.other is not None and asked.other.budgets != asked.one.budgets:
        alone = ()  # strengths are what is compared
    steps = tuple(
        AtStrength(budget, effort(budget), step[2])
        for budget in alone
        if (step := _compared(_at(asked, budget), (budget,), find)) is not None
    )
    difference = replace(difference, p=min(1.0, looks * difference.p))
    same_p = min(1.0, looks * equivalence_p(difference, asked.margin))
    return ContrastAnswer(
        asked,
        budgets,
        one,
        other,
        measure.is_share,
        measure.title,
        difference,
        same_p,
        nan,
        steps,
        drawn,
    )


def _at(asked: Declared, budget: int) -> Declared:
    """The same contrast at one budget."""
    other = asked.other and Pool(asked.other.variants, (budget,))
    return replace(asked, one=Pool(asked.one.variants, (budget,)), other=other)


def _compared(
    asked: Declared, budgets: Sequence[int], find: Find
) -> tuple[Estimate, Estimate, Contrast, Measure, Sides | None] | None:
    """Both sides, their difference, and what games are like; None if an arm has no games."""
    one = _side(asked.one, budgets, asked.measure, find)
    if one is None:
        return None
    ours, measure = pooled([t.measure.estimate for row in one for t in row]), one[0][0].measure
    if asked.other is None:
        assert asked.against is not None
        level = Estimate(
            asked.against, asked.against, asked.against, ours.n, "given", 0.0, ours.share
        )
        column = _column([measure for row in one for measure in row])
        p = None if column is None else against_p(column, asked.against)
        drawn = None if column is None else _sides_of(column, None, ours.share, asked.against)
        return ours, level, contrast(ours, level, tested=p), measure, drawn
    others = asked.other.budgets or tuple(budgets)
    other = _side(asked.other, others, asked.measure, find)
    if other is None:
        return None
    theirs = pooled([t.measure.estimate for row in other for t in row])
    p = _tested(one, other, tuple(budgets) == tuple(others))
    columns = [_column([t for row in side for t in row]) for side in (one, other)]
    drawn = None if columns[0] is None else _sides_of(columns[0], columns[1], ours.share, None)
    return ours, theirs, contrast(ours, theirs, tested=p), measure, drawn


def _sides_of(
    one: Values, other: Values | None, is_share: bool, against: float | None
) -> Sides | None:
    """What games are like, for simulations of the test; None where they are too few or all alike."""
    if len(one) < 2 or np.ptp(one) == 0 or (against is None and (other is None or len(other) < 2)):
        return None
    return sides(one, is_share, len(one), 0 if other is None else len(other), against)


def _side(
    pool: Pool, budgets: Sequence[int], key: str, find: Find
) -> list[list[ArmMeasure]] | None:
    """The measures of a pool's arms, a row for each budget; None if any is missing."""
    rows = [[find((variant, budget), key) for variant in pool.variants] for budget in budgets]
    full = [[measure for measure in row if measure is not None] for row in rows]
    return full if rows and [len(row) for row in full] == [len(row) for row in rows] else None


def _tested(
    one: list[list[ArmMeasure]], other: list[list[ArmMeasure]], alike: bool
) -> float | None:
    """The p-value by permutation, within budgets where both sides have the same; None without columns."""
    if not alike:
        one, other = [[t for row in one for t in row]], [[t for row in other for t in row]]
    strata = [(_column(a), _column(b)) for a, b in zip(one, other, strict=True)]
    known = [(a, b) for a, b in strata if a is not None and b is not None]
    return permutation_p(known) if len(known) == len(strata) else None


def _column(measured: Sequence[ArmMeasure]) -> Values | None:
    """The numbers of the games of several arms, concatenated."""
    columns = [t.column for t in measured]
    known = [column[~np.isnan(column)] for column in columns if column is not None]
    return np.concatenate(known) if len(known) == len(columns) else None


def slope(strengths: Sequence[AtStrength]) -> Contrast | None:
    """The change with each doubling of effort: the line through differences, by their errors (WLS)."""
    known = _points(strengths)
    if len({x for x, _, _ in known}) < 2:
        return None
    x, y, errors = (np.array(row) for row in zip(*known, strict=True))
    weights = 1 / errors**2
    middle = float((weights * x).sum() / weights.sum())
    spread = float((weights * (x - middle) ** 2).sum())
    value, reach = float((weights * (x - middle) * y).sum()) / spread, deviations() / sqrt(spread)
    level = Estimate(0.0, 0.0, 0.0, 0, "given")
    return contrast(Estimate(value, value - reach, value + reach, len(known), "line"), level)


def line_p(strengths: Sequence[AtStrength]) -> float:
    """The p-value of a straight line through the differences, by what it leaves (chi-squared); 1 for two."""
    from scipy import stats  # slow to import

    known = _points(strengths)
    if len({x for x, _, _ in known}) < 3:
        return 1.0
    x, y, errors = (np.array(row) for row in zip(*known, strict=True))
    rise, start = np.polyfit(x, y, 1, w=1 / errors)
    left = float((((y - start - rise * x) / errors) ** 2).sum())
    return float(stats.chi2.sf(left, len(known) - 2))


def _points(strengths: Sequence[AtStrength]) -> list[tuple[float, float, float]]:
    """The doublings, the difference and its error at each strength that has them."""
    return [
        (log2(s.effort), s.contrast.value, (s.contrast.high - s.contrast.low) / 2 / deviations())
        for s in strengths
        if s.effort
        and isfinite(s.contrast.high - s.contrast.low)
        and s.contrast.high > s.contrast.low
    ]
