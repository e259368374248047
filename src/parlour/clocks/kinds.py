"""The ten kinds of clock: what falls in a turn, in which order, and what a move gives.

A kind holds settings only; how a clock stands is in the Fold that is given to each method.
"""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from parlour.clocks.fold import Balances, Fold
from parlour.clocks.settings import Settings, Steps
from parlour.clocks.workdays import Workdays


class Kind:
    """A clock whose balances fall one after the other; the flag falls when the last is out."""

    own: ClassVar[tuple[str, ...]] = ("time",)  # a seat's balances, in the order in which they fall
    refilled: ClassVar[str] = ""  # the balance made full when a turn begins
    rises: ClassVar[bool] = False  # whether the other's time rises by what this one's falls
    granted: ClassVar[str] = "time"  # where grants and steps go
    seats: ClassVar[int] = 0  # how many it must have; 0: any number
    phased: ClassVar[tuple[str, ...]] = ()  # the game's phases of which it takes notice

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.wait: int = settings.get("delay", 0) or settings.get("lag", 0)
        self.steps: Steps = settings.get("steps", ())

    def full(self) -> Balances:
        """A seat's balances as the game begins."""
        return {name: self.settings[name] for name in self.own}

    def full_shared(self) -> Balances:
        """The shared balances as the game begins."""
        return {}

    def falling(self, fold: Fold, seat: int) -> tuple[str, ...]:
        """The balances of `seat` that fall on its turn, first to last."""
        return self.own

    def left(self, fold: Fold, seat: int) -> int | None:
        """How long time must pass until the flag of `seat`, who has the turn; None: it never falls."""
        own = fold.balances[seat]
        return fold.wait + sum(own[name] for name in self.falling(fold, seat))

    def left_of_stage(self, fold: Fold, seat: int) -> int | None:
        """How long time must pass until a balance is used up without loss; None: none will be."""
        return None

    def spend(self, fold: Fold, seat: int, ms: int) -> None:
        """Let `ms` pass, at most until the flag falls, while `seat` has the turn."""
        waited = min(ms, fold.wait)
        fold.wait -= waited
        ms -= waited
        fold.took += ms
        own = fold.balances[seat]
        for name in self.falling(fold, seat):
            part = min(ms, own[name])
            own[name] -= part
            ms -= part
            if self.rises and name == "time":
                fold.balances[1 - seat][name] += part

    def runs(self, fold: Fold, seat: int) -> bool:
        """Whether a balance of `seat`, who has the turn, falls from now on."""
        return True

    def begin(self, fold: Fold, seat: int) -> None:
        """A turn of `seat` begins."""
        if self.refilled:
            fold.balances[seat][self.refilled] = self.settings[self.refilled]

    def moved(self, fold: Fold, seat: int) -> None:
        """`seat` has made its move in time."""
        for number, more in self.steps:
            if fold.moves[seat] == number:
                fold.balances[seat][self.granted] += more

    def changed(self, fold: Fold, phase: str) -> None:
        """The phase has changed from `phase` to the fold's."""

    def grant(self, fold: Fold, seat: int, ms: int) -> None:
        """`seat` gets `ms` more."""
        fold.balances[seat][self.granted] += ms

    def passed(self, start: int, end: int) -> int:
        """How many of the milliseconds between two moments count."""
        return end - start

    def moment(self, start: int, ms: int) -> int | None:
        """The moment at which `ms` milliseconds that count have passed since `start`; None: never."""
        return start + ms


class Countdown(Kind):
    """One balance; a move may give time."""

    def moved(self, fold: Fold, seat: int) -> None:
        """The increment, and what the turn took up to the Bronstein time."""
        back = min(self.settings["bronstein"], fold.took)
        fold.balances[seat]["time"] += self.settings["increment"] + back
        super().moved(fold, seat)


class ByoYomi(Kind):
    """When time is out, each move must be made within one of some periods that are left."""

    def full(self) -> Balances:
        """Time, how many periods, and what is left of the one that runs."""
        return {name: self.settings[name] for name in ("time", "periods", "period")}

    def left(self, fold: Fold, seat: int) -> int:
        """The time, the period that has begun, and the others."""
        own = fold.balances[seat]
        return own["time"] + own["period"] + (own["periods"] - 1) * int(self.settings["period"])

    def spend(self, fold: Fold, seat: int, ms: int) -> None:
        """Time first, then the periods."""
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

    def moved(self, fold: Fold, seat: int) -> None:
        """The period is full again."""
        fold.balances[seat]["period"] = self.settings["period"]


class Canadian(Kind):
    """When time is out, so many moves must be made within each period."""

    def full(self) -> Balances:
        """Time, the moves still to be made in the period, and what is left of it."""
        return {name: self.settings[name] for name in ("time", "moves", "period")}

    def falling(self, fold: Fold, seat: int) -> tuple[str, ...]:
        """Time, then the period."""
        return ("time", "period")

    def moved(self, fold: Fold, seat: int) -> None:
        """A move without time counts; the last of the period begins a new one."""
        own = fold.balances[seat]
        if own["time"] == 0:
            own["moves"] -= 1
            if own["moves"] == 0:
                own["moves"], own["period"] = self.settings["moves"], self.settings["period"]


