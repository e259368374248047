"""How a move is packed into one word: the piece (5 bits), the cell to which it goes.

The cell is that of the board, or counted from a base, as `play` takes it (see ``rules.py``).
"""

from __future__ import annotations

from parlour.games.hive.board import RING

__compiled__ = True
__inner__ = True


def move_code(piece: int, cell: int) -> int:
    return piece | cell << 5


def piece_of(m: int) -> int:
    return m & 31


def cell_of(m: int) -> int:
    return m >> 5


def counted_from(base: int, m: int) -> int:
    """The move `m` with its cell counted from `base` instead of cell 0."""
    return move_code(piece_of(m), cell_of(m) - base & RING)


def target_of(m: int, base: int) -> int:
    """The cell of the board to which a move goes whose cell is counted from `base`."""
    return cell_of(m) + base & RING
