"""The kinds of clock: which balances fall in a turn, in which order, and what a move adds.

A kind is one class; it registers itself by its name. It holds settings only: the state of a clock is in
the Fold that each method gets.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from parlour.clocks.clock_settings import (
    CAP,
    DAYS_OFF,
    POSITIVE,
    STEPS,
    ZONE,
    Keys,
    Settings,
    Steps,
    count,
    duration,
)
from parlour.clocks.fold import Balances, Fold
from parlour.clocks.workdays import Workdays

Presets = Mapping[str, str]

KINDS: dict[str, type[ClockKind]] = {}  # by name, in the order of their classes


class ClockKind:
    """A clock whose balances fall one after the other; the flag falls when the last is used up."""

    name: ClassVar[str]
    keys: ClassVar[Keys]  # the settings
    presets: ClassVar[Presets] = {}  # offered on web pages: settings to label
    balances: ClassVar[tuple[str, ...]] = ("time",)  # of a player, in the order in which they fall
    refilled: ClassVar[str] = ""  # the balance filled up as a turn starts
    gives_to_opponent: ClassVar[bool] = False  # whether the opponent's time rises meanwhile
    grants_to: ClassVar[str] = "time"  # the balance for grants and steps
    seats: ClassVar[int] = 0  # how many players it needs; 0: any number
    phases: ClassVar[tuple[str, ...]] = ()  # the phases of a game that matter
    restarts: ClassVar[bool] = (
        False  # whether a fallen flag costs a move, and the clock starts again
    )
    is_calendar: ClassVar[bool] = False  # whether it is for correspondence: absences pause it

    def __init_subclass__(cls, name: str) -> None:
        cls.name = name
        KINDS[name] = cls

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.delay: int = settings.get("delay", 0) or settings.get("lag", 0)
        self.steps: Steps = settings.get("steps", ())

    def initial_balances(self) -> Balances:
        """A player's balances as the game begins."""
        return {name: self.settings[name] for name in self.balances}

    def initial_shared(self) -> Balances:
        """The shared balances as the game begins."""
        return {}

    def falling(self, fold: Fold, seat: int) -> tuple[str, ...]:
        """The balances of `seat` that fall on its turn, first to last."""
        return self.balances

    def time_left(self, fold: Fold, seat: int) -> int | None:
        """The time until the flag of `seat`, whose turn it is, falls; None: never."""
        own = fold.balances[seat]
        return fold.delay + sum(own[name] for name in self.falling(fold, seat))

    def phase_time_left(self, fold: Fold, seat: int) -> int | None:
        """The time until a balance is used up without loss; None: never."""
        return None

    def spend(self, fold: Fold, seat: int, ms: int) -> None:
        """Let `ms` pass in the turn of `seat`, at most until the flag falls."""
        delayed = min(ms, fold.delay)
        fold.delay -= delayed
        ms -= delayed
        fold.spent += ms
        own = fold.balances[seat]
        for name in self.falling(fold, seat):
            part = min(ms, own[name])
            own[name] -= part
            ms -= part
            if self.gives_to_opponent and name == "time":
                fold.balances[1 - seat][name] += part

    def is_running(self, fold: Fold, seat: int) -> bool:
        """Whether a balance of `seat`, whose turn it is, falls from now on."""
        return True

    def start_turn(self, fold: Fold, seat: int) -> None:
        """A turn of `seat` starts."""
        if self.refilled:
            fold.balances[seat][self.refilled] = self.settings[self.refilled]

    def end_turn(self, fold: Fold, seat: int) -> None:
        """`seat` has moved in time."""
        for number, more in self.steps:
            if fold.moves[seat] == number:
                fold.balances[seat][self.grants_to] += more

    def change_phase(self, fold: Fold, phase: str) -> None:
        """The game has gone from `phase` to the fold's phase."""

    def grant(self, fold: Fold, seat: int, ms: int) -> None:
        """`seat` gets `ms` more."""
        fold.balances[seat][self.grants_to] += ms

    def count_ms(self, start: int, end: int) -> int:
        """The milliseconds between two moments that count."""
        return end - start

    def moment_after(self, start: int, ms: int) -> int | None:
        """The moment when `ms` milliseconds that count have passed since `start`; None: never."""
        return start + ms


