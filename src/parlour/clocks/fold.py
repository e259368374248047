"""The state of a clock: a fold over its events; times between events are solved for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from parlour.clocks.events import Event

Balances = dict[str, int]


@dataclass(frozen=True)
class Face:
    """What a clock shows at a moment; all times are in milliseconds.

    `balances` by seat, `shared` by name; `running`: the seat whose own balance falls from now on, or
    None; `flag`: None, or the seat whose time has run out and since when; `falls`: when the flag falls
    if nothing else happens, or None; `out`: balances used up without loss, names or (seat, name);
    `ends`: when the next balance is used up without loss if nothing else happens, or None; `phase`: the
    game's phase, if it matters to the clock.
    """

    balances: tuple[Balances, ...]
    shared: Balances
    running: int | None
    flag: tuple[int, int] | None
    falls: int | None
    out: frozenset[str | tuple[int, str]]
    ends: int | None = None
    phase: str = ""


class KindRules(Protocol):
    """What a fold needs of a kind of clock; `clock_kinds.ClockKind` documents the methods."""

    phases: ClassVar[tuple[str, ...]]
    delay: int

    def initial_balances(self) -> Balances: ...

    def initial_shared(self) -> Balances: ...

    def time_left(self, fold: Fold, seat: int) -> int | None: ...

    def phase_time_left(self, fold: Fold, seat: int) -> int | None: ...

    def spend(self, fold: Fold, seat: int, ms: int) -> None: ...

    def is_running(self, fold: Fold, seat: int) -> bool: ...

    def start_turn(self, fold: Fold, seat: int) -> None: ...

    def end_turn(self, fold: Fold, seat: int) -> None: ...

    def change_phase(self, fold: Fold, phase: str) -> None: ...

    def grant(self, fold: Fold, seat: int, ms: int) -> None: ...

    def count_ms(self, start: int, end: int) -> int: ...

    def moment_after(self, start: int, ms: int) -> int | None: ...


class Fold:
    """The state of a clock after some events, at the moment `at`; its `kind` changes it.

    `delay` is the rest of this turn's delay or lag, `spent` the time of the turn beyond it.
    """

    def __init__(self, kind: KindRules, seats: int, at: int) -> None:
        self.kind = kind
        self.at = at
        self.balances = [kind.initial_balances() for _ in range(seats)]
        self.shared = kind.initial_shared()
        self.moves = [0] * seats
        self.turn: int | None = None
        self.phase = ""
        self.reasons: set[str] = set()
        self.delay = self.spent = 0
        self.flag: tuple[int, int] | None = None
        self.out: set[str | tuple[int, str]] = set()

    def advance(self, to: int) -> None:
        """Let time pass until `to`, or until the flag falls."""
        seat = self.turn
        if seat is not None and not self.reasons and not self.flag:
            passed = self.kind.count_ms(self.at, to)
            left = self.kind.time_left(self, seat)
            if left is not None and passed >= left:
                fall = self.kind.moment_after(self.at, left)
                if fall is not None and fall <= to:
                    self.flag = seat, fall
                    passed = left
            self.kind.spend(self, seat, passed)
        self.at = to

    def follow(self, event: Event) -> None:
        """Let time pass until the event, then apply it."""
        self.advance(event[0])
        if not self.flag:
            getattr(self, f"_{event[1]}")(*event[2:])

    def _turn(self, seat: int | None) -> None:
        if self.turn is not None:
            self.moves[self.turn] += 1
            self.kind.end_turn(self, self.turn)
        self.turn = seat
        self.delay, self.spent = self.kind.delay, 0
        if seat is not None:
            self.kind.start_turn(self, seat)

    def _phase(self, name: str) -> None:
        if name != self.phase:
            left, self.phase = self.phase, name
            self.kind.change_phase(self, left)

    def _pause(self, reason: str) -> None:
        self.reasons.add(reason)

    def _resume(self, reason: str) -> None:
        self.reasons.discard(reason)

    def _grant(self, seat: int, ms: int) -> None:
        self.kind.grant(self, seat, ms)

    def face(self) -> Face:
        """What the clock shows at `at`."""
        running, ends, falls = None, None, self.flag[1] if self.flag else None
        seat = self.turn
        if seat is not None and not self.reasons and not self.flag:
            left = self.kind.time_left(self, seat)
            falls = None if left is None else self.kind.moment_after(self.at, left)
            running = seat if not self.delay and self.kind.is_running(self, seat) else None
            stage = self.kind.phase_time_left(self, seat)
            ends = None if stage is None else self.at + stage
        balances = tuple(dict(own) for own in self.balances)
        shared, phase = dict(self.shared), self.phase if self.kind.phases else ""
        return Face(balances, shared, running, self.flag, falls, frozenset(self.out), ends, phase)
