"""What the laboratory found about the inventors' questions: shipped with Parlour, text and figures.

An installed package has the findings in its folder `shipped`; a checkout has them in `findings` and
`docs/measurements/findings.md`.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from parlour.lab.report import kept_page

_PACKAGED = Path(__file__).parent / "shipped"
_ANSWERS = Path(__file__).parent / "findings.toml"
_CHECKOUT = Path(__file__).parents[3]
_REPORT = re.compile(r"(?:declared/)?[a-z-]{1,60}")
_NAMED = re.compile(r"findings/([a-z/-]+)\.json")
_LIMITS = re.compile(r"^\*Limits\.\* (.*?)(?:\n\n|\Z)", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class ShippedFinding:
    """One section of the findings: each answer is a question with its answer in a line."""

    slug: str
    title: str
    games: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    text: str  # Markdown
    doubts: str  # Markdown

    @property
    def reports(self) -> tuple[str, ...]:
        """The names of the reports with its figures."""
        return tuple(name for name in dict.fromkeys(_NAMED.findall(self.text)) if has_report(name))


def _folder() -> Path:
    """The folder with experiments and reports."""
    return _PACKAGED / "findings" if _PACKAGED.is_dir() else _CHECKOUT / "findings"


def _page() -> Path:
    name = "findings.md"
    return _PACKAGED / name if _PACKAGED.is_dir() else _CHECKOUT / "docs" / "measurements" / name


@cache
def findings() -> tuple[ShippedFinding, ...]:
    """All findings, in the order of their page; none where they are not installed."""
    if not _page().is_file():
        return ()
    _, *sections = re.split(r"^## ", _page().read_text(encoding="utf-8"), flags=re.MULTILINE)
    texts = dict(section.split("\n", 1) for section in sections)
    listed = tomllib.loads(_ANSWERS.read_text(encoding="utf-8"))["finding"]
    return tuple(
        _finding(row["section"], texts[row["section"]], row["games"], row["answers"])
        for row in listed
    )


def _finding(title: str, text: str, games: list[str], answers: list[list[str]]) -> ShippedFinding:
    limits = _LIMITS.search(text)
    return ShippedFinding(
        re.sub(r"[^a-z0-9]+", "-", title.partition(":")[0].lower().replace("'", "")).strip("-"),
        title,
        tuple(games),
        tuple((question, answer) for question, answer in answers),
        text.strip(),
        limits[1] if limits else "",
    )


def findings_about(game_id: str) -> tuple[ShippedFinding, ...]:
    """The findings about a game."""
    return tuple(finding for finding in findings() if game_id in finding.games)


def has_report(name: str) -> bool:
    """Whether figures of this name are shipped, such as `chainn` or `declared/chainn`."""
    return bool(_REPORT.fullmatch(name)) and report_path(name).is_file()


def report_path(name: str) -> Path:
    """The file of a shipped report's figures."""
    return _folder() / f"{name}.json"


def shipped_reports() -> Iterator[tuple[str, dict[str, Any]]]:
    """The names and figures of all shipped reports."""
    folder = _folder()
    for path in sorted(folder.rglob("*.json")):
        name = path.relative_to(folder).with_suffix("").as_posix()
        yield name, json.loads(path.read_text(encoding="utf-8"))


@cache
def report_page(name: str) -> str:
    """The page of a shipped report's figures."""
    return kept_page(report_path(name).read_text(encoding="utf-8"), f"{name}.json")
