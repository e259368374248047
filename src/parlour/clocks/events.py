"""The dated events of a clock, and their validation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parlour.errors import BadClock

Event = tuple[Any, ...]  # (t, kind, …), as SHAPES says

SHAPES = {
    "turn": "(t, 'turn', seat or None)",
    "phase": "(t, 'phase', name)",
    "pause": "(t, 'pause', reason)",
    "resume": "(t, 'resume', reason)",
    "grant": "(t, 'grant', seat, ms)",
}


def check_events(events: Iterable[Event], seats: int) -> list[Event]:
    """The events as a list of tuples; raises BadClock for invalid events, or a wrong order."""
    try:
        rows = [tuple(event) if isinstance(event, (tuple, list)) else event for event in events]
    except TypeError as error:
        raise BadClock("events must be tuples (t, kind, …)") from error
    last: int | None = None
    for number, event in enumerate(rows):
        problem = _problem(event, seats)
        if problem:
            raise BadClock(f"event {number}, {event!r:.60}: {problem}")
        if last is not None and event[0] < last:
            raise BadClock(f"event {number}, {event!r:.60}: it is earlier than the previous event")
        last = event[0]
    return rows


def is_moment(t: object) -> bool:
    """Whether `t` is a whole number, as moments and durations are."""
    return isinstance(t, int) and not isinstance(t, bool)


def _problem(event: object, seats: int) -> str:
    """What is wrong with an event; empty if it is valid."""
    if not isinstance(event, tuple) or len(event) < 3 or not isinstance(event[1], str):
        return "expected (t, kind, …)"
    if event[1] not in SHAPES:
        return f"there is no such kind; the kinds are {', '.join(SHAPES)}"
    t, kind, value = event[:3]
    if not is_moment(t):
        return "t must be in whole milliseconds"
    if len(event) != (4 if kind == "grant" else 3):
        return f"expected {SHAPES[kind]}"
    if kind in ("turn", "grant"):
        nobody = kind == "turn" and value is None
        if not nobody and not (is_moment(value) and 0 <= value < seats):
            return f"expected a seat below {seats}{' or None' if kind == 'turn' else ''}"
    elif not isinstance(value, str):
        return f"the {'name' if kind == 'phase' else 'reason'} must be a text"
    if kind == "grant" and not (is_moment(event[3]) and event[3] >= 0):
        return "the granted time must be whole milliseconds, not below 0"
    return ""
