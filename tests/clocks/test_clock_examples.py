"""The examples of the page and of the sources, and what happens in the very millisecond of zero."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour import BadClock

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000
MONDAY = 1_767_571_200_000  # 2026-01-05, midnight in UTC


def face(text: str, events: list[Any], now: int, seats: int = 2) -> Any:
    return parlour.clock(text, seats).face(events, now)


def test_tiger_swing_as_its_source_tells_it() -> None:
    text = "swing:time=1m,reserve=30m"
    events = [(0, "turn", 0), (20 * SECOND, "turn", 1), (50 * SECOND, "turn", 0)]
    after_one = face(text, events, 20 * SECOND)
    assert [own["time"] for own in after_one.balances] == [40 * SECOND, 80 * SECOND]
    after_two = face(text, events, 50 * SECOND)
    assert [own["time"] for own in after_two.balances] == [70 * SECOND, 50 * SECOND]
    used_up = face(text, events, 50 * SECOND + 5 * MINUTE)
    assert used_up.balances == (
        {"time": 0, "reserve": 30 * MINUTE - (5 * MINUTE - 70 * SECOND)},
        {"time": 2 * MINUTE, "reserve": 30 * MINUTE},  # the most that a swing balance can be
    )
    assert used_up.falls == 50 * SECOND + 70 * SECOND + 30 * MINUTE


def test_a_lag_passes_before_a_swing_turn_counts() -> None:
    text = "swing:time=1m,reserve=30m,lag=10s"
    events = [(0, "turn", 0)]
    assert face(text, events, 9_999).running is None
    assert face(text, events, 10_000).running == 0
    assert face(text, events, 30_000).balances[0]["time"] == 40 * SECOND


def test_tiger_clocks_double_countdown() -> None:
    text = "double-countdown:time=120m,reserve=60s"
    events = [(0, "turn", 0), (2 * HOUR + 30 * SECOND, "turn", 1)]
    assert face(text, events, 3 * HOUR).balances[0] == {"time": 0, "reserve": 30 * SECOND}
    events.append((3 * HOUR, "turn", 0))
    again = face(text, events, 3 * HOUR)
    assert again.balances[0] == {"time": 0, "reserve": MINUTE}
    assert again.falls == 3 * HOUR + MINUTE


def test_triple_countdown_begins_with_deployment() -> None:
    text = "triple-countdown:deployment=30m,time=120m,reserve=60s"
    events = [(0, "phase", "deploy"), (0, "turn", 0), (10 * MINUTE, "phase", "engagement")]
    assert face(text, events, 5 * MINUTE).balances[0]["deployment"] == 25 * MINUTE
    after = face(text, events, 11 * MINUTE)
    assert after.balances == (
        {"deployment": 0, "time": 119 * MINUTE, "reserve": MINUTE},
        {"deployment": 0, "time": 120 * MINUTE, "reserve": MINUTE},
    )
    assert face(text, events[:2], 31 * MINUTE).balances[0]["time"] == 119 * MINUTE


def test_tiger_chequers_fifteen_minutes_for_guard_or_watch() -> None:
    text = "triple-countdown:deployment=15m,time=120m,reserve=60s"
    events = [
        (0, "phase", "deploy"),
        (0, "turn", 0),
        (14 * MINUTE, "phase", ""),
        (14 * MINUTE, "turn", 0),
    ]
    assert face(text, events, 14 * MINUTE).balances[0]["time"] == 120 * MINUTE


def test_composite_through_a_game_of_naval_qi() -> None:
    text = "composite:deploy=90m,primary=90m,redeploy=30m,secondary=30m"
    events: list[Any] = [(0, "phase", "deploy"), (0, "turn", 0), (40 * MINUTE, "turn", 1)]
    shared = face(text, events, 60 * MINUTE)
    assert (shared.shared["deploy"], shared.running, shared.falls) == (30 * MINUTE, None, None)
    assert face(text, events, 90 * MINUTE).out == {"deploy"}
    at = 80 * MINUTE
    events += [(at, "phase", "primary"), (at, "turn", 0)]
    assert face(text, events, at).shared == {"deploy": 0, "redeploy": 30 * MINUTE}
    assert face(text, events, at).out == frozenset()
    assert face(text, events, at).running == 0
    out = face(text, events, at + 90 * MINUTE)
    assert (out.out, out.running, out.flag, out.falls) == ({(0, "primary")}, None, None, None)
    at += 60 * MINUTE
    events += [(at, "turn", None), (at, "phase", "redeploy"), (at + HOUR, "phase", "secondary")]
    later = face(text, [*events, (at + HOUR, "turn", 0)], at + HOUR)
    assert later.balances == (
        {"primary": 0, "secondary": 60 * MINUTE},
        {"primary": 0, "secondary": 120 * MINUTE},
    )
    assert later.shared == {"deploy": 0, "redeploy": 0}  # nobody had the turn; unused, it is gone
    lost = face(text, [*events, (at + HOUR, "turn", 0)], at + 3 * HOUR)
    assert lost.flag == (0, at + 2 * HOUR)


def test_steps_come_after_the_moves_they_name() -> None:
    text = "countdown:time=1h,steps=2:30m+3:15m"
    events = [(n, "turn", 0) for n in range(5)]
    times = [face(text, events, n).balances[0]["time"] for n in range(5)]
    assert times == [
        HOUR,
        HOUR - 1,
        HOUR - 2 + 30 * MINUTE,
        HOUR - 3 + 45 * MINUTE,
        HOUR - 4 + 45 * MINUTE,
    ]


def test_byo_yomi_periods_are_used_up_one_by_one() -> None:
    text = "byo-yomi:time=10s,periods=3,period=30s"
    events: list[Any] = [(0, "turn", 0)]
    assert face(text, events, 40_000).balances[0] == {"time": 0, "periods": 2, "period": 30_000}
    assert face(text, events, 99_999).balances[0] == {"time": 0, "periods": 1, "period": 1}
    flagged = face(text, events, 100_000)
    assert flagged.flag == (0, 100_000)
    assert flagged.balances[0] == {"time": 0, "periods": 0, "period": 0}
    moved = face(text, [*events, (45_000, "turn", 1)], 50_000)
    assert moved.balances[0] == {"time": 0, "periods": 2, "period": 30_000}


def test_canadian_counts_the_move_in_which_time_ran_out() -> None:
    text = "canadian:time=10s,moves=2,period=1m"
    events = [(0, "turn", 0), (20_000, "turn", 1), (20_000, "turn", 0)]
    assert face(text, events, 20_000).balances[0] == {"time": 0, "moves": 1, "period": 50_000}
    events.append((30_000, "turn", 1))
    assert face(text, events, 30_000).balances[0] == {"time": 0, "moves": 2, "period": 60_000}


def test_bronstein_gives_back_what_the_turn_took() -> None:
    text = "countdown:time=1m,delay=2s,bronstein=5s"
    events = [(0, "turn", 0), (5_000, "turn", 1), (5_000, "turn", 0), (20_000, "turn", 1)]
    assert face(text, events, 5_000).balances[0]["time"] == MINUTE
    assert face(text, events, 20_000).balances[0]["time"] == MINUTE - 13_000 + 5_000


def test_a_move_in_the_millisecond_of_the_flag_is_too_late() -> None:
    text = "countdown:time=1s,increment=5s"
    events = [(0, "turn", 0), (1_000, "turn", 1)]
    assert face(text, events, 5_000).flag == (0, 1_000)
    assert face(text, events, 5_000).balances[0]["time"] == 0
    assert face(text, [(0, "turn", 0), (999, "turn", 1)], 1_000).flag is None


def test_days_off_and_the_days_of_23_and_25_hours() -> None:
    text = "calendar:bank=2d,off=sat+sun"
    friday = MONDAY + 4 * DAY
    events = [(friday + 12 * HOUR, "turn", 0)]
    assert face(text, events, friday + 36 * HOUR).running is None
    assert face(text, events, friday).falls is None  # it is nobody's turn yet
    assert face(text, events, friday + 12 * HOUR).falls == MONDAY + 7 * DAY + 36 * HOUR
    # In London the last Sunday of March has 23 hours and the last of October 25.
    march, october = 1_774_742_400_000, 1_792_882_800_000  # local midnight at their beginning
    for sunday, hours in ((march, 23), (october, 25)):
        clock = "calendar:bank=2d,off=mon+tue+wed+thu+fri+sat,zone=Europe/London"
        start = [(sunday - HOUR, "turn", 0)]
        assert face(clock, start, sunday - 1).running is None
        assert face(clock, start, sunday).running == 0
        assert face(clock, start, sunday + hours * HOUR - 1).running == 0
        done = face(clock, start, sunday + hours * HOUR)
        assert (done.running, done.balances[0]["bank"]) == (None, (48 - hours) * HOUR)


def test_a_cap_stops_what_a_move_adds_and_takes_nothing() -> None:
    text = "calendar:bank=3d,per=1d,cap=2d"
    events: list[Any] = [(MONDAY, "turn", 0), (MONDAY + HOUR, "turn", 1)]
    assert face(text, events, MONDAY + HOUR).balances[0]["bank"] == 3 * DAY - HOUR
    late = [(MONDAY, "turn", 0), (MONDAY + 36 * HOUR, "turn", 1)]
    assert face(text, late, MONDAY + 36 * HOUR).balances[0]["bank"] == 2 * DAY


def test_banks_that_outlast_every_calendar() -> None:
    clock = parlour.clock("calendar:bank=999999999999d,off=sat,zone=Europe/London")
    falls = clock.face([(0, "turn", 0)], 0).falls
    assert falls is not None
    almost = clock.face([(0, "turn", 0)], falls - 1)
    assert (almost.balances[0]["bank"], almost.flag, almost.falls) == (1, None, falls)
    assert clock.face([(0, "turn", 0)], falls).flag == (0, falls)
    with pytest.raises(BadClock, match="a day must be left"):
        parlour.clock("calendar:bank=1d,off=mon+tue+wed+thu+fri+sat+sun")
    assert clock.face([(-(10**17), "turn", 0)], -(10**16)).flag is None


@pytest.mark.parametrize(
    "events",
    [
        None,
        5,
        "turn",
        [None],
        [()],
        [(0,)],
        [(0, "turn")],
        [(0, "move", 0)],
        [(0.0, "turn", 0)],
        [(True, "turn", 0)],
        [("0", "turn", 0)],
        [(0, "turn", 2)],
        [(0, "turn", -1)],
        [(0, "turn", False)],
        [(0, "turn", 0, 0)],
        [(0, "phase", None)],
        [(0, "pause", 3)],
        [(0, "resume")],
        [(0, "grant", 0)],
        [(0, "grant", None, 5)],
        [(0, "grant", 0, -5)],
        [(0, "grant", 0, 1.5)],
        [(5, "turn", 0), (4, "turn", 1)],
        [(0, ["turn"], 0)],
        [(0, "turn", 0), (10**9, "turn", 7)],  # later than now, but checked
        [(0, "turn", 0), (5000, "turn", 7)],  # after the flag, but checked
    ],
)
def test_bad_events_are_refused(events: Any) -> None:
    with pytest.raises(BadClock):
        parlour.clock("countdown:time=1s").face(events, 10_000)


@pytest.mark.parametrize("now", [None, 1.0, "0", True])
def test_a_bad_now_is_refused(now: Any) -> None:
    with pytest.raises(BadClock):
        parlour.clock("countdown:time=1s").face([], now)


def test_the_documentations_session_runs() -> None:
    page = Path(__file__).parents[2] / "docs" / "play" / "clocks.md"
    failures, tests = doctest.testfile(str(page), module_relative=False)
    assert (failures, tests > 4) == (0, True)
