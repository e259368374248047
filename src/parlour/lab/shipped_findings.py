"""What the laboratory found about the inventors' questions: shipped with Parlour, text and figures.

An installed package has the findings in its folder `shipped`; a checkout has them in `findings` and
`docs/measurements/findings.md`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from parlour.errors import BadExperiment
from parlour.lab.finding_replay import stale
from parlour.lab.report import kept_page
from parlour.language import mark

PLAYERS = mark(
    "All players are bots: club players think about a hundredth of a second a move, masters about ten "
    "times as long or more."
)
_PACKAGED = Path(__file__).parent / "shipped"
_CHECKOUT = Path(__file__).parents[3]
_REPORT = re.compile(r"questions/[a-z-]{1,60}")
_NAMED = re.compile(r"findings/(questions/[a-z-]+)\.json")
_PARTS = (
    "the question after >, the answer in **bold**, a paragraph of numbers, a list (What is not known, "
    "How far from masters, What it means for players, Games), and <details> with the design"
)
# The form of each finding: a heading, then these parts in this order.
_FORM = re.compile(
    r"""(?P<title>[^\n]+)\n\n
    >\ (?P<asked>.+?)\n\n
    \*\*(?P<answer>.+?)\*\*\n\n
    (?P<numbers>.+?)\n\n
    \*\ \*\*What\ is\ not\ known\*\*:\ (?P<unknown>.+?)\n
    \*\ \*\*How\ far\ from\ masters\*\*:\ (?P<masters>.+?)\n
    \*\ \*\*What\ it\ means\ for\ players\*\*:\ (?P<players>.+?)\n
    \*\ \*\*Games\*\*:\ (?P<games>.+?)\n\n
    <details\ markdown="1">\n<summary>Design\ and\ figures</summary>\n\n
    (?P<design>.+?)\n\n
    </details>\s*""",
    re.DOTALL | re.VERBOSE,
)


@dataclass(frozen=True)
class ShippedFinding:
    """One question with its answer: what a person reads in a minute, and the design with its figures.

    All texts are Markdown; those before `design` are one paragraph each.
    """

    title: str  # the games, a colon, and the question in short
    asked: str  # in the inventor's words
    answer: str  # one sentence
    numbers: str  # three sentences
    unknown: str
    masters: str
    players: str
    games: tuple[str, ...]
    design: str

    @property
    def slug(self) -> str:
        """Its name in addresses."""
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower().replace("'", "")).strip("-")

    @property
    def about(self) -> str:
        """What the question is about: the first part of the title."""
        return self.title.partition(": ")[0]

    @property
    def question(self) -> str:
        """The question in short."""
        question = self.title.partition(": ")[2]
        return question[:1].upper() + question[1:]

    @property
    def reports(self) -> tuple[str, ...]:
        """The names of the reports with its figures."""
        names = dict.fromkeys(_NAMED.findall(self.design))
        return tuple(name for name in names if has_report(name))

    @property
    def stale_reports(self) -> tuple[str, ...]:
        """Those whose games other code chose, or code that is not known."""
        return tuple(name for name in self.reports if _is_stale(name))


@cache
def _is_stale(name: str) -> bool:
    return bool(stale(json.loads(report_path(name).read_text(encoding="utf-8")), name))


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
    return read_findings(_page().read_text(encoding="utf-8"))


def read_findings(text: str) -> tuple[ShippedFinding, ...]:
    """The findings in a page; raises BadExperiment for one with a part missing or misplaced."""
    _, *sections = re.split(r"^## ", text, flags=re.MULTILINE)
    return tuple(map(_finding, sections))


def _finding(section: str) -> ShippedFinding:
    form = _FORM.fullmatch(section)
    if form is None:
        title = section.partition("\n")[0]
        raise BadExperiment(f"{title}: expected the parts of a finding: {_PARTS}")
    parts = {name: " ".join(text.split()) for name, text in form.groupdict().items()}
    games = tuple(re.findall(r"`(.+?)`", parts.pop("games")))
    parts["asked"] = parts["asked"].replace(" > ", " ")  # where the quotation's lines were broken
    parts["design"] = form["design"]
    return ShippedFinding(games=games, **parts)


def findings_about(game_id: str) -> tuple[ShippedFinding, ...]:
    """The findings about a game."""
    return tuple(finding for finding in findings() if game_id in finding.games)


def has_report(name: str) -> bool:
    """Whether figures of this name are shipped, such as `questions/chainn-deals`."""
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


def withdrawn_answers() -> Path:
    """The file of answers whose reports are no longer shipped, since other players give others."""
    return _folder() / "withdrawn.jsonl"


@cache
def report_page(name: str) -> str:
    """The page of a shipped report's figures."""
    return kept_page(report_path(name).read_text(encoding="utf-8"), f"{name}.json")
