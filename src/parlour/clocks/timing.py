"""The clock of one game that is played: its events as they come, in a record and out of it.

A record keeps two tags, Clock, the clock's text, and ClockEvents; the clock times beside the moves are
then a checksum of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import quote, unquote

from parlour.clocks.clock import Clock, clock
from parlour.clocks.events import SHAPES, Event, checked
from parlour.clocks.fold import Face
from parlour.errors import BadClock

CLOCK, EVENTS = "Clock", "ClockEvents"  # the tags of a record
AWAY = "away"  # the reason of a pause while nobody is there: left and resumed, or an outage
ABSENT = "absent"  # while whoever is to move has a day off or a vacation

UNDONE = "undone"  # of one from the turn that is gone back to until then
OVER = "over"  # the reason of the last pause, when the game has ended
COUNTS = ("periods", "moves")  # balances that are no times


class Timing:
    """A game's clock and what has happened to it. Moments are given, in ms UTC; none goes back."""

    def __init__(self, rule: Clock, events: Iterable[Event] = ()) -> None:
        self.clock = rule
        self.events = checked(events, rule.seats)

    @classmethod
    def of_tags(cls, tags: Mapping[str, str], seats: int) -> Timing | None:
        """The clock that a record's tags tell of; None if they tell of none. Raises BadClock."""
        if CLOCK not in tags:
            return None
        rule = clock(tags[CLOCK], seats)
        return cls(rule, read_events(tags.get(EVENTS, ""), seats))

    @property
    def tags(self) -> dict[str, str]:
        """What a record keeps of it."""
        return {CLOCK: str(self.clock), EVENTS: write_events(self.events)}

    def turn(self, now: int, seat: int | None, phase: str = "") -> None:
        """From now on `seat` is to move in `phase`, or nobody; whoever had the turn has made a move.

        The phase is noted where the clock takes notice of one; it changes while nobody has the turn.
        """
        if seat is not None and self.would_change(phase):
            if self.seat is not None:
                self._add(now, "turn", None)
            self._add(now, "phase", phase)
        self._add(now, "turn", seat)

    def would_change(self, phase: str) -> bool:
        """Whether the clock takes notice of phases, and this is another one than the last."""
        return bool(self.clock.phases) and phase != self.phase

    @property
    def phase(self) -> str:
        """The phase that was noted last."""
        return next((str(e[2]) for e in reversed(self.events) if e[1] == "phase"), "")

    @property
    def seat(self) -> int | None:
        """The seat that has the turn."""
        return next((e[2] for e in reversed(self.events) if e[1] == "turn"), None)

    def leave(self, now: int) -> None:
        """Nobody is there from now on."""
        self._add(now, "pause", AWAY)

    def stop(self, now: int) -> None:
        """The game is over for another reason than time."""
        self._add(now, "pause", OVER)

    def come_back(self, now: int) -> None:
        """Play goes on; where nobody said that he left, the outage since the last event is given back."""
        if self.events and not self.stands(AWAY):
            self._add(self.events[-1][0], "pause", AWAY)
        self._add(now, "resume", AWAY)

    def was_here(self) -> None:
        """Whoever said that he left did not: time has passed."""
        if self.stands(AWAY):
            self._add(self.events[-1][0], "resume", AWAY)

    def taken_back(self, turns: int, now: int) -> Timing:
        """The clock with so many turns fewer, as it stood after the last that is left, from now on."""
        events = self.events
        begun = [
            i
            for i, event in enumerate(events)
            if event[1] == "turn" and [e[1] for e in events[i + 1 : i + 2]] != ["phase"]
        ]
        left = len(begun) - turns
        if left <= 0:
            return Timing(self.clock)
        kept = Timing(self.clock, events[: begun[left - 1] + 1])
        kept._add(kept.events[-1][0], "pause", UNDONE)
        kept._add(now, "resume", UNDONE)
        return kept

    def stands(self, reason: str) -> bool:
        """Whether a pause for that reason stands."""
        for event in reversed(self.events):
            if event[1] in ("pause", "resume") and event[2] == reason:
                return bool(event[1] == "pause")
        return False

    def absent(self, now: int, is_absent: bool) -> None:
        """Whoever is to move is absent from now on, or there again."""
        self._add(now, "pause" if is_absent else "resume", ABSENT)

    def _add(self, now: int, *what: object) -> None:
        last = self.events[-1][0] if self.events else now
        self.events.append((max(now, last), *what))

    def face(self, now: int) -> Face:
        """How the clock stands."""
        return self.clock.face(self.events, now)

    def is_late(self, face: Face) -> bool:
        """Whether the seat that has the turn can act no more in the phase."""
        seat = self.seat
        return seat is not None and not face.out.isdisjoint({face.phase, (seat, face.phase)})

    def times(self) -> list[tuple[int, int]]:
        """For each move so far the seat that made it, and what its clock shows right after it, in ms."""
        found, seat = [], None
        for event, face in zip(self.events, self.clock.faces(self.events), strict=True):
            if event[1] == "turn":
                if seat is not None:
                    found.append((seat, showing(face, seat)))
                seat = event[2]
        return found


def showing(face: Face, seat: int) -> int:
    """The ms that a seat's clock shows: as `shown_balance`."""
    return shown_balance(face, seat)[0]


def shown_balance(face: Face, seat: int) -> tuple[int, str]:
    """What a seat's clock shows, in ms, and its name.

    The running phase's own or shared balance where there is one; else the first that is not used up.
    """
    for balances in (face.shared, face.balances[seat]):
        if face.phase in balances:
            return balances[face.phase], face.phase
    times = [(ms, name) for name, ms in face.balances[seat].items() if name not in COUNTS]
    return next((time for time in times if time[0]), (0, times[-1][1]))


def shown(ms: int) -> str:
    """Hours, minutes and seconds, as 1:02:03 or 4:05; below ten seconds with tenths; rounded up."""
    if ms < 10_000:
        return f"0:0{-(-ms // 100) / 10:.1f}" if ms <= 9_900 else "0:10"
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def write_events(events: Iterable[Event]) -> str:
    """Events on one line: the first with its moment, the others with what has passed since the one before."""
    parts, last = [], None
    for t, kind, *what in events:
        when = str(t) if last is None else f"+{t - last}"
        parts.append(" ".join([when, kind, *map(_word, what)]))
        last = t
    return "; ".join(parts)


def _word(what: object) -> str:
    """A seat, a number of ms or a name; names are marked by a quotation mark, for seats are numbers."""
    if isinstance(what, str):
        return f"'{quote(what, safe='', errors='surrogatepass')}"
    return "-" if what is None else str(what)


def read_events(text: str, seats: int) -> list[Event]:
    """The events that `write_events` gives; raises BadClock."""
    events: list[Event] = []
    for part in text.split("; ") if text else ():
        when, *words = part.split(" ")
        try:
            t = events[-1][0] + _whole(when.removeprefix("+")) if events else _whole(when)
            events.append((t, *(_meant(n, word) for n, word in enumerate(words))))
        except ValueError as error:
            kinds = ", ".join(SHAPES)
            raise BadClock(
                f"{part!r:.60} is no event of a clock: expected +ms and {kinds}"
            ) from error
    if write_events(checked(events, seats)) != text:
        raise BadClock("the clock's events are not written as this program writes them")
    return events


def _meant(place: int, word: str) -> object:
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
        raise BadClock(f"{text!r:.40} is no whole number")
    return int(text)
