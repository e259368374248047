"""The spaces around the tiles on the table: what a tile must match there, and what may not come of it.

A space is an empty cell beside a tile, kept as a word: the sides of its neighbours in 24 bits, one bit for
each side and colour (see ``board.py``), and above them the cell. `space` has them by ascending cell.
"""

from __future__ import annotations

from parlour.games.tantrix.board import ROW, SIDES, STEP, TILES
from parlour.kernel.layout import Record
from parlour.kernel.primitives import popcount

__compiled__ = True

NONE = -1
ALL_SIDES = (1 << 24) - 1
ONE_COLOUR = 0x111111  # the bits of the first colour
FORCED = 3  # neighbours of a space that must be filled


def cell_of_space(word: int) -> int:
    """The cell of a space."""
    return word >> 24


def sides_of(word: int) -> int:
    """What the tiles around a space show it, as a turned tile has its sides."""
    return word & ALL_SIDES


def neighbours(word: int) -> int:
    """How many tiles are around a space."""
    return popcount(word & ALL_SIDES)


def has_neighbour(word: int, way: int) -> bool:
    """Whether there is a tile that way from a space."""
    return (word >> 4 * way & 15) != 0


def find_space(s: Record, cell: int) -> int:
    """Where in `space` a cell is, or where it would be inserted."""
    low, high = 0, s.spaces
    while low < high:
        middle = (low + high) >> 1
        if cell_of_space(s.space[middle]) < cell:
            low = middle + 1
        else:
            high = middle
    return low


def space_at(s: Record, cell: int) -> int:
    """The word of a cell that is a space; 0 for any other."""
    i = find_space(s, cell)
    if i < s.spaces and cell_of_space(s.space[i]) == cell:
        return s.space[i]  # type: ignore[no-any-return]
    return 0


def tile_at(s: Record, cell: int) -> int:
    """The tile on a cell, or NONE."""
    for tile in range(TILES):
        if s.place[tile] == cell:
            return tile
    return NONE


def neighbour(s: Record, tile: int, way: int) -> int:
    """The tile beside a tile, or NONE."""
    return (s.near[tile] >> 6 * way & 63) - 1  # type: ignore[no-any-return]


def lay(s: Record, tile: int, turns: int, cell: int) -> None:
    """Put a tile on the table: its space is filled, those around it are new or know a side more."""
    i = find_space(s, cell)
    around = 0
    if i < s.spaces and cell_of_space(s.space[i]) == cell:
        around = sides_of(s.space[i])
        s.spaces -= 1
        for j in range(i, s.spaces):
            s.space[j] = s.space[j + 1]
    s.place[tile] = cell
    s.turns[tile] = turns
    s.near[tile] = 0
    for way in range(6):
        beside = cell + STEP[way]
        if has_neighbour(around, way):
            other = tile_at(s, beside)
            s.near[tile] |= (other + 1) << 6 * way
            s.near[other] |= (tile + 1) << 6 * ((way + 3) % 6)
        else:
            show_side(s, beside, (way + 3) % 6, SIDES[tile, turns] >> 4 * way & 15)


def show_side(s: Record, cell: int, way: int, colour: int) -> None:
    """Note with a space the side of a tile that lies that way from it; `colour` is one of four bits."""
    i = find_space(s, cell)
    if i == s.spaces or cell_of_space(s.space[i]) != cell:
        for j in range(s.spaces, i, -1):
            s.space[j] = s.space[j - 1]
        s.space[i] = cell << 24
        s.spaces += 1
    s.space[i] |= colour << 4 * way


# -- the three restrictions ------------------------------------------------------------------------


def barred_sides(s: Record, word: int) -> int:
    """The sides that a tile on a space may not have: a space beside it would get a third of one colour."""
    barred = 0
    for way in range(6):
        if not has_neighbour(word, way):
            beside = sides_of(space_at(s, cell_of_space(word) + STEP[way]))
            for colour in range(4):
                if popcount(beside & ONE_COLOUR << colour) >= FORCED - 1:
                    barred |= 1 << 4 * way + colour
    return barred


def closes_in(s: Record, word: int) -> bool:
    """Whether a tile on a space, or forced tiles after it, would give a space four sides.

    Forced spaces are filled one after the other, whatever would fit. `work` has the filled cells. The
    order does not matter: the sides of all filled spaces, each counted as it is filled, have the same
    sum in any order.
    """
    s.work[0] = cell_of_space(word)
    filled = 1
    for i in range(s.spaces):
        if s.space[i] != word and neighbours(s.space[i]) >= FORCED:
            sides = filled_sides(s, cell_of_space(s.space[i]), filled)
            if sides > FORCED:
                return True
            s.work[filled] = cell_of_space(s.space[i])
            filled += 1
    done = 0
    while done < filled:
        for way in range(6):
            cell = s.work[done] + STEP[way]
            sides = filled_sides(s, cell, filled)
            if sides > FORCED:
                return True
            if sides == FORCED:
                s.work[filled] = cell
                filled += 1
        done += 1
    return False


def filled_sides(s: Record, cell: int, filled: int) -> int:
    """How many sides an empty cell has with the first `filled` cells of `work`; 0 if it is not empty."""
    sides = neighbours(space_at(s, cell))
    for i in range(filled):
        if s.work[i] == cell:
            return 0
        apart = abs(s.work[i] - cell)
        sides += int(apart in (1, ROW - 1, ROW))
    if sides > 0 and tile_at(s, cell) != NONE:
        return 0
    return sides
