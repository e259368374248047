"""Clocks by their text, and their faces at any moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cached_property

from parlour.clocks.events import Event, checked, is_moment
from parlour.clocks.fold import Face, Fold
from parlour.clocks.kinds import KINDS
from parlour.clocks.settings import Settings, read_settings, write_settings
from parlour.errors import BadClock

MOST_SEATS = 100


class Clock:
    """A rule for what turns cost, for so many seats. It keeps no time: ask for its `face`."""

    def __init__(self, kind: str, settings: Settings, seats: int) -> None:
        self.kind, self.settings, self.seats = kind, dict(settings), seats
        self._kind = KINDS[kind](self.settings)

    @cached_property
    def text(self) -> str:
        """The canonical text."""
        return write_settings(self.kind, self.settings)

    @property
    def phases(self) -> tuple[str, ...]:
        """The game's phases of which the clock takes notice, and of which it must be notified."""
        return self._kind.phased

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Clock {self.text} for {self.seats}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clock) and (self.text, self.seats) == (other.text, other.seats)

    def __hash__(self) -> int:
        return hash((self.text, self.seats))

    def face(self, events: Iterable[Event], now: int) -> Face:
        """How the clock stands at `now`, in ms UTC, after those of `events` that are not later.

        An event is (t, "turn", seat or None), (t, "phase", name), (t, "pause", reason),
        (t, "resume", reason) or (t, "grant", seat, ms), the oldest first. Raises BadClock for others.
        """
        rows = checked(events, self.seats)
        if not is_moment(now):
            raise BadClock("now must be a whole number of milliseconds")
        past = [event for event in rows if event[0] <= now]
        fold = Fold(self._kind, self.seats, past[0][0] if past else now)
        for event in past:
            fold.follow(event)
        fold.advance(now)
        return fold.face()

    def faces(self, events: Iterable[Event]) -> Iterator[Face]:
        """How the clock stands right after each event; raises BadClock."""
        fold: Fold | None = None
        for event in checked(events, self.seats):
            fold = fold or Fold(self._kind, self.seats, event[0])
            fold.follow(event)
            yield fold.face()

    def ahead(self, events: Iterable[Event]) -> Callable[[int], Face]:
        """How the clock stands at any moment that is not before the last event; raises BadClock."""
        rows = checked(events, self.seats)
        fold = Fold(self._kind, self.seats, rows[0][0] if rows else 0)
        for event in rows:
            fold.follow(event)

        def face(now: int) -> Face:
            later = deepcopy(fold, {id(self._kind): self._kind})
            later.advance(now)
            return later.face()

        return face


def clock(text: str, seats: int = 2) -> Clock:
    """The clock that `text` describes, as ``countdown:time=5m,increment=3s``; raises BadClock."""
    kind, settings = read_settings(text)
    if not is_moment(seats) or not 1 <= seats <= MOST_SEATS:
        raise BadClock(f"{seats!r:.40} seats: expected a whole number from 1 to {MOST_SEATS}")
    needed = KINDS[kind].seats
    if needed and seats != needed:
        raise BadClock(f"{kind} is a clock for {needed} seats, not {seats}")
    return Clock(kind, settings, seats)
