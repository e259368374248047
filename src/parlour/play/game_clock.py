"""The clock of a game on the server, as a value: what has happened to it, and what a page is sent.

Where information is hidden, a row of moves of which nobody else hears costs as one: clocks tell nothing
that the game does not tell.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from parlour.clocks import clock
from parlour.clocks.absences import Absences
from parlour.clocks.legs import Leg, legs
from parlour.clocks.timing import ABSENT, AWAY, OVER, Timing, read_events, write_events
from parlour.play.position import CHANCE_SEAT, Position
from parlour.table.game import Game
from parlour.table.phases import clock_for, phase_of

LONGEST_CLOCK = 300  # characters of a clock's text
MOST_CHANGES = 200  # beginnings and ends of absences that a deadline looks ahead


def now_ms() -> int:
    """The server's time, in ms UTC."""
    return time.time_ns() // 1_000_000


def wanted_clock(text: str, game: Game) -> str:
    """The canonical text of a clock for a game; raises BadClock."""
    return clock_for(game, text[: LONGEST_CLOCK + 1]).text


@dataclass(frozen=True)
class GameClock:
    """A game's clock. What changes gives another one; moments are ms UTC.

    By correspondence it stands on the days on which the person to move is absent (`absences` by seat).
    """

    timing: Timing
    absences: Mapping[int, Absences] = field(default_factory=dict)

    @classmethod
    def of(
        cls, text: str, events: str, seats: int, absences: Mapping[int, Absences] | None = None
    ) -> GameClock:
        """The clock as it is kept; raises BadClock."""
        rule = clock(text, seats)
        absent = absences if absences and rule.kind == "calendar" else {}
        return cls(Timing(rule, read_events(events, seats)), absent)

    @property
    def is_calendar(self) -> bool:
        """Whether the game is played by correspondence."""
        return self.timing.clock.kind == "calendar"

    @property
    def kept(self) -> dict[str, str | int | None]:
        """The columns of a game that keep what has happened, and when something is due."""
        return {"clock_events": write_events(self.timing.events), "due": self.kept_due}

    @cached_property
    def kept_due(self) -> int | None:
        """When something is due; while the server is away, what was before it left."""
        events = self.timing.events
        if events and events[-1][1:] == ("pause", AWAY):
            return replace(self, timing=Timing(self.timing.clock, events[:-1])).due
        return self.due

    @property
    def has_begun(self) -> bool:
        """Whether time is or was taken."""
        return bool(self.timing.events)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will happen to it."""
        return self.has_begun and self.timing.events[-1][1:] == ("pause", OVER)

    @property
    def runs(self) -> bool:
        """Whether it has begun and goes on."""
        return self.has_begun and not self.is_over

    @cached_property
    def falls(self) -> int | None:
        """When the flag will fall if nothing happens, or fell; None: it will not, or is done with."""
        if not self.runs:
            return None
        return self.timing.face(self.timing.events[-1][0]).falls

    @cached_property
    def due(self) -> int | None:
        """When the flag will fall, a seat can act no more in its phase, or an absence begins or ends.

        None: none of these will be.
        """
        if not self.runs:
            return None
        last = self.timing.events[-1][0]
        face = self.timing.face(last)
        if self.timing.is_late(face):
            return int(last)
        falls = face.falls if face.ends is None else face.ends
        moments = [t for t in (falls, self._change) if t is not None]
        return min(moments, default=None)

    @cached_property
    def deadline(self) -> int | None:
        """When the flag will fall if nobody moves, days off to come and vacations left out; None: never."""
        clock = self
        for _ in range(MOST_CHANGES if self.runs else 0):
            change, falls = clock._change, clock.falls
            if change is None or (falls is not None and falls <= change):
                break
            clock = clock.caught_up(change)
        return clock.falls

    @property
    def _change(self) -> int | None:
        """When the person to move will be absent, or there again; None: nothing is known of that."""
        timing, last = self.timing, self.timing.events[-1][0]
        absences = Absences() if timing.seat is None else self.absences.get(timing.seat, Absences())
        if absences.at(last) != timing.stands(ABSENT):
            return int(last)
        return absences.next_change(last)

    def flag(self, now: int) -> int | None:
        """The seat whose time is out and that has not paid for it yet."""
        if self.falls is None or now < self.falls:
            return None
        flag = self.timing.face(now).flag
        return None if flag is None else flag[0]

    def is_late(self, now: int) -> bool:
        """Whether the seat to move can act no more in its phase."""
        return (
            self.due is not None and now >= self.due and self.timing.is_late(self.timing.face(now))
        )

    # -- what happens --------------------------------------------------------------------------------

    def caught_up(self, now: int) -> GameClock:
        """The same clock with the absences until now of whoever is to move."""
        clock = self
        while clock.runs and clock.is_calendar and (change := clock._change) is not None:
            if change > now:
                break
            timing = clock._copy()
            timing.absent(change, not timing.stands(ABSENT))
            clock = replace(clock, timing=timing)
        return clock

    def observing(self, absences: Mapping[int, Absences], now: int) -> GameClock:
        """The clock with other absences from now on."""
        if not self.is_calendar:
            return self
        clock = self.caught_up(now)
        if not clock.runs:
            return replace(clock, absences=absences)
        timing = clock._copy()
        timing.absent(now, timing.stands(ABSENT))  # nothing changes for what was before
        return replace(clock, timing=timing, absences=absences).caught_up(now)

    def _copy(self) -> Timing:
        return Timing(self.timing.clock, self.timing.events)

    def begun(self, now: int, position: Position) -> GameClock:
        """From now on time is taken."""
        return self.afresh(now, position) if not self.has_begun else self

    def afresh(self, now: int, position: Position) -> GameClock:
        """The same clock as at a game's beginning."""
        timing = Timing(self.timing.clock)
        timing.turn(now, _seat(position.turn), phase_of(position.state))
        return replace(self, timing=timing).caught_up(now)

    def followed(self, before: Position, after: Position, now: int) -> GameClock:
        """The plies that `after` has beyond `before` were made now; the first begins a clock that stands."""
        if self.is_over:
            return self
        timing = self._copy()
        turn = after.turn if after.turn is not None else CHANCE_SEAT
        new = after.log[before.ply :]
        seats = [*(entry.seat for entry in new), turn]
        for ply, (entry, (seat, following)) in enumerate(
            zip(new, pairwise(seats), strict=True), before.ply + 1
        ):
            phase = phase_of(after.state, ply)
            if not (entry.is_silent and seat == following) or timing.would_change(phase):
                timing.turn(now, _seat(following), phase)
        if after.turn is None:
            timing.stop(now)
        return replace(self, timing=timing).caught_up(now)

    def back(self, before: Position, after: Position, now: int) -> GameClock:
        """The plies that `before` has beyond `after` are taken back, and what they took with them."""
        seats = [*(entry.seat for entry in before.log), before.turn]
        gone = [
            not (entry.is_silent and entry.seat == following)
            for entry, following in zip(before.log, seats[1:], strict=True)
        ][after.ply :]
        return replace(self, timing=self.timing.taken_back(sum(gone), now)).caught_up(now)

    def stopped(self, now: int) -> GameClock:
        """The game has ended, or the clock is done with."""
        timing = self._copy()
        timing.stop(now)
        return replace(self, timing=timing)

    def left(self, now: int) -> GameClock:
        """The server goes away."""
        timing = self._copy()
        timing.leave(now)
        return replace(self, timing=timing)

    def resumed(self, now: int, given_back: bool = True) -> GameClock:
        """The server is back. The time of its outage is given back, or it has passed."""
        timing = self._copy()
        if given_back:
            timing.come_back(now)
        else:
            timing.was_here()
        return replace(self, timing=timing)

    def stood_before(self, now: int) -> bool:
        """Whether it goes on, and nothing has happened to it since."""
        return self.runs and bool(self.timing.events[-1][0] < now)

    # -- what is sent --------------------------------------------------------------------------------

    @cached_property
    def shown(self) -> dict[str, Any]:
        """What a page draws the clock by; it is the same for everybody, until something happens."""
        timing, last = self.timing, self.timing.events[-1:]
        face = timing.face(last[0][0] if last else 0)
        return {
            "text": timing.clock.text,
            "begun": self.has_begun,
            "running": face.running,
            "falls": self.falls,
            "deadline": self.deadline if self.is_calendar else None,
            "absent": timing.stands(ABSENT),
            "flag": face.flag,
            "given_back": self._given_back,
            "out": sorted(
                name if isinstance(name, str) else f"{name[0]} {name[1]}" for name in face.out
            ),
            "legs": legs(timing) if last else _standing(timing),
        }

    @property
    def _given_back(self) -> int:
        """How many ms of an outage were given back since the last move."""
        events = self.timing.events
        if [event[1:] for event in events[-2:]] != [("pause", AWAY), ("resume", AWAY)]:
            return 0
        return int(events[-1][0] - events[-2][0])


def _seat(turn: int | None) -> int | None:
    return None if turn is None or turn < 0 else turn


def _standing(timing: Timing) -> list[list[Leg]]:
    """The legs of a clock that has not begun."""
    timing = Timing(timing.clock)
    timing.turn(0, None)
    return legs(timing)
