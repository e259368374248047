"""Laws of every clock, and of some: nothing is given back, nothing hangs on when one looks."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.clocks.workdays import Workdays

TEXTS = (
    "countdown:time=40s",
    "countdown:time=40s,increment=3s,delay=2s,bronstein=4s,steps=2:20s",
    "byo-yomi:time=20s,periods=3,period=9s",
    "canadian:time=20s,moves=2,period=15s",
    "hourglass:time=30s",
    "double-countdown:time=20s,reserve=9s",
    "triple-countdown:deployment=9s,time=20s,reserve=9s",
    "swing:time=15s,reserve=20s,lag=1s",
    "composite:deploy=30s,primary=20s,redeploy=10s,secondary=15s",
    "per-move:time=20s",
    "calendar:bank=1d,per=6h,cap=2d,off=sat+sun,zone=Europe/London",
    "calendar:bank=9h,off=sun,zone=America/New_York",
)
PLAIN = tuple(text for text in TEXTS if "calendar" not in text)
SPRING = 1_774_600_000_000  # a few days before the change of time in Europe

events_after = st.tuples(
    st.integers(0, 12_000),
    st.one_of(
        st.tuples(st.just("turn"), st.sampled_from([0, 1, 0, 1, 0, 1, None])),
        st.tuples(
            st.just("phase"), st.sampled_from(["deploy", "primary", "redeploy", "secondary"])
        ),
        st.tuples(st.sampled_from(["pause", "resume"]), st.sampled_from(["lunch", "night"])),
        st.tuples(st.just("grant"), st.sampled_from([0, 1]), st.integers(0, 5_000)),
    ),
)


@st.composite
def games(draw: st.DrawFn, texts: tuple[str, ...] = TEXTS) -> tuple[Any, list[Any], int]:
    """A clock, events, and a moment."""
    text = draw(st.sampled_from(texts))
    scale = 6_000 if "calendar" in text else 1  # days for seconds
    t, events = SPRING, [(SPRING, "turn", 0)]
    for gap, event in draw(st.lists(events_after, max_size=12)):
        t += gap * scale
        events.append((t, *event))
    return parlour.clock(text), events, t + draw(st.integers(-20_000, 40_000)) * scale


@given(games())
def test_the_flag_falls_when_it_was_foretold(game: Any) -> None:
    clock, events, now = game
    events = [event for event in events if event[0] <= now]
    face = clock.face(events, now)
    if face.falls is None:
        return
    last = events[-1][0]
    assert clock.face(events, face.falls).flag is not None
    assert clock.face(events, face.falls).flag[1] == face.falls
    before = face.falls - 1
    if face.flag is None and before >= last:
        assert clock.face(events, before).flag is None
        assert clock.face(events, before).falls == face.falls


@given(games(), st.integers(0, 10**12), st.integers(0, 1), st.integers(0, 10**7))
def test_a_fallen_flag_stays(game: Any, later: int, seat: int, ms: int) -> None:
    clock, events, now = game
    past = [event for event in events if event[0] <= now]
    falls = clock.face(past, now).falls
    if falls is None:
        return
    now = max(now, falls)
    face = clock.face(past, now)
    assert face.flag is not None
    more = [(now, "grant", seat, ms), (now, "turn", seat), (now + ms, "phase", "secondary")]
    assert clock.face([*past, *more], now + later) == face


@given(games(), st.lists(st.integers(0, 10**5), max_size=5))
def test_looking_between_changes_nothing(game: Any, moments: list[int]) -> None:
    """A wait split in two, by events that change nothing, is the same wait; and replaying is too."""
    clock, events, now = game
    first = events[0][0] if events else now
    idle = [(first + t, "resume", "no such reason") for t in moments]
    mixed = sorted([*events, *idle], key=lambda event: event[0])
    assert clock.face(mixed, now) == clock.face(events, now) == clock.face(list(events), now)


@given(games(), st.integers(1, 10**7))
def test_pausing_never_gives_time_back(game: Any, length: int) -> None:
    clock, events, now = game
    events = [event for event in events if event[0] <= now]
    paused = [*events, (now, "pause", "a pause")]
    face, still = clock.face(events, now), clock.face(paused, now + length)
    assert still.balances == face.balances
    assert still.shared == face.shared
    assert still.flag == face.flag
    assert still.running is None
    resumed = [*paused, (now + length, "resume", "a pause")]
    assert clock.face(resumed, now + length).balances == face.balances
    if clock.kind != "calendar" and face.falls is not None and face.flag is None:
        assert clock.face(resumed, now + length).falls == face.falls + length


@given(games(PLAIN), st.integers(0, 30_000))
def test_balances_rise_by_a_rule_only(game: Any, wait: int) -> None:
    """While one waits nothing rises but what an hourglass or a swing gives the other."""
    clock, events, now = game
    events = [event for event in events if event[0] <= now]
    face, later = clock.face(events, now), clock.face(events, now + wait)
    for seat in (0, 1):
        for name, ms in later.balances[seat].items():
            risen = ms - face.balances[seat][name]
            if clock.kind in ("hourglass", "swing") and name == "time" and seat != face.running:
                other = face.balances[1 - seat]["time"] - later.balances[1 - seat]["time"]
                assert risen in (other, 0)
            elif not (clock.kind == "byo-yomi" and name == "period"):
                assert risen <= 0
    assert all(later.shared[name] <= face.shared[name] for name in face.shared)


@given(games(tuple(text for text in TEXTS if text.startswith(("swing", "hourglass")))))
def test_the_two_swing_balances_add_up(game: Any) -> None:
    clock, events, now = game
    if clock.kind == "hourglass":  # a swing's grants go to the reserve
        events = [event for event in events if event[1] != "grant"]
    face = clock.face(events, now)
    assert sum(own["time"] for own in face.balances) == 2 * clock.settings["time"]


@given(games(), st.integers(1, 10**9))
def test_events_to_come_change_nothing(game: Any, gap: int) -> None:
    clock, events, now = game
    past = [event for event in events if event[0] <= now]
    assert clock.face([*past, (now + gap, "turn", 0)], now) == clock.face(past, now)


@given(games(PLAIN), st.integers(-(10**12), 10**12))
def test_clocks_without_days_off_know_no_dates(game: Any, shift: int) -> None:
    clock, events, now = game
    moved = clock.face([(event[0] + shift, *event[1:]) for event in events], now + shift)
    face = clock.face(events, now)
    assert (moved.balances, moved.running, moved.out) == (face.balances, face.running, face.out)
    assert (moved.falls is None) == (face.falls is None)
    assert moved.falls is None or moved.falls == face.falls + shift


ZONES = (
    "Europe/London",
    "America/New_York",
    "Pacific/Apia",
    "America/Sao_Paulo",
    "Asia/Gaza",
    "UTC",
)
MOMENTS = st.integers(-8 * 10**12, 8 * 10**12)


@given(
    st.sets(st.integers(0, 6), min_size=1, max_size=6),
    st.sampled_from(ZONES),
    MOMENTS,
    st.integers(0, 10**12),
    st.integers(0, 10**12),
)
def test_sums_over_days_add_up(off: set[int], zone: str, start: int, one: int, two: int) -> None:
    days = Workdays(tuple(sorted(off)), zone)
    assert days.passed(start, start + one + two) == (
        days.passed(start, start + one) + days.passed(start + one, start + one + two)
    )
    end = days.moment(start, one)
    assert end is not None
    assert days.passed(start, end) == one
    if one:
        assert days.passed(start, end - 1) == one - 1
    others = Workdays(tuple(sorted(set(range(7)) - off)), zone)
    assert days.passed(start, start + one) + others.passed(start, start + one) == one
