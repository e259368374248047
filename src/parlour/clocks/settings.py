"""A clock's text: its kind and settings, read strictly and written in canonical form."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from parlour.clocks.durations import read_count, read_duration, write_duration
from parlour.clocks.workdays import NAMES, zones
from parlour.errors import BadClock

Settings = Mapping[str, Any]
Steps = tuple[tuple[int, int], ...]  # (after which move of a seat, how many ms more)

NEEDED = object()  # the default of what has none


@dataclass(frozen=True)
class Key:
    """One setting: how its text is read and written, and its default."""

    read: Callable[[str], Any]
    write: Callable[[Any], str]
    default: Any = NEEDED


def _above_zero(text: str) -> int:
    ms = read_duration(text)
    if ms == 0:
        raise BadClock("it must be above 0s")
    return ms


def _read_steps(text: str) -> Steps:
    steps = []
    for part in text.split("+"):
        number, colon, more = part.partition(":")
        if not colon:
            raise BadClock(f"{part!s:.40} is no step: expected a move and a duration, as 40:30m")
        steps.append((read_count(number), read_duration(more)))
    if any(a >= b for (a, _), (b, _) in itertools.pairwise(steps)):
        raise BadClock("the moves of steps must rise, as 40:30m+60:15m")
    return tuple(steps)


def _write_steps(steps: Steps) -> str:
    return "+".join(f"{number}:{write_duration(ms)}" for number, ms in steps)


def _read_off(text: str) -> tuple[int, ...]:
    if text == "none":
        return ()
    names = text.split("+")
    if not set(names) <= set(NAMES) or len(set(names)) < len(names):
        raise BadClock(
            f"{text!s:.40} are no days off: expected none, or some of {', '.join(NAMES)}, "
            "each once, joined by +"
        )
    return tuple(sorted(NAMES.index(name) for name in names))


def _write_off(days: tuple[int, ...]) -> str:
    return "+".join(NAMES[day] for day in days) or "none"


def _read_zone(text: str) -> str:
    if text != "UTC" and text not in zones():
        raise BadClock(f"{text!s:.40} is no time zone: expected an IANA name, as Europe/London")
    return text


def _read_cap(text: str) -> int | None:
    return None if text == "none" else read_duration(text)


def _write_cap(cap: int | None) -> str:
    return "none" if cap is None else write_duration(cap)


def _duration(default: Any = NEEDED) -> Key:
    return Key(read_duration, write_duration, default)


def _count(default: Any = NEEDED) -> Key:
    return Key(read_count, str, default)


_POSITIVE = Key(_above_zero, write_duration)
_STEPS = Key(_read_steps, _write_steps, ())

KINDS: dict[str, dict[str, Key]] = {
    "countdown": {
        "time": _POSITIVE,
        "increment": _duration(0),
        "delay": _duration(0),
        "bronstein": _duration(0),
        "steps": _STEPS,
    },
    "byo-yomi": {"time": _duration(), "periods": _count(1), "period": _POSITIVE},
    "canadian": {"time": _duration(), "moves": _count(), "period": _POSITIVE},
    "hourglass": {"time": _POSITIVE},
    "double-countdown": {"time": _duration(), "reserve": _duration(), "steps": _STEPS},
    "triple-countdown": {
        "deployment": _duration(),
        "time": _duration(),
        "reserve": _duration(),
        "steps": _STEPS,
    },
    "swing": {"time": _duration(), "reserve": _duration(0), "lag": _duration(0), "steps": _STEPS},
    "composite": {
        "deploy": _duration(),
        "primary": _duration(),
        "redeploy": _duration(),
        "secondary": _duration(),
    },
    "per-move": {"time": _POSITIVE},
    "calendar": {
        "bank": _duration(),
        "per": _duration(0),
        "cap": Key(_read_cap, _write_cap, None),
        "off": Key(_read_off, _write_off, ()),
        "zone": Key(_read_zone, str, "UTC"),
    },
}


def read_settings(text: object) -> tuple[str, Settings]:
    """The kind and all settings of a clock's text; raises BadClock."""
    if not isinstance(text, str):
        raise BadClock("a clock's text is a string, as countdown:time=5m,increment=3s")
    kind, colon, rest = text.partition(":")
    if kind not in KINDS:
        raise BadClock(f"there is no clock {kind!s:.40}: there are {', '.join(KINDS)}")
    keys = KINDS[kind]
    given = _read_pairs(kind, keys, rest) if colon else {}
    for name, key in keys.items():
        if key.default is NEEDED and name not in given:
            raise BadClock(f"{kind} needs {name}, as {kind}:{_example(kind)}")
    return kind, {name: given.get(name, key.default) for name, key in keys.items()}


def _read_pairs(kind: str, keys: Mapping[str, Key], text: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for pair in text.split(","):
        name, equals, value = pair.partition("=")
        if name not in keys or not equals:
            raise BadClock(
                f"{pair!s:.40} is no setting of {kind}: expected key=value with {', '.join(keys)}"
            )
        if name in given:
            raise BadClock(f"{name} is given twice")
        try:
            given[name] = keys[name].read(value)
        except BadClock as error:
            raise BadClock(f"{name}: {error}") from error
    return given


def _example(kind: str) -> str:
    needed = (name for name, key in KINDS[kind].items() if key.default is NEEDED)
    return ",".join(f"{name}={'10' if name == 'moves' else '10m'}" for name in needed)


def write_settings(kind: str, settings: Settings) -> str:
    """The canonical text: the keys in their order, those at their default left out."""
    keys = KINDS[kind].items()
    parts = [
        f"{name}={key.write(settings[name])}"
        for name, key in keys
        if settings[name] != key.default or key.default is NEEDED
    ]
    return f"{kind}:{','.join(parts)}"
