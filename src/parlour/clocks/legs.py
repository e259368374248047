"""What a clock will show until the next event, as line segments that a page can draw by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from parlour.clocks.timing import Timing, displayed_balance

MOST_LEGS = 24  # of one player; later ones are omitted
FAR = 400 * 86_400_000  # ms that the legs cover if no flag falls

Display = Callable[[int], tuple[int, str]]


class Leg(NamedTuple):
    """From `t` on a clock shows `ms`, plus `slope` (-1, 0 or 1) for each ms that passes."""

    t: int
    ms: int
    slope: int
    name: str  # of the displayed balance


def legs(timing: Timing) -> list[list[Leg]]:
    """For each player, what the clock shows from the last event until the flag falls."""
    start = timing.events[-1][0]
    ahead = timing.clock.ahead(timing.events)
    face = ahead(start)
    if face.flag is not None:
        start = face.flag[1]  # later events changed nothing
    end = start + FAR if face.falls is None else face.falls
    return [
        _legs(lambda t, seat=seat: displayed_balance(ahead(t), seat), start, end)  # type: ignore[misc]
        for seat in range(timing.clock.seats)
    ]


def _legs(display: Display, start: int, end: int) -> list[Leg]:
    found: list[Leg] = []
    t = start
    while len(found) < MOST_LEGS:
        ms, name = display(t)
        slope = max(-1, min(1, display(t + 1)[0] - ms)) if t < end else 0
        leg = Leg(t, ms, slope, name)
        found.append(leg)
        until = _last_on(leg, display, end)
        if until >= end:
            break
        t = until + 1
    return found


def _last_on(leg: Leg, display: Display, end: int) -> int:
    """The last moment, at most `end`, for which the leg is right, found by bisection."""

    def holds(t: int) -> bool:
        return display(t) == (leg.ms + leg.slope * (t - leg.t), leg.name)

    low, step = leg.t, 1
    while low + step < end and holds(low + step):
        low, step = low + step, step * 2
    high = min(low + step, end)
    if holds(high):
        return high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
