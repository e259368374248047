"""What games on a hexagonal board share: rows of position texts, labels beside the board."""

from __future__ import annotations

from collections.abc import Iterable

from parlour.kernel.boards import ROW_HEIGHT, Board, letters
from parlour.kernel.scene import Label


def row_lengths(size: int) -> tuple[int, ...]:
    """How many cells each row has, from the bottom, on a board with `size` cells on a side."""
    n = size - 1
    return tuple(2 * n + 1 - abs(r) for r in range(-n, n + 1))


def join_rows(cells: Iterable[str], size: int) -> str:
    """One letter for each cell, parted into the board's rows."""
    letter = iter(cells)
    return "/".join("".join(next(letter) for _ in range(n)) for n in row_lengths(size))


def labels(board: Board, size: int) -> tuple[Label, ...]:
    """Rows' letters at the left; numbers below the lower half, along its lines down to the right."""
    rows = []
    numbers = [Label(str(k + 1), k - size / 2 + 1, -size * ROW_HEIGHT) for k in range(size)]
    first = 0
    for row, length in enumerate(row_lengths(size)):
        x, y = board.points[first]
        rows.append(Label(letters(row), x - 1, y))
        if row < size - 1:
            numbers.append(Label(str(length + 1), x + length, y))
        first += length
    return (*rows, *numbers)
