"""The steady clock: whatever the machine's time is set to, it goes on at nearly its pace."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.play.wall_clock import SLEW, SteadyClock, elapsed_ms, now_ms, wall_ms

HOUR = 3_600_000
changes = st.lists(st.tuples(st.integers(0, 10 * HOUR), st.integers(-HOUR, HOUR)), max_size=20)


@given(changes)
def test_it_never_jumps(steps: list[tuple[int, int]]) -> None:
    wall = elapsed = 0.0
    clock = SteadyClock(lambda: wall, lambda: elapsed)
    for passed, set_by in steps:
        before = clock()
        wall += passed + set_by
        elapsed += passed
        assert (1 - SLEW) * passed - 1 <= clock() - before <= (1 + SLEW) * passed + 1


@given(st.integers(-HOUR, HOUR))
def test_it_comes_back_to_the_machines_time(set_by: int) -> None:
    wall, elapsed = 10.0 * HOUR, 0.0
    clock = SteadyClock(lambda: wall, lambda: elapsed)
    wall += set_by
    for _ in range(101):
        wall, elapsed = wall + HOUR, elapsed + HOUR
        clock()
    assert abs(clock() - wall) <= 1


def test_a_process_has_the_time_of_its_machine() -> None:
    assert abs(now_ms() - wall_ms()) < 1000
    assert elapsed_ms() <= elapsed_ms()
