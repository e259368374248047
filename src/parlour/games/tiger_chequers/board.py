"""The board of TigerChequers: cells, ways and leaps, the paths, castling and the postings, as tables."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from parlour.kernel.bitboard import BOARD, RAY, bits, leaps, table
from parlour.kernel.primitives import wrap

SOUTH, NORTH = 0, 1
NO_CELL = 64


def cell_set(cells: str) -> int:
    """The set of the cells of these names."""
    return bits([BOARD.index[cell] for cell in cells.split()])


CROSS = ((0, 1), (1, 0), (0, -1), (-1, 0))
SALTIRE = ((1, 1), (1, -1), (-1, -1), (-1, 1))  # the four ways of jumps, by number
TURNS = (*CROSS, *SALTIRE)

NEAR = np.array(leaps(*TURNS), dtype=np.int64)
CORNERS = np.array(leaps(*SALTIRE), dtype=np.int64)
FORWARD_CORNERS = np.array(leaps((1, -1), (-1, -1)), dtype=np.int64)
STRAIGHT_LEAPS = np.array(
    leaps(*((k * x, k * y) for x, y in CROSS for k in (1, 2))), dtype=np.int64
)
SLANTING_LEAPS = np.array(
    leaps(*((k * x, k * y) for x, y in SALTIRE for k in (1, 2))), dtype=np.int64
)
LINES = np.bitwise_or.reduce(RAY, axis=0)  # where a piece may stand between a Queen and an attacker

RANK = [bits(list(range(8 * y, 8 * y + 8))) for y in range(8)]
RANK_1, RANK_2, RANK_8 = RANK[0], RANK[1], RANK[7]
DARK = bits([i for i in range(64) if BOARD.is_dark(i)])
NOT_FILE_A = ~cell_set("a1 a2 a3 a4 a5 a6 a7 a8")
NOT_FILE_H = ~cell_set("h1 h2 h3 h4 h5 h6 h7 h8")
INNER = NOT_FILE_A & NOT_FILE_H & ~RANK_1 & ~RANK_8  # cells that can be jumped

WAY_STEP = np.array([9, -7, -9, 7], dtype=np.int64)
WAY_RAY = np.array([1, 3, 5, 7], dtype=np.int64)
BEYOND = table([leaps(way) for way in SALTIRE])

# Castling by its bit in s.castling: the Queen's cell, where she goes, the cell she crosses; the Tower's
# cell and where it goes; the cells between the two.
CASTLES = table(
    [
        [3 + up, 1 + up, 2 + up, up, 2 + up, wrap(6 << up)]
        if short
        else [3 + up, 5 + up, 4 + up, 7 + up, 4 + up, wrap(112 << up)]
        for up in (0, 56)
        for short in (True, False)
    ]
)
# The castlings that are left when something leaves a cell or comes to it.
KEEPS = np.array(
    [15 - sum(1 << k for k in range(4) if i in (CASTLES[k, 0], CASTLES[k, 3])) for i in range(64)],
    dtype=np.int64,
)

WEST_DOOR, EAST_DOOR = cell_set("a8 b8"), cell_set("g8 h8")
POST_FROM = 32  # the sixteen cells of the posting are those from a5 on
POSTINGS = np.array([bits(list(cells)) for cells in combinations(range(16), 4)], dtype=np.int64)
MAX_OUTCOMES = len(POSTINGS)
