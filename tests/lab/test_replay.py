"""Findings that can be repeated: raw games, stale code, replays, and the register of answers."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.testing import CliRunner

import parlour
from parlour.cli.command_line import app
from parlour.errors import BadExperiment, ParlourError
from parlour.lab import finding_replay as replaying
from parlour.lab.answer_register import FILE as REGISTER
from parlour.lab.answer_register import add_answer, earlier_answers, register
from parlour.lab.arms import bare_code, code_digest
from parlour.lab.experiment import parse_experiment, read_experiment
from parlour.lab.finding_replay import games_path, kept_games, replay, stale
from parlour.lab.laboratory import Laboratory
from parlour.lab.shipped_findings import report_path, shipped_reports

FILE = """
title = "Small Hex"
question = "Who wins on tiny boards?"
games = 12
[[variant]]
game = "hex:pie=no,size=3"
[[budget]]
name = "weak"
players = "random"
[[budget]]
name = "blundering"
players = "random:blunder=0.5"
"""


@pytest.fixture(scope="module")
def finding(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("finding")
    (folder / "tiny.toml").write_text(FILE)
    given = ["--folder", str(folder / "laboratory")]
    file = str(folder / "tiny.toml")
    for command in (["run", file, "--workers", "1"], ["report", file, "-o", str(folder)]):
        assert CliRunner().invoke(app, ["lab", *command, *given]).exit_code == 0
    return folder / "tiny.json"


def test_ten_games_of_each_arm_are_the_same(finding: Path) -> None:
    assert games_path(finding).is_file()
    assert [(arm.checked, arm.unlike) for arm in replay(finding)] == [(10, ()), (10, ())]
    assert CliRunner().invoke(app, ["lab", "replay", str(finding)]).exit_code == 0


def test_a_report_names_its_code_and_is_stale_when_it_changes(
    finding: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = json.loads(finding.read_text())
    assert stored["arms"][0]["code"] == [code_digest(parlour.game("hex:pie=no,size=3"))]
    assert stored["versions"]["parlour"] == parlour.__version__
    assert stale(stored, "tiny.json") == ""
    monkeypatch.setattr(replaying, "code_digest", lambda game: "another")
    assert "changed since" in stale(stored, "tiny.json")
    assert "parlour lab replay tiny.json" in stale(stored, "tiny.json")
    del stored["arms"][0]["code"]
    assert "not known" in stale(stored, "tiny.json")


def test_a_replay_confirms_a_finding_whose_code_changed(
    finding: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "tiny.json"
    kept.write_text(finding.read_text())
    monkeypatch.setattr(replaying, "code_digest", lambda game: "another")
    confirming = ["lab", "replay", str(kept), "--confirm", "-n", "2"]
    refused = CliRunner().invoke(app, confirming)
    assert isinstance(refused.exception, BadExperiment) or "raw games" in refused.output
    games_path(kept).write_bytes(games_path(finding).read_bytes())
    assert CliRunner().invoke(app, ["lab", "replay", str(kept), "-n", "2"]).exit_code == 0
    assert "changed since" in stale(json.loads(kept.read_text()), "tiny.json")
    assert CliRunner().invoke(app, confirming).exit_code == 0
    assert stale(json.loads(kept.read_text()), "tiny.json") == ""
    kept.write_text(kept.read_text().replace("games = 12", "games = 12\\nseed = 2"))
    monkeypatch.setattr(replaying, "code_digest", lambda game: "a third")
    assert CliRunner().invoke(app, confirming).exit_code == 1
    assert "changed since" in stale(json.loads(kept.read_text()), "tiny.json")


def test_the_kept_games_are_those_of_the_laboratory(finding: Path) -> None:
    experiment = read_experiment(finding.with_suffix(".toml"))
    laboratory = Laboratory(str(finding.parent / "laboratory"))
    played = [t for arm in experiment.arms for t in laboratory.traces(experiment, *arm)]
    assert len(played) == 24
    assert list(kept_games(finding)) == played


def test_a_damaged_batch_is_told(finding: Path, tmp_path: Path) -> None:
    damaged = tmp_path / "tiny.json"
    damaged.write_text(finding.read_text())
    with ZipFile(games_path(damaged), "w") as archive:
        archive.writestr("1.1.1", b"no batch")
    with pytest.raises(BadExperiment, match="no archive of games"):
        list(kept_games(damaged))
    with pytest.raises(BadExperiment, match="no archive of games"):
        list(replay(damaged))


def test_other_games_are_found(finding: Path, tmp_path: Path) -> None:
    changed = tmp_path / "tiny.json"
    changed.write_text(finding.read_text().replace("games = 12", "games = 12\\nseed = 2"))
    games_path(changed).write_bytes(games_path(finding).read_bytes())
    assert all(len(arm.unlike) > 5 for arm in replay(changed))
    assert CliRunner().invoke(app, ["lab", "replay", str(changed)]).exit_code == 1
    games_path(changed).write_bytes(b"no archive")
    with pytest.raises(BadExperiment, match="no archive of games"):
        list(replay(changed))
    changed.write_text("[]")
    with pytest.raises(BadExperiment, match="expected a report's JSON"):
        list(replay(changed))


def test_a_shipped_finding_gives_its_games_again() -> None:
    arms = list(replay(report_path("questions/chainn-deals")))
    assert sum(arm.checked for arm in arms) > 40
    assert not any(arm.unlike for arm in arms)


def test_comments_and_docstrings_choose_no_moves() -> None:
    one = '"""About."""\n\n# why\ndef f(x):\n    """Twice."""\n    return 2 * x  # so\n'
    assert bare_code(one) == bare_code(one.replace("Twice", "Double").replace("# why", "# because"))
    assert bare_code(one) != bare_code(one.replace("2 * x", "3 * x"))


def test_a_withdrawn_answer_stays_in_the_register(tmp_path: Path) -> None:
    given = {one.experiment: one for one in register(Laboratory(tmp_path))}
    assert "unlur" not in dict(shipped_reports())
    assert given["unlur"].date
    assert "contract" in given["unlur"].question
    assert given["questions/unlur-contract"].answer


def test_the_register_keeps_every_answer_and_shows_it_again(finding: Path, tmp_path: Path) -> None:
    experiment, laboratory = parse_experiment(FILE, stem="again"), Laboratory(tmp_path)
    for answer in ("Red.", "Red.", "Blue."):
        add_answer(laboratory, experiment, [answer])
    assert [one.answer for one in earlier_answers(laboratory, experiment)] == [
        ("Red.",),
        ("Blue.",),
    ]
    other = parse_experiment(FILE.replace("hex:pie=no,size=3", "y"), stem="other")
    assert earlier_answers(laboratory, other) == []  # about another game
    given = ["--folder", str(finding.parent / "laboratory"), "--workers", "1"]
    again = CliRunner().invoke(app, ["lab", "run", str(finding.with_suffix(".toml")), *given])
    assert "Asked before (tiny, " in again.output
    listed = CliRunner().invoke(app, ["lab", "register", *given[:2]]).output
    assert "Who wins on tiny boards?" in listed
    assert "shipped" in listed
    (tmp_path / REGISTER).write_text("{}\n")
    with pytest.raises(ParlourError, match="line 1: no registered answer"):
        earlier_answers(laboratory, experiment)
