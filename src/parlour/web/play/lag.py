"""Lag: what a move's way to the server took is given back to its seat, within a quota.

As lichess does: the quota of a seat grows with each of its moves, up to a most, so that whoever claims
more lag than he has gains little.
"""

from __future__ import annotations

FIRST, GAIN, MOST = 300, 100, 700  # ms: at the beginning, for each move, at the most


class Quota:
    """How much lag a seat may still be given, in ms; it is known to have lag once it has told some."""

    def __init__(self) -> None:
        self.left = FIRST
        self.told = False

    @property
    def open(self) -> int:
        """For how long a flag of the seat waits for a move that may be on its way."""
        return self.left if self.told else 0

    def take(self, claimed: int | None) -> int:
        """What is given of the lag that a page claims for a move."""
        if claimed is None:
            return 0
        self.told = True
        given = min(max(0, claimed), self.left)
        self.left = min(MOST, self.left - given + GAIN)
        return given
