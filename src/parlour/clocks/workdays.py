"""Working days in a time zone: the days on which a calendar clock runs, and sums over them.

A day is a local date. Time is summed over stretches between two changes of the zone's offset, not day
by day: within a stretch all weeks are alike. From 2100 on the rules of every zone repeat every 400
years, and before 1800 no zone changed its offset, so even distant moments are computed quickly.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cached_property, lru_cache
from zoneinfo import ZoneInfo, available_timezones

from parlour.clocks.durations import DAY

NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_WEEK = 7 * DAY
_MONDAY = 4 * DAY  # the first Monday of 1970
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_CYCLE = 146_097 * DAY  # 400 years of the Gregorian calendar, a whole number of weeks
_FIRST = -62_091 * DAY  # 1800-01-01: no zone changed its offset before
_EVEN = 47_482 * DAY  # 2100-01-01: from here on every zone's rules repeat with _CYCLE
_BLOCK = 3 * DAY  # no zone changed its offset twice within this time
_SPAN = 120 * _BLOCK  # computed and cached together


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """The known IANA time zones, without the machine's own `localtime`."""
    return frozenset(available_timezones() - {"localtime"})


class Workdays:
    """All days except the weekdays `off` (0 Monday to 6 Sunday), in the time zone `zone`."""

    def __init__(self, off: tuple[int, ...], zone: str) -> None:
        self.off, self.zone = off, zone
        sums = [0]
        for day in range(7):
            sums.append(sums[-1] + (0 if day in off else DAY))
        self._sums, self._week = (
            sums,
            sums[-1],
        )  # working ms before each day of a week, and in a week

    def is_on(self, t: int) -> bool:
        """Whether the millisecond that begins at `t` counts."""
        return self.passed(t, t + 1) == 1

    def passed(self, start: int, end: int) -> int:
        """The milliseconds from `start` to `end` that are on working days."""
        if not self.off:
            return end - start
        total = 0
        if start >= _EVEN:
            cycles = (end - start) // _CYCLE
            total, start = cycles * self._cycle, start + cycles * _CYCLE
        for a, b, offset in self._stretches(start):
            if start < a == _EVEN:
                return total + self.passed(a, end)
            total += self._before(min(b, end) + offset) - self._before(a + offset)
            if b >= end:
                break
        return total

    def moment(self, start: int, ms: int) -> int | None:
        """The first moment when `ms` working milliseconds have passed since `start`; None: never.

        For 0 ms, the first moment from which time counts.
        """
        if not self.off:
            return start + ms
        if not self._week:
            return None
        if ms == 0:
            return self._moment(start, 1) - 1
        return self._moment(start, ms)

    def _moment(self, start: int, ms: int) -> int:
        if start >= _EVEN:
            cycles = (ms - 1) // self._cycle
            start, ms = start + cycles * _CYCLE, ms - cycles * self._cycle
        for a, b, offset in self._stretches(start):
            here = self._before(b + offset) - self._before(a + offset)
            if ms <= here:
                return self._reached(self._before(a + offset) + ms) - offset
            ms -= here
            if b == _EVEN:
                return self._moment(b, ms)
        raise AssertionError("stretches have no end")

    @cached_property
    def _cycle(self) -> int:
        """The working milliseconds in any 400 years after 2100."""
        return sum(
            self._before(min(b, _EVEN + _CYCLE) + offset) - self._before(a + offset)
            for a, b, offset in itertools.takewhile(
                lambda stretch: stretch[0] < _EVEN + _CYCLE, self._stretches(_EVEN)
            )
        )

    def _before(self, local: int) -> int:
        """The working milliseconds before the local time `local`, counted from a Monday."""
        weeks, rest = divmod(local - _MONDAY, _WEEK)
        day, rest = divmod(rest, DAY)
        return weeks * self._week + self._sums[day] + (0 if day in self.off else rest)

    def _reached(self, total: int) -> int:
        """The first local time before which there are `total` working milliseconds."""
        weeks, rest = divmod(total - 1, self._week)
        day = max(d for d in range(7) if d not in self.off and self._sums[d] <= rest)
        return _MONDAY + weeks * _WEEK + day * DAY + rest + 1 - self._sums[day]

    def _stretches(self, start: int) -> Iterator[tuple[int, int, int]]:
        """Endless stretches from `start` on: (from, to, offset) between changes of the offset."""
        if start < _FIRST:
            yield start, _FIRST, _offset(self.zone, _FIRST)
            start = _FIRST
        for span in itertools.count((start - _FIRST) // _SPAN):
            for a, b, offset in _span(self.zone, span):
                for piece in (
                    (a, min(b, _EVEN)),
                    (max(a, _EVEN), b),
                ):  # one ends where years repeat
                    if max(piece[0], start) < piece[1]:
                        yield max(piece[0], start), piece[1], offset


@lru_cache(maxsize=8192)
def _span(zone: str, number: int) -> tuple[tuple[int, int, int], ...]:
    """The stretches of constant offset in a span of time, numbered from 1800."""
    first = _FIRST + number * _SPAN
    found: list[tuple[int, int, int]] = []
    start, offset = first, _offset(zone, first)
    for block in range(first, first + _SPAN, _BLOCK):
        after = _offset(zone, block + _BLOCK)
        if after != offset:
            change = _change(zone, block, block + _BLOCK, offset)
            found.append((start, change, offset))
            start, offset = change, after
    return (*found, (start, first + _SPAN, offset))


def _change(zone: str, low: int, high: int, offset: int) -> int:
    """The moment in (`low`, `high`] when the zone's offset changes from `offset`."""
    while high - low > 1000:
        middle = (low + high) // 2000 * 1000
        if _offset(zone, middle) == offset:
            low = middle
        else:
            high = middle
    return high


def _offset(zone: str, t: int) -> int:
    """How far local time is ahead of UTC at `t`, in ms; `t` at a whole second, not before 1800."""
    if t >= _EVEN:
        t = _EVEN + (t - _EVEN) % _CYCLE
    offset = (_EPOCH + timedelta(milliseconds=t)).astimezone(ZoneInfo(zone)).utcoffset()
    assert offset is not None
    return offset // timedelta(milliseconds=1)
