"""The tables of Hive: its pieces, the cells they lie on, the six ways from a cell.

A piece is a number: the seat's 14 from ``14 * seat`` on, in the order of `NAMES`. Cells are the numbers
from 0 to 1023, a ring: cell `q` to the right and `r` up (at 60 degrees) is ``q + 32 * r`` modulo 1024. No
two places closer than 32 steps share a number, and a hive of 28 pieces is 27 steps wide at most, so it
never meets itself, wherever it crawls.
"""

from __future__ import annotations

import numpy as np

CELLS = 1024
RING = CELLS - 1
SIDE = 32

QUEEN, SPIDER, BEETLE, GRASSHOPPER, ANT, MOSQUITO, LADYBUG, PILLBUG = range(8)
LETTERS = "QSBGAMLP"  # by kind
COUNTS = (1, 2, 2, 3, 3, 1, 1, 1)  # how many of each kind a side has
EACH = sum(COUNTS)  # pieces of a side
PIECES = 2 * EACH

KINDS = [kind for kind, count in enumerate(COUNTS) for _ in range(count)]
KIND = np.array(2 * KINDS, dtype=np.int64)  # by piece
FIRST = np.array([KINDS.index(kind) for kind in range(8)], dtype=np.int64)  # of a kind, of seat 0
COUNT = np.array(COUNTS, dtype=np.int64)
PIECES_OF = (((1 << EACH) - 1), ((1 << EACH) - 1) << EACH)  # by seat, as a set
NAMES = tuple(
    f"{colour}{LETTERS[kind]}{number + 1 if count > 1 else ''}"
    for colour in "wb"
    for kind, count in enumerate(COUNTS)
    for number in range(count)
)

# The six ways, clockwise from the upper left; the one opposite to `way` is ``way + 3``.
WAYS = ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))
STEP = np.array([q + SIDE * r for q, r in 2 * WAYS], dtype=np.int64)  # the ways twice over
WAY_TO = np.zeros(
    CELLS, dtype=np.int64
)  # by how much farther a cell lies: the way there as a bit, if one
WAY_TO[STEP[:6] % CELLS] = [1 << way for way in range(6)]


def _slides() -> list[int]:
    """By the set of the ways on which neighbours lie: the ways that a tile on the table can slide.

    To an empty place, past exactly one neighbour of both places: with two it does not fit through, and
    with none it would lose touch with the hive.
    """
    found = []
    for around in range(64):
        there = [around >> way & 1 for way in range(6)]
        open_ways = [
            way for way in range(6) if not there[way] and there[way - 1] != there[(way + 1) % 6]
        ]
        found.append(sum(1 << way for way in open_ways))
    return found


def _groups() -> list[int]:
    """By the set of the ways on which neighbours lie: how many bodies these neighbours form."""
    found = []
    for around in range(64):
        there = [around >> way & 1 for way in range(6)]
        found.append(sum(there[way] and not there[way - 1] for way in range(6)) + (around == 63))
    return found


SLIDES = np.array(_slides(), dtype=np.int64)
GROUPS = np.array(_groups(), dtype=np.int64)


def cell_at(q: int, r: int) -> int:
    """The number of a place."""
    return (q + SIDE * r) & RING


def place_of(cell: int) -> tuple[int, int]:
    """The place of a cell that is nearest to cell 0: q and r from -16 to 15."""
    q = (cell + SIDE // 2 & SIDE - 1) - SIDE // 2
    r = (cell - q) // SIDE % SIDE
    return q, (r + SIDE // 2) % SIDE - SIDE // 2


def _steps(cell: int) -> int:
    """How many steps a cell is away from cell 0."""
    q, r = place_of(cell)
    return max(abs(q), abs(r), abs(q + r))


STEPS = np.array(
    [_steps(cell) for cell in range(CELLS)], dtype=np.int64
)  # by how much farther it lies
