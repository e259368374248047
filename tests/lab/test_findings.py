"""The page of findings: written from the reports, no figure without its source; what is declared is sound."""

from __future__ import annotations

import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

from parlour.cli.command_line import app
from parlour.errors import BadExperiment
from parlour.lab.experiment import read_experiment
from parlour.lab.measures.registry import check_measures

ROOT = Path(__file__).parents[2]
ASKED = sorted((ROOT / "findings" / "questions").glob("*.toml"))
DECLARED = sorted((ROOT / "findings" / "declared").glob("*.toml"))


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


def test_each_section_says_what_is_declared(writer: ModuleType) -> None:
    page = writer.PAGE.read_text(encoding="utf-8")
    assert {path.stem for path in DECLARED} == {
        mark.removeprefix("declared ")
        for mark in writer.MARK.findall(page)
        if mark.startswith("declared ")
    }


def test_a_mark_is_a_figure_of_its_report(writer: ModuleType) -> None:
    place = "scrambled-eggs|standard|level 2|length"
    assert writer.write(f"{{{{{place}}}}}") == "41.3 (40.2 to 42.4)"
    assert writer.write(f"{{{{{place}|value}}}}") == "41.3"
    assert writer.write(f"{{{{{place}|ends}}}}") == "40.2 to 42.4"
    assert writer.write(f"{{{{{place}|of 100}}}}") == "41%"
    assert writer.write("{{=3.5|reversals.py}}") == "3.5"
    for wrong in (place.replace("2", "9"), "scrambled-eggs|*|level 2|length", "=3.5|nowhere.py"):
        with pytest.raises(ValueError, match=r"figures of|there is no"):
            writer.write(f"{{{{{wrong}}}}}")


@pytest.mark.parametrize("path", DECLARED, ids=lambda path: path.stem)
def test_what_is_declared_asks_at_three_strengths(path: Path) -> None:
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    assert told["contrast"]
    strengths = told.get("strengths")
    if strengths is None:  # where a solver tells the truth
        assert told["budget"][-1]["players"] == "solver"
        assert len(told["budget"]) > 3
    else:
        assert strengths.get("steps", 3) >= 3
        assert strengths.get("factor", 10) == 10
        assert strengths["match"]
        assert strengths["beyond"]


@pytest.mark.long
@pytest.mark.parametrize("path", DECLARED, ids=lambda path: path.stem)
def test_what_is_declared_can_be_played(path: Path) -> None:
    experiment = read_experiment(path)
    check_measures(experiment)
    assert len([b for b in experiment.budgets if b.purpose == "play"]) >= 3


@pytest.mark.parametrize("path", ASKED, ids=lambda path: path.stem)
def test_the_twelve_questions_are_asked_at_club_strength(path: Path) -> None:
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    assert len(ASKED) == 12
    budgets = {budget["name"]: budget for budget in told["budget"]}
    assert budgets["club"]
    assert budgets["master"]["games"] >= 40
    assert not told.get("exploratory")
    assert told["contrast"]


def test_findings_are_listed_and_shown_in_full() -> None:
    run = CliRunner().invoke
    table = " ".join(run(app, ["findings"]).output.split())
    assert "No, it is shorter" in table
    shown = run(app, ["findings", "chainn"]).output
    assert "All of 1,000" in shown
    assert "Stale:" in shown
    assert isinstance(run(app, ["findings", "hex"]).exception, BadExperiment)
