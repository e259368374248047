"""The perft suites: each line a position (or ``GAME start``), ``;`` and the counts from depth 1 on.

Counts of more than LARGE leaves belong to the longer tests. A count that differs is told move by move.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import parlour
from parlour.search import divide, perft
from tests.conftest import first_everyday

SUITES = sorted(Path(__file__).parent.glob("*.txt"))
LARGE = 5_000_000
EVERYDAY = ("focus", "lines-of-action")  # whose rules are compiled every day


def suite_lines() -> list[tuple[str, list[int]]]:
    lines = []
    for suite in SUITES:
        for line in suite.read_text().splitlines():
            if line and not line.startswith("#"):
                position, _, counts = line.partition(" ; ")
                lines.append((position, [int(count) for count in counts.split()]))
    return lines


def compiled_lines() -> list[ParameterSet]:
    """The lines as parameters, most of them long: compiling takes most of the time.

    Behind a game's second option set the plain rules alone are asked, unless $PARLOUR_ALL is set.
    """
    lines = [(position.partition(" ")[0], position, counts) for position, counts in suite_lines()]
    names = first_everyday(list(dict.fromkeys(name for name, _, _ in lines)), longest=2)
    compiled = {found.values[0] for found in names}
    return [
        pytest.param(position, counts, marks=() if name in EVERYDAY else pytest.mark.long)
        for name, position, counts in lines
        if name in compiled
    ]


def state_of(position: str) -> parlour.State:
    name, _, rest = position.partition(" ")
    game = parlour.game(name)
    return game.start() if rest == "start" else game.read(position)


def check(position: str, counts: list[int], large: bool) -> None:
    state = state_of(position)
    for depth, expected in enumerate(counts, 1):
        if (expected > LARGE) == large:
            found = perft(state, depth)
            if found != expected:
                table = "\n".join(f"  {move}: {n}" for move, n in divide(state, depth).items())
                pytest.fail(f"{position}, depth {depth}: {found}, by first move\n{table}")


@pytest.mark.parametrize(("position", "counts"), compiled_lines())
def test_counts(position: str, counts: list[int]) -> None:
    check(position, counts, large=False)


@pytest.mark.long
@pytest.mark.parametrize(
    ("position", "counts"), [line for line in suite_lines() if max(line[1]) > LARGE]
)
def test_large_counts(position: str, counts: list[int]) -> None:
    check(position, counts, large=True)


@pytest.mark.parametrize(("position", "counts"), suite_lines())
def test_plain_counts(position: str, counts: list[int]) -> None:
    """The first counts again, by the plain rules."""
    for depth, expected in enumerate(counts, 1):
        if expected < 3000:
            assert perft(state_of(position), depth, compiled=False) == expected
