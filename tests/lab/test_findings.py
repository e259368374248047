"""The page of findings: written from the reports, no figure without its source; what is declared is sound."""

from __future__ import annotations

import re
import runpy
import tomllib
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

from parlour.cli.command_line import app
from parlour.errors import BadExperiment
from parlour.lab.shipped_findings import ShippedFinding, findings, findings_about, read_findings
from parlour.table.catalogue import specs

ROOT = Path(__file__).parents[2]
ASKED = sorted((ROOT / "findings" / "questions").glob("*.toml"))
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
SENTENCE = re.compile(r"(?<=[.?!])\s+")
COUNTED = re.compile(r"\]\([a-z-]+\.md\)")  # the page of what was counted, where nothing was played


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    spec = spec_from_file_location("findings_write", ROOT / "findings" / "write.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_reports_say(writer: ModuleType) -> None:
    page = writer.PAGE.read_text(encoding="utf-8")
    assert writer.WRITTEN.read_text(encoding="utf-8") == writer.write(page), (
        "run python findings/write.py"
    )


def test_no_figure_is_without_its_source(writer: ModuleType) -> None:
    page = writer.PAGE.read_text(encoding="utf-8")
    assert writer.unmarked(page) == []
    assert writer.unmarked(page + "White has 57% of the points, and 3.4 more.") == ["57%", "3.4"]


def test_the_table_has_all_answers(writer: ModuleType) -> None:
    table = writer.TABLE.read_text(encoding="utf-8")
    written = writer.WRITTEN.read_text(encoding="utf-8")
    assert table == writer.write_table(table, written), "run python findings/write.py"
    assert all(f"| {finding.answer} |" in table for finding in findings())


def _numbers(text: str) -> Iterator[float]:
    return (float(number.replace(",", "")) for number in NUMBER.findall(text))


@pytest.mark.parametrize("finding", findings(), ids=lambda finding: finding.slug)
def test_a_finding_is_read_in_a_minute(finding: ShippedFinding) -> None:
    assert len(finding.answer.split()) <= 25
    assert len(SENTENCE.split(finding.answer)) == 1
    assert len(SENTENCE.split(finding.numbers)) == 3
    head = " ".join(
        (finding.answer, finding.numbers, finding.unknown, finding.masters, finding.players)
    )
    assert len(head.split()) < 180
    assert [one for one in SENTENCE.split(head) if len(NUMBER.findall(one)) > 3] == []
    figures = set(_numbers(finding.design))
    figures |= {int(figure + 0.5) for figure in figures}  # whole per cent
    assert set(_numbers(head)) <= figures
    assert set(finding.games) <= set(specs())
    assert finding.reports or COUNTED.search(finding.design)


@pytest.mark.parametrize("part", ["> ", "**", "* **How far from masters**: ", "<details"])
def test_a_finding_with_a_part_missing_is_refused(writer: ModuleType, part: str) -> None:
    page = writer.WRITTEN.read_text(encoding="utf-8")
    section = "## Chainn" + page.partition("## Chainn")[2].partition("## ")[0]
    assert [one.games for one in read_findings(section)] == [("chainn",)]
    with pytest.raises(BadExperiment, match=r"Chainn: can every deal be won\?: expected the parts"):
        read_findings(section.replace(f"\n{part}", "\n"))


def test_each_question_is_answered(writer: ModuleType) -> None:
    page = writer.PAGE.read_text(encoding="utf-8")
    assert {f"answers questions/{path.stem}" for path in ASKED} <= set(writer.MARK.findall(page))


def test_a_mark_is_a_figure_of_its_report(writer: ModuleType) -> None:
    place = "questions/lines-of-action-captures|standard|club|length"
    assert writer.write(f"{{{{{place}}}}}") == "47.5 (46.8 to 48.2)"
    assert writer.write(f"{{{{{place}|value}}}}") == "47.5"
    assert writer.write(f"{{{{{place}|ends}}}}") == "46.8 to 48.2"
    assert writer.write(f"{{{{{place}|of 100}}}}") == "48%"
    assert writer.write("{{=3.5|../benchmarks/unlur_boards.py}}") == "3.5"
    for wrong in (
        place.replace("club", "clubs"),
        place.replace("standard", "*"),
        "=3.5|nowhere.py",
    ):
        with pytest.raises(ValueError, match=r"figures of|there is no"):
            writer.write(f"{{{{{wrong}}}}}")


def test_at_least_twelve_questions_are_asked() -> None:
    assert len(ASKED) >= 12


@pytest.mark.parametrize("path", ASKED, ids=lambda path: path.stem)
def test_questions_are_asked_at_club_strength_or_solved(path: Path) -> None:
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    budgets = {budget["name"]: budget for budget in told["budget"]}
    if "solver" in budgets:
        assert told["budget"][-1]["players"] == "solver"
        assert len(budgets) > 3
    else:
        assert budgets["club"]
        assert budgets["master"]["games"] >= 40
    assert not told.get("exploratory")
    assert told["contrast"]


def test_findings_are_listed_and_shown_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run = CliRunner().invoke
    table = " ".join(run(app, ["findings"]).output.split())
    assert all(game in table for finding in findings() for game in finding.games)
    shown = run(app, ["findings", "twindraughts"]).output
    assert max(map(len, shown.splitlines())) <= 80
    answers, rule, _ = shown.partition("───")
    assert rule
    found = findings_about("twindraughts")
    assert answers.count("How far from masters") == len(found)
    stale = [finding for finding in found if finding.stale_reports]
    assert answers.count("Stale:") == answers.count("parlour lab replay") == len(stale)
    assert isinstance(run(app, ["findings", "hex"]).exception, BadExperiment)


@pytest.mark.long
@pytest.mark.parametrize("group", ["diagonal-groupling", "twindraughts-group"])
def test_the_groups_are_as_even_as_their_games_say(group: str, writer: ModuleType) -> None:
    counted = runpy.run_path(str(ROOT / "benchmarks" / "groups.py"))
    page = writer.WRITTEN.read_text(encoding="utf-8")
    for players in counted["PLAYERS"]:
        cells = counted["report"](group, players)
        assert f"| {' | '.join(cells)} |" in page
        assert sum(int(cell.partition("%")[0]) for cell in cells) in (99, 100, 101)
