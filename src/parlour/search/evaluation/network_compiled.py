"""An evaluation by a small network beside the pattern tables: the part that is compiled.

Its inputs are the codes on the cells, one of each cell's being 1 and the others 0; so the sums of the hidden
units change by a row of weights for each cell that changes, and are kept from position to position (the
first layer of the NNUE family, Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for
Computer Shogi", 2018). A unit's sum is clipped to 0 to 1; the units' weights are, as those of patterns, for
a full and an empty board. Without a network the rows have one number, and nothing of this is compiled.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from parlour.kernel.workspace import WorkRecord

__compiled__ = True
__inner__ = True

FULL = 64  # the phase of a full board; that of an empty one is 0
UNIT_BITS = 10  # bits of a unit's sum below 1
ONE = 1 << UNIT_BITS


def shift(w: WorkRecord, seat: int, cell: int, before: int, code: int) -> None:
    """Bring the sums of the units up to date with a cell on which `code` stands now."""
    sums, weights = w.unit_sums[seat], w.unit_weights
    size = len(sums)
    codes = len(weights) // (len(w.now) * size)
    old, new = (cell * codes + before) * size, (cell * codes + code) * size
    for unit in range(size):
        sums[unit] += weights[new + unit] - weights[old + unit]


def network_value(w: WorkRecord, seat: int, phase: int) -> int:
    """What the units say for the seat to move, in the fine units of the tables."""
    sums = w.unit_sums[seat]
    full, empty = 0, 0
    for unit in range(len(sums)):
        size = min(max(sums[unit], 0), ONE)
        full += size * w.unit_full[unit]
        empty += size * w.unit_empty[unit]
    return (full * phase + empty * (FULL - phase)) >> UNIT_BITS
