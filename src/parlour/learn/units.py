"""The inner loop of learning a network's hidden units, compiled: slopes of batches, and Adam's steps.

D. P. Kingma, J. Ba, "Adam: A Method for Stochastic Optimization", 2015. Each position is seen through one of
the images of the board under its symmetries, another in each pass, since a network does not share weights
between them as patterns do.
"""

# Numba's decorators are not typed.
# mypy: disable-error-code="untyped-decorator,no-any-return"
from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np
import numpy.typing as npt

compiled: Any = numba.njit
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

BATCH = 128  # positions between two steps
PACE = 0.02  # of a step, as a part of the tables' pace
FADE_MEAN, FADE_SQUARE, LEAST = 0.9, 0.999, 1e-8  # Adam's own settings
WIDEST = 30.0  # no weight is larger: they become words of 16 bits


class Units(NamedTuple):
    """Hidden units: weights of a code on a cell, by row ``cell * codes + code``; biases by seat; and their
    own weights, on a full and an empty board. The same shape holds slopes, and Adam's means and squares."""

    weights: Floats
    bias: Floats
    out: Floats


def new_units(cells: int, codes: int, count: int, rng: np.random.Generator) -> Units:
    """Units that have learnt nothing: small weights, drawn by `rng`; an empty cell has none."""
    weights = rng.normal(0, 0.5 / np.sqrt(cells), (cells * codes, count))
    weights[::codes] = 0
    return Units(weights, np.full((2, count), 0.25), rng.normal(0, 0.05, (2, count)))


def nothing_like(units: Units) -> Units:
    """Zeros in the same shape."""
    return Units(*(np.zeros_like(part) for part in units))


@compiled
def sum_units(x: Any, i: int, units: Units, image: Ints, sums: Floats) -> float:
    """Set the sums of the units for position `i`, seen through `image`; returns what they say."""
    seat, t = x.seat[i], x.full[i]
    codes = len(units.weights) // len(image)
    for unit in range(len(sums)):
        sums[unit] = units.bias[seat, unit]
    for cell in range(len(image)):
        code = x.codes[i, cell]
        if code != 0:
            row = image[cell] * codes + code
            for unit in range(len(sums)):
                sums[unit] += units.weights[row, unit]
    value = 0.0
    for unit in range(len(sums)):
        size = min(max(sums[unit], 0.0), 1.0)
        value += size * (units.out[0, unit] * t + units.out[1, unit] * (1 - t))
    return value


@compiled
def add_slopes(
    x: Any, i: int, units: Units, image: Ints, sums: Floats, wrong: float, slopes: Units
) -> None:
    """Add to `slopes` those of a position that is valued too high by `wrong`; its sums were set before."""
    seat, t = x.seat[i], x.full[i]
    codes = len(units.weights) // len(image)
    for unit in range(len(sums)):
        size = min(max(sums[unit], 0.0), 1.0)
        within = 0.0 < sums[unit] < 1.0
        down = wrong * (units.out[0, unit] * t + units.out[1, unit] * (1 - t)) if within else 0.0
        slopes.out[0, unit] += wrong * size * t
        slopes.out[1, unit] += wrong * size * (1 - t)
        slopes.bias[seat, unit] += down
        sums[unit] = down
    for cell in range(len(image)):
        code = x.codes[i, cell]
        if code != 0:
            row = image[cell] * codes + code
            for unit in range(len(sums)):
                slopes.weights[row, unit] += sums[unit]


@compiled
def step(
    units: Units, slopes: Units, means: Units, squares: Units, pace: float, number: int
) -> None:
    """Adam's step of that number, from 1 on; the slopes of a batch are used up."""
    _step(units.weights, slopes.weights, means.weights, squares.weights, pace, number)
    _step(units.bias, slopes.bias, means.bias, squares.bias, pace, number)
    _step(units.out, slopes.out, means.out, squares.out, pace, number)


@compiled
def _step(
    found: Floats, slopes: Floats, means: Floats, squares: Floats, pace: float, number: int
) -> None:
    fresh = 1 - FADE_MEAN**number
    wide = 1 - FADE_SQUARE**number
    for row in range(found.shape[0]):
        for unit in range(found.shape[1]):
            slope = slopes[row, unit] / BATCH
            slopes[row, unit] = 0.0
            mean = FADE_MEAN * means[row, unit] + (1 - FADE_MEAN) * slope
            square = FADE_SQUARE * squares[row, unit] + (1 - FADE_SQUARE) * slope * slope
            means[row, unit], squares[row, unit] = mean, square
            change = pace * (mean / fresh) / (np.sqrt(square / wide) + LEAST)
            found[row, unit] = min(max(found[row, unit] - change, -WIDEST), WIDEST)
