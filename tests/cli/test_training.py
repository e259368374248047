"""`parlour train`: its plan, and a run on a small game whose weights are used afterwards."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import parlour
from parlour.cli.command_line import app
from parlour.cli.design.train_command import read_plan
from parlour.errors import BadOption
from parlour.search.evaluation.ntuple_model import learnt_model

BREAKTHROUGH = Path(__file__).parents[1] / "learn" / "breakthrough.py"
PLAN = "games=100,nodes=60,passes=1,pairs=0,entries=300,patience=1"


def test_a_plan_is_read() -> None:
    plan = read_plan("games=7,hand=no,seed=3")
    assert (plan.games, plan.hand, plan.seed) == (7, False, 3)
    assert read_plan(None).games > 100


@pytest.mark.parametrize(
    "text", ["games", "games=x", "hand=2", "hours=3", "games=-1", "games=1,games=2"]
)
def test_wrong_plans_say_what_is_allowed(text: str) -> None:
    with pytest.raises(BadOption):
        read_plan(text)


@pytest.mark.long
def test_a_game_in_one_file_is_learnt_and_then_played_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "learner.py"
    shutil.copyfile(BREAKTHROUGH, file)
    file.write_text(file.read_text().replace('id="breakthrough"', 'id="learner"'))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    line = ["train", str(file), "-o", "size=6", "--hours", "0", "--workers", "1", "--plan", PLAN]
    first = CliRunner().invoke(app, [*line, "--folder", str(tmp_path / "run")])
    assert "No improvement so far" in first.output  # its time was over before it began
    line[5] = "0.001"
    found = CliRunner().invoke(app, [*line, "--folder", str(tmp_path / "run")])
    assert found.exit_code == 0, found.output
    assert "The weights are in" in found.output
    assert "not taken" not in (tmp_path / "run" / "report.md").read_text()
    game = parlour.game(str(file), size=6)
    assert learnt_model(game) is not None
    assert learnt_model(parlour.game(str(file), size=5)) is None
    assert "nodes=1000000" in parlour.players.strongest(game)
