"""The 32 pieces and the squares they move on: tables, and what a piece reaches.

Square a1 is 0, b1 is 1, h8 is 63. A piece is numbered in the order of the names: a1, a2, a7, a8, b1, …;
a Piece, or any set of pieces, is a word with their bits. Bitboards have the bits of squares.
"""

from __future__ import annotations

import numpy as np

from parlour.kernel.bitboard import BOARD, PAWN_LEAP, PAWN_REACH, PAWN_STEP, bits, leaps, table
from parlour.kernel.primitives import wrap

__compiled__ = True
__inner__ = True

WHITE, BLACK = 0, 1  # seats, and the colours of pieces
NO_SQUARE = 64

HOMES = [8 * rank + file for file in range(8) for rank in (0, 1, 6, 7)]  # of the pieces in order
HOME = np.array(HOMES, dtype=np.int64)
NAMES = [BOARD.names[home] for home in HOMES]


def _pieces(names: str) -> int:
    return sum(1 << NAMES.index(name) for name in names.split())


SIDE = np.array(  # the pieces of each colour
    [sum(1 << p for p in range(32) if (p % 4 > 1) == side) for side in (WHITE, BLACK)],
    dtype=np.int64,
)
WHITE_PIECES = int(SIDE[WHITE])
ALL_PIECES = (1 << 32) - 1
PAWNS = _pieces(" ".join(f"{file}{rank}" for file in "abcdefgh" for rank in "27"))
KNIGHTS = _pieces("b1 g1 b8 g8")
BISHOPS = _pieces("c1 f1 c8 f8")
ROOKS = _pieces("a1 h1 a8 h8")
QUEENS = _pieces("d1 d8")
KINGS = _pieces("e1 e8")
KING = np.array([_pieces("e1"), _pieces("e8")], dtype=np.int64)

KING_LEAPS = np.array(
    leaps(*((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))), dtype=np.int64
)
EIGHTH = np.array(  # the rank where each colour's pawns are promoted
    [bits(list(range(56, 64))), bits(list(range(8)))], dtype=np.int64
)
GREY_SQUARES = np.array(  # where each seat may move a grey Piece: White on light, Black on dark
    [bits([i for i in range(64) if BOARD.is_dark(i) == (seat == BLACK)]) for seat in (0, 1)],
    dtype=np.int64,
)

# Castling by its bit in s.castling, the letters KQkq: the king's square, where it goes, the rook's
# square, where that goes, the squares between the two.
CASTLES = table(
    [
        [4 + up, 6 + up, 7 + up, 5 + up, wrap(96 << up)]
        if short
        else [4 + up, 2 + up, up, 3 + up, wrap(14 << up)]
        for up in (0, 56)
        for short in (True, False)
    ]
)
# The castlings that are left when something leaves a square or comes to it.
KEEPS = np.array(
    [15 - sum(1 << k for k in range(4) if i in (CASTLES[k, 0], CASTLES[k, 2])) for i in range(64)],
    dtype=np.int64,
)


def pawn_reach(side: int, cell: int, occupied: int) -> int:
    """The squares a pawn on `cell` reaches by its steps and by capturing, en passant apart."""
    found: int = PAWN_STEP[side, cell] & ~occupied
    if found:
        found |= PAWN_LEAP[side, cell] & ~occupied
    found |= PAWN_REACH[side, cell] & occupied
    return found


def passer(passed: int) -> int:
    """Where the Piece stands that has just stepped over the square `passed`."""
    return passed + 8 if passed < 32 else passed - 8
