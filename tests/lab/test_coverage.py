"""A short form of the study of intervals: every kind holds from 20 games on, or has no end."""

import pytest
from benchmarks.intervals import LAWS, Law, hold

TIMES, SLOW = 400, 25


@pytest.mark.long
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.name)
def test_intervals_hold_as_often_as_they_say(law: Law) -> None:
    games = min(n for n in law.games if n >= 20)
    assert hold(law, games, SLOW if law.slow else TIMES).share >= law.trusted
