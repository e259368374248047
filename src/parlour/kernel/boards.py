"""Square, hexagonal, triangular and rhombic boards: cells, names, neighbours, lines, sides.

Boards are built once, when a rules or notation file is executed, and provide NumPy tables for compiled
code. Shapes, names and neighbours are those of the rulebook's introduction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np
import numpy.typing as npt

from parlour.errors import BadPosition
from parlour.kernel.cell_names import letters as letters

Place = tuple[int, int]
Ints = npt.NDArray[np.int64]

KING_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
HEXAGON_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
ROW_HEIGHT = sqrt(3) / 2  # of hexagons of width 1


@dataclass(frozen=True)
class Board:
    """A board's cells in a fixed order, each with a name, a grid place and a point for drawing.

    `steps` are the directions, opposite ones half the row apart. `sides` says for each side, in the
    rulebook's order, whether each cell is on it.
    """

    shape: str
    names: tuple[str, ...]
    places: tuple[Place, ...]
    points: tuple[tuple[float, float], ...]
    steps: tuple[Place, ...]
    sides: tuple[tuple[bool, ...], ...]

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def index(self) -> dict[str, int]:
        """Each cell's number by its name."""
        return {name: i for i, name in enumerate(self.names)}

    @cached_property
    def at(self) -> dict[Place, int]:
        """Each cell's number by its place on the grid."""
        return {place: i for i, place in enumerate(self.places)}

    @cached_property
    def neighbours(self) -> Ints:
        """The cell one step away, or -1: an array of shape (cells, directions)."""
        return np.array(
            [[self.at.get((x + dx, y + dy), -1) for dx, dy in self.steps] for x, y in self.places],
            dtype=np.int64,
        )

    def line(self, cell: int, direction: int) -> list[int]:
        """The cells from `cell` (exclusive) to the edge in a direction, nearest first."""
        found = []
        while (cell := int(self.neighbours[cell, direction])) >= 0:
            found.append(cell)
        return found

    def side_table(self) -> Ints:
        """For each cell a word whose bit k is set if the cell is on side k."""
        return np.array(
            [sum(on[i] << k for k, on in enumerate(self.sides)) for i in range(len(self))],
            dtype=np.int64,
        )

    def cell(self, name: str) -> int:
        """The number of the cell called `name`; raises BadPosition."""
        if name not in self.index:
            raise BadPosition(
                f"{name!s:.20} is not a cell: cells are {self.names[0]} to {self.names[-1]}"
            )
        return self.index[name]

    def is_dark(self, cell: int) -> bool:
        """Whether a cell of a square board is dark, as a1 is."""
        x, y = self.places[cell]
        return (x + y) % 2 == 0


def square(width: int, height: int) -> Board:
    """A board of squares: a1, b1, … up to the last rank; sides bottom, right, top, left."""
    places = [(x, y) for y in range(height) for x in range(width)]
    return Board(
        "square",
        tuple(f"{letters(x)}{y + 1}" for x, y in places),
        tuple(places),
        tuple((float(x), float(y)) for x, y in places),
        KING_STEPS,
        (
            tuple(y == 0 for _, y in places),
            tuple(x == width - 1 for x, _ in places),
            tuple(y == height - 1 for _, y in places),
            tuple(x == 0 for x, _ in places),
        ),
    )


def hexagon(size: int) -> Board:
    """A hexagon of hexagons with `size` cells on a side; places are axial (q, r).

    Rows are letters from a at the bottom; cells are numbered from 1 at the left. Sides in order: bottom,
    lower right, upper right, top, upper left, lower left.
    """
    n = size - 1
    places, names = [], []
    for r in range(-n, n + 1):
        first = max(-n, -r - n)
        for q in range(first, min(n, -r + n) + 1):
            places.append((q, r))
            names.append(f"{letters(r + n)}{q - first + 1}")
    return Board(
        "hexagon",
        tuple(names),
        tuple(places),
        tuple((q + r / 2, r * ROW_HEIGHT) for q, r in places),
        HEXAGON_STEPS,
        (
            tuple(r == -n for _, r in places),
            tuple(q == n for q, _ in places),
            tuple(q + r == n for q, r in places),
            tuple(r == n for _, r in places),
            tuple(q == -n for q, _ in places),
            tuple(q + r == -n for q, r in places),
        ),
    )


def triangle(size: int) -> Board:
    """A triangle of hexagons with `size` cells on a side; places are (column, row) from the bottom left.

    Rows are letters from the bottom row a. Sides: bottom, left, right.
    """
    places = [(c, i) for i in range(size) for c in range(size - i)]
    return Board(
        "triangle",
        tuple(f"{letters(i)}{c + 1}" for c, i in places),
        tuple(places),
        tuple((c + i / 2, i * ROW_HEIGHT) for c, i in places),
        HEXAGON_STEPS,
        (
            tuple(i == 0 for _, i in places),
            tuple(c == 0 for c, _ in places),
            tuple(c == size - 1 - i for c, i in places),
        ),
    )


def rhombus(size: int) -> Board:
    """A rhombus of hexagons as HexWiki draws it: a1 at the top left, each row half a cell further right.

    Places are (column, row) from the top. Sides: top, right, bottom, left.
    """
    places = [(c, r) for r in range(size) for c in range(size)]
    return Board(
        "rhombus",
        tuple(f"{letters(c)}{r + 1}" for c, r in places),
        tuple(places),
        tuple((c + r / 2, -r * ROW_HEIGHT) for c, r in places),
        HEXAGON_STEPS,
        (
            tuple(r == 0 for _, r in places),
            tuple(c == size - 1 for c, _ in places),
            tuple(r == size - 1 for _, r in places),
            tuple(c == 0 for c, _ in places),
        ),
    )


def joined_bits(boards: list[Ints], cells: list[int]) -> Ints:
    """The bits of these cells in rows of bitboards, board `k` as bit `k`: shape (rows, cells)."""
    shifts = np.array(cells, dtype=np.int64)
    found = np.zeros((len(boards[0]), len(cells)), dtype=np.int64)
    for k, board in enumerate(boards):
        found |= (board[:, None] >> shifts & 1) << k
    return found
