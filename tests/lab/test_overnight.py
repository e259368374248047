"""An inventor's file, asked from the command line: killed in the middle, it goes on, to answers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import parlour
from parlour.lab.laboratory import Laboratory
from parlour.lab.trace import Trace
from tests.one_file import write_game

HOURS = 0.002  # seven seconds of play, on a machine that has the time
ASK = (
    "import sys; from parlour.cli.laboratory.ask_commands import ask_game; "
    "ask_game(sys.argv[1], [], {}, 1, sys.argv[2])"
)


@pytest.mark.long
def test_a_file_is_asked_killed_and_answered(tmp_path: Path) -> None:
    file, folder = write_game(tmp_path, "my_game"), tmp_path / "laboratory"
    parlour.game(file)  # so that its games can be looked at
    command = [sys.executable, "-c", ASK.format(HOURS), file, str(folder)]
    asked = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
    until = time.monotonic() + 120
    while not (half := _games(folder)) and asked.poll() is None and time.monotonic() < until:
        time.sleep(0.1)
    os.killpg(asked.pid, signal.SIGKILL)
    asked.wait()
    half = _games(folder)
    assert half
    told = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout
    assert "Is it even?" in told
    whole = _games(folder)
    assert len(whole) >= len(half)
    assert {game.id: game for game in whole if game.id in {one.id for one in half}} == {
        game.id: game for game in half
    }
    [answers] = folder.glob("*/*.answers.json")
    questions = [one["question"] for one in json.loads(answers.read_text())["answers"]]
    assert questions[:2] == ["Is it even?", "Does it end?"]
    [figures] = [path for path in folder.glob("*/*.json") if path != answers]
    [contrast] = json.loads(figures.read_text())["contrasts"]
    assert contrast["question"].endswith("has Black an even share of the points?")


def _games(folder: Path) -> list[Trace]:
    """All games that are kept."""
    laboratory = Laboratory(folder)
    return [
        trace
        for experiment in laboratory.experiments()
        for arm in experiment.arms
        for trace in laboratory.traces(experiment, *arm)
    ]
