"""The clock of one game with its events, in play and in records.

A record has two tags: Clock, the clock's text, and ClockEvents. The times beside the moves are then a
checksum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import quote, unquote

from parlour.clocks.clock import Clock, clock
from parlour.clocks.events import SHAPES, Event, check_events
from parlour.clocks.fold import Face
from parlour.errors import BadClock

CLOCK, EVENTS = "Clock", "ClockEvents"  # tags of a record
AWAY = "away"  # the reason of a pause while the game is closed, or during an outage
ABSENT = "absent"  # while the player to move has a day off or a vacation

UNDONE = "undone"  # from the turn that was restored until the undo
OVER = "over"  # the reason of the last pause: the game has ended
COUNTS = ("periods", "moves")  # balances that are not times


class Timing:
    """A clock with its events so far. Moments are in ms UTC and never go back."""

    def __init__(self, rule: Clock, events: Iterable[Event] = ()) -> None:
        self.clock = rule
        self.events = check_events(events, rule.seats)

    @classmethod
    def of_tags(cls, tags: Mapping[str, str], seats: int) -> Timing | None:
        """The clock from a record's tags; None if there is none. Raises BadClock."""
        if CLOCK not in tags:
            return None
        rule = clock(tags[CLOCK], seats)
        return cls(rule, read_events(tags.get(EVENTS, ""), seats))

    @property
    def tags(self) -> dict[str, str]:
        """The tags for a record."""
        return {CLOCK: str(self.clock), EVENTS: write_events(self.events)}

    def turn(self, now: int, seat: int | None, phase: str = "") -> None:
        """Start the turn of `seat` (None: no turn) in `phase`; the previous player has moved.

        A phase that matters to the clock is noted between the turns.
        """
        if seat is not None and self.would_change(phase):
            if self.seat is not None:
                self._add(now, "turn", None)
            self._add(now, "phase", phase)
        self._add(now, "turn", seat)

    def would_change(self, phase: str) -> bool:
        """Whether phases matter to the clock, and this one is new."""
        return bool(self.clock.phases) and phase != self.phase

    @property
    def phase(self) -> str:
        """The phase noted last."""
        return next((str(e[2]) for e in reversed(self.events) if e[1] == "phase"), "")

    @property
    def seat(self) -> int | None:
        """The seat whose turn it is."""
        return next((e[2] for e in reversed(self.events) if e[1] == "turn"), None)

    def leave(self, now: int) -> None:
        """Pause: the players leave."""
        self._add(now, "pause", AWAY)

    def stop(self, now: int) -> None:
        """Stop for good: the game is over."""
        self._add(now, "pause", OVER)

    def come_back(self, now: int) -> None:
        """Resume; after a crash the outage since the last event is given back."""
        if self.events and not self.is_paused_for(AWAY):
            self._add(self.events[-1][0], "pause", AWAY)
        self._add(now, "resume", AWAY)

    def resume_from_last(self) -> None:
        """Resume as if the clock had not been paused: the time has passed."""
        if self.is_paused_for(AWAY):
            self._add(self.events[-1][0], "resume", AWAY)

    def undo_turns(self, turns: int, now: int) -> Timing:
        """The clock without its last `turns` turns, running from now as it did after the turn before."""
        events = self.events
        started = [
            i
            for i, event in enumerate(events)
            if event[1] == "turn" and [e[1] for e in events[i + 1 : i + 2]] != ["phase"]
        ]
        remaining = len(started) - turns
        if remaining <= 0:
            return Timing(self.clock)
        clock = Timing(self.clock, events[: started[remaining - 1] + 1])
        clock._add(clock.events[-1][0], "pause", UNDONE)
        clock._add(now, "resume", UNDONE)
        return clock

    def is_paused_for(self, reason: str) -> bool:
        """Whether the clock is paused for a reason."""
        for event in reversed(self.events):
            if event[1] in ("pause", "resume") and event[2] == reason:
                return bool(event[1] == "pause")
        return False

    def note_absence(self, now: int, is_absent: bool) -> None:
        """The player to move is absent from now on, or back."""
        self._add(now, "pause" if is_absent else "resume", ABSENT)

    def _add(self, now: int, *event: object) -> None:
        last = self.events[-1][0] if self.events else now
        self.events.append((max(now, last), *event))

    def face(self, now: int) -> Face:
        """What the clock shows."""
        return self.clock.face(self.events, now)

    def is_late(self, face: Face) -> bool:
        """Whether the player to move has used up the time of the phase."""
        seat = self.seat
        return seat is not None and not face.out.isdisjoint({face.phase, (seat, face.phase)})

    def times(self) -> list[tuple[int, int]]:
        """For each move so far its seat, and what that clock shows right after it, in ms."""
        found, seat = [], None
        for event, face in zip(self.events, self.clock.faces(self.events), strict=True):
            if event[1] == "turn":
                if seat is not None:
                    found.append((seat, displayed_ms(face, seat)))
                seat = event[2]
        return found


def displayed_ms(face: Face, seat: int) -> int:
    """The ms that a player's clock shows; see `displayed_balance`."""
    return displayed_balance(face, seat)[0]


def displayed_balance(face: Face, seat: int) -> tuple[int, str]:
    """What a player's clock shows, in ms, and the name of the balance.

    The balance of the phase, own or shared, if there is one; else the first not used up.
    """
    for balances in (face.shared, face.balances[seat]):
        if face.phase in balances:
            return balances[face.phase], face.phase
    times = [(ms, name) for name, ms in face.balances[seat].items() if name not in COUNTS]
    return next((time for time in times if time[0]), (0, times[-1][1]))


def format_time(ms: int) -> str:
    """A time as 1:02:03 or 4:05, below ten seconds with tenths, rounded up."""
    if ms < 10_000:
        return f"0:0{-(-ms // 100) / 10:.1f}" if ms <= 9_900 else "0:10"
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def write_events(events: Iterable[Event]) -> str:
    """Events on one line: the first with its moment, the others with the time since the previous one."""
    parts, last = [], None
    for t, kind, *values in events:
        when = str(t) if last is None else f"+{t - last}"
        parts.append(" ".join([when, kind, *map(_word, values)]))
        last = t
    return "; ".join(parts)


def _word(value: object) -> str:
    """A seat, a number of ms, or a name, which is marked by a quotation mark."""
    if isinstance(value, str):
        return f"'{quote(value, safe='', errors='surrogatepass')}"
    return "-" if value is None else str(value)


def read_events(text: str, seats: int) -> list[Event]:
    """The events that `write_events` gives; raises BadClock."""
    events: list[Event] = []
    for part in text.split("; ") if text else ():
        when, *words = part.split(" ")
        try:
            t = events[-1][0] + _whole(when.removeprefix("+")) if events else _whole(when)
            events.append((t, *(_parse_word(n, word) for n, word in enumerate(words))))
        except ValueError as error:
            kinds = ", ".join(SHAPES)
            raise BadClock(
                f"{part!r:.60} is not an event of a clock: expected +ms and {kinds}"
            ) from error
    if write_events(check_events(events, seats)) != text:
        raise BadClock("the clock's events are not in canonical form")
    return events


def _parse_word(place: int, word: str) -> object:
    if place == 0:
        return word
    if word.startswith("'"):
        return unquote(word[1:], errors="surrogatepass")
    return None if word == "-" else _whole(word)


def _whole(text: str) -> int:
    if (
        not text.removeprefix("-").isascii()
        or not text.removeprefix("-").isdigit()
        or len(text) > 18
    ):
        raise BadClock(f"{text!r:.40} is not a whole number")
    return int(text)
