"""The inventor's questions: a plan for the time that there is, what was used, answers in plain words."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from math import isclose
from pathlib import Path

import pytest

import parlour
from parlour.cli.laboratory.ask_commands import limit_time
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.inventor.answer_page import as_json, as_page
from parlour.lab.inventor.inventor_answers import BAD, GOOD, OPEN, InventorAnswer, ask, elo_words
from parlour.lab.inventor.inventor_plan import (
    STRENGTHS,
    InventorPlan,
    Pilot,
    evenness,
    experiment_text,
    name_of,
    plan,
    rules_text,
    variant,
)
from parlour.lab.inventor.rule_use import use_of
from parlour.lab.inventor.solved_game import solved
from parlour.lab.laboratory import Laboratory
from parlour.lab.report import Results, collect
from parlour.lab.restricted_play import kind_of
from parlour.lab.running import run
from parlour.lab.stats import proportion
from parlour.lab.stopping import enough
from parlour.lab.workers import here
from tests.lab.traces import random_trace
from tests.one_file import documented_game, write_game

PLAYERS = ("random:blunder=0.9", "random:blunder=0.5", "random")
UNUSED = """\
    if s.turn > 1:
        out[0] = CELLS
        return 1
"""


def test_a_plan_keeps_to_the_time_and_the_steps_of_ten() -> None:
    game = parlour.game("yavalath")
    tried = Pilot(moves=20, chance=False, unit=1e-5)
    for hours in (0.01, 0.1, 1, 8):
        chosen = plan(game, tried, 3600 * hours)
        nodes = [int(text.split("nodes=")[1].split(",")[0]) for text in chosen.players]
        assert nodes[2] == 10 * nodes[1] == 100 * nodes[0]
        assert chosen.games % 2 == 0
        assert isclose(chosen.seconds, nodes[2] * tried.unit)
        used = chosen.games * tried.moves * chosen.seconds * 2.1
        assert used < 1.2 * 3600 * hours or chosen.games == 40
    assert plan(game, tried, 3600 * 8).seconds > plan(game, tried, 360).seconds
    assert plan(game, tried, 3600 * 80).games > 200
    assert plan(parlour.game("chainn"), tried, 3600).seconds == 0  # its players cannot be scaled


def test_compared_games_have_players_who_know_as_much_of_each() -> None:
    """Only the usual options of TwinDraughts have a learned evaluation."""
    usual, tried = parlour.game("twindraughts"), Pilot(moves=20, chance=False, unit=1e-5)
    other, learnt = usual.variant(ranks=3), "alphabeta:nodes=100"
    assert not any("learnt=0" in text for text in plan(usual, tried, 3600, beside=[usual]).players)
    assert all("learnt=0" in text for text in plan(usual, tried, 3600, beside=[other]).players)
    assert "learnt=0" in rules_text(usual, 20, [other], learnt, 30)
    assert "learnt=0" not in rules_text(other, 20, [other.variant(streak=0)], learnt, 30)
    assert "learnt=0" not in rules_text(usual, 20, [other], "mcts:simulations=9", 30)


def test_the_plan_declares_its_strengths_and_its_question() -> None:
    game, tried = parlour.game("yavalath"), Pilot(moves=20, chance=False, unit=1e-5)
    chosen = plan(game, tried, 3600)
    variants, asked = [variant(game, tried, game.name)], evenness(game, game.name)
    text = experiment_text("Asked", "Is it even?", variants, game, tried, chosen, asked)
    experiment = parse_experiment(text)
    names = [budget.name for budget in experiment.budgets]
    assert names == [*STRENGTHS, "middling against weak", "strong against middling"]
    assert tuple(budget.players[0] for budget in experiment.budgets[:3]) == chosen.players
    assert experiment.budgets[4].players == (chosen.players[2], chosen.players[1])
    assert {budget.games for budget in experiment.budgets} == {chosen.games}
    [contrast] = experiment.contrasts
    assert (contrast.measure, contrast.against, contrast.margin) == ("points:White", 0.5, 0.05)
    assert evenness(parlour.game("chainn"), "chainn") == []


def test_the_experiment_asks_for_luck_only_where_there_is_chance() -> None:
    chosen = InventorPlan(PLAYERS, 20, 0.0)

    def made(name: str, chance: bool) -> Experiment:
        game, tried = parlour.game(name), Pilot(9, chance, 1e-5)
        variants = [variant(game, tried, game.name)]
        return parse_experiment(
            experiment_text("Asked", "Is it even?", variants, game, tried, chosen)
        )

    experiment = made("hex:size=3", False)
    assert [b.purpose for b in experiment.budgets] == ["play"] * 3 + ["match"] * 2
    assert experiment.variants[0].game == "hex:move_limit=100,size=3"
    assert experiment.variants[0].label == "hex:size=3"
    dice = made("stones-of-fortune", True)
    assert [b.purpose for b in dice.budgets].count("luck") == 1
    assert name_of("ask", parlour.game("hex:size=3"), 0.5) == "ask-hex-size-3-0.5h"
    assert len(name_of("tune", parlour.game("hex"), 1, "size " * 90)) < 120


def test_nothing_is_begun_after_the_time() -> None:
    tasks = count()
    assert list(limit_time(lambda rows: rows, until=0)(tasks)) == []  # type: ignore[arg-type,return-value]
    assert next(tasks) == 1  # one was looked at, and none was handed on


def test_kinds_of_moves_and_lines_that_never_ran(tmp_path: Path) -> None:
    source = documented_game()
    begin = source.index("    n = 0", source.index("def legal_moves"))
    (tmp_path / "dead.py").write_text(source[:begin] + UNUSED + source[begin:])
    name = str(tmp_path / "dead.py") + ":size=3,line=3"
    use = use_of([random_trace(name, number) for number in range(4)], parlour.game(name))
    assert use.games == 4
    assert use.offered["placing"] == use.played["placing"] > 0
    assert use.dead == []
    assert use.file == "dead.py"
    assert [lines.source for lines in use.idle if "CELLS" in lines.source] == ["out[0] = CELLS"]
    assert next(lines for lines in use.idle if "CELLS" in lines.source).where.startswith("lines ")


def test_a_move_that_is_offered_and_never_played_is_dead() -> None:
    trace = random_trace("yavalath:swap=yes", 3)
    assert "swap" not in trace.moves
    use = use_of([trace], trace.game)
    assert [kind.lower() for kind in use.dead] == ["swap sides"]


def test_kinds_name_the_piece_and_the_capture() -> None:
    state = parlour.game("chess").start()
    pieces = {"e2": "pawn", "g1": "knight"}
    assert kind_of(state.move("e2-e4"), pieces) == "pawn move"
    assert kind_of(state.move("g1-f3"), {}) == "move"


def test_elo_for_each_doubling_is_told() -> None:
    assert elo_words(proportion(5, 5)).startswith("at least ")
    assert elo_words(proportion(0, 5)).startswith("at most ")


FILE = """
title = "Hex: an inventor asks"
question = "Is it even?"
games = 60
[[variant]]
game = "hex:size=3,pie=no"
label = "hex"
[[budget]]
name = "weak"
players = "random:blunder=0.9"
[[budget]]
name = "strong"
players = "random"
[[match]]
name = "strong against weak"
players = ["random", "random:blunder=0.9"]
"""


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[InventorAnswer], Results]:
    laboratory = Laboratory(tmp_path_factory.mktemp("laboratory"))
    experiment: Experiment = replace(parse_experiment(FILE), name="ask-hex")
    run(experiment, laboratory, here, enough)
    results = collect(experiment, laboratory)
    return ask(results, laboratory), results


def test_every_question_has_an_answer_in_words(
    answered: tuple[list[InventorAnswer], Results],
) -> None:
    answers, _ = answered
    found = {answer.question: answer for answer in answers}
    assert [*found] == [
        "Is it even?",
        "Does it end?",
        "How long is it?",
        "How often is it drawn?",
        "Is skill rewarded?",
        "Are there dead rules?",
        "How much is luck?",
        "What should a first player do?",
    ]
    assert found["Does it end?"].verdict == GOOD
    assert "all 60 games" in found["Does it end?"].short
    assert found["Is skill rewarded?"].verdict in (OPEN, BAD)  # both play at random
    assert "chance has no part" in found["How much is luck?"].short
    assert "60 games" in found["Is it even?"].more[-1] or found["Is it even?"].verdict != OPEN


def test_the_page_says_it_too(answered: tuple[list[InventorAnswer], Results]) -> None:
    answers, results = answered
    page = as_page(answers, results)
    assert "Is skill rewarded?" in page
    assert 'href="ask-hex.html"' in page
    assert page.count("<article") == len(answers)
    assert "http://" not in page.replace("http://www.w3.org", "")
    assert '"question": "Is it even?"' in as_json(answers, results)


@pytest.mark.long  # it compiles a prover
def test_a_tiny_game_is_solved_and_the_proof_is_checked(tmp_path: Path) -> None:
    answer = solved(parlour.game(write_game(tmp_path), size=3, line=3), 3600)
    assert answer is not None
    assert answer.short == "Yes, proven: Black, who begins, draws with best play."
    assert any("Checked with the uncompiled rules" in sentence for sentence in answer.more)
    assert solved(parlour.game("naval-qi"), 3600) is None
    assert solved(parlour.game("chess"), 60) is None  # no time for it
