"""The current time, for servers and terminals: the rest of this package takes moments as arguments."""

from __future__ import annotations

import time
from collections.abc import Callable

SLEW = 0.01  # the largest part by which the steady time runs fast or slow

# Counts while the machine sleeps too, where the system has such a clock.
_STEADY = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def wall_ms() -> int:
    """The time that the machine shows, in ms UTC; it jumps when somebody sets it."""
    return time.time_ns() // 1_000_000


def elapsed_ms() -> float:
    """The ms since some moment, whatever the machine's time is set to."""
    return (time.monotonic_ns() if _STEADY is None else time.clock_gettime_ns(_STEADY)) / 1e6


class SteadyClock:
    """The time in ms UTC without jumps: a call gives it, always in the same thread.

    Where the machine's time is set forward or back, running clocks must neither lose nor gain: the
    steady time follows it slowly, at most 1% fast or slow.
    """

    def __init__(
        self, wall: Callable[[], float] = wall_ms, elapsed: Callable[[], float] = elapsed_ms
    ) -> None:
        self._wall, self._elapsed = wall, elapsed
        self._now, self._at = float(wall()), elapsed()

    def __call__(self) -> int:
        """The time now, never before one given earlier."""
        at = self._elapsed()
        passed, self._at = max(0.0, at - self._at), at
        error = self._wall() - (self._now + passed)
        self._now += passed + max(-SLEW * passed, min(SLEW * passed, error))
        return int(self._now)


now_ms = SteadyClock()
