"""Searching options for a goal, and comparing two versions of a game."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan
from pathlib import Path

import pytest

import parlour
from parlour.errors import BadExperiment, BadOption
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.inventor.answer_page import write_page
from parlour.lab.inventor.comparison_page import changes_page, tuning_page
from parlour.lab.inventor.inventor_plan import Pilot, search_text, variant
from parlour.lab.inventor.tuning import (
    OptionScore,
    bayesian,
    check_goal,
    goal,
    narrowed,
    option_sets,
    rounds,
    search,
    standing,
)
from parlour.lab.inventor.version_changes import NEUTRAL, WORSE, changes, used_changes
from parlour.lab.laboratory import Laboratory
from parlour.lab.report import collect
from parlour.lab.running import run
from parlour.lab.stats import Estimate, proportion
from parlour.lab.stopping import enough
from parlour.lab.workers import here
from tests.lab.planted import cast_game


def test_a_goal_is_read_from_words() -> None:
    balance, draws, length, least = goal("balance 0.5, draws < 5%, length 30±5, decided>=90%")
    assert (balance.name, balance.sign, balance.number, balance.near) == ("balance", "=", 0.5, 0.05)
    assert (draws.name, draws.sign, draws.number) == ("draws", "<", 0.05)
    assert (length.number, length.near) == (30, 5)
    assert (least.sign, least.number) == (">", 0.9)
    with pytest.raises(BadOption, match="no goal: expected a measure"):
        goal("as good as can be")


def test_how_far_from_the_goal() -> None:
    balance, draws, least = goal("balance 0.5, draws < 5%, decided > 90%")
    assert balance.shortfall(0.5) == 0
    assert balance.shortfall(0.6) == pytest.approx(2)
    assert balance.shortfall(0.4) == pytest.approx(2)
    assert draws.shortfall(0.01) == least.shortfall(1) == 0
    assert draws.shortfall(0.1) == pytest.approx(1)
    assert draws.shortfall(nan) == inf
    assert draws.verdict(proportion(0, 200)) == "met"
    assert draws.verdict(proportion(3, 60)) == "open"
    assert draws.verdict(proportion(60, 60)) == "missed"


def test_option_sets_are_spans_and_rows() -> None:
    game = parlour.game("hex")
    sets = option_sets(game, ["size=3..5", "pie=yes,no"])
    assert len(sets) == 6
    assert {"size": 4, "pie": "no"} in sets
    for wrong, words in (
        (["sise=3..5"], "size"),
        (["size=3..5", "size=6"], "twice"),
        (["size=3"], "2 to 200"),
        (["size=3..2000"], "span"),
    ):
        with pytest.raises(BadOption, match=words):
            option_sets(game, wrong)


def test_halving_keeps_the_better_half_and_never_goes_back() -> None:
    plan = rounds(16, 480)
    assert [left for left, _ in plan] == [16, 8, 4]
    assert [games for _, games in plan] == sorted(games for _, games in plan)
    assert (
        sum(left * (b - a) for (left, b), a in zip(plan, [0, *(g for _, g in plan)], strict=False))
        <= 480
    )
    asked: list[list[int]] = []

    def play(left: list[int], games: int) -> list[OptionScore]:
        asked.append(left)
        return [OptionScore(at, str(at), games, (), abs(at - 11)) for at in left]

    assert [one.variant for one in search(16, plan, play)] == [11, 10, 12]
    assert sorted(asked[1]) == [7, 8, 9, 10, 11, 12, 13, 14]


def _searched() -> Experiment:
    games = [parlour.game(f"hex:pie=no,size={size}") for size in (3, 4, 5)]
    variants = [
        variant(game, Pilot(9, False, 0), f"size={size}")
        for size, game in zip((3, 4, 5), games, strict=True)
    ]
    text = search_text("Hex: which size?", "Which?", variants, "random", 30, 1)
    return replace(parse_experiment(text), name="tune-hex")


def test_the_search_finds_the_size_that_is_asked_for(tmp_path: Path) -> None:
    laboratory, experiment = Laboratory(tmp_path), _searched()
    terms = goal("length 8±2")
    check_goal(experiment, terms)
    with pytest.raises(BadExperiment, match="no measure"):
        check_goal(experiment, goal("beauty > 1"))

    def play(left: list[int], games: int) -> list[OptionScore]:
        run(narrowed(experiment, left, games), laboratory, here, enough)
        return [standing(experiment, laboratory, at, terms) for at in left]

    found = search(3, rounds(3, 60), play)
    assert found[0].label == "size=3"
    assert found[0].games == 20
    assert found[0].loss < found[1].loss < found[2].loss
    told = tuning_page(terms, found, found, experiment, "hex")
    assert "--option size=3" in told.lead[-1]
    few = [replace(one, games=1) for one in found]
    unknown = tuning_page(terms, few, few, experiment, "hex")
    assert unknown.lead[0].startswith("It is not known which options are best: only 1 games")
    assert not any("Next:" in sentence for sentence in unknown.lead)
    page, _ = write_page(told, tmp_path, "tuned")
    assert "Fresh games of the best" in page.read_text()


TWO = """
title = "Two sizes"
question = "What changed?"
games = 80
[[variant]]
game = "hex:size=3,pie=no"
label = "before"
[[variant]]
game = "hex:size=4,pie=no"
label = "now"
[[budget]]
name = "weak"
players = "random:blunder=0.9"
[[budget]]
name = "strong"
players = "random"
"""


def test_two_versions_are_told_apart_the_worst_first(tmp_path: Path) -> None:
    laboratory = Laboratory(tmp_path)
    experiment = replace(parse_experiment(TWO), name="diff")
    run(experiment, laboratory, here, enough)
    results = collect(experiment, laboratory)
    found = changes(results)
    by_title = {change.title: change for change in found}
    length = by_title["Length"]
    assert length.clear
    assert length.contrast.value > 0
    assert length.way == NEUTRAL
    assert len(length.weaker) == 1
    assert all(change.p >= change.contrast.p for change in found)
    ranks = [(not change.clear, change.way != WORSE) for change in found]
    assert ranks == sorted(ranks)
    assert used_changes(results, laboratory) == []
    told = changes_page(found, [], results)
    assert told.tables[0].rows[0].texts[0] == found[0].title
    assert f"of {len(found)} things compared" in told.lead[0]


def test_a_version_with_itself_has_no_clear_change(tmp_path: Path) -> None:
    text = TWO.replace("size=4,pie=no", "size=3,pie=no,move_limit=90")
    experiment = replace(parse_experiment(text), name="same")
    laboratory = Laboratory(tmp_path)
    run(experiment, laboratory, here, enough)
    assert not any(change.clear for change in changes(collect(experiment, laboratory)))


def test_a_change_from_five_to_eight_casts_of_ten_is_found_with_forty_games(tmp_path: Path) -> None:
    text = TWO.replace("games = 80", "games = 40")
    for place, good in (("hex:size=3,pie=no", 5), ("hex:size=4,pie=no", 8)):
        file = tmp_path / f"casts{good}.py"
        file.write_text(cast_game(good))
        text = text.replace(place, str(file))
    laboratory, experiment = Laboratory(tmp_path), replace(parse_experiment(text), name="casts")
    run(experiment, laboratory, here, enough)
    found = changes(collect(experiment, laboratory))
    points = found[0]
    assert points.title == "Points of Black"
    assert points.clear
    assert points.is_pooled
    assert points.way == WORSE
    titles = {change.title for change in found}
    assert not titles & {"Length", "Draws", "Games finished"}  # the same in every game
    assert [change.title for change in found if change.clear] == ["Points of Black"]


def test_estimates_of_a_standing_are_of_the_kind_of_their_measure(tmp_path: Path) -> None:
    experiment = _searched()
    laboratory = Laboratory(tmp_path)
    run(narrowed(experiment, [1], 10), laboratory, here, enough)
    one = standing(experiment, laboratory, 1, goal("balance 0.5, length 10"))
    shares: list[Estimate] = [*one.estimates]
    assert shares[0].share
    assert not shares[1].share
    assert standing(experiment, laboratory, 0, goal("draws < 5%")).loss == inf


def test_a_model_finds_the_best_options_and_goes_on_where_it_stood() -> None:
    pytest.importorskip("optuna")
    sizes, swaps = range(3, 11), ("yes", "no")
    sets = [{"size": size, "swap": swap} for size in sizes for swap in swaps]
    played: list[tuple[int, int]] = []

    def play(left: list[int], games: int) -> list[OptionScore]:
        (at,) = left
        played.append((at, games))
        loss = abs(sizes[at // 2] - 7) + at % 2
        return [OptionScore(at, str(at), games, (), loss)]

    found = bayesian(sets, 400, play)
    assert sets[found[0].variant] == {"size": 7, "swap": "yes"}
    assert len(found) == 3
    counts = [games for at, games in played if at == found[0].variant]
    assert counts == [10 * (n + 1) for n in range(len(counts))]  # chosen again, it plays more
    assert len(counts) > 40 / len(sets)
    first, played = played, []
    assert bayesian(sets, 400, play) == found
    assert played == first
    assert bayesian(sets, 400, lambda left, games: [OptionScore(left[0], "", 0, (), 0.0)]) == []
