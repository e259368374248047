"""How a clock stands: events are followed one by one, and what is between them is solved for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Protocol

from parlour.clocks.events import Event

Balances = dict[str, int]


@dataclass(frozen=True)
class Face:
    """How a clock stands at a moment; all times are in milliseconds.

    `balances` by seat, `shared` by name; `running`: the seat whose own balance falls from now on, or
    None; `flag`: None, or the seat whose time is out and since when; `falls`: when the flag falls if
    nothing else happens, or None; `out`: what is used up without loss, names or (seat, name).
    `ends`: when the next balance is used up without loss if nothing else happens, or None; `phase`: the
    game's, where the clock takes notice of it.
    """

    balances: tuple[Balances, ...]
    shared: Balances
    running: int | None
    flag: tuple[int, int] | None
    falls: int | None
    out: frozenset[str | tuple[int, str]]
    ends: int | None = None
    phase: str = ""


class Rules(Protocol):
    """What a fold asks of a kind of clock; `kinds.Kind` says what each does."""

    phased: ClassVar[tuple[str, ...]]
    wait: int

    def full(self) -> Balances: ...

    def full_shared(self) -> Balances: ...

    def left(self, fold: Fold, seat: int) -> int | None: ...

    def left_of_stage(self, fold: Fold, seat: int) -> int | None: ...

    def spend(self, fold: Fold, seat: int, ms: int) -> None: ...

    def runs(self, fold: Fold, seat: int) -> bool: ...

    def begin(self, fold: Fold, seat: int) -> None: ...

    def moved(self, fold: Fold, seat: int) -> None: ...

    def changed(self, fold: Fold, phase: str) -> None: ...

    def grant(self, fold: Fold, seat: int, ms: int) -> None: ...

    def passed(self, start: int, end: int) -> int: ...

    def moment(self, start: int, ms: int) -> int | None: ...


class Fold:
    """A clock after some events: what `kind` knows of it and changes, and the moment `at`.

    `wait` is what is left of this turn's delay or lag, `took` what the turn has cost beyond it.
    """

    def __init__(self, kind: Rules, seats: int, at: int) -> None:
        self.kind = kind
        self.at = at
        self.balances = [kind.full() for _ in range(seats)]
        self.shared = kind.full_shared()
        self.moves = [0] * seats
        self.turn: int | None = None
        self.phase = ""
        self.reasons: set[str] = set()
        self.wait = self.took = 0
        self.flag: tuple[int, int] | None = None
        self.out: set[str | tuple[int, str]] = set()

    def advance(self, to: int) -> None:
        """Let time pass until `to`, or until the flag falls."""
        seat = self.turn
        if seat is not None and not self.reasons and not self.flag:
            passed = self.kind.passed(self.at, to)
            left = self.kind.left(self, seat)
            if left is not None and passed >= left:
                fall = self.kind.moment(self.at, left)
                if fall is not None and fall <= to:
                    self.flag = seat, fall
                    passed = left
            self.kind.spend(self, seat, passed)
        self.at = to

    def follow(self, event: Event) -> None:
        """Let time pass until the event, and let it happen."""
        self.advance(event[0])
        if not self.flag:
            getattr(self, f"_{event[1]}")(*event[2:])

    def _turn(self, seat: int | None) -> None:
        if self.turn is not None:
            self.moves[self.turn] += 1
            self.kind.moved(self, self.turn)
        self.turn = seat
        self.wait, self.took = self.kind.wait, 0
        if seat is not None:
            self.kind.begin(self, seat)

    def _phase(self, name: str) -> None:
        if name != self.phase:
            left, self.phase = self.phase, name
            self.kind.changed(self, left)

    def _pause(self, reason: str) -> None:
        self.reasons.add(reason)

    def _resume(self, reason: str) -> None:
        self.reasons.discard(reason)

    def _grant(self, seat: int, ms: int) -> None:
        self.kind.grant(self, seat, ms)

    def face(self) -> Face:
        """How the clock stands at `at`."""
        running, ends, falls = None, None, self.flag[1] if self.flag else None
        seat = self.turn
        if seat is not None and not self.reasons and not self.flag:
            left = self.kind.left(self, seat)
            falls = None if left is None else self.kind.moment(self.at, left)
            running = seat if not self.wait and self.kind.runs(self, seat) else None
            stage = self.kind.left_of_stage(self, seat)
            ends = None if stage is None else self.at + stage
        balances = tuple(dict(own) for own in self.balances)
        shared, phase = dict(self.shared), self.phase if self.kind.phased else ""
        return Face(balances, shared, running, self.flag, falls, frozenset(self.out), ends, phase)
