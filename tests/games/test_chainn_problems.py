"""Chainn's deals with the proven best: what is proven, and how an attempt at one ends."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from parlour.games.chainn.solver import solve
from parlour.lessons import begin
from parlour.puzzles import Puzzle, PuzzleProver, faults, puzzles
from parlour.records import read

DEALS = puzzles("chainn")


def errors(puzzle: Puzzle) -> list[str]:
    return faults(puzzle, PuzzleProver(puzzle.tree.game))


def test_a_deal_is_proven_anew_and_a_wrong_best_found_out() -> None:
    assert errors(DEALS[-1]) == []
    text = DEALS[-1].tree.write().text.replace("in one sequence", "in no time")
    worse = next(read(text)).tree
    assert worse is not None
    assert errors(replace(DEALS[-1], tree=worse)) != []


def test_fewer_moves_in_more_sequences_are_not_enough() -> None:
    line, puzzle = next(
        (found.line, puzzle)
        for puzzle in DEALS
        if (found := solve(puzzle.tree.root.state(), "moves")).sequences > 1
    )
    attempt = begin(puzzle.step)
    for move in line or ():
        answer = attempt.play(move)
    assert (answer.right, answer.done) == (True, False)
    assert "would do. Start again" in answer.words
    assert attempt.over
    with pytest.raises(ValueError, match="done"):
        attempt.play("a1-a2")


def test_a_card_that_is_stuck_loses() -> None:
    rng, words = random.Random(1), ""
    while not words:
        attempt = begin(DEALS[0].step)
        while not attempt.over:
            words = attempt.play(rng.choice(attempt.state.moves())).words
        words = words if "Start again" in words and not attempt.is_done else ""
    assert words.startswith(("Lost", "Done"))
