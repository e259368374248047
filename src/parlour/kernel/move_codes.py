"""Codes of moves from one cell to another, on boards of at most 64 cells: how they lie in a word.

From the lowest bit: the cell from which a piece goes (6 bits), the cell to which it goes (6). What a
game's moves carry more lies above, and has accessors of the game's own.
"""

from __future__ import annotations

__compiled__ = True
__inner__ = True


def from_to(origin: int, target: int) -> int:
    """The code of going from one cell to another."""
    return origin | (target << 6)


def origin_of(m: int) -> int:
    """The cell from which the move `m` goes."""
    return m & 63


def target_of(m: int) -> int:
    """The cell to which the move `m` goes."""
    return (m >> 6) & 63
