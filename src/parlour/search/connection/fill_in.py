"""Fill-in: cells whose owner is clear get their stones at once. The part that is compiled.

A dead cell does nothing for either colour. Two empty cells beside each other are captured if a stone on
either, of the colour that captures, makes the other dead: whatever the other does there is answered so.
Stones on such cells change nobody's chances, whoever moves, and may decide further cells (Henderson,
Playing and solving Hex, 2010).

``w.given`` has the cells filled so far, by colour, in words with a bit for each cell. A search keeps such
sets in `rows`, one after the other behind the number of those in use; row 0 is empty.

Bound to a game's rules by the loader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from parlour.kernel.layout import Record
from parlour.kernel.primitives import lowest, reserve
from parlour.kernel.protocol import R
from parlour.search.connection.connection_board import DIRECTIONS, is_bit, list_empty, stand

if TYPE_CHECKING:
    from parlour.kernel.workspace import Words, WorkRecord

__compiled__ = True
__inner__ = True

Work: TypeAlias = "WorkRecord"

COLOURS = 2


def fill_in(w: Work, s: Record) -> int:
    """Fill the board and `s`, but for one cell at least: how many stones."""
    count = list_empty(w)
    left = count
    given = 1
    while given > 0:
        given = 0
        for i in range(count):
            for colour in range(COLOURS):
                given += give_cell(w, s, colour, w.empty[i], left - given - 1)
        left -= given
    return count - left


def give_cell(w: Work, s: Record, colour: int, cell: int, most: int) -> int:
    """Fill a cell if it is dead, or with a neighbour if `colour` captures both: how many, at `most`."""
    if w.colour[cell] != 0 or most < 1:
        return 0
    if w.dead[w.near[cell]] != 0:
        put_stone(w, s, colour, cell)
        return 1
    bits = w.killed[colour][w.near[cell]]
    if bits != 0 and most > 1:
        for d in range(DIRECTIONS):
            beside = w.links[cell][d]
            if bits >> d & 1 and is_bit(w, w.killed[colour], beside, d + 3):
                put_stone(w, s, colour, cell)
                put_stone(w, s, colour, beside)
                return 2
    return 0


def put_stone(w: Work, s: Record, colour: int, cell: int) -> None:
    """Put a stone on a cell that is filled."""
    w.given[colour][cell >> 6] |= 1 << (cell & 63)
    stand(w, colour, cell)
    R.place_stone(s, colour, cell)


def take_back(w: Work) -> None:
    """Forget what was filled."""
    w.row = 0
    for colour in range(COLOURS):
        for k in range(len(w.given[colour])):
            w.given[colour][k] = 0


def keep_row(w: Work, rows: Words) -> None:
    """Keep what is filled in a new row, whose number is left in ``w.row``, if there is room."""
    words = len(w.given[0])
    row = reserve(rows, 1)
    first = 1 + row * COLOURS * words
    if first + COLOURS * words <= len(rows):
        w.row = row
        for colour in range(COLOURS):
            for k in range(words):
                rows[first + colour * words + k] = w.given[colour][k]


def fill_again(w: Work, s: Record, rows: Words, row: int) -> None:
    """Fill what a row has more than is filled."""
    words = len(w.given[0])
    first = 1 + row * COLOURS * words
    w.row = row
    for colour in range(COLOURS):
        for k in range(words):
            new = rows[first + colour * words + k] & ~w.given[colour][k]
            while new:
                put_stone(w, s, colour, 64 * k + lowest(new))
                new &= new - 1
