"""The size of a game's tree: Knuth's estimate of its leaves, and an exact count of positions."""

from __future__ import annotations

from math import inf, log10, nan

import numpy as np
from numpy.typing import NDArray

from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE
from parlour.lab.stats import Estimate
from parlour.table.game import State

RESAMPLES = 1000
MOST_POSITIONS = 2_000_000  # that are counted one by one


def leaves(logs: NDArray[np.float64]) -> Estimate:
    """The number of games that there are, in powers of ten, from random games.

    `logs` has for each random game the log10 of the product of its numbers of legal moves. The product
    is an unbiased estimate of the number of leaves (Knuth 1975), so it is products that are averaged, and
    the logarithm is taken at the end. Products are very unequal: the interval is a bootstrap's
    percentiles, which with few games reach too little upwards.
    """
    n = len(logs)
    if n == 0:
        return Estimate(nan, -inf, inf, 0, "none")
    top = float(logs.max())
    parts = 10 ** (logs - top)
    value = top + log10(float(parts.mean()))
    if n < 2:
        return Estimate(value, -inf, inf, n, "none")
    rng = np.random.default_rng(0)
    weights = rng.multinomial(n, np.full(n, 1 / n), RESAMPLES) / n
    low, high = np.percentile(top + np.log10(np.maximum(weights @ parts, 1e-300)), (2.5, 97.5))
    return Estimate(value, float(low), float(high), n, "bootstrap of the mean product")


def positions_by_depth(start: State, depth: int) -> list[int]:
    """How many different positions there are after 0, 1, … `depth` plies; ends are counted too.

    Positions are the same where all their text is. Raises ParlourError for games with chance, or with
    more than `MOST_POSITIONS` positions.
    """
    level = {start.text: start}
    counts = [1]
    for _ in range(depth):
        following: dict[str, State] = {}
        for state in level.values():
            if state.turn == CHANCE:
                raise ParlourError(
                    f"{start.game.name}: positions are counted where there is no chance"
                )
            for move in state.moves() if state.turn is not None else ():
                after = state.copy()
                after.play(move)
                following.setdefault(after.text, after)
            if len(following) > MOST_POSITIONS:
                raise ParlourError(
                    f"{start.game.name}: more than {MOST_POSITIONS:,} positions at a depth"
                )
        level = following
        counts.append(len(level))
    return counts
