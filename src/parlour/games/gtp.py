"""Games of placing stones as the Go Text Protocol writes them: colours by seat, swaps."""

from __future__ import annotations

LETTERS = "bw"  # Black is the seat that moves first
COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
SWAPS = ("swap", "swap-pieces", "swap-sides")


def read_move(point: str) -> str:
    """The rulebook's text of a move: a cell, ``swap`` or ``pass``."""
    point = point.lower()
    return SWAPS[0] if point in SWAPS else point
