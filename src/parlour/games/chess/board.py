"""The chess board in tables: lines, directions of whole sides, the squares of castling, all 960 starts.

Square a1 is bit 0 of a word, b1 bit 1, h8 bit 63. Directions are numbered as a king's steps, clockwise
from north; the opposite of direction d is d ^ 4, the even ones are straight.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from parlour.kernel.bitboard import BOARD, RAY, bits, leaps, table
from parlour.kernel.primitives import shr, wrap

__compiled__ = True
__inner__ = True

WHITE, BLACK = 0, 1
NO_SQUARE = 64

NOT_A = ~bits([8 * rank for rank in range(8)])
NOT_H = ~bits([8 * rank + 7 for rank in range(8)])
DARK = bits([cell for cell in range(64) if BOARD.is_dark(cell)])
RANKS = np.array([bits(list(range(8 * rank, 8 * rank + 8))) for rank in range(8)], dtype=np.int64)
THIRD, SIXTH = int(RANKS[2]), int(RANKS[5])
LAST = int(RANKS[0] | RANKS[7])  # where pawns are promoted
HOME = np.array([RANKS[0], RANKS[7]], dtype=np.int64)  # the rank that each side castles on

KING_LEAPS = np.array(
    leaps(*((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))), dtype=np.int64
)
STRAIGHT = RAY[0, :64] | RAY[2, :64] | RAY[4, :64] | RAY[6, :64]
SLANTING = RAY[1, :64] | RAY[3, :64] | RAY[5, :64] | RAY[7, :64]
# The line through a square in direction d and its opposite, by d from 0 to 3.
AXIS = table([[int(RAY[d, i] | RAY[d + 4, i]) for i in range(64)] for d in range(4)])


def _between(a: int) -> list[int]:
    """For each square the squares between it and `a`; none if they share no line."""
    lines = [BOARD.line(a, direction) for direction in range(8)]
    found = {b: bits(line[:i]) for line in lines for i, b in enumerate(line)}
    return [found.get(b, 0) for b in range(64)]


BETWEEN = table([_between(a) for a in range(64)])

# How far it is from where a piece stands to where it goes, by seat and by manner of moving: knights'
# leaps, a pawn's step, its double step, its captures to the west and to the east.
KNIGHTS_AT, STEP, WEST, EAST = 8, 16, 18, 19
LEAPS = (17, 10, -6, -15, -17, -10, 6, 15)  # clockwise
OFFSET = table([[0] * 8 + [*LEAPS, *pawn] for pawn in ([8, 16, 7, 9], [-8, -16, -9, -7])])


def file_of(cell: int) -> int:
    """The file of a square, 0 to 7."""
    return cell & 7


def rank_of(cell: int) -> int:
    """The rank of a square, 0 to 7."""
    return cell >> 3


# -- a whole side in one direction -----------------------------------------------------------------


def up(pieces: int, empty: int, step: int, on: int) -> int:
    """What sliding `pieces` reach by steps to higher squares; `on` is what no step off the board reaches.

    The fill doubles its length each time (Kogge and Stone's parallel prefix, in chess programs since the
    1990s).
    """
    empty &= on
    pieces |= empty & wrap(pieces << step)
    empty &= wrap(empty << step)
    pieces |= empty & wrap(pieces << 2 * step)
    empty &= wrap(empty << 2 * step)
    pieces |= empty & wrap(pieces << 4 * step)
    return wrap(pieces << step) & on


def down(pieces: int, empty: int, step: int, on: int) -> int:
    """What sliding `pieces` reach by steps to lower squares."""
    empty &= on
    pieces |= empty & shr(pieces, step)
    empty &= shr(empty, step)
    pieces |= empty & shr(pieces, 2 * step)
    empty &= shr(empty, 2 * step)
    pieces |= empty & shr(pieces, 4 * step)
    return shr(pieces, step) & on


def straight_fill(pieces: int, empty: int) -> int:
    """All that the rooks `pieces` attack together."""
    upwards = up(pieces, empty, 8, -1) | up(pieces, empty, 1, NOT_A)
    return upwards | down(pieces, empty, 8, -1) | down(pieces, empty, 1, NOT_H)


def slanting_fill(pieces: int, empty: int) -> int:
    """All that the bishops `pieces` attack together."""
    upwards = up(pieces, empty, 9, NOT_A) | up(pieces, empty, 7, NOT_H)
    return upwards | down(pieces, empty, 9, NOT_H) | down(pieces, empty, 7, NOT_A)


def knight_fill(knights: int) -> int:
    """All that the `knights` attack together."""
    west1, east1 = shr(knights, 1) & NOT_H, wrap(knights << 1) & NOT_A
    west2, east2 = shr(west1, 1) & NOT_H, wrap(east1 << 1) & NOT_A
    near, far = west1 | east1, west2 | east2
    return wrap(near << 16) | shr(near, 16) | wrap(far << 8) | shr(far, 8)


def pawn_fill(pawns: int, seat: int) -> int:
    """All that the `pawns` of a seat attack together."""
    west, east = shr(pawns, 1) & NOT_H, wrap(pawns << 1) & NOT_A
    return wrap((west | east) << 8) if seat == WHITE else shr(west | east, 8)


# -- starts ----------------------------------------------------------------------------------------


def back_rank(number: int) -> str:
    """The men of a first rank, files a to h, by their number from 0 to 959 (Scharnagl's numbering)."""
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    men = [""] * 8
    men[2 * light + 1] = men[2 * dark] = "B"
    men[[i for i in range(8) if not men[i]][queen]] = "Q"
    free = [i for i in range(8) if not men[i]]
    for i in list(combinations(range(5), 2))[knights]:
        men[free[i]] = "N"
    for i, man in zip((i for i in range(8) if not men[i]), "RKR", strict=True):
        men[i] = man
    return "".join(men)
