"""Restricted players: they do without a kind of move where they can, and what that costs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import parlour
from parlour.errors import BadPlayer
from parlour.kernel.moves import Move, word
from parlour.lab.experiment import parse_experiment
from parlour.lab.inventor.inventor_answers import optional_rules
from parlour.lab.inventor.inventor_plan import rules_text, without_rules
from parlour.lab.inventor.rule_worth import worths
from parlour.lab.lab_players import check_player, lab_player, spelled_out
from parlour.lab.laboratory import Laboratory
from parlour.lab.report import collect
from parlour.lab.restricted_play import (
    RestrictedPlayer,
    forbidden_kind,
    kind_of,
    piece_names,
)
from parlour.lab.running import run
from parlour.lab.stopping import enough
from parlour.lab.workers import here
from tests.lab.planted import write_planted
from tests.one_file import write_game

FILE = """
title = "Dead"
question = "What is a move worth that only loses?"
games = 40
[[variant]]
game = "GAME"
label = "dead move"
[[budget]]
players = "random"
games = 2
[[match]]
name = "without 16"
players = ["never-16/random", "random"]
[[match]]
name = "without nonsense"
players = ["never-nonsense/random", "random"]
"""


def test_a_restricted_player_does_without_where_it_can() -> None:
    game = parlour.game("lines-of-action")
    state = game.start()
    only = lab_player("never-capture/random", game, 1)
    free = lab_player("random", game, 1)
    made = set()
    for ply in range(40):
        if state.outcome is not None:
            break
        text = (only if ply % 2 == 0 else free).choose(state)
        if ply % 2 == 0:
            made.add(kind_of(state.move(text), piece_names(state)))
        state.play(text)
    assert made == {"move"}


def test_codes_of_single_things_are_no_kinds() -> None:
    for text, label, kind in (
        ("BBRRYY", "red bend", "placing"),
        ("12", "blade 12", "placing"),
        ("Q", "", "Q"),
        ("swap", "take over", "take over"),
    ):
        assert kind_of(Move("x", (word(text, label),), placed=("a1",)), {}) == kind
    turn = word("red", "as it lies", turned=60)
    assert kind_of(Move("x", (turn,), placed=("a1",)), {}) == "placing"


def test_a_move_that_cannot_be_helped_is_made() -> None:
    state = parlour.game("hex:size=3").start()
    assert lab_player("never-placing/random", state.game, 1).choose(state) in state.moves()


def test_the_best_of_the_rest_wins_at_once(tmp_path: Path) -> None:
    state = parlour.game(write_game(tmp_path), size=3, line=3).start()
    for text in ("a1", "c3", "a2", "c2"):
        state.play(text)
    player = lab_player("never-capture/random", state.game, 1)
    assert isinstance(player, RestrictedPlayer)
    assert player._best(state, ["b1", "b2", "a3", "b3"]) == "a3"


def test_texts_of_restricted_players() -> None:
    game = parlour.game("hex:size=3")
    assert forbidden_kind("never-pawn capture/3") == "pawn capture"
    assert forbidden_kind("copy-ranks/3") == forbidden_kind("mcts:simulations=3") == ""
    assert spelled_out("never-swap/1", game).startswith("never-swap/rave:")
    check_player("never-swap/1", game)
    with pytest.raises(BadPlayer, match="no level 99"):
        check_player("never-swap/99", game)
    with pytest.raises(BadPlayer, match="open games of two"):
        check_player("never-cast/1", parlour.game("naval-qi"))


def test_a_move_that_only_loses_is_worth_less_than_nothing(tmp_path: Path) -> None:
    laboratory, file = Laboratory(tmp_path), write_planted(tmp_path, "dead")
    experiment = replace(parse_experiment(FILE.replace("GAME", file)), name="worth")
    run(experiment, laboratory, here, enough)
    found = {worth.kind: worth for worth in worths(collect(experiment, laboratory))}
    assert found.keys() == {"16", "nonsense"}
    assert found["16"].harms
    assert not found["16"].carries
    assert found["nonsense"].lost.low < 0 < found["nonsense"].lost.high


def test_optional_rules_are_switched_off_in_turn(tmp_path: Path) -> None:
    assert [game.name for game in without_rules(parlour.game("hex:size=3"))] == [
        "hex:pie=no,size=3"
    ]
    assert without_rules(parlour.game("hex:size=3,pie=no")) == []
    game = parlour.game("hex:size=3")
    text = rules_text(game, 9.0, without_rules(game), "random", 30)
    laboratory, experiment = Laboratory(tmp_path), replace(parse_experiment(text), name="rules")
    run(experiment, laboratory, here, enough)
    answer = optional_rules(collect(experiment, laboratory))
    assert answer is not None
    assert "hex:pie=no,size=3" in answer.more[0]