class Countdown(ClockKind, name="countdown"):
    """One balance; a move may add time."""

    keys: ClassVar[Keys] = {
        "time": POSITIVE,
        "increment": duration(0),
        "delay": duration(0),
        "bronstein": duration(0),
        "steps": STEPS,
    }
    presets: ClassVar[Presets] = {
        "time=1m": "1+0: 1 minute each",
        "time=3m,increment=2s": "3+2: 3 minutes, and 2 seconds for each move",
        "time=5m,increment=3s": "5+3: 5 minutes, and 3 seconds for each move",
        "time=10m": "10+0: 10 minutes each",
        "time=15m,increment=10s": "15+10: 15 minutes, and 10 seconds for each move",
        "time=30m,increment=20s": "30+20: 30 minutes, and 20 seconds for each move",
    }

    def end_turn(self, fold: Fold, seat: int) -> None:
        """Add the increment, and the time spent up to the Bronstein delay."""
        back = min(self.settings["bronstein"], fold.spent)
        fold.balances[seat]["time"] += self.settings["increment"] + back
        super().end_turn(fold, seat)


class ByoYomi(ClockKind, name="byo-yomi"):
    """After the main time, each move must be made within one of the remaining periods."""

    keys: ClassVar[Keys] = {"time": duration(), "periods": count(1), "period": POSITIVE}

    def initial_balances(self) -> Balances:
        """The main time, the number of periods, and the time in the current one."""
        return {name: self.settings[name] for name in ("time", "periods", "period")}

    def time_left(self, fold: Fold, seat: int) -> int:
        """The main time, the current period, and the others."""
        own = fold.balances[seat]
        return own["time"] + own["period"] + (own["periods"] - 1) * int(self.settings["period"])

    def spend(self, fold: Fold, seat: int, ms: int) -> None:
        """The main time falls first, then the periods."""
        own = fold.balances[seat]
        part = min(ms, own["time"])
        own["time"] -= part
        ms -= part
        if ms < own["period"]:
            own["period"] -= ms
            return
        whole = self.settings["period"]
        used, rest = divmod(ms - own["period"], whole)
        own["periods"] -= 1 + used
        own["period"] = whole - rest if own["periods"] else 0

    def end_turn(self, fold: Fold, seat: int) -> None:
        """Fill up the period."""
        fold.balances[seat]["period"] = self.settings["period"]


class Canadian(ClockKind, name="canadian"):
    """After the main time, a number of moves must be made within each period."""

    keys: ClassVar[Keys] = {"time": duration(), "moves": count(), "period": POSITIVE}

    def initial_balances(self) -> Balances:
        """The main time, the moves still to make in the period, and its remaining time."""
        return {name: self.settings[name] for name in ("time", "moves", "period")}

    def falling(self, fold: Fold, seat: int) -> tuple[str, ...]:
        """The main time, then the period."""
        return ("time", "period")

    def end_turn(self, fold: Fold, seat: int) -> None:
        """Count a move without main time; the last of a period starts a new one."""
        own = fold.balances[seat]
        if own["time"] == 0:
            own["moves"] -= 1
            if own["moves"] == 0:
                own["moves"], own["period"] = self.settings["moves"], self.settings["period"]


class Hourglass(ClockKind, name="hourglass"):
    """The time that one player spends goes to the other."""

    keys: ClassVar[Keys] = {"time": POSITIVE}
    gives_to_opponent = True
    seats = 2


class DoubleCountdown(ClockKind, name="double-countdown"):
    """A main time, then a reserve for each move."""

    keys: ClassVar[Keys] = {"time": duration(), "reserve": duration(), "steps": STEPS}
    presets: ClassVar[Presets] = {
        "time=2h,reserve=1m": "TigerClock: 2 hours, then a minute for each move"
    }
    balances: ClassVar[tuple[str, ...]] = ("time", "reserve")
    refilled = "reserve"


class Swing(ClockKind, name="swing"):
    """The time that one player spends goes to the other; the reserve is each player's own."""

    keys: ClassVar[Keys] = {
        "time": duration(),
        "reserve": duration(0),
        "lag": duration(0),
        "steps": STEPS,
    }
    presets: ClassVar[Presets] = {
        "time=1m,reserve=30m,lag=10s": (
            "TigerSwing: a minute that swings, then half an hour in reserve"
        )
    }
    balances = ("time", "reserve")
    gives_to_opponent = True
    grants_to = "reserve"
    seats = 2


class TripleCountdown(DoubleCountdown, name="triple-countdown"):
    """A double countdown with a deployment time that falls first in the phase `deploy`."""

    keys: ClassVar[Keys] = {"deployment": duration(), **DoubleCountdown.keys}
    presets: ClassVar[Presets] = {
        "deployment=30m,time=2h,reserve=1m": (
            "TigerClock with deployment: 30 minutes, then 2 hours, then a minute for each move"
        ),
        "deployment=15m,time=2h,reserve=1m": (
            "TigerChequers: a TigerClock, with 15 minutes to choose first"
        ),
    }
    balances = ("deployment", "time", "reserve")
    phases = ("deploy",)

    def falling(self, fold: Fold, seat: int) -> tuple[str, ...]:
        """The deployment time in its phase only."""
        return self.balances if fold.phase == "deploy" else self.balances[1:]

    def change_phase(self, fold: Fold, phase: str) -> None:
        """Deployment time not used in its phase is lost."""
        if phase == "deploy":
            for own in fold.balances:
                own["deployment"] = 0


