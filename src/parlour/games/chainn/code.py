"""How a move is packed into one word: ``16 * from + to`` starts a sequence, ``STEP + to`` continues it."""

from __future__ import annotations

__compiled__ = True
__inner__ = True

CELLS = 16
STEP = CELLS * CELLS


def starting(origin: int, to: int) -> int:
    """The move that lifts the card on one cell and puts it under the card on another."""
    return CELLS * origin + to


def stepping(to: int) -> int:
    """The move that puts the card in hand down on a cell."""
    return STEP + to


def is_start(m: int) -> bool:
    return m < STEP


def origin_of(m: int) -> int:
    """The cell whose card is lifted by the start of a sequence."""
    return m >> 4


def target_of(m: int) -> int:
    """The cell on which a card is put down, by either kind of move."""
    return m & 15