class Hourglass(Kind):
    """What falls for one rises for the other."""

    rises = True
    seats = 2


class DoubleCountdown(Kind):
    """Time, then a reserve for each move."""

    own: ClassVar[tuple[str, ...]] = ("time", "reserve")
    refilled = "reserve"


class TripleCountdown(DoubleCountdown):
    """A double countdown with a deployment balance that falls first in the phase `deploy`."""

    own = ("deployment", "time", "reserve")
    phased = ("deploy",)

    def falling(self, fold: Fold, seat: int) -> tuple[str, ...]:
        """The deployment balance in its phase only."""
        return self.own if fold.phase == "deploy" else self.own[1:]

    def changed(self, fold: Fold, phase: str) -> None:
        """What is left of the deployment balances after their phase is gone."""
        if phase == "deploy":
            for own in fold.balances:
                own["deployment"] = 0


class Swing(Kind):
    """What falls of one's time rises for the other; the reserve is one's own."""

    own = ("time", "reserve")
    rises = True
    granted = "reserve"
    seats = 2


class Composite(Kind):
    """Shared clocks while deploying and redeploying, own clocks in the two engagements."""

    own = ("primary", "secondary")
    common = ("deploy", "redeploy")
    seats = 2
    phased = ("deploy", "primary", "redeploy", "secondary")

    def full_shared(self) -> Balances:
        """One clock for both in each of the deploying phases."""
        return {name: self.settings[name] for name in self.common}

    def left(self, fold: Fold, seat: int) -> int | None:
        """Only the secondary engagement can be lost on time."""
        return fold.balances[seat]["secondary"] if fold.phase == "secondary" else None

    def left_of_stage(self, fold: Fold, seat: int) -> int | None:
        """What is left of the running phase's balance, where that is used up without loss."""
        found = self._account(fold, seat)
        if found is None or fold.phase == "secondary" or found[1] in fold.out:
            return None
        return found[0][fold.phase]

    def spend(self, fold: Fold, seat: int, ms: int) -> None:
        """The running phase's balance falls, and is out at zero."""
        found = self._account(fold, seat)
        if found is not None:
            balances, out = found
            balances[fold.phase] = max(0, balances[fold.phase] - ms)
            if balances[fold.phase] == 0 and fold.phase != "secondary":
                fold.out.add(out)

    def runs(self, fold: Fold, seat: int) -> bool:
        """Whether a balance of the seat's own falls."""
        return fold.phase in self.own and fold.balances[seat][fold.phase] > 0

    def changed(self, fold: Fold, phase: str) -> None:
        """Shared time left over is gone; on entering the secondary engagement the primary's is added."""
        if phase in self.common:
            fold.shared[phase] = 0
        if fold.phase == "secondary":
            for own in fold.balances:
                own["secondary"] += own["primary"]
                own["primary"] = 0

    def grant(self, fold: Fold, seat: int, ms: int) -> None:
        """To the running phase's balance, which is then no longer out."""
        found = self._account(fold, seat)
        if found is not None and ms:
            balances, out = found
            balances[fold.phase] += ms
            fold.out.discard(out)

    def _account(self, fold: Fold, seat: int) -> tuple[Balances, str | tuple[int, str]] | None:
        """Where the running phase's balance of `seat` is, and its name once it is out."""
        if fold.phase in self.common:
            return fold.shared, fold.phase
        return (fold.balances[seat], (seat, fold.phase)) if fold.phase in self.own else None


class PerMove(Kind):
    """A limit on each move."""

    refilled = "time"


class Calendar(Kind):
    """A bank of time that does not pass on days off."""

    own = ("bank",)
    granted = "bank"

    @cached_property
    def _days(self) -> Workdays:
        return Workdays(self.settings["off"], self.settings["zone"])

    def passed(self, start: int, end: int) -> int:
        """The milliseconds of days that are not off."""
        return self._days.passed(start, end)

    def moment(self, start: int, ms: int) -> int | None:
        """When `ms` of them have passed."""
        return self._days.moment(start, ms)

    def runs(self, fold: Fold, seat: int) -> bool:
        """Whether this is no day off."""
        return self._days.is_on(fold.at)

    def moved(self, fold: Fold, seat: int) -> None:
        """More for the move, up to the cap."""
        own, cap = fold.balances[seat], self.settings["cap"]
        more = own["bank"] + self.settings["per"]
        own["bank"] = more if cap is None else max(own["bank"], min(more, cap))


KINDS: dict[str, type[Kind]] = {
    "countdown": Countdown,
    "byo-yomi": ByoYomi,
    "canadian": Canadian,
    "hourglass": Hourglass,
    "double-countdown": DoubleCountdown,
    "triple-countdown": TripleCountdown,
    "swing": Swing,
    "composite": Composite,
    "per-move": PerMove,
    "calendar": Calendar,
}
