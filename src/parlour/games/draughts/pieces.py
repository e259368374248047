"""The pieces on the board. A side's pieces on a set lie in words of row 2 * set + side, one for each kind:
men who go up the board, men who go down it, champions, and which of the champions are royal.
"""

from __future__ import annotations

from parlour.games.draughts.board import SQUARES
from parlour.kernel.layout import Record

__compiled__ = True
__inner__ = True


def pieces(s: Record, which: int, side: int) -> int:
    """The squares of all of a side's pieces on a set."""
    p = 2 * which + side
    return s.up[p] | s.down[p] | s.champ[p]  # type: ignore[no-any-return]


def empty_squares(s: Record, which: int) -> int:
    return SQUARES & ~(pieces(s, which, 0) | pieces(s, which, 1))


def outward_men(s: Record, which: int, side: int) -> int:
    return s.up[2 * which] if side == 0 else s.down[2 * which + 1]  # type: ignore[no-any-return]


def homeward_men(s: Record, which: int, side: int) -> int:
    return s.down[2 * which] if side == 0 else s.up[2 * which + 1]  # type: ignore[no-any-return]


def add_outward(s: Record, which: int, side: int, square: int) -> None:
    if side == 0:
        s.up[2 * which] |= 1 << square
    else:
        s.down[2 * which + 1] |= 1 << square


def add_homeward(s: Record, which: int, side: int, square: int) -> None:
    if side == 0:
        s.down[2 * which] |= 1 << square
    else:
        s.up[2 * which + 1] |= 1 << square
