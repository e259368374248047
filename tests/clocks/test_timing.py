"""A game's clock kept in a record and rebuilt from it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import BadClock
from parlour.clocks.timing import Timing, displayed_ms, format_time, read_events, write_events
from tests.clocks.test_clock_laws import games

NAMES = st.text(max_size=8)


@given(games())
def test_events_are_written_and_read(game: Any) -> None:
    clock, events, now = game
    timing = Timing(clock, events)
    again = Timing.of_tags(timing.tags, 2)
    assert again is not None
    assert again.events == events
    assert again.face(now) == timing.face(now)
    assert again.times() == timing.times()


@given(
    st.lists(
        st.tuples(st.integers(0, 10**13), st.sampled_from(["pause", "resume", "phase"]), NAMES)
    )
)
def test_reasons_may_be_any_text(events: Any) -> None:
    events = sorted(events, key=lambda event: event[0])
    assert read_events(write_events(events), 2) == events


WORDS = st.sampled_from(
    ["0", "+5", "turn", "pause", " ", "; ", "'a", "-", "1", "grant", "%", "'%zz"]
)


@given(st.one_of(st.text(max_size=30), st.lists(WORDS).map("".join)))
def test_other_texts_are_bad_clocks(text: str) -> None:
    try:
        events = read_events(text, 2)
    except BadClock:
        return
    assert write_events(events) == text


def test_times_are_a_checksum_of_the_events() -> None:
    timing = Timing(parlour.clock("countdown:time=1m,increment=2s"))
    for now, seat in ((0, 0), (5_000, 1), (15_000, None), (15_000, 0), (20_000, 1)):
        timing.turn(now, seat)
    assert timing.times() == [(0, 57_000), (1, 52_000), (0, 54_000)]


def test_being_away_costs_nothing() -> None:
    timing = Timing(parlour.clock("countdown:time=1m"))
    timing.turn(0, 0)
    timing.leave(10_000)
    timing.come_back(500_000)
    assert displayed_ms(timing.face(510_000), 0) == 40_000
    timing.turn(511_000, 1)  # and then nobody says that he leaves
    timing.come_back(900_000)
    assert displayed_ms(timing.face(905_000), 1) == 55_000
    timing.turn(1_000, 0)  # a watch that goes back does no harm
    assert timing.events[-1][0] == 900_000


@pytest.mark.parametrize(
    ("ms", "text"),
    [(0, "0:00.0"), (1, "0:00.1"), (9_900, "0:09.9"), (9_901, "0:10"), (10_000, "0:10"), (59_001, "1:00"),
     (61_000, "1:01"), (3_600_000, "1:00:00"), (7_384_000, "2:03:04")],
)  # fmt: skip
def test_what_a_clock_shows(ms: int, text: str) -> None:
    assert format_time(ms) == text


def test_tags_without_a_clock() -> None:
    assert Timing.of_tags({"Event": "x"}, 2) is None
    with pytest.raises(BadClock):
        Timing.of_tags({"Clock": "sundial"}, 2)
