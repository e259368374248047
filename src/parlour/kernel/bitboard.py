"""Bitboards of the 8×8 board: leaps, rays and the attacks of sliding pieces.

Cell a1 is bit 0, b1 bit 1, h8 bit 63. Sliding attacks use the classical approach: the lowest or highest
set bit of a precomputed ray is the first blocker.
"""

from __future__ import annotations

import numpy as np

from parlour.kernel.boards import square
from parlour.kernel.primitives import highest, lowest, popcount, wrap

__compiled__ = True
__inner__ = True

BOARD = square(8, 8)


def nth_bit(word: int, n: int) -> int:
    """The index of the set bit of `word` with `n` set bits below it.

    Found by halving: a loop over the bits would end where the processor cannot foresee it.
    """
    at = 0
    half = 32
    while half:
        lower = popcount((word >> at) & ((1 << half) - 1))
        if n >= lower:
            n -= lower
            at += half
        half //= 2
    return at


def bits(cells: list[int]) -> int:
    """The bitboard of these cells."""
    return wrap(sum(1 << cell for cell in cells))


def leaps(*steps: tuple[int, int]) -> list[int]:
    """For each cell the cells at these offsets in files and ranks."""
    near = [[BOARD.at.get((x + dx, y + dy)) for dx, dy in steps] for x, y in BOARD.places]
    return [bits([cell for cell in cells if cell is not None]) for cells in near]


def table(rows: list[list[int]]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Rows of words as an array for compiled code."""
    return np.array(rows, dtype=np.int64)


def second_rank_leaps(step: int, rank: int) -> list[int]:
    """For each cell of a rank (0 to 7) the cell `step` ranks away; empty for other cells."""
    return [to if i // 8 == rank else 0 for i, to in enumerate(leaps((0, step)))]


# One extra entry, empty: the index for the results of `lowest` (64) and `highest` (-1) on an empty set.
BIT = np.array([wrap(1 << i) for i in range(64)] + [0], dtype=np.int64)
RAY = table([[bits(BOARD.line(i, d)) for i in range(64)] + [0] for d in range(8)])
KNIGHT_LEAPS = np.array(
    leaps(*((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))),
    dtype=np.int64,
)
# Pawns, for the player who moves up the board and for the one who moves down.
PAWN_STEP = table([leaps((0, 1)), leaps((0, -1))])
PAWN_REACH = table([leaps((-1, 1), (1, 1)), leaps((-1, -1), (1, -1))])
PAWN_LEAP = table([second_rank_leaps(2, 1), second_rank_leaps(-2, 6)])


def straight_reach(cell: int, occupied: int) -> int:
    """The cells that a rook on `cell` attacks, the first blocker in each direction included."""
    north, east, south, west = RAY[0, cell], RAY[2, cell], RAY[4, cell], RAY[6, cell]
    found: int = north ^ RAY[0, lowest(north & occupied)]
    found |= east ^ RAY[2, lowest(east & occupied)]
    found |= south ^ RAY[4, highest(south & occupied)]
    found |= west ^ RAY[6, highest(west & occupied)]
    return found


def slanting_reach(cell: int, occupied: int) -> int:
    """The cells that a bishop on `cell` attacks, the first blocker in each direction included."""
    ne, se, sw, nw = RAY[1, cell], RAY[3, cell], RAY[5, cell], RAY[7, cell]
    found: int = ne ^ RAY[1, lowest(ne & occupied)]
    found |= nw ^ RAY[7, lowest(nw & occupied)]
    found |= se ^ RAY[3, highest(se & occupied)]
    found |= sw ^ RAY[5, highest(sw & occupied)]
    return found
