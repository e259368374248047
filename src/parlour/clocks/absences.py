"""Absences in correspondence games: weekly days off, and vacations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from parlour.clocks.workdays import zones
from parlour.errors import BadClock

MOST_OFF = 3  # days of a week
MOST_VACATION = 30  # days of a calendar year
AHEAD = 400  # days searched for the next change
ONE = timedelta(days=1)

Vacation = tuple[date, date]  # its first and its last day


@dataclass(frozen=True)
class Absences:
    """Weekdays `off` (0 Monday to 6 Sunday) and `vacations`, all by the local date in `zone`.

    No day before `since` is off. Raises BadClock if they are more than allowed.
    """

    zone: str = "UTC"
    off: frozenset[int] = frozenset()
    vacations: tuple[Vacation, ...] = ()
    since: date | None = None

    def __post_init__(self) -> None:
        if self.zone not in zones():
            raise BadClock(
                f"{self.zone:.40} is not a time zone: expected an IANA name, as Europe/London"
            )
        if len(self.off) > MOST_OFF:
            raise BadClock(f"{len(self.off)} days off a week: at most {MOST_OFF} are allowed")
        for first, last in self.vacations:
            if last < first:
                raise BadClock(
                    f"a vacation from {first} to {last}: its last day is before its first"
                )
            if last - first > AHEAD * ONE:
                raise BadClock(f"a vacation has at most {MOST_VACATION} days")
        for year, days in _by_year(self.vacations).items():
            if days > MOST_VACATION:
                raise BadClock(
                    f"{days} days of vacation in {year}: at most {MOST_VACATION} a year are allowed"
                )

    def today(self, t: int) -> date:
        """The local date at `t`, in ms UTC."""
        return datetime.fromtimestamp(t / 1000, UTC).astimezone(ZoneInfo(self.zone)).date()

    def covers(self, day: date) -> bool:
        """Whether the person is absent on a day."""
        if self.since is not None and day < self.since:
            return False
        return day.weekday() in self.off or any(a <= day <= b for a, b in self.vacations)

    def at(self, t: int) -> bool:
        """Whether the person is absent at `t`, in ms UTC."""
        return self.covers(self.today(t))

    def next_change(self, t: int) -> int | None:
        """When the next absence after `t` begins or ends, in ms UTC; None: none is known."""
        if not self.off and not self.vacations:
            return None
        day = self.today(t)
        now = self.covers(day)
        for _ in range(AHEAD):
            day += ONE
            if self.covers(day) != now:
                return _start_of(day, self.zone)
        return None

    def until(self, day: date) -> Absences:
        """The same absences, with vacations only up to `day`."""
        vacations = tuple((a, min(b, day)) for a, b in self.vacations if a <= day)
        return replace(self, vacations=vacations)

    def choose(self, now: int, old: Absences) -> Absences:
        """These absences, chosen at `now` instead of `old`: a day off chosen today starts tomorrow."""
        if old.at(now) or not self.at(now):
            return self
        return replace(self, since=self.today(now) + ONE)


def _start_of(day: date, zone: str) -> int:
    """The moment, in ms UTC, when a local day begins."""
    midnight = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone))
    return round(midnight.timestamp() * 1000)


def _by_year(vacations: Iterable[Vacation]) -> dict[int, int]:
    """The number of vacation days in each year; a day in two vacations counts once."""
    days = {a + n * ONE for a, b in vacations for n in range((b - a).days + 1)}
    return {year: sum(day.year == year for day in days) for year in {day.year for day in days}}
