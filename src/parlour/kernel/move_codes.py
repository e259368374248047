"""Move codes for boards of at most 64 cells: origin and target packed in a word.

From the lowest bit: the origin (6 bits), the target (6 bits). Games may use the bits above for
further information, with accessors of their own.
"""

from __future__ import annotations

__compiled__ = True
__inner__ = True


def from_to(origin: int, target: int) -> int:
    """The code of a move from one cell to another."""
    return origin | (target << 6)


def origin_of(m: int) -> int:
    """The origin of the move `m`."""
    return m & 63


def target_of(m: int) -> int:
    """The target of the move `m`."""
    return (m >> 6) & 63
