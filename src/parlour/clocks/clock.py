"""Clocks from their text, and what they show at any moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from functools import cached_property

from parlour.clocks.clock_kinds import KINDS
from parlour.clocks.clock_settings import Settings, read_settings, write_settings
from parlour.clocks.events import Event, check_events, is_moment
from parlour.clocks.fold import Face, Fold
from parlour.errors import BadClock

MOST_SEATS = 100


class Clock:
    """The rule of a clock for `seats` players. It has no state: `face` computes what it shows."""

    def __init__(self, kind: str, settings: Settings, seats: int) -> None:
        self.kind, self.settings, self.seats = kind, dict(settings), seats
        self._kind = KINDS[kind](self.settings)

    @cached_property
    def text(self) -> str:
        """The canonical text."""
        return f"{self.kind}:{write_settings(self._kind.keys, self.settings)}"

    @property
    def phases(self) -> tuple[str, ...]:
        """The game's phases that matter to the clock."""
        return self._kind.phases

    @property
    def restarts(self) -> bool:
        """Whether a fallen flag costs a move, and the clock then starts again."""
        return self._kind.restarts

    @property
    def is_calendar(self) -> bool:
        """Whether the clock is for correspondence: it pauses while the player to move is absent."""
        return self._kind.is_calendar

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Clock {self.text} for {self.seats}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Clock) and (self.text, self.seats) == (other.text, other.seats)

    def __hash__(self) -> int:
        return hash((self.text, self.seats))

    def face(self, events: Iterable[Event], now: int) -> Face:
        """What the clock shows at `now`, in ms UTC, after those of `events` that are not later.

        An event is (t, "turn", seat or None), (t, "phase", name), (t, "pause", reason),
        (t, "resume", reason) or (t, "grant", seat, ms), the oldest first. Raises BadClock for others.
        """
        rows = check_events(events, self.seats)
        if not is_moment(now):
            raise BadClock("now must be a whole number of milliseconds")
        past = [event for event in rows if event[0] <= now]
        fold = Fold(self._kind, self.seats, past[0][0] if past else now)
        for event in past:
            fold.follow(event)
        fold.advance(now)
        return fold.face()

    def faces(self, events: Iterable[Event]) -> Iterator[Face]:
        """What the clock shows right after each event; raises BadClock."""
        fold: Fold | None = None
        for event in check_events(events, self.seats):
            fold = fold or Fold(self._kind, self.seats, event[0])
            fold.follow(event)
            yield fold.face()

    def ahead(self, events: Iterable[Event]) -> Callable[[int], Face]:
        """What the clock shows at any moment from the last event on; raises BadClock."""
        rows = check_events(events, self.seats)
        fold = Fold(self._kind, self.seats, rows[0][0] if rows else 0)
        for event in rows:
            fold.follow(event)

        def face(now: int) -> Face:
            later = deepcopy(fold, {id(self._kind): self._kind})
            later.advance(now)
            return later.face()

        return face


def clock(text: str, seats: int = 2) -> Clock:
    """The clock of a text such as ``countdown:time=5m,increment=3s``; raises BadClock."""
    if not isinstance(text, str):
        raise BadClock("a clock's text is a string, as in countdown:time=5m,increment=3s")
    kind, colon, rest = text.partition(":")
    if kind not in KINDS:
        raise BadClock(f"there is no clock {kind!s:.40}; the clocks are {', '.join(KINDS)}")
    settings = read_settings(kind, KINDS[kind].keys, rest if colon else None)
    if not is_moment(seats) or not 1 <= seats <= MOST_SEATS:
        raise BadClock(f"{seats!r:.40} players: expected a whole number from 1 to {MOST_SEATS}")
    needed = KINDS[kind].seats
    if needed and seats != needed:
        raise BadClock(f"{kind} is a clock for {needed} players, not {seats}")
    return Clock(kind, settings, seats)
