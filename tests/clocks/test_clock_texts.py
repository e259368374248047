"""Clocks' texts: canonical form, defaults, and nothing but BadClock for what is none."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import parlour
from parlour import BadClock

CANONICAL = {
    "countdown:time=90s": "countdown:time=1m30s",
    "countdown:time=36h,increment=0s": "countdown:time=1d12h",
    "countdown:increment=3s,time=5m": "countdown:time=5m,increment=3s",
    "countdown:time=1000ms,delay=5s,bronstein=1500ms": "countdown:time=1s,delay=5s,bronstein=1s500ms",
    "countdown:steps=40:30m+60:15m,time=2h": "countdown:time=2h,steps=40:30m+60:15m",
    "byo-yomi:time=0s,periods=1,period=30s": "byo-yomi:time=0s,period=30s",
    "byo-yomi:time=1h,periods=3,period=60s": "byo-yomi:time=1h,periods=3,period=1m",
    "canadian:time=0d0h,moves=20,period=5m": "canadian:time=0s,moves=20,period=5m",
    "hourglass:time=3m": "hourglass:time=3m",
    "double-countdown:time=120m,reserve=60s": "double-countdown:time=2h,reserve=1m",
    "triple-countdown:deployment=30m,time=120m,reserve=60s": (
        "triple-countdown:deployment=30m,time=2h,reserve=1m"
    ),
    "swing:lag=10s,reserve=30m,time=1m": "swing:time=1m,reserve=30m,lag=10s",
    "swing:time=60000ms": "swing:time=1m",
    "composite:deploy=90m,primary=90m,redeploy=30m,secondary=30m": (
        "composite:deploy=1h30m,primary=1h30m,redeploy=30m,secondary=30m"
    ),
    "per-move:time=1m0s": "per-move:time=1m",
    "calendar:bank=72h,cap=none,off=none,zone=UTC,per=0s": "calendar:bank=3d",
    "calendar:bank=3d,off=sun+sat,zone=Europe/London,cap=240h,per=1d": (
        "calendar:bank=3d,per=1d,cap=10d,off=sat+sun,zone=Europe/London"
    ),
}

BAD = """
countdown | countdown: | time=5m | :time=5m | countdown:time | countdown:time=5 | countdown:time=m
countdown:time=0s | countdown:time=05m | countdown:time=5M | countdown:time=-5m | countdown:time=5m,
countdown:time=1s1m | countdown:time=1m1m | countdown:time=5m,time=5m | countdown:times=5m
countdown: time=5m | countdown:time=5m,increment | countdown:time=٣m
countdown:time=1.5m | countdown:increment=5s | countdown:time=5m,steps= | countdown:time=5m,steps=40
countdown:time=5m,steps=0:1m | countdown:time=5m,steps=60:1m+40:1m | countdown:time=5m,reserve=1m
countdown:time=5m,steps=40:1m+40:1m | countdown:time=5m,steps=040:1m | COUNTDOWN:time=5m
byo-yomi:time=1m | byo-yomi:time=1m,periods=0,period=1m | byo-yomi:time=1m,period=0s
byo-yomi:time=1m,periods=03,period=1m | canadian:time=1m,period=1m | canadian:time=1m,moves=0,period=1m
canadian:time=1m,moves=5,period=0s | hourglass:time=0s | per-move:time=0s | per-move:time=1m,steps=1:1m
swing:reserve=1m | swing:time=1m,lag=none | composite:deploy=1m | calendar:per=1d | calendar:bank=1w
calendar:bank=1d,off= | calendar:bank=1d,off=sat+sat | calendar:bank=1d,off=Sat | stepped:time=5m
calendar:bank=1d,off=sat+none | calendar:bank=1d,zone= | calendar:bank=1d,zone=Europe/Nowhere
calendar:bank=1d,zone=europe/london | calendar:bank=1d,zone=../UTC | calendar:bank=1d,zone=/UTC
calendar:bank=1d,zone=localtime | calendar:bank=1d,zone=Europe | calendar:bank=1d,cap=
countdown:time=9999999999999999m | countdown:time=5m;
"""


@pytest.mark.parametrize(("text", "canonical"), CANONICAL.items())
def test_texts_have_one_canonical_form(text: str, canonical: str) -> None:
    assert str(parlour.clock(text)) == canonical
    assert str(parlour.clock(canonical)) == canonical
    assert parlour.clock(text) == parlour.clock(canonical)


@pytest.mark.parametrize(
    "text", [t.strip(" ") for line in BAD.split("\n")[1:-1] for t in line.split("|")]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(BadClock):
        parlour.clock(text)


@pytest.mark.parametrize(
    "what", [None, 5, b"countdown:time=5m", ["countdown:time=5m"], "countdown:time=5m\n"]
)
def test_what_is_no_such_text_is_refused(what: object) -> None:
    with pytest.raises(BadClock):
        parlour.clock(what)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [0, -1, 101, True, 2.0, None, "2"])
def test_seats_that_no_clock_has_are_refused(seats: object) -> None:
    with pytest.raises(BadClock):
        parlour.clock("countdown:time=5m", seats)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        "hourglass:time=1m",
        "swing:time=1m",
        ("composite:deploy=1m,primary=1m,redeploy=1m,secondary=1m"),
    ],
)
def test_some_kinds_are_for_two_seats(text: str) -> None:
    assert parlour.clock(text, 2).seats == 2
    for seats in (1, 3):
        with pytest.raises(BadClock, match="2 players"):
            parlour.clock(text, seats)


WORDS = "swing calendar : , = + time= bank= off= zone= steps= 1m 0s 40: 5 none"
PIECES = st.sampled_from([*CANONICAL, *WORDS.split()])


@given(st.one_of(st.text(max_size=40), st.lists(PIECES, max_size=6).map("".join)))
@example("countdown:time=" + "9" * 5000 + "m")
def test_any_text_is_a_clock_or_a_bad_clock(text: str) -> None:
    try:
        clock = parlour.clock(text)
    except BadClock:
        return
    assert str(parlour.clock(str(clock))) == str(clock)


@st.composite
def mutated(draw: st.DrawFn) -> str:
    text = draw(st.sampled_from(sorted(CANONICAL)))
    at = draw(st.integers(0, len(text)))
    drop = draw(st.integers(0, 2))
    return text[:at] + draw(st.text("0123456789dhms=,:+-_ az\x00", max_size=2)) + text[at + drop :]


@given(mutated())
def test_nearly_right_texts_are_clocks_or_bad_clocks(text: str) -> None:
    test_any_text_is_a_clock_or_a_bad_clock.hypothesis.inner_test(text)  # type: ignore[attr-defined]
