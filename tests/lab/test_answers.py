"""Declared questions: their answers first, corrected among themselves; strength; what is only exploration."""

import json
from math import isnan
from pathlib import Path

import numpy as np
import pytest

from parlour.lab.contrast_answers import ArmMeasure, AtStrength, answers, line_p, slope
from parlour.lab.declared_questions import Declared, Pool
from parlour.lab.experiment import parse_experiment, read_experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.measures import Measure
from parlour.lab.report import Results, as_json, as_page, collect, kept_page, verdict
from parlour.lab.report.wording import thinking_time
from parlour.lab.running import run
from parlour.lab.stats import Contrast, mean
from parlour.lab.stopping import enough
from parlour.lab.workers import here


def _told(columns: dict[tuple[int, int], np.ndarray]) -> dict[tuple[int, int], ArmMeasure]:
    return {
        arm: ArmMeasure(Measure("length", "Length", "moves", mean(column), "", ""), column)
        for arm, column in columns.items()
    }


def _normal(*middles: float, n: int = 150) -> dict[tuple[int, int], ArmMeasure]:
    """An arm for each middle: variants 0, 1, … at budget 0."""
    rng = np.random.default_rng(1)
    return _told({(v, 0): rng.normal(m, 1, n) for v, m in enumerate(middles)})


def _ask(told: dict[tuple[int, int], ArmMeasure], *asked: Declared) -> list[str]:
    found = answers(asked, [0], lambda arm, _: told.get(arm), lambda _: None)
    return [answer.word for answer in found]


@pytest.mark.parametrize(
    ("middle", "margin", "word"),
    [(0.6, 0.0, "higher"), (-0.6, 0.0, "lower"), (0.0, 0.0, "open"), (0.0, 0.5, "same")],
)
def test_a_contrast_says_which_way_and_same_only_by_equivalence(
    middle: float, margin: float, word: str
) -> None:
    asked = Declared("?", "length", Pool((1,)), Pool((0,)), margin=margin)
    assert _ask(_normal(0, middle), asked) == [word]
    given = Declared("?", "length", Pool((0,)), against=-middle, margin=margin)
    assert _ask(_normal(0), given) == [word]


def test_only_declared_questions_are_corrected_for_each_other() -> None:
    told = _normal(0, 0.3, 0, 0, 0, 0)
    one = Declared("?", "length", Pool((1,)), Pool((0,)))
    others = [Declared("?", "length", Pool((v,)), Pool((0,))) for v in range(2, 6)]
    alone = answers([one], [0], lambda arm, _: told.get(arm), lambda _: None)[0]
    among = answers([one, *others], [0], lambda arm, _: told.get(arm), lambda _: None)[0]
    assert alone.p == alone.contrast.p == among.contrast.p < 0.05
    assert among.p == pytest.approx(5 * alone.p)
    assert isnan(alone.seen)  # it was found
    assert 0.3 < among.seen < 0.5


def test_a_pool_is_of_arms_that_count_alike() -> None:
    told = _told({(0, 0): np.arange(20.0), (1, 0): np.arange(100.0), (2, 0): np.arange(50.0)})
    asked = Declared("?", "length", Pool((0, 1)), Pool((2,)))
    (found,) = answers([asked], [0], lambda arm, _: told.get(arm), lambda _: None)
    assert found.one.value == (9.5 + 49.5) / 2
    assert found.one.n == 120
    missing = Declared("?", "length", Pool((0, 7)), Pool((2,)))
    assert answers([missing], [0], lambda arm, _: told.get(arm), lambda _: None) == []


def test_p_values_are_for_all_looks_at_the_games() -> None:
    told, asked = _normal(0, 0.3), Declared("?", "length", Pool((1,)), Pool((0,)))
    once, often = (
        answers([asked], [0], lambda arm, _: told.get(arm), lambda _: None, looks)[0].p
        for looks in (1, 10)
    )
    assert often == pytest.approx(10 * once)


def test_the_slope_is_of_doublings() -> None:
    rows = [
        AtStrength(b, effort, Contrast(value, value - 0.5, value + 0.5, 0, 0))
        for b, (effort, value) in enumerate([(100, 1.0), (200, 2.0), (400, 3.0), (None, 99.0)])
    ]
    found = slope(rows)
    assert found is not None
    assert found.value == pytest.approx(1)
    assert found.clear
    assert slope(rows[:1]) is None


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    experiment = read_experiment(Path(__file__).with_name("asked.toml"))
    laboratory = Laboratory(tmp_path_factory.mktemp("data"))
    run(experiment, laboratory, here, lambda *_: True)
    return collect(experiment, laboratory)


