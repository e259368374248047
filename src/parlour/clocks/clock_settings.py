"""The settings of a clock's text: read strictly, written in canonical form."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parlour.clocks.durations import read_count, read_duration, write_duration
from parlour.clocks.workdays import NAMES, zones
from parlour.errors import BadClock

Settings = Mapping[str, Any]
Steps = tuple[tuple[int, int], ...]  # (after which move of a player, ms added)

NEEDED = object()  # the default of settings without one


@dataclass(frozen=True)
class Key:
    """One setting: how its text is read and written, and its default."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    default: Any = NEEDED


Keys = Mapping[str, Key]


def duration(default: Any = NEEDED) -> Key:
    """A time, which may be zero."""
    return Key(read_duration, write_duration, default)


def count(default: Any = NEEDED) -> Key:
    """A whole number from 1."""
    return Key(read_count, str, default)


def _read_positive(text: str) -> int:
    ms = read_duration(text)
    if ms == 0:
        raise BadClock("it must be above 0s")
    return ms


def _read_steps(text: str) -> Steps:
    steps = []
    for part in text.split("+"):
        number, colon, more = part.partition(":")
        if not colon:
            raise BadClock(f"{part!s:.40} is not a step: expected a move and a duration, as 40:30m")
        steps.append((read_count(number), read_duration(more)))
    if any(a >= b for (a, _), (b, _) in itertools.pairwise(steps)):
        raise BadClock("the moves of steps must increase, as in 40:30m+60:15m")
    return tuple(steps)


def _write_steps(steps: Steps) -> str:
    return "+".join(f"{number}:{write_duration(ms)}" for number, ms in steps)


def _read_days(text: str) -> tuple[int, ...]:
    if text == "none":
        return ()
    names = text.split("+")
    if not set(names) <= set(NAMES) or len(set(names)) < len(names):
        raise BadClock(
            f"{text!s:.40} are not days off: expected none, or some of {', '.join(NAMES)}, "
            "each once, joined by +"
        )
    if len(names) == len(NAMES):
        raise BadClock("every day of the week is off: a day must be left")
    return tuple(sorted(NAMES.index(name) for name in names))


def _write_days(days: tuple[int, ...]) -> str:
    return "+".join(NAMES[day] for day in days) or "none"


def _read_zone(text: str) -> str:
    if text != "UTC" and text not in zones():
        raise BadClock(f"{text!s:.40} is not a time zone: expected an IANA name, as Europe/London")
    return text


def _read_cap(text: str) -> int | None:
    return None if text == "none" else read_duration(text)


def _write_cap(cap: int | None) -> str:
    return "none" if cap is None else write_duration(cap)


POSITIVE = Key(_read_positive, write_duration)
STEPS = Key(_read_steps, _write_steps, ())
CAP = Key(_read_cap, _write_cap, None)
DAYS_OFF = Key(_read_days, _write_days, ())
ZONE = Key(_read_zone, str, "UTC")


def read_settings(kind: str, keys: Keys, text: str | None) -> Settings:
    """All settings of a clock, from ``key=value,…`` or None; raises BadClock."""
    given = {} if text is None else _read_pairs(kind, keys, text)
    for name, key in keys.items():
        if key.default is NEEDED and name not in given:
            raise BadClock(f"{kind} needs {name}, as in {kind}:{_example(keys)}")
    return {name: given.get(name, key.default) for name, key in keys.items()}


def _read_pairs(kind: str, keys: Keys, text: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for pair in text.split(","):
        name, equals, value = pair.partition("=")
        if name not in keys or not equals:
            raise BadClock(
                f"{pair!r:.40} is not a setting of {kind}: expected key=value with {', '.join(keys)}"
            )
        if name in given:
            raise BadClock(f"{name} is given twice")
        try:
            given[name] = keys[name].read(value)
        except BadClock as error:
            raise BadClock(f"{name}: {error}") from error
    return given


def _example(keys: Keys) -> str:
    needed = (name for name, key in keys.items() if key.default is NEEDED)
    return ",".join(f"{name}={'10' if name == 'moves' else '10m'}" for name in needed)


def write_settings(keys: Keys, settings: Settings) -> str:
    """The canonical text: the keys in their order, without those at their default."""
    return ",".join(
        f"{name}={key.write(settings[name])}"
        for name, key in keys.items()
        if settings[name] != key.default or key.default is NEEDED
    )
