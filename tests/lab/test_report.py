"""Reports: their words, their plots, the whole page from games that were played."""

import csv
import io
import json
import re
from math import inf, nan
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

import parlour
from parlour.cli.command_line import app
from parlour.errors import BadExperiment
from parlour.lab.experiment import Experiment, parse_experiment, read_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.measures.skill import skill_trace
from parlour.lab.report import collect, kept_page, write_report
from parlour.lab.report import plots as figures
from parlour.lab.report.plots import Curve, IntervalMark, MarkGroup, Part, Sample, ticks
from parlour.lab.report.report_page import _percent
from parlour.lab.report.results import _matching_measures
from parlour.lab.report.wording import interval, number, p_words, signed, verdict
from parlour.lab.running import run
from parlour.lab.unlike_players import planned_unlike_players
from parlour.lab.workers import here

FILE = """
title = "Small <boards> & large"
question = "Does Hex take longer on a larger board?"
opening = 1
games = 40
measures = ["length", "points", "event"]

[[variant]]
game = "hex:pie=no"
label = "size {size}"
options.size = [3, 4]

[[budget]]
name = "weak"
players = "random"

[[budget]]
name = "not weak"
players = "random:blunder=0.5"

[[event]]
name = "centre"
pattern = "^b2$"

[[luck]]
players = "random"
groups = 6
replays = 5
after = 2

[ladder]
players = "random:blunder=0.{}"
from = 1
rungs = 3
games = 12

[[match]]
players = ["random", "random:blunder=1"]
games = 10
"""


def test_numbers_in_words() -> None:
    shown = [number(0.1234, True), number(1234.5), number(12.345), number(0.5), number(nan)]
    assert shown == ["12.3%", "1234", "12.3", "0.50", "–"]
    assert interval(0.1, 0.2, True) == "10.0% to 20.0%"
    assert [signed(0.123, True), signed(-2), signed(0.0), signed(inf)] == [
        "+12.3",
        "−2.00",
        "0.00",
        "–",
    ]
    assert [p_words(p) for p in (0.0001, 0.0213, 0.5)] == ["p < 0.001", "p = 0.021", "p = 0.50"]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]), (3, 97, [20, 40, 60, 80]), (5, 5, [5]), (0, inf, [0])],
)
def test_ticks_are_round(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high) == pytest.approx(expected)


def test_shares_that_are_nearly_alike_are_not_drawn_far_apart() -> None:
    marks = (IntervalMark(0.9999, 0.9998, 1.0, 0), IntervalMark(1.0, 1.0, 1.0, 0))
    svg = figures.intervals("t", [MarkGroup("a", marks)], _percent, (0.0, 1.0))
    near, far = _circles(svg)
    assert far - near < figures.WIDE / 20
    told = re.findall(r"[0-9.]+%", svg)
    assert len(told) == len(set(told)) > 2


def _circles(svg: str) -> list[float]:
    return [float(e.get("cx", "")) for e in ElementTree.fromstring(svg).iter("circle")]


def test_intervals_stand_in_order_and_within_the_panel() -> None:
    marks = tuple(IntervalMark(v, v - 1, v + 1, 0) for v in (3.0, 5.0, 4.0))
    places = _circles(figures.intervals("t", [MarkGroup("a", marks)], str))
    assert places[0] < places[2] < places[1]
    assert all(0 < x < figures.WIDE for x in places)
    nowhere = figures.intervals("t", [MarkGroup("<&>", (IntervalMark(nan, -inf, inf, 0),))], str)
    assert _circles(nowhere) == []


def test_plots_are_well_formed_whatever_the_numbers() -> None:
    alike = Sample("alike", np.full(10, 64.0), 0)
    drawn = [
        figures.distributions("t", [alike, Sample("b", np.arange(900.0), 1)], str),
        figures.distributions("t", [alike], str),
        figures.stacks("t", [("a", [Part("x", 0.25, 0), Part("y", 0.75, 1)]), ("b", [])]),
        figures.curves("t", [Curve("a", np.array([1, nan, 3.0]), np.array([0.1, nan, 0]), 0)], str),
        figures.curves("t", [Curve("a", np.zeros(3), np.zeros(3), 0)], str),
        figures.small_interval(0, -inf, inf, 1, False),
    ]
    for svg in drawn:
        ElementTree.fromstring(svg)
        assert "nan" not in svg
        assert "inf" not in svg


@pytest.fixture(scope="module")
def experiment() -> Experiment:
    return parse_experiment(FILE, stem="small")


