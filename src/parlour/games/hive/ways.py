"""The moves of each kind of piece, listed in a row with each target once.

The end of the row is where cells are marked that are found already.
"""

from __future__ import annotations

from parlour.games.hive.board import (
    ANT,
    BEETLE,
    GRASSHOPPER,
    KIND,
    LADYBUG,
    MOSQUITO,
    PILLBUG,
    QUEEN,
    RING,
    SLIDES,
    SPIDER,
    WAY_TO,
)
from parlour.games.hive.code import cell_of, move_code
from parlour.games.hive.grid import NONE, around, around_without, beside, height
from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import lowest

__compiled__ = True
__inner__ = True

# Fourteen pieces with 58 cells round a hive of 28, what Pillbugs throw, eight kinds to be placed: fewer
# than 1,500 moves. Above are marked cells, and cells for placing.
ROW = 2048
MARKS = ROW - 32
PLACES = MARKS - 128


def clear_marks(out: Moves) -> None:
    for i in range(MARKS, ROW):
        out[i] = 0


def is_new(out: Moves, cell: int) -> bool:
    """Mark a cell: whether it was not marked before."""
    i, bit = MARKS + (cell >> 5), 1 << (cell & 31)
    if out[i] & bit:
        return False
    out[i] |= bit
    return True


def list_piece(s: Record, out: Moves, n: int, piece: int) -> int:
    """List the moves of a piece that is free to go; returns where the list ends."""
    clear_marks(out)
    is_new(out, s.place[piece])
    kinds = goes_as(s, piece)
    while kinds:  # an Ant's way first: it goes on from the cells that are new to it
        kind = ANT if kinds >> ANT & 1 else lowest(kinds)
        n = list_kind(s, out, n, piece, kind)
        kinds ^= 1 << kind
    return n


def goes_as(s: Record, piece: int) -> int:
    """The set of the kinds as which a piece goes: a Mosquito on the table as all that are beside it."""
    if s.level[piece]:
        return 1 << BEETLE
    if KIND[piece] != MOSQUITO:
        return 1 << KIND[piece]  # type: ignore[no-any-return]
    kinds, tops = 0, s.near[piece]
    while tops:
        kinds |= 1 << KIND[lowest(tops)]
        tops &= tops - 1
    if kinds >> ANT & 1:  # who goes everywhere that these go
        kinds &= ~(1 << QUEEN | 1 << PILLBUG | 1 << SPIDER)
    return kinds & ~(1 << MOSQUITO)


def list_kind(s: Record, out: Moves, n: int, piece: int, kind: int) -> int:
    """List the moves of a piece that goes as `kind`, but for cells that are marked."""
    if kind == ANT:
        return list_ant(s, out, n, piece)
    if kind == SPIDER:
        return list_spider(s, out, n, piece)
    if kind == GRASSHOPPER:
        return list_hops(s, out, n, piece)
    if kind == BEETLE:
        return list_climbs(s, out, n, piece)
    if kind == LADYBUG:
        return list_ladybug(s, out, n, piece)
    return list_slides(s, out, n, piece)  # the Queen and the Pillbug


def add(out: Moves, n: int, piece: int, cell: int) -> int:
    """Add a move to the list, unless its cell is marked; returns how many there are."""
    if is_new(out, cell):
        out[n] = move_code(piece, cell)
        n += 1
    return n


def list_slides(s: Record, out: Moves, n: int, piece: int) -> int:
    cell = s.place[piece]
    ways = SLIDES[around(s, cell)]
    while ways:
        n = add(out, n, piece, beside(cell, lowest(ways)))
        ways &= ways - 1
    return n


def list_ant(s: Record, out: Moves, n: int, piece: int) -> int:
    """The cells found so far are those from which more are found."""
    origin = s.place[piece]
    cell, i = origin, n
    while True:
        ways = SLIDES[around_without(s, cell, origin)]
        while ways:
            n = add(out, n, piece, beside(cell, lowest(ways)))
            ways &= ways - 1
        if i == n:
            return n
        cell = cell_of(out[i])
        i += 1


def list_spider(s: Record, out: Moves, n: int, piece: int) -> int:
    """Three slides, without going back."""
    origin = s.place[piece]
    ways1 = SLIDES[around(s, origin)]
    while ways1:
        one = beside(origin, lowest(ways1))
        ways1 &= ways1 - 1
        ways2 = SLIDES[around_without(s, one, origin)] & ~WAY_TO[origin - one & RING]
        while ways2:
            two = beside(one, lowest(ways2))
            ways2 &= ways2 - 1
            ways3 = SLIDES[around_without(s, two, origin)] & ~WAY_TO[one - two & RING]
            while ways3:
                n = add(out, n, piece, beside(two, lowest(ways3)))
                ways3 &= ways3 - 1
    return n


def list_hops(s: Record, out: Moves, n: int, piece: int) -> int:
    origin = s.place[piece]
    ways = around(s, origin)
    while ways:
        way = lowest(ways)
        ways &= ways - 1
        cell = beside(origin, way)
        while around(s, cell) >> way & 1:
            cell = beside(cell, way)
        n = add(out, n, piece, beside(cell, way))
    return n


def list_climbs(s: Record, out: Moves, n: int, piece: int) -> int:
    """The Beetle's moves: one step, up, down, or on the same level."""
    origin, low = s.place[piece], s.level[piece]
    for way in range(6):
        to = beside(origin, way)
        if can_climb(s, origin, way, low, height(s, to), NONE):
            n = add(out, n, piece, to)
    return n


def can_climb(s: Record, cell: int, way: int, low: int, high: int, gone: int) -> bool:
    """Whether a piece that stands on `low` others can step to a cell with `high`, `gone` being empty.

    It does not fit between two stacks higher than both; on the table it needs one stack to hold on to.
    """
    left, right = beside(cell, way + 5), beside(cell, way + 1)
    a = height(s, left) if left != gone else 0
    b = height(s, right) if right != gone else 0
    most = max(low, high)
    if a > most and b > most:
        return False
    return most > 0 or a > 0 or b > 0


def list_ladybug(s: Record, out: Moves, n: int, piece: int) -> int:
    """Two steps on top of the hive, and one down; `add` keeps it from its own place, which is marked."""
    origin = s.place[piece]
    ways1 = around(s, origin)
    while ways1:
        way1 = lowest(ways1)
        ways1 &= ways1 - 1
        one = beside(origin, way1)
        high1 = height(s, one)
        if not can_climb(s, origin, way1, 0, high1, NONE):
            continue
        ways2 = around_without(s, one, origin)
        while ways2:
            way2 = lowest(ways2)
            ways2 &= ways2 - 1
            two = beside(one, way2)
            high2 = height(s, two)
            if not can_climb(s, one, way2, high1, high2, origin):
                continue
            ways3 = ~around(s, two) & 63
            while ways3:
                way3 = lowest(ways3)
                ways3 &= ways3 - 1
                if can_climb(s, two, way3, high2, 0, origin):
                    n = add(out, n, piece, beside(two, way3))
    return n
