"""The page of findings: every number with an interval is in a report that its section links to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")
SECTIONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
FIGURES = re.compile(r"findings/[a-z-]+\.json")
N = r"([+−]?\d[\d,]*(?:\.\d+)?)"
NUMBER = re.compile(rf"{N}(%?)[^\d()\n|]{{0,12}} ?\({N} to {N}\)")

Triple = tuple[float, float, float]


def _estimates(told: Any) -> Iterator[Triple]:
    """Every value with an interval, wherever it stands in the figures."""
    if isinstance(told, list):
        for part in told:
            yield from _estimates(part)
    elif isinstance(told, dict):
        value = told.get("value", told.get("difference"))
        ends = value, told.get("low"), told.get("high")
        if all(isinstance(x, (int, float)) for x in ends):
            yield ends  # type: ignore[misc]
        for part in told.values():
            yield from _estimates(part)


def _is_told(text: tuple[str, ...], known: list[Triple]) -> bool:
    """Whether the numbers are those of some estimate, as far as they are written out."""
    value, percent, *ends = text
    shown = [x.replace(",", "").replace("−", "-").replace("+", "") for x in (value, *ends)]
    for scale in (100, 1) if percent else (1, 100):
        for estimate in known:
            pairs = zip(shown, estimate, strict=True)
            if all(abs(float(s) - scale * e) <= 0.51 * 10 ** -_places(s) for s, e in pairs):
                return True
    return False


def _places(shown: str) -> int:
    return len(shown.partition(".")[2])


def unfounded(section: str) -> list[str]:
    """The numbers with intervals of a section that are in none of the reports that it links to."""
    files = [ROOT / name for name in FIGURES.findall(section)]
    known = [e for file in files for e in _estimates(json.loads(file.read_text(encoding="utf-8")))]
    return [m[0] for m in NUMBER.finditer(section) if not _is_told(m.groups(), known)]


@pytest.mark.parametrize("section", SECTIONS, ids=lambda s: s.partition("\n")[0])
def test_the_prose_says_what_the_figures_say(section: str) -> None:
    assert FIGURES.search(section)
    assert unfounded(section) == []


def test_a_number_that_no_report_has_is_found() -> None:
    section = next(s for s in SECTIONS if NUMBER.search(s))
    number = NUMBER.search(section)
    assert number is not None
    wrong = section.replace(number[0], "41.3 (11.1 to 99.9)", 1)
    assert unfounded(wrong) == ["41.3 (11.1 to 99.9)"]
