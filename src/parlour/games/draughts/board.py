"""The geometry that both sets of diagonals share.

Each set has 32 squares, numbered from South's left so that a diagonal step always adds or takes away
4 or 5: the eight ranks take 0–3, 5–8, 9–12, 14–17, … 32–35, and the numbers left out (4, 13, 22, 31)
are no squares. A set's pieces of a kind are one word with a bit for each number. Steps from a square
at the edge fall on numbers that are no squares, so that no masks are needed.

The light set is the dark one in a mirror: files are counted from the right. So d1 and e1 have the same
number, and a turn of the whole board by half takes square n of one set to 35 − n of the other.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from parlour.games.draughts.constants import DARK, LIGHT

Ints = npt.NDArray[np.int64]

STEPS = (4, 5, -5, -4)  # left and right, up then down; direction 3 - d is opposite to d


def square(x: int, y: int) -> int:
    """The number of the square of the dark set at file `x` and rank `y`, from 0."""
    return 9 * (y // 2) + x // 2 + 5 * (y % 2)


PLACES = {square(x, y): (x, y) for y in range(8) for x in range(8) if (x + y) % 2 == 0}
SQUARES = sum(1 << n for n in PLACES)
LAST = max(PLACES)

NAMES = tuple(
    {n: f"{'abcdefgh'[7 - x if mirrored else x]}{y + 1}" for n, (x, y) in PLACES.items()}
    for mirrored in (False, True)
)  # NAMES[DARK] and NAMES[LIGHT]: the squares' names by number
NUMBERS = {name: (which, n) for which in (DARK, LIGHT) for n, name in NAMES[which].items()}


def _mask(squares: list[tuple[int, int]]) -> int:
    return sum(1 << square(x, y) for x, y in squares)


def _table(files: list[int]) -> Ints:
    """For each number a mask of the squares on one file."""
    masks = [0] * (LAST + 1)
    for n, (x, _) in PLACES.items():
        masks[n] = _mask([place for place in PLACES.values() if place[0] == files[x]])
    return np.array(masks, dtype=np.int64)


RANK = np.array(
    [_mask([p for p in PLACES.values() if p[1] == y]) for y in range(8)], dtype=np.int64
)
FILE = _table([0, 1, 2, 3, 4, 5, 6, 7])  # squares of the same set on the same file
FILE_ACROSS = _table([7, 6, 5, 4, 3, 2, 1, 0])  # squares of the other set on the same file

HOME_RANK = np.array([RANK[0], RANK[7]], dtype=np.int64)  # by side
END_RANK_OF = np.array([RANK[7], RANK[0]], dtype=np.int64)
CHAMPION = np.array([1 << square(4, 0), 1 << square(3, 7)], dtype=np.int64)  # e1, d8; d1, e8


FIRST_RANKS = np.array([[sum(RANK[:n]), sum(RANK[8 - n :])] for n in range(9)], dtype=np.int64)
# FIRST_RANKS[n, side]: the squares of a side's first n ranks

# -- for evaluations -----------------------------------------------------------------------------------

CENTRE = _mask([(3, 3), (5, 3), (2, 4), (4, 4), (4, 2), (3, 5)])
GUARD = np.array([_mask([(2, 0), (6, 0)]), _mask([(1, 7), (5, 7)])], dtype=np.int64)  # by side
DOUBLE_CORNERS = _mask([(6, 0), (7, 1), (0, 6), (1, 7)])


def _fan(x: int, y: int, up: int) -> int:
    """The squares from which a piece could get in the way of one that leaves for the board's end."""
    return _mask(
        [(a, b) for a, b in PLACES.values() if (b - y) * up > 0 and abs(a - x) <= (b - y) * up + 1]
    )


def _far(x: int, y: int) -> list[int]:
    """King's steps from a place to each number; 0 for numbers that are no squares."""
    at = [PLACES.get(n) for n in range(LAST + 1)]
    return [max(abs(x - p[0]), abs(y - p[1])) if p else 0 for p in at]


def _by_number(values: dict[int, int]) -> list[int]:
    return [values.get(n, 0) for n in range(LAST + 1)]


FAN = np.array(
    [_by_number({n: _fan(x, y, up) for n, (x, y) in PLACES.items()}) for up in (1, -1)],
    dtype=np.int64,
)  # FAN[0 up, 1 down, square]
TO_GO = np.array(
    [
        _by_number({n: 7 - y for n, (_, y) in PLACES.items()}),
        _by_number({n: y for n, (_, y) in PLACES.items()}),
    ],
    dtype=np.int64,
)  # TO_GO[0 up, 1 down, square]: ranks from there to the board's end
DISTANCE = np.array([_far(*PLACES.get(n, (0, 0))) for n in range(LAST + 1)], dtype=np.int64)


def cards(front: int) -> Ints:
    """South's fourteen first moves from rank `front` (from 0): rows of set, square and direction."""
    rows = [
        (which, square(x, front), d)
        for which in (DARK, LIGHT)
        for x in range(front % 2, 8, 2)
        for d in (0, 1)
        if square(x, front) + STEPS[d] in PLACES
    ]
    return np.array(rows, dtype=np.int64)
