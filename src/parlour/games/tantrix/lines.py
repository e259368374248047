"""Lines and loops: what a colour has, and what it can hope for."""

from __future__ import annotations

from parlour.games.tantrix.board import EXIT, FIRST_SIDE, STEP, TILES
from parlour.games.tantrix.spaces import (
    FORCED,
    NONE,
    ONE_COLOUR,
    cell_of_space,
    neighbour,
    neighbours,
    sides_of,
    space_at,
    tile_at,
)
from parlour.kernel.layout import Record
from parlour.kernel.primitives import lowest, popcount

__compiled__ = True

TILE = 100  # what a tile of a line is worth
GAP = 65  # a space through which two ends of a line will run on
OPEN = 45  # an end that can grow
TIGHT = 20  # an end at a forced space, which the others may fill
EVERY_TILE = (1 << TILES) - 1


POINTS = 56  # above the tiles of a line, as a set, come its points


def line_points(s: Record, colour: int) -> int:
    """The points of a colour's best line or loop: one for each tile, in a loop two."""
    return best_line(s, colour) >> POINTS


def best_line(s: Record, colour: int) -> int:
    """The tiles of a colour's best line as a set, and its points above them; 0 without any."""
    best, seen = 0, 0
    for tile in range(TILES):
        if has_new_line(s, colour, tile, seen):
            line = walk_line(s, colour, tile)
            seen |= line & EVERY_TILE
            if line >> POINTS > best >> POINTS:
                best = line
    return best


def walk_line(s: Record, colour: int, tile: int) -> int:
    """The line of a colour through a tile, as `best_line` tells it."""
    tiles = 1 << tile
    for end in range(2):
        at = across(s, tile, line_end(s, colour, tile, end))
        while at != NONE and tile_of_entry(at) != tile:
            tiles |= 1 << tile_of_entry(at)
            at = run_on(s, at)
        if at != NONE:
            return tiles | 2 * popcount(tiles) << POINTS
    return tiles | popcount(tiles) << POINTS


def promise(s: Record, colour: int) -> int:
    """The worth of a colour's best line in hundredths of a tile, gaps and open ends included."""
    best, seen = 0, 0
    for tile in range(TILES):
        if has_new_line(s, colour, tile, seen):
            line, worth = walk_over_gaps(s, colour, tile)
            seen |= line
            best = max(best, worth)
    return best


def walk_over_gaps(s: Record, colour: int, tile: int) -> tuple[int, int]:
    """The line through a tile, as a set, and its worth; it runs on where two of its ends face a space."""
    tiles, worth = 1 << tile, TILE
    for end in range(2):
        out = exit_code(tile, line_end(s, colour, tile, end))
        while True:
            at, gap = across(s, tile_of_entry(out), side_of_entry(out)), 0
            if at == NONE:
                at, gap = over_gap(s, colour, out), GAP
            if at == NONE:
                worth += end_worth(s, colour, out)
                break
            if tile_of_entry(at) == tile:
                return tiles, 2 * (worth + gap)
            if tiles >> tile_of_entry(at) & 1:
                break
            tiles |= 1 << tile_of_entry(at)
            worth += TILE + gap
            out = onward(s, at)
    return tiles, worth


def has_new_line(s: Record, colour: int, tile: int, seen: int) -> bool:
    """Whether a tile is on the table with a line of the colour that was not seen yet."""
    return s.place[tile] != NONE and FIRST_SIDE[colour, tile] >= 0 and not seen >> tile & 1


# -- from tile to tile: a side of a tile, ``tile | way << 6``, by which a line enters or leaves it -------


def exit_code(tile: int, way: int) -> int:
    return tile | way << 6


def tile_of_entry(code: int) -> int:
    return code & 63


def side_of_entry(code: int) -> int:
    return code >> 6


def line_end(s: Record, colour: int, tile: int, end: int) -> int:
    """The side at which a colour's line leaves a tile: one of two."""
    side = (FIRST_SIDE[colour, tile] + s.turns[tile]) % 6
    return EXIT[tile, s.turns[tile], side] if end else side  # type: ignore[no-any-return]


def across(s: Record, tile: int, way: int) -> int:
    """The side by which the line that leaves a tile enters the tile beside it; NONE if there is none."""
    other = neighbour(s, tile, way)
    return NONE if other == NONE else exit_code(other, (way + 3) % 6)


def onward(s: Record, entry: int) -> int:
    """Where the line that enters a tile leaves it."""
    tile = tile_of_entry(entry)
    return exit_code(tile, EXIT[tile, s.turns[tile], side_of_entry(entry)])


def run_on(s: Record, entry: int) -> int:
    """Where the line that enters a tile enters the next one; NONE if it ends."""
    out = onward(s, entry)
    return across(s, tile_of_entry(out), side_of_entry(out))


def space_behind(s: Record, out: int) -> int:
    """The word of the space in which a line ends."""
    return space_at(s, s.place[tile_of_entry(out)] + STEP[side_of_entry(out)])


def over_gap(s: Record, colour: int, out: int) -> int:
    """The other side of the colour at the space in which a line ends, if there is one; else NONE."""
    word = space_behind(s, out)
    own = sides_of(word) & ONE_COLOUR << colour
    if popcount(own) != 2:
        return NONE
    way = lowest(own & ~(15 << 4 * ((side_of_entry(out) + 3) % 6))) >> 2
    return exit_code(tile_at(s, cell_of_space(word) + STEP[way]), (way + 3) % 6)


def end_worth(s: Record, colour: int, out: int) -> int:
    """What the end of a line is worth in its space: nothing where three of them meet."""
    word = space_behind(s, out)
    if popcount(sides_of(word) & ONE_COLOUR << colour) > 2:
        return 0
    return TIGHT if neighbours(word) >= FORCED else OPEN
