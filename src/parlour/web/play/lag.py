"""Lag compensation: the time that a move was on its way is given back to the clock.

A page claims how long its move took. The claim counts up to the round trip that the server measured
itself, up to a quota that grows with each move as on lichess, and up to a total for each game. So
false claims gain little, however long the game.
"""

from __future__ import annotations

from collections import deque
from statistics import median_low

FIRST, GAIN, MOST = 300, 100, 700  # ms: at the start, for each move, at most
TOTAL = 10_000  # ms that a player gets back in a whole game
TRIPS = 5  # the last round trips that count


class LagQuota:
    """The lag that a player can still get back, in ms; it applies once a page has reported any."""

    def __init__(self) -> None:
        self.left, self.total = FIRST, TOTAL
        self.has_reported = False
        self._trips: deque[int] = deque(maxlen=TRIPS)

    def measure(self, trip: int) -> None:
        """A message to the page and its answer took `trip` ms."""
        self._trips.append(trip)

    @property
    def most(self) -> int:
        """The most lag that the next move can get back: nothing before a round trip is measured."""
        return min(self.left, self.total, median_low(self._trips) if self._trips else 0)

    @property
    def open(self) -> int:
        """How long the player's flag waits for a move that may be on its way."""
        return self.most if self.has_reported else 0

    def take(self, claimed: int | None) -> int:
        """The lag given back of what a page claims for a move."""
        if claimed is None:
            return 0
        self.has_reported = True
        granted = min(max(0, claimed), self.most)
        self.left = min(MOST, self.left - granted + GAIN)
        self.total -= granted
        return granted
