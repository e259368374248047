"""TigerBridge's problems: what is made is right, and what is wrong is found out."""

from __future__ import annotations

import pytest

import parlour
from parlour.games.tiger_bridge.problems import problems
from parlour.puzzles import Puzzle, PuzzleProver, faults, puzzles
from parlour.puzzles.book import AIM
from parlour.puzzles.own import tree_of
from parlour.records import read
from parlour.table.problem import MOST


def errors(puzzle: Puzzle) -> list[str]:
    return faults(puzzle, PuzzleProver(puzzle.tree.game))


def test_a_wrong_blade_is_found_out() -> None:
    puzzle = next(p for p in puzzles("tiger-bridge") if len(p.tree.moves()) == 1)
    assert errors(puzzle) == []
    given = {child.move for child in puzzle.tree.root.children}
    other = next(move for move in puzzle.tree.root.state().moves() if move not in given)
    head = puzzle.tree.write().text.partition("{")[0]
    tree = next(read(f"{head}{{[%task Win.]}} 1. {other} *")).tree
    assert tree is not None
    assert errors(Puzzle(1, MOST, 1, 1, (), tree)) != []


@pytest.mark.long
def test_problems_are_made_and_hold() -> None:
    game = parlour.game("tiger-bridge")
    trees = [tree_of(each) for seed in range(4) for each in problems(game, seed)]
    assert trees
    for tree in trees:
        assert errors(Puzzle(1, MOST, 1, 1, (), tree)) == []
        assert "North" in tree.tags[AIM] or "East" in tree.tags[AIM]
