"""The inner loop of `fit`, compiled: AdaGrad over positions, one at a time, in a given order.

A network's units learn beside the tables, by the steps of `units`.
"""

# Numba's decorators are not typed.
# mypy: disable-error-code="untyped-decorator,no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

from parlour.learn.units import BATCH, PACE, Units, add_slopes, step, sum_units

compiled: Any = numba.njit
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

DECAY = 1e-6  # of the weights that a position uses


class Examples(NamedTuple):
    """Positions: codes and counts by row, seats, the hand's values, how full the boards are, targets."""

    codes: npt.NDArray[np.int16]
    counts: Floats
    seat: Ints
    hand: Floats
    full: Floats
    target: Floats


class Indices(NamedTuple):
    """Where the features' weights lie: of patterns as in `patterns.Patterns`, single cells, counts, a bias.

    `second` and `second_single` are how much further those of the second seat lie.
    """

    first: Ints
    pattern: Ints
    steps: Ints
    base: Ints
    tie: Ints
    singles: Ints
    second: int
    single: int
    second_single: int
    counts: int
    bias: int


class Learner(NamedTuple):
    """A network's units, what Adam keeps of them, and the board's images: where each takes every cell."""

    units: Units
    slopes: Units
    means: Units
    squares: Units
    images: Ints


@compiled
def features(x: Examples, i: int, where: Indices, at: Ints, size: Floats) -> int:
    """The features of position `i`: their weights' places and their sizes; returns how many."""
    seat = x.seat[i]
    n = len(where.base)
    for p in range(n):
        at[p] = where.base[p]
        size[p] = 1.0
    m = n
    for cell in range(x.codes.shape[1]):
        code = x.codes[i, cell]
        if code != 0:
            for k in range(where.first[cell], where.first[cell + 1]):
                at[where.pattern[k]] += where.steps[k, code]
            at[m] = where.single + seat * where.second_single + where.singles[cell] + code
            size[m] = 1.0
            m += 1
    for p in range(n):
        at[p] = where.tie[at[p]] + seat * where.second
    for k in range(x.counts.shape[1]):
        at[m] = where.counts + k
        size[m] = x.counts[i, k]
        m += 1
    at[m] = where.bias + seat
    size[m] = 1.0
    return m + 1


@compiled
def value_of(
    x: Examples, i: int, weights: Floats, hand: Floats, at: Ints, size: Floats, n: int
) -> float:
    """The value of a position with these features."""
    t = x.full[i]
    value = hand[0] * x.hand[i]
    for j in range(n):
        value += size[j] * (weights[at[j], 0] * t + weights[at[j], 1] * (1 - t))
    return value


@compiled
def descend(
    x: Examples,
    order: Ints,
    where: Indices,
    weights: Floats,
    sums: Floats,
    hand: Floats,
    learner: Learner,
    rate: float,
    lift: float,
    pass_number: int,
) -> None:
    """One pass over the positions of `order`; ``hand`` holds the hand's weight and its sum of squares.

    Features other than patterns are learnt `lift` times as fast.
    """
    units, images = learner.units, learner.images
    unit_sums = np.zeros(units.out.shape[1])
    seen = pass_number * (len(order) // BATCH) * BATCH
    room = len(where.base) + x.codes.shape[1] + x.counts.shape[1] + 1
    at, size = np.zeros(room, np.int64), np.zeros(room)
    for i in order:
        n = features(x, i, where, at, size)
        image = images[(i + pass_number) % len(images)]
        value = value_of(x, i, weights, hand, at, size, n)
        value += sum_units(x, i, units, image, unit_sums)
        wrong = 1 / (1 + np.exp(-value)) - x.target[i]
        t = x.full[i]
        for j in range(n):
            mine = rate if j < len(where.base) else rate * lift
            for k in range(2):
                slope = wrong * size[j] * (t if k == 0 else 1 - t) + DECAY * weights[at[j], k]
                sums[at[j], k] += slope * slope
                weights[at[j], k] -= mine * slope / np.sqrt(sums[at[j], k])
        if hand[0] != 0:
            slope = wrong * x.hand[i]
            hand[1] += slope * slope
            hand[0] -= rate * slope / np.sqrt(hand[1])
        if len(unit_sums) > 0:
            add_slopes(x, i, units, image, unit_sums, wrong, learner.slopes)
            seen += 1
            if seen % BATCH == 0:
                step(
                    units,
                    learner.slopes,
                    learner.means,
                    learner.squares,
                    rate * PACE,
                    seen // BATCH,
                )


@compiled
def values_of(
    x: Examples,
    order: Ints,
    where: Indices,
    weights: Floats,
    hand: Floats,
    learner: Learner,
    out: Floats,
) -> None:
    """Put the values of the positions of `order` into `out`."""
    room = len(where.base) + x.codes.shape[1] + x.counts.shape[1] + 1
    at, size = np.zeros(room, np.int64), np.zeros(room)
    units, unit_sums = learner.units, np.zeros(learner.units.out.shape[1])
    for number in range(len(order)):
        i = order[number]
        n = features(x, i, where, at, size)
        out[number] = value_of(x, i, weights, hand, at, size, n)
        out[number] += sum_units(x, i, units, learner.images[0], unit_sums)
