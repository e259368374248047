"""Clocks as straight lines: at every moment they tell what the clock itself tells."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.clocks import clock
from parlour.clocks.legs import legs
from parlour.clocks.timing import Timing, displayed_ms

CLOCKS = (
    "countdown:time=20s,increment=2s,delay=3s",
    "countdown:time=20s,bronstein=3s",
    "byo-yomi:time=4s,periods=3,period=5s",
    "canadian:time=4s,moves=2,period=6s",
    "hourglass:time=20s",
    "double-countdown:time=5s,reserve=9s",
    "swing:time=5s,reserve=20s,lag=2s",
    "per-move:time=30s",
    "calendar:bank=3d,per=1d,off=sat+sun",
)
WAITS = st.integers(0, 6000)


@given(
    st.sampled_from(CLOCKS), st.lists(WAITS, min_size=1, max_size=6), st.lists(WAITS, max_size=9)
)
def test_the_lines_tell_what_the_clock_tells(text: str, turns: list[int], looks: list[int]) -> None:
    timing, now = Timing(clock(text)), 1_767_571_200_000
    for n, wait in enumerate(turns):
        now += wait
        timing.turn(now, n % 2)
    drawn, day = legs(timing), 10**4 if text.startswith("calendar") else 1
    for wait in looks:
        now += wait * day
        face = timing.face(now)
        at = now if face.flag is None else face.flag[1]
        for seat in (0, 1):
            t, ms, slope, _ = [leg for leg in drawn[seat] if leg.t <= at][-1]
            assert ms + slope * (at - t) == displayed_ms(face, seat)
