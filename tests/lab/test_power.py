"""The power of declared questions: simulated with the tests that are used, refused where it is too low."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from typer.testing import CliRunner

from parlour.cli.command_line import app
from parlour.errors import BadExperiment
from parlour.lab.contrast_power import check_power, powers
from parlour.lab.experiment import parse_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.stats.power import games_needed, margin_power, power, sides, size_needed

COIN = np.array([0.0, 1.0])

FILE = """
title = "Small Hex"
question = "Is it even?"
games = 60
[[variant]]
game = "hex:pie=no"
options.size = [3, 4]
label = "{size}"
[[budget]]
players = "random"
[[contrast]]
question = "Is it even?"
measure = "points:Red"
one = "3"
against = 0.5
margin = 0.1
[[contrast]]
question = "Is it longer?"
measure = "length"
one = "4"
other = "3"
"""


@pytest.mark.parametrize(("games", "difference"), [(200, 0.15), (400, 0.1)])
def test_simulated_power_is_that_of_the_formula(games: int, difference: float) -> None:
    found = power(sides(COIN, True, games, games), difference, 0.05)
    error = sqrt((0.25 + (0.5 + difference) * (0.5 - difference)) / games)
    assert found == pytest.approx(stats.norm.sf(1.96 - difference / error), abs=0.1)


def test_what_would_do_does() -> None:
    few = sides(COIN, True, 60, 0, 0.5)
    assert power(few, 0.1, 0.05) < 0.6
    assert power(games_needed(few, power, 0.1, 0.05), 0.1, 0.05) >= 0.78
    assert power(few, size_needed(few, power, 0.1, 0.05), 0.05) >= 0.78
    wide = size_needed(few, margin_power, 0.1, 0.05)
    assert margin_power(few, wide, 0.05) >= 0.78
    assert wide > 0.1


def test_draws_need_fewer_games() -> None:
    drawn = sides(np.array([0.0, 0.5, 0.5, 1.0]), True, 150, 150)
    assert power(drawn, 0.1, 0.05) > power(sides(COIN, True, 150, 150), 0.1, 0.05)


def test_what_cannot_be_answered_is_refused_with_what_would_do(tmp_path: Path) -> None:
    experiment, laboratory = parse_experiment(FILE, stem="weak"), Laboratory(tmp_path)
    found = {(one.asked.measure, one.is_margin): one for one in powers(experiment, laboratory)}
    assert found.keys() == {("points:Red", False), ("points:Red", True), ("length", False)}
    assert found["length", False].is_enough
    margin = found["points:Red", True]
    assert not margin.is_enough
    assert margin.games == 60
    assert margin.games_wanted > 200
    assert 0.1 < margin.size_possible < 0.5
    with pytest.raises(BadExperiment, match=r"rule out a difference of 10 points.* games would do"):
        check_power(experiment, laboratory)
    check_power(parse_experiment(FILE.replace("games = 60", "games = 480")), laboratory)


def test_run_refuses_and_cost_shows_it(tmp_path: Path) -> None:
    file = tmp_path / "weak.toml"
    file.write_text(FILE)
    folder = ["--folder", str(tmp_path), "--workers", "1"]
    refused = CliRunner().invoke(app, ["lab", "run", str(file), *folder])
    assert isinstance(refused.exception, BadExperiment)
    shown = CliRunner().invoke(app, ["lab", "cost", str(file), *folder[:2]]).output
    assert "games for 80%" in shown
    file.write_text(FILE.replace("games = 60", "games = 60\nexploratory = true", 1))
    assert CliRunner().invoke(app, ["lab", "run", str(file), *folder]).exit_code == 0
