"""The board of a game of connections as searches see it, and playouts that keep bridges: compiled.

`w` holds the board: ``w.colour`` has 0 for an empty cell, 1 and 2 for stones of the colours 0 and 1;
``w.near`` has two bits for each direction from a cell, the first direction lowest: 0 beside an empty cell,
1 and 2 beside a stone, and beside the board's edge who may join that side, as 1, 2 or 3 for both.
``w.links`` has each cell's neighbours, CELLS standing for what is no cell.

Bound to a game's rules by the loader; these give `stones`, `colour_of`, `commit`, `barred`, `put` and
`settle`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from parlour.kernel.layout import OVER, Record
from parlour.kernel.primitives import below, lowest, popcount
from parlour.kernel.protocol import R

if TYPE_CHECKING:
    from parlour.kernel.workspace import Words, WorkRecord

__compiled__ = True
__inner__ = True

Work: TypeAlias = "WorkRecord"

NONE = -1
DIRECTIONS = 6


def in_direction(code: int, d: int) -> int:
    """What a code in the direction `d` adds to a cell's ``near``."""
    return code << 2 * d


def beside(near: int, d: int) -> int:
    """The code that a ``near`` has for the direction `d`."""
    return near >> 2 * d & 3


def look(w: Work, s: Record) -> None:
    """Make the board that of `s`, and keep it as the root's."""
    R.stones(s, w.colours)
    for cell in range(R.CELLS):
        w.root_near[cell] = w.edge[cell]
    w.root_near[R.CELLS] = 0
    for cell in range(R.CELLS):
        colour = w.colours[cell]
        w.root_colour[cell] = colour
        if colour != 0:
            for d in range(DIRECTIONS):
                w.root_near[w.links[cell][d]] |= in_direction(colour, (d + 3) % DIRECTIONS)


def back_to_root(w: Work) -> None:
    """Take all stones off again that were put on since `look`."""
    for cell in range(R.CELLS):
        w.near[cell] = w.root_near[cell]
        w.colour[cell] = w.root_colour[cell]


def stand(w: Work, colour: int, cell: int) -> None:
    """Put a stone of the colour 0 or 1 on an empty cell."""
    code = colour + 1
    w.colour[cell] = code
    links = w.links[cell]
    w.near[links[0]] |= in_direction(code, 3)
    w.near[links[1]] |= in_direction(code, 4)
    w.near[links[2]] |= in_direction(code, 5)
    w.near[links[3]] |= in_direction(code, 0)
    w.near[links[4]] |= in_direction(code, 1)
    w.near[links[5]] |= in_direction(code, 2)


def see_idle(w: Work, mover: int) -> None:
    """Mark in ``w.idle`` the cells that the colour `mover` need not play on a board that is filled in.

    A cell is dominated by another where a stone would capture it (Henderson, Playing and solving Hex, 2010).
    """
    for cell in range(R.CELLS):
        w.idle[cell] = 0
    for cell in range(R.CELLS):
        if w.colour[cell] == 0:
            w.idle[cell] = is_dominated(w, mover, cell)


def is_dominated(w: Work, mover: int, cell: int) -> bool:
    """Whether a stone of `mover` on a cell that is not idle would capture an empty cell, with a neighbour."""
    enclosed = w.enclosed[mover]
    bits = enclosed[w.near[cell]]
    for d in range(DIRECTIONS):
        if bits >> d & 1:
            one = w.links[cell][d]
            other = w.links[cell][(d + 1) % DIRECTIONS]
            if is_better(w, one) and is_bit(w, enclosed, other, d + 4):
                return True
            if is_better(w, other) and is_bit(w, enclosed, one, d + 2):
                return True
    return False


def is_better(w: Work, cell: int) -> bool:
    """Whether a cell is empty and not idle."""
    found: bool = cell < R.CELLS and w.colour[cell] == 0 and w.idle[cell] == 0
    return found


def is_bit(w: Work, bits: Words, cell: int, d: int) -> bool:
    """Whether an empty cell has the bit of a direction in a table by ``near``."""
    if cell >= R.CELLS or w.colour[cell] != 0:
        return False
    found: bool = bits[w.near[cell]] >> d % DIRECTIONS & 1 != 0
    return found


def saving(w: Work, colour: int, last: int) -> int:
    """A cell that keeps joined what the other's stone on `last` would part; NONE if there is none.

    Two stones of `colour` beside `last`, or one and an edge that it may join, with one empty cell between
    them, were joined by a bridge. Where there are several such cells, one is drawn.
    """
    found: int = w.bridges[colour][w.near[last]]
    if found == 0:
        return NONE
    if found & (found - 1):
        for _ in range(below(w.rng, popcount(found))):
            found &= found - 1
    cell: int = w.links[last][lowest(found)]
    return cell


def draw_cell(w: Work, s: Record, colour: int, count: int) -> int:
    """A random one of the `count` cells in ``w.empty`` that is not barred; where all are, any one."""
    left = count
    cell = NONE
    while left > 0:
        i = below(w.rng, left)
        cell = w.empty[i]
        if not R.barred(s, colour, cell):
            break
        left -= 1
        exchange(w, i, left)
    return cell


def exchange(w: Work, i: int, j: int) -> None:
    """Exchange two cells in ``w.empty``."""
    one = w.empty[i]
    other = w.empty[j]
    w.empty[i] = other
    w.empty[j] = one
    w.place[other] = i
    w.place[one] = j


def list_empty(w: Work) -> int:
    """Write the empty cells to ``w.empty`` and their indices to ``w.place``; returns their number."""
    n = 0
    for cell in range(R.CELLS):
        w.empty[n] = cell
        w.place[cell] = n
        n += int(w.colour[cell] == 0)
    return n


def play_on(w: Work, s: Record, last: int) -> None:
    """Play `s` to its end, `last` being the cell of the last stone or NONE: a playout that keeps bridges."""
    R.commit(s)
    colour = R.colour_of(s, s.turn)
    count = list_empty(w)
    while s.turn != OVER and count > 0:
        cell = NONE
        if last >= 0:
            cell = saving(w, colour, last)
        if cell == NONE or R.barred(s, colour, cell):
            cell = draw_cell(w, s, colour, count)
        count -= 1
        exchange(w, w.place[cell], count)
        stand(w, colour, cell)
        R.place_stone(s, colour, cell)
        last = cell
        colour = 1 - colour
    R.settle(s, w.rng)
