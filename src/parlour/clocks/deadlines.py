"""Deadlines of correspondence games: a queue of them, their text, and an iCalendar feed."""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from parlour.clocks.workdays import zones
from parlour.errors import BadClock
from parlour.language import WEEKDAYS, dated, translate

Key = TypeVar("Key", bound=Hashable)

LINE = 75  # octets of a line in a feed
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST = 253_402_214_400_000  # the last day of the year 9999


class Deadlines(Generic[Key]):
    """The deadlines of many games, in a queue: a timer only needs the next one."""

    def __init__(self) -> None:
        self._of: dict[Key, int] = {}
        self._queue: list[tuple[int, int, Key]] = []
        self._count = 0

    def set(self, game: Key, falls: int | None) -> None:
        """Set the deadline of a game; None: it has none."""
        if falls is None:
            self._of.pop(game, None)
            return
        self._of[game] = falls
        self._count += 1
        heapq.heappush(self._queue, (falls, self._count, game))

    def next(self) -> int | None:
        """The next deadline; None: there is none."""
        while self._queue and self._of.get(self._queue[0][2]) != self._queue[0][0]:
            heapq.heappop(self._queue)
        return self._queue[0][0] if self._queue else None

    def due(self, now: int) -> list[Key]:
        """Remove and return the games whose deadline has come by `now`, the earliest first."""
        found = []
        while (first := self.next()) is not None and first <= now:
            game = heapq.heappop(self._queue)[2]
            del self._of[game]
            found.append(game)
        return found


@dataclass(frozen=True)
class Deadline:
    """A deadline in a feed: a unique name, a title, and the moment in ms."""

    name: str
    title: str
    falls: int


def format_moment(t: int, *names: str) -> str:
    """A moment in each of these time zones, as ``Mon 5 Jan 2026, 12:00 UTC``; raises BadClock."""
    return " · ".join(_format_in_zone(t, name) for name in dict.fromkeys(names))


def _format_in_zone(t: int, name: str) -> str:
    if name != "UTC" and name not in zones():
        raise BadClock(f"{name!s:.40} is not a time zone: expected an IANA name, as Europe/London")
    when = _date(t).astimezone(ZoneInfo(name))
    return f"{translate(WEEKDAYS[when.weekday()])} {dated(when)}, {when:%H:%M} {name}"


def _date(t: int) -> datetime:
    """The moment as a date in UTC, limited to the range of dates."""
    return _EPOCH + timedelta(milliseconds=max(0, min(t, _LATEST)))


def feed(title: str, deadlines: Iterable[Deadline], now: int) -> str:
    """The deadlines as an iCalendar (RFC 5545) for calendar programs."""
    stamp = f"{_date(now):%Y%m%dT%H%M%SZ}"
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Parlour//Deadlines//EN",
        f"X-WR-CALNAME:{_escape(title)}",
    ]
    for deadline in sorted(deadlines, key=lambda d: (d.falls, d.name)):
        lines += [
            "BEGIN:VEVENT",
            f"UID:{_escape(deadline.name)}@parlour",
            f"DTSTAMP:{stamp}",
            f"DTSTART:{_date(deadline.falls):%Y%m%dT%H%M%SZ}",
            f"SUMMARY:{_escape(deadline.title)}",
            "END:VEVENT",
        ]
    return "".join(_fold(line) for line in [*lines, "END:VCALENDAR"])


def _escape(text: str) -> str:
    for mark in ("\\", ";", ","):
        text = text.replace(mark, f"\\{mark}")
    return "".join(c if c.isprintable() else " " for c in text)


def _fold(line: str) -> str:
    """A line, folded after LINE octets; continuation lines start with a space."""
    out, room = [""], LINE
    for char in line:
        size = len(char.encode("utf-8"))
        if size > room:
            out.append(" ")
            room = LINE - 1
        out[-1] += char
        room -= size
    return "\r\n".join(out) + "\r\n"