class Composite(ClockKind, name="composite"):
    """Shared clocks while deploying and redeploying, own clocks in the two engagements."""

    keys: ClassVar[Keys] = {
        "deploy": duration(),
        "primary": duration(),
        "redeploy": duration(),
        "secondary": duration(),
    }
    presets: ClassVar[Presets] = {
        "deploy=1h30m,primary=1h30m,redeploy=30m,secondary=30m": (
            "NavalQi: shared time, then one's own"
        )
    }
    balances = ("primary", "secondary")
    shared = ("deploy", "redeploy")
    seats = 2
    phases = ("deploy", "primary", "redeploy", "secondary")

    def initial_shared(self) -> Balances:
        """One clock for both players in each of the deploying phases."""
        return {name: self.settings[name] for name in self.shared}

    def time_left(self, fold: Fold, seat: int) -> int | None:
        """Only the secondary engagement can be lost on time."""
        return fold.balances[seat]["secondary"] if fold.phase == "secondary" else None

    def phase_time_left(self, fold: Fold, seat: int) -> int | None:
        """The phase's remaining time, in phases that cannot be lost on time."""
        found = self._account(fold, seat)
        if found is None or fold.phase == "secondary" or found[1] in fold.out:
            return None
        return found[0][fold.phase]

    def spend(self, fold: Fold, seat: int, ms: int) -> None:
        """The phase's balance falls, and is out at zero."""
        found = self._account(fold, seat)
        if found is not None:
            balances, out = found
            balances[fold.phase] = max(0, balances[fold.phase] - ms)
            if balances[fold.phase] == 0 and fold.phase != "secondary":
                fold.out.add(out)

    def is_running(self, fold: Fold, seat: int) -> bool:
        """Whether the player's own balance falls."""
        return fold.phase in self.balances and fold.balances[seat][fold.phase] > 0

    def change_phase(self, fold: Fold, phase: str) -> None:
        """Unused shared time is lost; unused primary time is added to the secondary engagement."""
        if phase in self.shared:
            fold.shared[phase] = 0
        if fold.phase == "secondary":
            for own in fold.balances:
                own["secondary"] += own["primary"]
                own["primary"] = 0

    def grant(self, fold: Fold, seat: int, ms: int) -> None:
        """To the phase's balance, which is then no longer out."""
        found = self._account(fold, seat)
        if found is not None and ms:
            balances, out = found
            balances[fold.phase] += ms
            fold.out.discard(out)

    def _account(self, fold: Fold, seat: int) -> tuple[Balances, str | tuple[int, str]] | None:
        """The balances with that of the phase, and its name once it is out."""
        if fold.phase in self.shared:
            return fold.shared, fold.phase
        return (fold.balances[seat], (seat, fold.phase)) if fold.phase in self.balances else None


class PerMove(ClockKind, name="per-move"):
    """A time limit for each move."""

    keys: ClassVar[Keys] = {"time": POSITIVE}
    presets: ClassVar[Presets] = {"time=1m": "a minute for each move"}
    refilled = "time"
    restarts = True


class Calendar(ClockKind, name="calendar"):
    """A bank of time that does not pass on days off."""

    keys: ClassVar[Keys] = {
        "bank": duration(),
        "per": duration(0),
        "cap": CAP,
        "off": DAYS_OFF,
        "zone": ZONE,
    }
    presets: ClassVar[Presets] = {
        "bank=1d,per=1d,cap=1d": "by correspondence: 1 day for each move",
        "bank=3d,per=3d,cap=3d": "by correspondence: 3 days for each move",
        "bank=7d,per=7d,cap=7d": "by correspondence: 7 days for each move",
        "bank=14d,per=1d,cap=14d": "by correspondence: 14 days, and a day for each move",
    }
    balances = ("bank",)
    grants_to = "bank"
    is_calendar = True

    @cached_property
    def _days(self) -> Workdays:
        return Workdays(self.settings["off"], self.settings["zone"])

    def count_ms(self, start: int, end: int) -> int:
        """The milliseconds on days that are not off."""
        return self._days.passed(start, end)

    def moment_after(self, start: int, ms: int) -> int | None:
        """When `ms` of them have passed."""
        return self._days.moment(start, ms)

    def is_running(self, fold: Fold, seat: int) -> bool:
        """Whether this is not a day off."""
        return self._days.is_on(fold.at)

    def end_turn(self, fold: Fold, seat: int) -> None:
        """Add time for the move, up to the cap."""
        own, cap = fold.balances[seat], self.settings["cap"]
        more = own["bank"] + self.settings["per"]
        own["bank"] = more if cap is None else max(own["bank"], min(more, cap))
