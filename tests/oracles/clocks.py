"""Clocks by the page alone, one millisecond after the other: slow, and sharing nothing with the project's.

Settings are plain numbers of milliseconds, `kind` a word; calendars have an oracle of their own, which
goes by quarters of an hour.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

SHARED = ("deploy", "redeploy")
QUARTER = 900_000


class SlowClock:
    """The whole state after some events, changed millisecond by millisecond."""

    def __init__(self, kind: str, settings: dict[str, Any], seats: int) -> None:
        self.kind, self.set = kind, settings
        names = {
            "countdown": ["time"],
            "byo-yomi": ["time", "periods", "period"],
            "canadian": ["time", "moves", "period"],
            "hourglass": ["time"],
            "double-countdown": ["time", "reserve"],
            "triple-countdown": ["deployment", "time", "reserve"],
            "swing": ["time", "reserve"],
            "composite": ["primary", "secondary"],
            "per-move": ["time"],
        }[kind]
        self.bal = [{n: settings[n] for n in names} for _ in range(seats)]
        self.shared = {n: settings[n] for n in SHARED} if kind == "composite" else {}
        self.turn: int | None = None
        self.phase = ""
        self.reasons: list[str] = []
        self.waited = self.used = 0
        self.move_count = [0] * seats
        self.flag: tuple[int, int] | None = None
        self.out: set[Any] = set()

    @property
    def passing(self) -> bool:
        return self.turn is not None and not self.reasons and self.flag is None

    @property
    def waiting(self) -> bool:
        return self.waited < self.set.get("delay", self.set.get("lag", 0))

    def check(self, t: int) -> None:
        """The flag or an `out`, if time passes and nothing is left at t."""
        if not self.passing or self.waiting:
            return
        b = self.bal[self.turn]
        if self.kind == "composite":
            if self.phase in SHARED and self.shared[self.phase] == 0:
                self.out.add(self.phase)
            if self.phase == "primary" and b["primary"] == 0:
                self.out.add((self.turn, "primary"))
            if self.phase == "secondary" and b["secondary"] == 0:
                self.flag = (self.turn, t)
            return
        if self.kind == "byo-yomi":
            if b["time"] == 0 and b["period"] == 0:
                b["periods"] -= 1
                if b["periods"] == 0:
                    self.flag = (self.turn, t)
                else:
                    b["period"] = self.set["period"]
            return
        left = dict(b)
        left.pop("moves", None)
        if self.kind == "triple-countdown" and self.phase != "deploy":
            left.pop("deployment")
        if not any(left.values()):
            self.flag = (self.turn, t)

    def tick(self) -> None:
        """One millisecond passes."""
        if not self.passing:
            return
        if self.waiting:
            self.waited += 1
            return
        self.used += 1
        b, other = self.bal[self.turn], self.bal[1 - self.turn] if len(self.bal) == 2 else None
        if self.kind == "composite":
            if self.phase in SHARED:
                self.shared[self.phase] -= self.shared[self.phase] > 0
            elif self.phase in b:
                b[self.phase] -= b[self.phase] > 0
        elif self.kind == "triple-countdown" and self.phase == "deploy" and b["deployment"]:
            b["deployment"] -= 1
        elif b["time"]:
            b["time"] -= 1
            if self.kind in ("hourglass", "swing"):
                other["time"] += 1
        else:
            b["period" if "period" in b else "reserve"] -= 1

    def event(self, kind: str, *what: Any) -> None:
        if kind == "turn":
            if self.turn is not None:
                self.move(self.turn)
            self.turn, self.waited, self.used = what[0], 0, 0
            if self.turn is not None:
                if self.kind in ("double-countdown", "triple-countdown"):
                    self.bal[self.turn]["reserve"] = self.set["reserve"]
                if self.kind == "per-move":
                    self.bal[self.turn]["time"] = self.set["time"]
        elif kind == "phase":
            old, self.phase = self.phase, what[0]
            if old != self.phase and self.kind == "triple-countdown" and old == "deploy":
                for b in self.bal:
                    b["deployment"] = 0
            if old != self.phase and self.kind == "composite":
                if old in SHARED:
                    self.shared[old] = 0
                if self.phase == "secondary":
                    for b in self.bal:
                        b["secondary"], b["primary"] = b["secondary"] + b["primary"], 0
        elif kind == "pause":
            if what[0] not in self.reasons:
                self.reasons.append(what[0])
        elif kind == "resume":
            if what[0] in self.reasons:
                self.reasons.remove(what[0])
        else:
            self.grant(*what)

    def move(self, seat: int) -> None:
        b = self.bal[seat]
        self.move_count[seat] += 1
        if self.kind == "countdown":
            b["time"] += self.set["increment"] + min(self.set["bronstein"], self.used)
        if self.kind == "byo-yomi":
            b["period"] = self.set["period"]
        if self.kind == "canadian" and b["time"] == 0:
            b["moves"] -= 1
            if b["moves"] == 0:
                b["moves"], b["period"] = self.set["moves"], self.set["period"]
        for number, more in self.set.get("steps", ()):
            if number == self.move_count[seat]:
                b["reserve" if self.kind == "swing" else "time"] += more

    def grant(self, seat: int, ms: int) -> None:
        if self.kind == "composite":
            if self.phase in SHARED:
                self.shared[self.phase] += ms
                if ms:
                    self.out.discard(self.phase)
            elif self.phase in self.bal[seat]:
                self.bal[seat][self.phase] += ms
                if ms:
                    self.out.discard((seat, self.phase))
        else:
            self.bal[seat]["reserve" if self.kind == "swing" else "time"] += ms

    @property
    def running(self) -> int | None:
        if not self.passing or self.waiting:
            return None
        if self.kind == "composite" and not self.bal[self.turn].get(self.phase):
            return None
        return self.turn


def slow_face(
    kind: str, settings: dict[str, Any], seats: int, events: list[Any], now: int, far: int
):
    """(balances, shared, running, flag, falls, out); `falls` is looked for up to `far`."""
    clock = SlowClock(kind, settings, seats)
    past = [e for e in events if e[0] <= now]
    t = past[0][0] if past else now
    while True:
        clock.check(t)
        while past and past[0][0] == t:
            event = past.pop(0)
            if clock.flag is None:
                clock.event(*event[1:])
                clock.check(t)
        if t == now:
            break
        clock.tick()
        t += 1
    face = (
        tuple(dict(b) for b in clock.bal),
        dict(clock.shared),
        clock.running,
        clock.flag,
        set(clock.out),
    )
    while clock.flag is None and clock.passing and t < far:
        clock.tick()
        t += 1
        clock.check(t)
    balances, shared, running, flag, out = face
    return balances, shared, running, flag, clock.flag[1] if clock.flag else None, out


def is_day_off(t: int, off: set[int], zone: str) -> bool:
    """Whether the local date of the moment `t` is a day off (0 Monday)."""
    local = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=t)).astimezone(
        ZoneInfo(zone)
    )
    return local.date().weekday() in off


def slow_calendar(settings: dict[str, Any], events: list[Any], now: int, far: int):
    """(banks, running, flag, falls) of a calendar; every number is a whole number of quarters."""
    bank = [settings["bank"]] * 2
    turn, reasons, flag, t = None, set(), None, events[0][0] if events else now
    rest = list(events)

    def standing() -> tuple[Any, ...]:
        off = is_day_off(t, settings["off"], settings["zone"])
        runs = turn is not None and not reasons and not flag and not off
        return tuple(bank), turn if runs else None, flag

    face = None
    while t <= far:
        while rest and rest[0][0] == t and face is None:
            _, kind, *what = rest.pop(0)
            if flag:
                continue
            if kind == "turn":
                if turn is not None:
                    more, cap = bank[turn] + settings["per"], settings["cap"]
                    bank[turn] = more if cap is None else max(bank[turn], min(more, cap))
                turn = what[0]
            elif kind == "grant":
                bank[what[0]] += what[1]
            elif kind == "pause":
                reasons.add(what[0])
            elif kind == "resume":
                reasons.discard(what[0])
        if t == now:
            face = standing()
            if turn is None or reasons or flag:
                break
        if turn is not None and not reasons and not flag:
            if not is_day_off(t, settings["off"], settings["zone"]):
                bank[turn] -= QUARTER
            if bank[turn] == 0:
                flag = (turn, t + QUARTER)
                if face is not None:
                    break
        t += QUARTER
    return (*face, flag[1] if flag else None)
