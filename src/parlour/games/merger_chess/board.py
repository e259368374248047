"""The 32 pieces and the squares they move on: tables, and what a piece reaches.

Square a1 is 0, b1 is 1, h8 is 63. A piece is numbered in the order of the names: a1, a2, a7, a8, b1, …;
a Piece, or any set of pieces, is a word with their bits. Bitboards have the bits of squares.
"""

from __future__ import annotations

import numpy as np

from parlour.kernel.boards import square
from parlour.kernel.fast import highest, lowest, wrap

__compiled__ = True
__inner__ = True

WHITE, BLACK = 0, 1  # seats, and the colours of pieces
BOARD = square(8, 8)
NO_SQUARE = 64

HOMES = [8 * rank + file for file in range(8) for rank in (0, 1, 6, 7)]  # of the pieces in order
HOME = np.array(HOMES, dtype=np.int64)
NAMES = [BOARD.names[home] for home in HOMES]


def _pieces(names: str) -> int:
    return sum(1 << NAMES.index(name) for name in names.split())


def _squares(squares: list[int]) -> int:
    return wrap(sum(1 << i for i in squares))


def _leaps(*steps: tuple[int, int]) -> list[int]:
    """For each square the squares that lie so far from it."""
    near = [[BOARD.at.get((x + dx, y + dy)) for dx, dy in steps] for x, y in BOARD.places]
    return [_squares([to for to in found if to is not None]) for found in near]


def _table(rows: list[list[int]]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.array(rows, dtype=np.int64)


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

# One entry more, of no squares: for NO_SQUARE, and for what `lowest` (64) and `highest` (-1) give.
BIT = np.array([wrap(1 << i) for i in range(64)] + [0], dtype=np.int64)
RAY = _table([[_squares(BOARD.line(i, d)) for i in range(64)] + [0] for d in range(8)])
KING_LEAPS = np.array(
    _leaps(*((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))), dtype=np.int64
)
KNIGHT_LEAPS = np.array(
    _leaps(*((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))),
    dtype=np.int64,
)
PAWN_STEP = _table([_leaps((0, 1)), _leaps((0, -1))])
PAWN_REACH = _table([_leaps((-1, 1), (1, 1)), _leaps((-1, -1), (1, -1))])
# The two-step from the pawn colour's second rank; elsewhere there is none.
PAWN_LEAP = _table(
    [
        [leap if i // 8 == second else 0 for i, leap in enumerate(_leaps((0, 2 - 4 * side)))]
        for side, second in ((WHITE, 1), (BLACK, 6))
    ]
)
EIGHTH = np.array(  # the rank where each colour's pawns are promoted
    [_squares(list(range(56, 64))), _squares(list(range(8)))], dtype=np.int64
)
GREY_SQUARES = np.array(  # where each seat may move a grey Piece: White on light, Black on dark
    [_squares([i for i in range(64) if BOARD.is_dark(i) == (seat == BLACK)]) for seat in (0, 1)],
    dtype=np.int64,
)

# Castling by its bit in s.castling, the letters KQkq: the king's square, where it goes, the rook's
# square, where that goes, the squares between the two.
CASTLES = _table(
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


def straight_reach(cell: int, occupied: int) -> int:
    """The squares a rook on `cell` reaches, the first occupied one in each direction included."""
    north, east, south, west = RAY[0, cell], RAY[2, cell], RAY[4, cell], RAY[6, cell]
    found: int = north ^ RAY[0, lowest(north & occupied)]
    found |= east ^ RAY[2, lowest(east & occupied)]
    found |= south ^ RAY[4, highest(south & occupied)]
    found |= west ^ RAY[6, highest(west & occupied)]
    return found


def slanting_reach(cell: int, occupied: int) -> int:
    """The squares a bishop on `cell` reaches, the first occupied one in each direction included."""
    ne, se, sw, nw = RAY[1, cell], RAY[3, cell], RAY[5, cell], RAY[7, cell]
    found: int = ne ^ RAY[1, lowest(ne & occupied)]
    found |= nw ^ RAY[7, lowest(nw & occupied)]
    found |= se ^ RAY[3, highest(se & occupied)]
    found |= sw ^ RAY[5, highest(sw & occupied)]
    return found


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
