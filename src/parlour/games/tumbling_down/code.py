"""How a move is packed into one word: its cell (6 bits), its direction (3), whether it is a tumble (1)."""

from __future__ import annotations

__compiled__ = True
__inner__ = True

TUMBLE = 1 << 9
CODE_BITS = 10


def step_code(cell: int, direction: int) -> int:
    """The step of the piece on top of a cell."""
    return cell | direction << 6


def tumble_code(cell: int, direction: int) -> int:
    """The tumble of the whole stack on a cell."""
    return step_code(cell, direction) | TUMBLE


def direction_of(m: int) -> int:
    """The direction in which the move `m` goes."""
    return (m >> 6) & 7


def is_tumble(m: int) -> bool:
    """Whether the move `m` is a tumble."""
    return m >= TUMBLE
