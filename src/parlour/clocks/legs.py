"""What a clock will show until something happens, as straight lines: a page can draw it without asking."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from parlour.clocks.timing import Timing, shown_balance

MOST_LEGS = 24  # of one seat; what comes later is left out
FAR = 400 * 86_400_000  # ms; how far ahead is looked where no flag will fall

Showing = Callable[[int], tuple[int, str]]


class Leg(NamedTuple):
    """From `t` on a seat's clock shows `ms`, and `slope` more with each ms that passes: -1, 0 or 1."""

    t: int
    ms: int
    slope: int
    name: str  # of the balance that is shown


def legs(timing: Timing) -> list[list[Leg]]:
    """For each seat what its clock shows from the last event, of which there is one, to the flag's fall."""
    start = timing.events[-1][0]
    ahead = timing.clock.ahead(timing.events)
    face = ahead(start)
    if face.flag is not None:
        start = face.flag[1]  # events after it changed nothing
    end = start + FAR if face.falls is None else face.falls
    return [
        _legs(lambda t, seat=seat: shown_balance(ahead(t), seat), start, end)  # type: ignore[misc]
        for seat in range(timing.clock.seats)
    ]


def _legs(showing: Showing, start: int, end: int) -> list[Leg]:
    found: list[Leg] = []
    t = start
    while len(found) < MOST_LEGS:
        ms, name = showing(t)
        slope = max(-1, min(1, showing(t + 1)[0] - ms)) if t < end else 0
        leg = Leg(t, ms, slope, name)
        found.append(leg)
        until = _last_on(leg, showing, end)
        if until >= end:
            break
        t = until + 1
    return found


def _last_on(leg: Leg, showing: Showing, end: int) -> int:
    """The last moment, at most `end`, up to which the leg tells what is shown: found by halving."""

    def holds(t: int) -> bool:
        return showing(t) == (leg.ms + leg.slope * (t - leg.t), leg.name)

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
