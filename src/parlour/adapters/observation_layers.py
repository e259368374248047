"""Fill a seat's observation of a position: bound to a game's rules by the loader, plain and compiled.

`observations.py` describes the layers.
"""

from __future__ import annotations

from typing import Any

from parlour.kernel.layers import Layers, fill_layer
from parlour.kernel.layout import Record
from parlour.kernel.protocol import R

__compiled__ = True

LOWEST, HIGHEST = -(1 << 15), (1 << 15) - 1

Array = Any


def observe_position(
    s: Record, seat: int, is_hidden: bool, codes: Array, counts: Array, out: Layers
) -> None:
    """Fill `out` with what `seat` (-1: a spectator) sees of a running position.

    `codes` and `counts` are scratch space for CODED_CELLS and EXTRAS numbers.
    """
    first, last = 0, out.shape[0] - 1
    if R.CODED_CELLS > 0 and not is_hidden:
        observe_board(s, codes, counts, out)
        first = 2 * R.PIECE_CODES + R.OTHER_CODES + R.EXTRAS
    R.observe(s, seat, out[first:])
    if is_hidden:
        fill_layer(out, last - 1, seat)
    fill_layer(out, last, s.turn)


def observe_board(s: Record, codes: Array, counts: Array, out: Layers) -> None:
    """Fill the layers of the coded board and of the counts beside it."""
    R.cells(s, codes)
    for cell in range(R.CODED_CELLS):
        if codes[cell] > 0:
            out[codes[cell] - 1, cell] = 1
    R.extras(s, counts)
    for k in range(R.EXTRAS):
        count = min(max(counts[k], LOWEST), HIGHEST)
        fill_layer(out, 2 * R.PIECE_CODES + R.OTHER_CODES + k, count)
