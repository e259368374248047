"""The clock of a game in progress, as a value: its events, deadlines, and what a page displays.

With hidden information, a run of moves hidden from all others counts as one: clocks reveal nothing that
the game does not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
MOST_CHANGES = 200  # starts and ends of absences considered for a deadline


def canonical_clock(text: str, game: Game) -> str:
    """The canonical text of a clock for a game; raises BadClock."""
    return clock_for(game, text[: LONGEST_CLOCK + 1]).text


@dataclass(frozen=True)
class GameClock:
    """A game's clock; each event gives another value. Times are ms UTC.

    In correspondence games it pauses while the player to move is absent (`absences` by seat).
    """

    timing: Timing
    absences: Mapping[int, Absences] = field(default_factory=dict)

    @classmethod
    def of(
        cls, text: str, events: str, seats: int, absences: Mapping[int, Absences] | None = None
    ) -> GameClock:
        """The clock from its stored text and events; raises BadClock."""
        rule = clock(text, seats)
        absent = absences if absences and rule.is_calendar else {}
        return cls(Timing(rule, read_events(events, seats)), absent)

    @property
    def is_calendar(self) -> bool:
        """Whether the game is played by correspondence."""
        return self.timing.clock.is_calendar

    @property
    def restarts(self) -> bool:
        """Whether the clock starts again after a flag, as with a limit for each move."""
        return self.timing.clock.restarts

    @property
    def columns(self) -> dict[str, str | int | None]:
        """The columns of a stored game: the events, and when something is due."""
        return {"clock_events": write_events(self.timing.events), "due": self.stored_due}

    @cached_property
    def stored_due(self) -> int | None:
        """When something is due; during an outage, as before it."""
        events = self.timing.events
        if events and events[-1][1:] == ("pause", AWAY):
            return replace(self, timing=Timing(self.timing.clock, events[:-1])).due
        return self.due

    @property
    def has_begun(self) -> bool:
        """Whether the clock has been started."""
        return bool(self.timing.events)

    @property
    def is_over(self) -> bool:
        """Whether the clock has stopped for good."""
        return self.has_begun and self.timing.events[-1][1:] == ("pause", OVER)

    @property
    def runs(self) -> bool:
        """Whether it has been started and is not over."""
        return self.has_begun and not self.is_over

    @cached_property
    def falls(self) -> int | None:
        """When the flag falls if nothing happens, or fell; None: never, or the clock is over."""
        if not self.runs:
            return None
        return self.timing.face(self.timing.events[-1][0]).falls

    @cached_property
    def due(self) -> int | None:
        """When the flag falls, a phase's time ends, or an absence begins or ends; None: never."""
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
        """When the flag falls without a move, with future days off and vacations; None: never."""
        clock = self
        for _ in range(MOST_CHANGES if self.runs else 0):
            change, falls = clock._change, clock.falls
            if change is None or (falls is not None and falls <= change):
                break
            clock = clock.catch_up(change)
        return clock.falls

    @property
    def _change(self) -> int | None:
        """When an absence of the player to move begins or ends; None: none is known."""
        timing, last = self.timing, self.timing.events[-1][0]
        absences = Absences() if timing.seat is None else self.absences.get(timing.seat, Absences())
        if absences.at(last) != timing.is_paused_for(ABSENT):
            return int(last)
        return absences.next_change(last)

    def flag(self, now: int) -> int | None:
        """The seat whose flag has fallen by `now`; None: none has."""
        if self.falls is None or now < self.falls:
            return None
        flag = self.timing.face(now).flag
        return None if flag is None else flag[0]

    def is_late(self, now: int) -> bool:
        """Whether the player to move has used up the time of a phase."""
        return (
            self.due is not None and now >= self.due and self.timing.is_late(self.timing.face(now))
        )

    # -- events --------------------------------------------------------------------------------------

    def catch_up(self, now: int) -> GameClock:
        """The clock with the absences until now of the player to move."""
        clock = self
        while clock.runs and clock.is_calendar and (change := clock._change) is not None:
            if change > now:
                break
            clock = clock._note_absence(change, not clock.timing.is_paused_for(ABSENT))
        return clock

    def observe(self, absences: Mapping[int, Absences], now: int) -> GameClock:
        """The clock with these absences from now on."""
        if not self.is_calendar:
            return self
        clock = self.catch_up(now)
        if not clock.runs:
            return replace(clock, absences=absences)
        clock = clock._note_absence(now, clock.timing.is_paused_for(ABSENT))  # the past stays
        return replace(clock, absences=absences).catch_up(now)

    def _note_absence(self, now: int, is_absent: bool) -> GameClock:
        return self._with(lambda timing: timing.note_absence(now, is_absent))

    def _with(self, change: Callable[[Timing], None]) -> GameClock:
        """The clock with a change of its timing."""
        timing = Timing(self.timing.clock, self.timing.events)
        change(timing)
        return replace(self, timing=timing)

    def begin(self, now: int, position: Position) -> GameClock:
        """Start the clock, unless it has been started."""
        return self.restart(now, position) if not self.has_begun else self

    def restart(self, now: int, position: Position) -> GameClock:
        """Start the clock again from its full times."""
        timing = Timing(self.timing.clock)
        timing.turn(now, _seat(position.turn), phase_of(position.state))
        return replace(self, timing=timing).catch_up(now)

    def follow(self, before: Position, after: Position, now: int) -> GameClock:
        """The plies from `before` to `after` were made now; the first starts a clock not yet started."""
        if self.is_over:
            return self
        timing = Timing(self.timing.clock, self.timing.events)
        turn = after.turn if after.turn is not None else CHANCE_SEAT
        new = after.log[before.ply :]
        seats = [*(move.seat for move in new), turn]
        for ply, (move, (seat, following)) in enumerate(
            zip(new, pairwise(seats), strict=True), before.ply + 1
        ):
            phase = phase_of(after.state, ply)
            if not (move.is_silent and seat == following) or timing.would_change(phase):
                timing.turn(now, _seat(following), phase)
        if after.turn is None:
            timing.stop(now)
        return replace(self, timing=timing).catch_up(now)

    def go_back(self, before: Position, after: Position, now: int) -> GameClock:
        """The plies from `after` to `before` are taken back, with the time they took."""
        seats = [*(move.seat for move in before.log), before.turn]
        counted = [
            not (move.is_silent and move.seat == following)
            for move, following in zip(before.log, seats[1:], strict=True)
        ][after.ply :]
        return replace(self, timing=self.timing.undo_turns(sum(counted), now)).catch_up(now)

    def stop(self, now: int) -> GameClock:
        """Stop the clock for good."""
        return self._with(lambda timing: timing.stop(now))

    def leave(self, now: int) -> GameClock:
        """Pause the clock: the players or the server leave."""
        return self._with(lambda timing: timing.leave(now))

    def resume(self, now: int, given_back: bool = True) -> GameClock:
        """Go on after a pause or outage; its time is given back, or has passed."""
        clock = self._pull_back(now) if self.is_ahead_of(now) else self
        if given_back:
            return clock._with(lambda timing: timing.come_back(now))
        return clock._with(Timing.resume_from_last)

    def _pull_back(self, now: int) -> GameClock:
        """The clock with all its events moved back, the last to `now`."""
        ahead = self.timing.events[-1][0] - now
        events = [(moment - ahead, *event) for moment, *event in self.timing.events]
        return replace(self, timing=Timing(self.timing.clock, events))

    def is_ahead_of(self, now: int) -> bool:
        """Whether its last event is after `now`: the server's time was set back during an outage."""
        return self.runs and bool(self.timing.events[-1][0] > now)

    def is_idle_since(self, now: int) -> bool:
        """Whether the clock runs and its last event is before `now`."""
        return self.runs and bool(self.timing.events[-1][0] < now)

    # -- display -------------------------------------------------------------------------------------

    @cached_property
    def payload(self) -> dict[str, Any]:
        """What a page needs to draw the clock until the next event; the same for everybody."""
        timing, last = self.timing, self.timing.events[-1:]
        face = timing.face(last[0][0] if last else 0)
        return {
            "text": timing.clock.text,
            "begun": self.has_begun,
            "running": face.running,
            "falls": self.falls,
            "deadline": self.deadline if self.is_calendar else None,
            "absent": timing.is_paused_for(ABSENT),
            "flag": face.flag,
            "given_back": self._given_back,
            "out": sorted(
                name if isinstance(name, str) else f"{name[0]} {name[1]}" for name in face.out
            ),
            "legs": legs(timing) if last else _legs_before_start(timing),
        }

    @property
    def _given_back(self) -> int:
        """The ms of an outage given back since the last move."""
        events = self.timing.events
        if [event[1:] for event in events[-2:]] != [("pause", AWAY), ("resume", AWAY)]:
            return 0
        return int(events[-1][0] - events[-2][0])


def _seat(turn: int | None) -> int | None:
    return None if turn is None or turn < 0 else turn


def _legs_before_start(timing: Timing) -> list[list[Leg]]:
    """The legs of a clock that has not been started."""
    timing = Timing(timing.clock)
    timing.turn(0, None)
    return legs(timing)
