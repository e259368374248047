"""What stacks could top in one turn, as bitboards."""

from __future__ import annotations

import numpy as np

from parlour.games.tumbling_down.stacks import height, owner, piece, top
from parlour.kernel.bitboard import BOARD, bits, table
from parlour.kernel.protocol import R

__compiled__ = True

FAR = 8  # laid out from this height on, a stack reaches the edge in every direction


def _at(cell: int, away: int) -> int:
    """The cells so far from a cell along the eight lines."""
    lines = (BOARD.line(cell, d) for d in range(8))
    return bits([line[away - 1] for line in lines if 0 < away <= len(line)])


def _ends(cell: int, tall: int) -> int:
    """The edge's cells on which more than one piece of so tall a stack would come to lie."""
    lines = (BOARD.line(cell, d) for d in range(8))
    return bits([line[-1] for line in lines if 0 < len(line) < tall])


AT = table([[_at(cell, away) for away in range(FAR + 1)] for cell in range(64)])
ENDS = table([[_ends(cell, tall) for tall in range(FAR + 1)] for cell in range(64)])
LAID = np.bitwise_or.accumulate(AT, axis=1)  # all cells that a stack so tall is laid on


def reach(stack: int, cell: int) -> int:
    """The cells that the stack on a cell could top with a piece of its owner's, the top piece's."""
    laid = min(max(height(stack) - R.STAYS, 1), FAR)
    if owner(stack) >= 0:
        return int(LAID[cell, laid])
    seat = top(stack)
    found: int = AT[cell, 1] | ENDS[cell, laid]
    for away in range(2, min(laid, FAR - 1) + 1):
        if piece(stack, away - 1 + R.STAYS) == seat:
            found |= AT[cell, away]
    return found
