"""Lag compensation: the time that a move was on its way is given back to the clock, up to a quota.

As on lichess, a player's quota grows with each move up to a maximum, so that false claims gain little.
"""

from __future__ import annotations

FIRST, GAIN, MOST = 300, 100, 700  # ms: at the start, for each move, at most


class LagQuota:
    """The lag that a player can still get back, in ms; it applies once a page has reported any."""

    def __init__(self) -> None:
        self.left = FIRST
        self.has_reported = False

    @property
    def open(self) -> int:
        """How long the player's flag waits for a move that may be on its way."""
        return self.left if self.has_reported else 0

    def take(self, claimed: int | None) -> int:
        """The lag given back of what a page claims for a move."""
        if claimed is None:
            return 0
        self.has_reported = True
        granted = min(max(0, claimed), self.left)
        self.left = min(MOST, self.left - granted + GAIN)
        return granted
