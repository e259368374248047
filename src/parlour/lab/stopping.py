"""Decide whether an experiment has enough games, after each round.

The tests hold at all looks together, and so do the reported intervals: for a precision (`within`)
the level of the intervals is corrected for the number of looks; for a settled order (`clear`) the
tests are confidence sequences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import ceil

import numpy as np
from numpy.typing import NDArray

from parlour.lab.experiment import Experiment, Precision
from parlour.lab.laboratory import ArmGames
from parlour.lab.measures.registry import PerGame, measure_of
from parlour.lab.stats import (
    asymptotic_sequence,
    at_level,
    bounded_sequence,
    corrected,
    mean,
    score_share,
)
from parlour.table import catalogue

Values = NDArray[np.float64]
Arm = tuple[int, int]  # a variant and a budget, by their places

ERROR = 0.05  # of all the answers of an experiment together
LEAST = 30  # games before an asymptotic sequence is believed


def looks(experiment: Experiment) -> int:
    """The number of looks at the games before play stops."""
    precision = experiment.precision
    return 1 if precision is None else ceil(precision.most / precision.round)


def enough(experiment: Experiment, arms: Mapping[Arm, ArmGames]) -> bool:
    """Whether these games are as precise, or as clear, as the experiment asks.

    Raises BadExperiment for a measure that a variant does not have.
    """
    precision = experiment.precision
    if precision is None:
        return True
    numbers = {arm: _number(experiment, arm, precision) for arm in arms}
    columns = {
        arm: np.array([numbers[arm].of(trace) for trace in games]) for arm, games in arms.items()
    }
    bounded = all(number.bounded for number in numbers.values())
    if precision.clear and _clear(columns, bounded, numbers):
        return True
    with at_level(corrected(looks(experiment))):
        return precision.within > 0 and all(
            _half_width(column, bounded) <= precision.within for column in columns.values()
        )


def _number(experiment: Experiment, arm: Arm, precision: Precision) -> PerGame:
    game = catalogue.game(experiment.variants[arm[0]].game)
    return measure_of(experiment, game, precision.measure)


def _half_width(column: Values, bounded: bool) -> float:
    there = column[~np.isnan(column)]
    return (score_share(there) if bounded else mean(there)).half_width


def _clear(columns: Mapping[Arm, Values], bounded: bool, numbers: Mapping[Arm, PerGame]) -> bool:
    """Whether no two variants can be level at any budget; for one variant, whether it is not even."""
    questions = list(_questions(columns, numbers))
    alpha = ERROR / max(1, len(questions))
    return bool(questions) and all(_settled(q, bounded, alpha) for q in questions)


def _questions(columns: Mapping[Arm, Values], numbers: Mapping[Arm, PerGame]) -> Iterator[Values]:
    """Rows of numbers, each with a mean to be distinguished from 0.

    Two arms have one row: the differences of their games, number by number.
    """
    for budget in sorted({budget for _, budget in columns}):
        variants = sorted(variant for variant, at in columns if at == budget)
        for one, other in combinations(variants, 2):
            yield columns[one, budget] - columns[other, budget]
        if len(variants) == 1:
            even = numbers[variants[0], budget].even
            if even is not None:
                yield columns[variants[0], budget] - even


def _settled(differences: Values, bounded: bool, alpha: float) -> bool:
    """Whether the mean is clearly not 0."""
    there = differences[~np.isnan(differences)]
    if not len(there) or (not bounded and len(there) < LEAST):
        return False
    if bounded:
        low, high = bounded_sequence(there, alpha, -1.0, 1.0)
    else:
        low, high = asymptotic_sequence(there, alpha)
    return bool(low[-1] > 0 or high[-1] < 0)