@pytest.mark.long
def test_the_report_answers_what_was_asked_first(results: Results) -> None:
    longer, even, weak, thought, *tenfold = verdict(results)
    assert thought.startswith("18 a move: ")
    assert "seconds of the processor a move" in thought
    assert longer.startswith("Does a larger board make longer games? Yes. Length (18 a move): ")
    assert "with each doubling of the players' thought" in longer
    assert "equivalence within 10.0%: p = " in even
    assert "doubling" not in weak
    assert (
        tenfold[0] == "What ten times the thought would score against 18 a move was not measured."
    )
    page = as_page(results)
    assert page.index("Questions") < page.index("Differences: exploration")
    assert "With strength" in page


@pytest.mark.long
def test_the_figures_hold_the_answers_and_make_the_same_table(results: Results) -> None:
    told = json.loads(as_json(results))
    assert [c["question"] for c in told["contrasts"]] == [
        c.question for c in results.experiment.contrasts
    ]
    assert [p["effort"] for p in told["strengths"][0]["rows"][0]["points"]] == [2, 6, 18]
    page = kept_page(as_json(results))
    for part in ("Questions", "With strength", "<td>Yes</td>"):
        assert part in page


@pytest.mark.long
def test_curves_of_strength_say_which_colour_is_whose(results: Results) -> None:
    names = [results.experiment.variants[at].label for at in results.variants]
    for page in (as_page(results), kept_page(as_json(results))):
        curves = page[page.index("With strength") : page.index("<h2>Measures")]
        for at, name in enumerate(names):
            assert f'<span class="c{at}"><i></i>{name}</span>' in curves


def _steps(*values: float) -> list[AtStrength]:
    return [
        AtStrength(k, 10**k, Contrast(value, value - 0.2, value + 0.2, 0.5, 0.0))
        for k, value in enumerate(values, 1)
    ]


def test_a_line_that_does_not_fit_is_found() -> None:
    assert line_p(_steps(0.0, 0.5, 1.0)) > 0.9
    assert line_p(_steps(0.0, 1.5, 0.0)) < 0.001
    assert line_p(_steps(0.0, 1.5)) == 1


def test_slopes_are_corrected_among_themselves() -> None:
    rng = np.random.default_rng(3)
    rises = (0.3, 0.0, 0.0, 0.0)
    told = _told(
        {
            (v, b): rng.normal(b * rise, 1, 100)
            for v, rise in enumerate((0.0, *rises))
            for b in range(3)
        }
    )
    asked = [Declared("?", "length", Pool((v,)), Pool((0,))) for v in (1, 2, 3, 4)]
    find = lambda arm, _: told.get(arm)  # noqa: E731
    found = answers(asked, [0, 1, 2], find, lambda budget: 10**budget)
    for answer in found:
        assert answer.slope is not None
        assert answer.slope_p >= answer.slope.p
    assert found[0].moves == (found[0].slope_p < 0.05)
    assert not any(answer.moves for answer in found[1:])


CLUB = """
title = "Club strength"
question = "Is size 4 longer?"
games = 30
exploratory = true
[[variant]]
game = "hex:pie=no"
label = "size {size}"
options.size = [3, 4]
[[budget]]
name = "unlike"
players = "random:blunder=0.9"
[[budget]]
name = "club"
players = "random"
[[budget]]
name = "master"
players = "random:blunder=0.1"
games = 20
[[contrast]]
question = "Is size 4 longer?"
measure = "length"
one = "size 4"
other = "size 3"
players = "club"
"""


def test_stronger_and_unlike_players_are_named_as_checks(tmp_path: Path) -> None:
    experiment, laboratory = parse_experiment(CLUB), Laboratory(tmp_path)
    run(experiment, laboratory, here, enough)
    [sentence, *_] = verdict(collect(experiment, laboratory))
    checks = sentence.partition("Checks: ")[2]
    assert checks.startswith("unlike +")
    assert "; master +" in checks
    assert checks.count("the same way") == 2
    assert "club" not in checks


@pytest.mark.parametrize(
    ("thought", "words"),
    [
        ([0.12, 0.121], "0.12 seconds of the processor a move."),
        ([0.3, 0.12], "0.12 to 0.3 seconds of the processor a move."),
        ([0.05], "0.05 seconds of the processor a move, less than the 0.1 from which"),
        ([0.05, 0.2], "0.05 to 0.2 seconds of the processor a move, in some variants less than"),
    ],
)
def test_the_thought_of_the_strongest_is_told(thought: list[float], words: str) -> None:
    assert thinking_time(thought).startswith(words)
