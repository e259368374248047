"""How a move lies in a word: its square of arrival, from where, whether the man promotes.

From the lowest bit: the square (7 bits), that of departure (7), or above the last square the kind of a
man from the hand; then whether it promotes. WIN is the move that declares an impasse won.
"""

from __future__ import annotations

from parlour.games.shogi.board import LOW, SQUARES
from parlour.kernel.layout import Moves
from parlour.kernel.primitives import lowest

__compiled__ = True
__inner__ = True

FROM_AT = 7
PROMOTES = 1 << 14
WIN = 1 << 15


def going(origin: int) -> int:
    """The word of a man on `origin` that goes, but for the square of arrival."""
    return origin << FROM_AT


def drop(kind: int) -> int:
    """The word of a man from the hand, but for its square."""
    return (SQUARES + kind) << FROM_AT


def target_of(m: int) -> int:
    """The square where a man arrives."""
    return m & 127


def origin_of(m: int) -> int:
    """The square that a man on the board leaves."""
    return m >> FROM_AT & 127


def dropped(m: int) -> int:
    """The kind of the man that is dropped, 0 for a move on the board."""
    return max((m >> FROM_AT & 127) - SQUARES, 0)


def list_targets(out: Moves, n: int, move: int, low: int, high: int) -> int:
    """List `move` to each square of a set; returns where the list ends."""
    while low:
        out[n] = move | lowest(low)
        low &= low - 1
        n += 1
    while high:
        out[n] = move | LOW + lowest(high)
        high &= high - 1
        n += 1
    return n
