"""Files with a planted fault: the first run of `parlour lab ask` says so in its first lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.cli.laboratory.ask_commands import ask_game
from parlour.lab.inventor import inventor_plan
from tests.lab.planted import PLANTED, write_planted

FEW = 40  # games at each strength
HOURS = {"endless": 0.002}  # one game says it


@pytest.mark.long
@pytest.mark.parametrize("name", PLANTED)
def test_the_first_run_finds_the_planted_fault(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(inventor_plan, "GAMES", (FEW, FEW, FEW))
    monkeypatch.setattr(inventor_plan, "THOUGHT", (0.001, 0.001))
    hours = HOURS.get(name, 0.025)
    ask_game(write_planted(tmp_path, name), [], hours, 1, str(tmp_path / "laboratory"))
    _, question, answer = PLANTED[name]
    first = " ".join(capsys.readouterr().out.split("Look at this first:")[1].split())[:900]
    assert f"! {question}" in first
    assert answer in first.partition(question)[2]
