"""Reading takes time in proportion to the text, whatever the text: no shape of it stops a server."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from parlour.records import read, recognise
from tests.conftest import at_length

UNITS = (
    "; ", ";", "%;", "1.", "1. ", "$1 ", "* ", "! ", "1-0 ", "1/2-1/2 ", "{[%cal Gd4e5]} ", "{x} ", ". ",
    "1", "9 ", "11", "11-15 ", ") ", "}", '[A "b"]\n', "e4 ", "\n", " ", ";B[aa]", "(;", "C[x]",
)  # fmt: skip
HEADS = ("", '[GameType "20"]\n\n1. 11-15 ')
LENGTH = 1000  # characters; then twice as many
SLOWEST = 3.2  # times as long for twice the text, where that can be measured
MEASURABLE = 0.05  # seconds
LONGEST = 5.0  # seconds of processor time for any of these texts


def seconds(work: Callable[[str], object], text: str) -> float:
    """The processor time of reading a text, the better of two."""
    times = []
    for _ in range(2):
        begun = time.process_time()
        work(text)
        times.append(time.process_time() - begun)
    return min(times)


def read_all(text: str) -> int:
    return sum(1 for _ in read(text))


@pytest.mark.parametrize("work", [read_all, recognise])
@pytest.mark.parametrize("head", [HEADS[0], at_length(HEADS[1])])
def test_twice_the_text_takes_about_twice_the_time(
    head: str, work: Callable[[str], object]
) -> None:
    for unit in UNITS:
        body = unit * (LENGTH // len(unit))
        once, twice = seconds(work, head + body), seconds(work, head + body + body)
        assert twice < LONGEST, repr(unit)
        assert twice < MEASURABLE or twice < SLOWEST * max(once, MEASURABLE / 4), repr(unit)
