"""The curves of a run's report: what is added up, and what is drawn of it."""

from __future__ import annotations

from math import hypot
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from parlour.learn.curves import LEFT, RIGHT, Columns, curves, gains
from parlour.learn.gain import GainMatch, elo
from parlour.learn.report import write_report
from parlour.learn.train import TrainingPlan, told_match

SVG = "{http://www.w3.org/2000/svg}"
BETTER, EVEN, WORSE = ((1.0,) * 3 + (0.5,) * 5, (0.0, 1.0) * 4, (0.0,) * 3 + (0.5,) * 5)


def entry(number: int, taken: bool, **matches: tuple[float, ...]) -> dict[str, Any]:
    """What a log has of a generation with the scores of its matches."""
    made = {
        "generation": number,
        "positions": 1000,
        "trust": 0.3,
        "error": 0.2 - number / 100,
        "search_error": 0.19,
        "taken": taken,
    }
    return made | {kind: told_match(GainMatch(scores)) for kind, scores in matches.items()}


LOG = [
    entry(0, True, nodes=BETTER, time=BETTER),
    entry(1, False, nodes=EVEN),
    entry(2, False, nodes=BETTER, time=WORSE),
    entry(3, True, nodes=BETTER, time=EVEN),
]


def test_gains_of_what_was_taken_are_added_up() -> None:
    first, second, third, last = gains(LOG)
    gain, low, high = (elo(LOG[0]["time"][key]) for key in ("share", "low", "high"))
    assert (first.value, first.low, first.high) == (gain, low, high)
    assert (first.best, first.least, first.most) == pytest.approx((gain, low, high))
    assert second.value == pytest.approx(gain)  # even with the best, at equal nodes
    assert third.value == pytest.approx(0)
    assert (second.best, third.best) == (gain, gain)
    reach = hypot(gain - low, elo(0.5) - elo(LOG[3]["time"]["low"]))
    assert last.best == pytest.approx(gain)
    assert last.best - last.least == pytest.approx(reach)


def points(svg: str) -> list[ElementTree.Element]:
    """The points of a picture but for those of its legends."""
    drawn = ElementTree.fromstring(svg)
    return [child for child in drawn if child.tag == f"{SVG}circle"]


@pytest.mark.parametrize("count", [1, 2, 4])
def test_each_generation_is_drawn_hollow_where_it_was_not_taken(count: int) -> None:
    svg = curves(LOG[:count])
    drawn = points(svg)
    assert len(drawn) == 3 * count  # its gain, and two errors
    hollow = sum("hollow" in circle.attrib["class"] for circle in drawn)
    assert hollow == 3 * sum(not made["taken"] for made in LOG[:count])
    assert all(LEFT < float(circle.attrib["cx"]) < RIGHT for circle in drawn)
    assert svg == curves(LOG[:count])


def test_without_tests_there_are_errors_alone() -> None:
    log = [entry(number, True) for number in range(3)]
    assert len(points(curves(log))) == 2 * len(log)
    assert "Elo" not in curves(log)


@pytest.mark.parametrize("count", [1, 5, 17, 100])
def test_not_too_many_generations_are_numbered(count: int) -> None:
    numbers = Columns(count, True).numbers()
    assert numbers[0] == 0
    assert len(numbers) <= 17
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize(
    ("log", "told"),
    [
        (LOG, "The generations that were taken gained +"),
        (LOG[1:2], "A whisker is"),
        ([entry(0, True)], "The errors are"),
    ],
)
def test_the_report_shows_the_curves(log: list[dict[str, Any]], told: str, tmp_path: Path) -> None:
    page = report(log, tmp_path)
    assert f"(report.svg)\n\n{told}" in page
    assert (tmp_path / "report.svg").read_text(encoding="utf-8") == curves(log) + "\n"


def test_a_run_that_has_just_begun_has_no_curves(tmp_path: Path) -> None:
    assert "report.svg" not in report([], tmp_path)
    assert not (tmp_path / "report.svg").exists()


def report(log: list[dict[str, Any]], folder: Path) -> str:
    """The report of a run with such a log."""
    run: Any = SimpleNamespace(
        log=log, folder=folder, plan=TrainingPlan(), first=None, game=SimpleNamespace(title="Nim")
    )
    return write_report(run).read_text()
