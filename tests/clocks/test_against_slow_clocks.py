"""Every kind of clock against a version written from the page, which counts millisecond by millisecond."""

from __future__ import annotations

import random
from typing import Any

import pytest

import parlour
from tests.conftest import part
from tests.oracles.clocks import QUARTER, slow_calendar, slow_face

ZONES = ("UTC", "Europe/London", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
KINDS = (
    "countdown",
    "byo-yomi",
    "canadian",
    "hourglass",
    "double-countdown",
    "triple-countdown",
    "swing",
    "composite",
    "per-move",
)
YEAR_2026 = 1_767_225_600_000


def _random_settings(rng: random.Random) -> tuple[str, dict[str, Any], int]:
    kind = rng.choice(KINDS)

    def ms(least: int = 0, most: int = 30) -> int:
        return rng.choice((least, rng.randint(least, most), rng.randint(least, most)))

    seats = rng.choice((1, 2, 2, 2, 3))
    settings: dict[str, Any]
    if kind == "countdown":
        settings = {"time": ms(1), "increment": ms(0, 5), "delay": ms(0, 6), "bronstein": ms(0, 5)}
    elif kind == "byo-yomi":
        settings = {"time": ms(), "periods": rng.randint(1, 3), "period": ms(1, 9)}
    elif kind == "canadian":
        settings = {"time": ms(), "moves": rng.randint(1, 3), "period": ms(1, 20)}
    elif kind in ("hourglass", "per-move"):
        settings = {"time": ms(1)}
        seats = 2 if kind == "hourglass" else seats
    elif kind == "double-countdown":
        settings = {"time": ms(), "reserve": ms()}
    elif kind == "triple-countdown":
        settings = {"deployment": ms(0, 12), "time": ms(), "reserve": ms()}
    elif kind == "swing":
        settings, seats = {"time": ms(), "reserve": ms(), "lag": ms(0, 6)}, 2
    else:
        settings, seats = {n: ms() for n in ("deploy", "primary", "redeploy", "secondary")}, 2
    if (
        kind in ("countdown", "double-countdown", "triple-countdown", "swing")
        and rng.random() < 0.4
    ):
        numbers = sorted(rng.sample(range(1, 5), rng.randint(1, 2)))
        settings["steps"] = [(number, ms(0, 9)) for number in numbers]
    return kind, settings, seats


def _text(kind: str, settings: dict[str, Any]) -> str:
    parts = []
    for name, value in settings.items():
        if name in ("moves", "periods"):
            parts.append(f"{name}={value}")
        elif name == "steps":
            parts.append("steps=" + "+".join(f"{n}:{ms}ms" for n, ms in value))
        else:
            parts.append(f"{name}={value}ms")
    return f"{kind}:{','.join(parts)}"


def _random_events(rng: random.Random, kind: str, seats: int) -> list[Any]:
    t, events = rng.randint(-3, 3), []
    phases = ["", "deploy", "primary", "redeploy", "secondary"]
    for _ in range(rng.randint(0, 14)):
        roll = rng.random()
        seat = rng.randrange(seats)
        if roll < 0.6:
            events.append((t, "turn", rng.choice((seat, seat, seat, seat, None))))
        elif roll < 0.75:
            events.append((t, "phase", rng.choice(phases)))
        elif roll < 0.83:
            events.append((t, "pause", rng.choice("ab")))
        elif roll < 0.93:
            events.append((t, "resume", rng.choice("ab")))
        else:
            events.append((t, "grant", seat, rng.choice((0, 3, 10))))
        t += rng.choice((0, 0, 1, rng.randint(0, 12), rng.randint(0, 12)))
    return events


def _compare(seed: int) -> None:
    rng = random.Random(seed)
    kind, settings, seats = _random_settings(rng)
    events = _random_events(rng, kind, seats)
    now = rng.randint(-5, 120)
    text = _text(kind, settings)
    face = parlour.clock(text, seats).face(events, now)
    seen = (face.balances, face.shared, face.running, face.flag, face.falls, face.out)
    assert seen == slow_face(kind, settings, seats, events, now, now + 400), (text, events, now)


def test_clocks_agree_with_millisecond_steps() -> None:
    for seed in range(3000):
        _compare(seed)


@pytest.mark.long
def test_clocks_agree_with_millisecond_steps_at_length() -> None:
    for seed in range(3000, 3000 + part(300_000)):
        _compare(seed)


def _compare_calendar(seed: int) -> None:
    rng = random.Random(seed)
    off = set(rng.sample(range(7), rng.choice((0, 1, 2, 2, 3))))
    hour = 4 * QUARTER
    settings = {
        "bank": rng.randint(1, 20 * 24) * hour,
        "per": rng.choice((0, hour, 24 * hour)),
        "cap": rng.choice((None, rng.randint(0, 200) * hour)),
        "off": off,
        "zone": rng.choice(ZONES),
    }
    t = YEAR_2026 + rng.randrange(365 * 24) * hour
    events: list[Any] = []
    for _ in range(rng.randint(0, 6)):
        roll = rng.random()
        if roll < 0.7:
            events.append((t, "turn", rng.choice((0, 1, None))))
        elif roll < 0.8:
            events.append((t, "grant", rng.randrange(2), 5 * QUARTER))
        else:
            events.append((t, rng.choice(("pause", "resume")), "a"))
        t += rng.randrange(5 * 96) * QUARTER
    now = t + rng.randrange(96) * QUARTER
    parts = [f"{key}={settings[key]}ms" for key in ("bank", "per")]
    parts.append("cap=none" if settings["cap"] is None else f"cap={settings['cap']}ms")
    parts.append("off=" + ("+".join(DAYS[d] for d in off) or "none"))
    text = f"calendar:{','.join(parts)},zone={settings['zone']}"
    face = parlour.clock(text).face(events, now)
    banks = tuple(own["bank"] for own in face.balances)
    slow = slow_calendar(settings, events, now, now + 200 * 96 * QUARTER)
    assert (banks, face.running, face.flag, face.falls) == slow, (text, events, now)


def test_calendars_agree_with_steps_of_a_quarter_of_an_hour() -> None:
    for seed in range(150):
        _compare_calendar(seed)


@pytest.mark.long
def test_calendars_agree_with_steps_of_a_quarter_of_an_hour_at_length() -> None:
    for seed in range(150, 6000):
        _compare_calendar(seed)
