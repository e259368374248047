"""Move codes: ``16 * from + to`` starts a sequence, ``STEP + to`` continues it."""

from __future__ import annotations

__compiled__ = True
__inner__ = True

CELLS = 16
STEP = CELLS * CELLS


def start_move(origin: int, to: int) -> int:
    """The move that takes a card and puts it under another."""
    return CELLS * origin + to


def step_move(to: int) -> int:
    """The move that puts the card in hand down on a cell."""
    return STEP + to


def is_start(m: int) -> bool:
    return m < STEP


def origin_of(m: int) -> int:
    """The cell whose card starts a sequence."""
    return m >> 4


def target_of(m: int) -> int:
    """The cell on which a move of either kind puts a card."""
    return m & 15
