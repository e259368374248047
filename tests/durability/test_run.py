"""`parlour durability` as typed: on both databases, with a loss that it must find, interrupted."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from parlour.cli import main
from tests.web.postgres import needs_postgres

COMMAND = [sys.executable, "-m", "parlour", "durability"]


def durability(*more: str) -> tuple[int, dict[str, Any]]:
    """Run the command; its exit status and report."""
    done = subprocess.run([*COMMAND, "--json", *more], capture_output=True, text=True, timeout=600)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new folder for a run."""
    return tmp_path / "run"


@pytest.mark.long
def test_nothing_is_lost_and_what_is_taken_away_is_missed(folder: Path) -> None:
    short = ("--kills", "3", "--moves", "150", "--folder", str(folder))
    status, report = durability(*short)
    assert (status, report["findings"], report["errors"]) == (0, [], {})
    assert report["kills"] == 3
    assert report["acknowledged"]["move"] >= 150
    assert report["checked"]["duel"] >= 16
    _take_a_move_away(folder / "games.sqlite")
    status, report = durability("--check", str(folder))
    assert status == 1
    assert report["lost"] + report["disagreeing"] >= 1


def _take_a_move_away(database: Path) -> None:
    with sqlite3.connect(database) as connection:
        longest = "SELECT game_id, max(ply) FROM moves GROUP BY game_id ORDER BY 2 DESC LIMIT 1"
        game_id, ply = connection.execute(longest).fetchone()
        connection.execute("DELETE FROM moves WHERE game_id = ? AND ply = ?", (game_id, ply))
        connection.execute("UPDATE games SET reason = NULL WHERE id = ?", (game_id,))


@pytest.mark.long
@needs_postgres
def test_two_servers_on_a_postgres_that_is_killed_too(folder: Path) -> None:
    more = ("--database", "postgresql", "--servers", "2", "--faults", "database,double,cut")
    status, report = durability("--kills", "3", "--moves", "150", "--folder", str(folder), *more)
    shutil.rmtree((folder / "postgres").resolve())
    assert (status, report["findings"]) == (0, [])


@pytest.mark.long
def test_interrupted_it_checks_what_was_done(folder: Path) -> None:
    command = [*COMMAND, "--json", "--kills", "1000", "--moves", "100000", "--folder", str(folder)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, start_new_session=True, **pipes) as running:
        assert running.stderr is not None
        while " 0 moves" in running.stderr.readline():
            pass
        os.killpg(running.pid, signal.SIGINT)
        out, _ = running.communicate(timeout=300)
    report = json.loads(out)
    assert report["partial"]
    assert report["kills"] < 10
    assert report["findings"] == []
    time.sleep(0.5)
    left = subprocess.run(["pgrep", "-f", str(folder)], capture_output=True, text=True).stdout
    assert not left


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--servers", "2"], "a SQLite file has one server"),
        (["--database", "mysql://x"], "is not sqlite, postgresql or a URL"),
        (["--faults", "fire"], "is not a fault: choose all, none or some of bots"),
        (["--check", "/nowhere"], "name the folder of an earlier run"),
        (["--folder", "."], "is not empty"),
    ],
)
def test_mistakes_are_told(
    arguments: list[str],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["parlour", "durability", *arguments])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert words in capsys.readouterr().err
