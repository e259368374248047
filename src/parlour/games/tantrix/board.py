"""The tables of Tantrix: its 56 tiles, their six turns, and the places on which they lie.

A tile is a number from 0 on, by the alphabet of the names. Its name has the colours of its six sides,
clockwise, in the turn that is first in the alphabet. A turn of a tile is a word with one bit for each side:
``1 << (4 * way + colour)``. A cell is a place: `q` steps to the right and `r` to the upper right.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

COLOURS = "RYGB"  # by seat
SEATS = ("Red", "Yellow", "Green", "Blue")
HAND = 6

# The ways, clockwise from the upper right; the one opposite to `way` is ``(way + 3) % 6``.
WAYS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
ROW = 128
STEP = np.array([q + ROW * r for q, r in WAYS], dtype=np.int64)
ORIGIN = ROW // 2 + ROW * (ROW // 2)  # the cell of the first tile


def rotate(name: str, turns: int) -> str:
    """The sides of a tile that is turned clockwise, by 60 degrees each time."""
    return name[-turns:] + name[:-turns] if turns else name


def _names() -> tuple[str, ...]:
    """All ways to draw three lines of different colours, but for three straight lines."""
    found = set()
    for colours in permutations(COLOURS, 3):
        for sides in set(permutations(2 * "".join(colours))):
            name = "".join(sides)
            if name[:3] != name[3:]:
                found.add(min(rotate(name, turns) for turns in range(6)))
    return tuple(sorted(found))


NAMES = _names()
TILES = len(NAMES)


def _word(sides: str) -> int:
    """A turned tile as a word with one bit for each side."""
    return sum(1 << 4 * way + COLOURS.index(colour) for way, colour in enumerate(sides))


def _exits(sides: str) -> list[int]:
    """By side: the side to which its line runs."""
    return [
        next(i for i in range(6) if i != way and sides[i] == colour)
        for way, colour in enumerate(sides)
    ]


TURNS = [[rotate(name, turns) for turns in range(6)] for name in NAMES]  # by tile and turns
SIDES = np.array([[_word(sides) for sides in row] for row in TURNS], dtype=np.int64)
EXIT = np.array([[_exits(sides) for sides in row] for row in TURNS], dtype=np.int64)
CODES = {sides: (tile, turns) for tile, row in enumerate(TURNS) for turns, sides in enumerate(row)}
# By colour and tile: the first side of that colour in the unturned tile, -1 if it has none.
FIRST_SIDE = np.array([[name.find(colour) for name in NAMES] for colour in COLOURS], dtype=np.int64)


def cell_at(q: int, r: int) -> int:
    """The number of a place."""
    return int(ORIGIN + q + ROW * r)


def place_of(cell: int) -> tuple[int, int]:
    """The place of a cell, counted from the first tile."""
    return cell % ROW - ROW // 2, cell // ROW - ROW // 2
