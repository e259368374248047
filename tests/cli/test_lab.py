"""The commands `parlour lab …`, as a person types them."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from parlour.cli.command_line import app
from parlour.errors import BadExperiment
from parlour.records import first

FILE = """\
title = "Small boards of Hex"
question = "Who wins?"
games = 12
[[variant]]
game = "hex"
options.size = [3, 4]
[[budget]]
players = "random"
[[match]]
players = ["random:blunder=1", "random"]
games = 5
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    path = tmp_path / "small.toml"
    path.write_text(FILE)
    return str(path)


def lab(*arguments: str) -> Result:
    result = CliRunner().invoke(app, ["lab", *arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result


def test_an_experiment_from_file_to_board(file: str, tmp_path: Path) -> None:
    assert "There are no experiments" in lab("list").output
    run = lab("run", file, "--workers", "1").output
    assert "Who wins?" in run
    assert "small.html" in run
    assert (tmp_path / "data" / "laboratory" / "small" / "small.html").exists()
    assert "small" in lab("list").output
    games = lab("games", "small", "--arm", "2.2", "-n", "3").output
    assert "2.2.3" in games
    assert "2.2.4" not in games
    assert "2.1.1" not in games
    shown = lab("show", "small", "2.2.3").output
    assert '[Round "2.2.3"]' in shown
    assert " won: " in shown
    assert " won: " not in lab("show", "small", "2.2.3", "--ply", "2").output
    saved = tmp_path / "game.pgn"
    lab("show", "small", "2.2.3", "--output", str(saved))
    record, _ = first(saved)
    assert record.end().outcome is not None
    again = lab("report", file, "--output", str(tmp_path / "report")).output
    assert "report" in again
    assert (tmp_path / "report" / "small.json").exists()


def test_what_is_wrong_is_told(file: str) -> None:
    lab("run", file, "--workers", "1")
    for arguments in (("show", file, "7.7.7"), ("games", file, "--arm", "9.9")):
        with pytest.raises(BadExperiment):
            lab(*arguments)
    Path(file).write_text(FILE.replace("games = 12", "games = 0"))
    with pytest.raises(BadExperiment, match="line 3: games: expected a whole number from 1"):
        lab("run", file)


def test_what_was_not_played_is_told_with_the_command_that_plays_it(
    file: str, tmp_path: Path
) -> None:
    for arguments in (("report", file), ("games", file), ("show", file, "1.1.1")):
        with pytest.raises(
            BadExperiment, match=f"has no games of small .* parlour lab run {file}$"
        ):
            lab(*arguments)
        with pytest.raises(BadExperiment, match=f"parlour lab run {file} --folder {tmp_path}$"):
            lab(*arguments, "--folder", str(tmp_path))
    assert not (tmp_path / "data").exists()


def test_an_arm_without_games_is_told(file: str) -> None:
    lab("run", file, "--workers", "1")
    Path(file).write_text(FILE.replace("options.size = [3, 4]", "options.size = [3, 5]"))
    assert "No game of arm 2.1 has been played yet" in lab("games", file, "--arm", "2.1").output


def test_a_folder_of_ones_own(file: str, tmp_path: Path) -> None:
    lab("run", file, "--workers", "1", "--folder", str(tmp_path / "here"))
    assert "small" in lab("list", "--folder", str(tmp_path / "here")).output
    assert "small" not in lab("list").output


def test_who_stops_a_run_is_told_what_is_kept(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    lab("run", file, "--workers", "1")
    monkeypatch.setattr("parlour.cli.laboratory.lab_commands.run_experiment", stop)
    result = CliRunner().invoke(app, ["lab", "run", file, "--workers", "1"])
    assert "Stopped. 34 games are saved; run the same command again to continue." in result.output
    assert result.exit_code == 130


@pytest.mark.long  # it plays and reports two experiments twice
def test_a_folder_is_costed_played_in_parts_and_merged(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "findings"
    folder.mkdir()
    (folder / "one.toml").write_text(FILE)
    (folder / "two.toml").write_text(FILE)
    assert "Total" in lab("cost", str(folder)).output
    monkeypatch.setattr("parlour.cli.laboratory.lab_commands.strongest", lambda *_: 0.03)
    told = CliRunner().invoke(app, ["lab", "cost", file])
    assert told.exit_code == 1
    assert "only 0.1 s or more is called" in told.output
    first = lab("run", str(folder), "--workers", "1", "--part", "1/2").output
    assert "2 to go" in first
    assert "1 to go" in first
    other = str(tmp_path / "other")
    lab("run", str(folder), "--workers", "1", "--part", "2/2", "--folder", other)
    merged = lab("merge", f"{other}").output
    assert "one:" in merged
    assert "two:" in merged
    games = lab("games", "two", "-n", "99").output
    assert "1.1.12" in games
    with pytest.raises(BadExperiment, match="as 2/5"):
        lab("run", file, "--part", "3/2")
    with pytest.raises(BadExperiment, match="no experiments here"):
        lab("run", str(tmp_path / "data"))


def test_a_finding_is_named_without_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)  # no source folder
    assert "chainn-deals.html" in lab("report", "questions/chainn-deals").output
    assert (tmp_path / "chainn-deals.html").is_file()
    with pytest.raises(BadExperiment, match="no games of chainn-deals"):
        lab("games", "questions/chainn-deals")
    for command in ("cost", "run", "report", "replay"):
        with pytest.raises(
            BadExperiment, match="no finding questions/nothing: there are questions/"
        ):
            lab(command, "questions/nothing")
    with pytest.raises(FileNotFoundError):
        lab("cost", "nothing.toml")
