"""Days off and vacations of people, by their own days."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.clocks.absences import MOST_VACATION, Absences
from parlour.errors import BadClock

HOUR = 3_600_000
ZONES = ("UTC", "Europe/London", "America/New_York", "Australia/Lord_Howe", "America/Havana")


def moment(text: str) -> int:
    return round(datetime.fromisoformat(text).timestamp() * 1000)


def test_days_begin_at_the_persons_own_midnight() -> None:
    person = Absences("America/New_York", frozenset({5, 6}))
    friday = moment("2026-03-06T12:00:00+00:00")
    saturday = moment("2026-03-07T05:00:00+00:00")
    assert not person.at(friday)
    assert person.next_change(friday) == saturday
    assert (person.at(saturday - 1), person.at(saturday)) == (False, True)
    # summer time begins on that Sunday: the weekend has 47 hours
    assert person.next_change(saturday) == saturday + 47 * HOUR


def test_a_vacation_and_a_weekend_run_into_each_other() -> None:
    person = Absences("UTC", frozenset({5, 6}), ((date(2026, 3, 9), date(2026, 3, 11)),))
    assert person.next_change(moment("2026-03-06T12:00:00+00:00")) == moment(
        "2026-03-07T00:00:00+00:00"
    )
    assert person.next_change(moment("2026-03-07T00:00:00+00:00")) == moment(
        "2026-03-12T00:00:00+00:00"
    )
    assert Absences().next_change(0) is None


@given(
    st.sampled_from(ZONES),
    st.sets(st.integers(0, 6), min_size=1, max_size=3),
    st.integers(1_700_000_000, 1_900_000_000),
)
def test_nothing_changes_before_the_next_change(zone: str, off: set[int], second: int) -> None:
    person, t = Absences(zone, frozenset(off)), second * 1000
    change = person.next_change(t)
    assert change is not None
    assert change > t
    assert person.at(change) != person.at(change - 1)
    steps = range(t, change, max(1, (change - t) // 20))
    assert {person.at(step) for step in steps} == {person.at(t)}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"zone": "Mars/Base"}, "IANA"),
        ({"off": frozenset({0, 1, 2, 3})}, "at most 3"),
        ({"vacations": ((date(2026, 3, 2), date(2026, 3, 1)),)}, "before its first"),
        ({"vacations": ((date(2026, 3, 1), date(2026, 3, 31)),)}, f"at most {MOST_VACATION}"),
        ({"vacations": ((date(2026, 3, 1), date(9999, 3, 31)),)}, "at most"),
    ],
)
def test_absences_beyond_what_is_allowed_are_refused(given: dict[str, object], words: str) -> None:
    with pytest.raises(BadClock, match=words):
        Absences(**given)  # type: ignore[arg-type]


def test_a_day_in_two_vacations_counts_once() -> None:
    whole = (date(2026, 3, 1), date(2026, 3, 30))
    assert Absences(vacations=(whole, (date(2026, 3, 5), date(2026, 3, 6)))).covers(whole[1])
    assert Absences(vacations=(whole,)).until(date(2026, 3, 4)).vacations == (
        (whole[0], date(2026, 3, 4)),
    )
    assert Absences().today(moment("2026-03-06T23:59:59+00:00")) == date(2026, 3, 6)
