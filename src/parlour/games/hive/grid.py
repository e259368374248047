"""The hive on its cells: what lies where, what is beside it, what would fall apart.

A cell's lot is kept in 16 bits of `grid`: see `at`.
"""

from __future__ import annotations

from parlour.games.hive.board import GROUPS, PIECES, RING, STEP, WAY_TO
from parlour.kernel.layout import Record
from parlour.kernel.primitives import lowest

__compiled__ = True
__inner__ = True

NONE = -1


def at(s: Record, cell: int) -> int:
    """A cell's word: ``top piece + 1 | pieces there << 6 | around << 9``.

    `around` is the set of the ways on which there are pieces beside it.
    """
    return s.grid[cell >> 2] >> shift_of(cell) & 0x7FFF  # type: ignore[no-any-return]


def shift_of(cell: int) -> int:
    """Where the cell's 16 bits begin in its word, which four cells share."""
    return (cell & 3) << 4


def top_at(s: Record, cell: int) -> int:
    """The top piece on a cell, plus one; 0 if the cell is empty."""
    return at(s, cell) & 63


def height(s: Record, cell: int) -> int:
    """How many pieces lie on a cell."""
    return at(s, cell) >> 6 & 7


def around(s: Record, cell: int) -> int:
    """The set of the ways on which a cell has pieces beside it."""
    return at(s, cell) >> 9


def around_without(s: Record, cell: int, gone: int) -> int:
    """The same as if the cell `gone` were empty."""
    return around(s, cell) & ~WAY_TO[gone - cell & RING]  # type: ignore[no-any-return]


def beside(cell: int, way: int) -> int:
    """The next cell that way; the ways from 6 to 11 are those from 0 to 5 again."""
    return (cell + STEP[way]) & RING  # type: ignore[no-any-return]


def set_stack(s: Record, cell: int, top: int, count: int) -> None:
    """Note the top piece of a cell, plus one, and how many there are."""
    shift = shift_of(cell)
    s.grid[cell >> 2] = s.grid[cell >> 2] & ~(511 << shift) | (top | count << 6) << shift


def turn_side(s: Record, cell: int) -> None:
    """Note with the cells around that `cell` is occupied now, or is no more; `rim` counts along."""
    for way in range(6):
        other = beside(cell, way)
        before, bit = around(s, other), 1 << (way + 3) % 6
        s.grid[other >> 2] ^= bit << shift_of(other) + 9
        if top_at(s, other) == 0:
            s.rim += int(before == 0) - int(before == bit)


def anchor(s: Record) -> int:
    """The cell from which the cells of moves are counted: that of the lowest-numbered piece there is."""
    return s.place[lowest(s.hive)] if s.hive else 0


def beneath(s: Record, piece: int) -> int:
    """The piece right below one that does not lie on the table."""
    for other in range(PIECES):
        if s.place[other] == s.place[piece] and s.level[other] == s.level[piece] - 1:
            return other
    return NONE


def lay(s: Record, piece: int, cell: int) -> None:
    """Lay a piece from outside the hive on a cell, on top of any others."""
    under, bit = top_at(s, cell) - 1, 1 << piece
    neighbours = 0
    if under >= 0:
        neighbours = s.near[under]
        exchange(s, neighbours, 1 << under, bit)
        s.near[under] = 0
        s.tops ^= 1 << under
    else:
        for way in range(6):
            top = top_at(s, beside(cell, way))
            if top:
                neighbours |= 1 << (top - 1)
        exchange(s, neighbours, 0, bit)
        turn_side(s, cell)
        s.rim -= int(neighbours != 0)
    s.level[piece] = height(s, cell)
    s.near[piece] = neighbours
    s.place[piece] = cell
    s.tops |= bit
    s.hive |= bit
    set_stack(s, cell, piece + 1, s.level[piece] + 1)


def lift(s: Record, piece: int) -> None:
    """Take a piece that is on top off the hive."""
    bit, cell = 1 << piece, s.place[piece]
    under = beneath(s, piece) if s.level[piece] else NONE
    if under >= 0:
        exchange(s, s.near[piece], bit, 1 << under)
        s.near[under] = s.near[piece]
        s.tops |= 1 << under
    else:
        exchange(s, s.near[piece], bit, 0)
        turn_side(s, cell)
        s.rim += int(s.near[piece] != 0)
    set_stack(s, cell, under + 1, s.level[piece])
    s.near[piece] = 0
    s.level[piece] = 0
    s.place[piece] = NONE
    s.tops ^= bit
    s.hive ^= bit


def exchange(s: Record, pieces: int, old: int, new: int) -> None:
    """Put `new` for `old` among the neighbours of all `pieces`."""
    while pieces:
        piece = lowest(pieces)
        pieces ^= 1 << piece
        s.near[piece] = s.near[piece] & ~old | new


def is_pinned(s: Record, piece: int) -> bool:
    """Whether the hive would fall apart without a piece that is on top."""
    if s.level[piece] or GROUPS[around(s, s.place[piece])] < 2:
        return False
    outside = ~(1 << piece)
    left = s.near[piece]
    new = left & -left
    reached = new
    while new:
        left &= ~new
        if not left:
            return False
        other = lowest(new)
        more = s.near[other] & outside & ~reached
        reached |= more
        new = new & (new - 1) | more
    return True


def is_narrow(s: Record, cell: int, way: int) -> bool:
    """Whether stacks of two or more on both sides bar the way up to, or down from, a Pillbug's top."""
    return height(s, beside(cell, way + 5)) > 1 and height(s, beside(cell, way + 1)) > 1