@pytest.fixture(scope="module")
def written(experiment: Experiment, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("laboratory")
    laboratory = Laboratory(folder)
    run(experiment, laboratory, here, lambda *_: True)
    return write_report(experiment, laboratory, folder / "report")


def test_the_page_stands_by_itself(written: list[Path]) -> None:
    page = written[0].read_text()
    assert written[0].name == "small.html"
    assert len(page) < 150_000
    assert "Small &lt;boards&gt; &amp; large" in page
    assert not re.findall(r'(?:src|href)="(?!#)', page)
    assert not re.findall(r"url\(|@import", page)
    for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(svg)


def test_the_page_answers_and_tells_how(written: list[Path]) -> None:
    page = written[0].read_text()
    answer = page.split('class="answer"')[1].split("</section>")[0]
    assert " in size 4, " in answer
    assert "a large effect; the same with weak and with strong players." in answer
    assert answer.count("<p>") <= 10
    assert "more thought clearly won on 0 of 2 rungs" in answer
    assert "size 3, random against random:blunder=1: random had" in answer
    assert "the same position, 5 times" in page
    for told in ("Seed 1", "parlour lab show small 1.1.", "numba", "Holm", "sceptic"):
        assert told in page, told


def test_json_and_csv_have_the_same_figures(written: list[Path]) -> None:
    told = json.loads(written[1].read_text())
    rows = list(csv.DictReader(io.StringIO(written[2].read_text())))
    arms = {(arm["variant"], arm["budget"]): arm for arm in told["arms"]}
    assert len(arms) == 6  # two variants with two budgets and a match
    for row in rows:
        measures = {m["measure"]: m for m in arms[row["variant"], row["budget"]]["measures"]}
        assert float(row["value"]) == measures[row["measure"]]["value"]
    assert sum(len(arm["measures"]) for arm in told["arms"]) == len(rows)
    assert told["luck"][0]["groups"] == 6
    assert [len(ladder["rungs"]) for ladder in told["ladders"]] == [2, 2]
    for ladder in told["ladders"]:
        scores = [rung["value"] for rung in ladder["rungs"]]
        assert ladder["skill_trace"] == pytest.approx(skill_trace(scores).trace, abs=1e-4)
        elo = ladder["elo_for_each_doubling"]
        assert elo["low"] < elo["value"] < elo["high"]
    assert "Elo for each doubling: " in written[0].read_text()
    assert "Elo for each doubling: " in kept_page(written[1].read_text(), "kept.json")
    assert [c["measure"] for c in told["comparisons"]][:2] == ["length", "length"]


def test_numbers_lead_to_their_games(experiment: Experiment, written: list[Path]) -> None:
    told = json.loads(written[1].read_text())
    laboratory = Laboratory(written[0].parents[1])
    for arm in told["arms"]:
        shortest = arm["shortest"][0]
        assert laboratory.trace(experiment, shortest["game"]).length == shortest["moves"]
        length = next(m for m in arm["measures"] if m["measure"] == "length")
        assert laboratory.trace(experiment, length["lowest_game"]).length == shortest["moves"]
        won = next(m for m in arm["measures"] if m["measure"] == "points:Red")
        assert laboratory.trace(experiment, won["highest_game"]).scores[0] == 1


def test_the_same_games_make_the_same_files(experiment: Experiment, written: list[Path]) -> None:
    laboratory = Laboratory(written[0].parents[1])
    again = write_report(experiment, laboratory, written[0].parent / "again")
    assert [p.read_bytes() for p in again] == [p.read_bytes() for p in written]


def test_a_name_is_one_measure_or_a_family() -> None:
    known = ["points:Red", "points:Blue", "length", "length:median"]
    assert _matching_measures("length", known) == ["length"]
    assert _matching_measures("points", known) == ["points:Red", "points:Blue"]
    assert _matching_measures("draws", known) == []


def test_without_games_there_is_no_report(experiment: Experiment, tmp_path: Path) -> None:
    with pytest.raises(BadExperiment, match=r"has no games of small .* parlour lab run"):
        write_report(experiment, Laboratory(tmp_path / "none"), tmp_path / "report")
    assert not (tmp_path / "report").exists()


def test_games_in_pairs_are_compared_in_pairs(tmp_path: Path) -> None:
    """Two variants that are the same game: with the same chances they differ in nothing."""
    start = parlour.game("hex:size=4,pie=no").start().text
    text = f"""
title = "Pairs"
question = "Is it the same?"
games = 30
measures = ["length", "length:median", "balance"]
[[variant]]
game = "hex:size=4,pie=no"
[[variant]]
game = "hex:size=4,pie=no"
label = "again"
position = "{start}"
[[budget]]
players = "random"
"""
    widths = []
    for more in ("paired = true\n", "paired = false\n"):
        experiment = parse_experiment(more + text, stem=more[9:13])
        laboratory = Laboratory(tmp_path)
        run(experiment, laboratory, here, lambda *_: True)
        found = collect(experiment, laboratory).comparisons
        widths.append([c.contrast.high - c.contrast.low for c in found])
    (length, median, balance), (length_apart, median_apart, balance_apart) = widths
    assert length < 0.2 * length_apart
    assert median > 0.5 * median_apart
    assert balance > 0.5 * balance_apart


UNLIKE = """
title = "Two or three ranks"
question = "Does a third rank make longer games?"
games = 2
measures = ["length"]

[[budget]]
players = "alphabeta:nodes=20"

[[variant]]
game = "twindraughts"
label = "{ranks} ranks"
options.ranks = [2, 3]
"""


@pytest.mark.long
@pytest.mark.parametrize(("players", "said"), [("", 1), (",learnt=0", 0)])
def test_players_who_know_more_of_some_variants_are_told(
    players: str, said: int, tmp_path: Path
) -> None:
    file = tmp_path / "ranks.toml"
    file.write_text(UNLIKE.replace("=20", "=20" + players))
    experiment, laboratory = read_experiment(file), Laboratory(tmp_path)
    planned = list(planned_unlike_players(experiment))
    costs = " ".join(CliRunner().invoke(app, ["lab", "cost", str(file)]).output.split())
    assert costs.count("Unlike players (") == len(planned) == said
    run(experiment, laboratory, here, lambda *_: True)
    answer = verdict(collect(experiment, laboratory))
    assert [line for line in answer if line.startswith("Unlike players")] == planned
    for sentence in planned:
        assert "2 ranks is played with an evaluation that was learnt, 3 ranks without" in sentence
        assert sentence in costs
