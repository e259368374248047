"""Games that make and prove their own puzzles: ``problems.py`` in a game's folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, cast

from parlour.puzzles.book import AIM, KIND, LENGTH, THEMES, Puzzle
from parlour.records import Node, Tree
from parlour.table.catalogue import own_module
from parlour.table.game import Game
from parlour.table.problem import Problem


class ProblemSource(Protocol):
    """The contents of ``problems.py``."""

    def problems(self, game: Game, seed: int) -> Iterator[Problem]:
        """Problems made from one seed."""
        ...

    def faults(self, problem: Problem) -> list[str]:
        """The errors of a problem, proven again; empty if it is sound."""
        ...


def problem_source(game: Game) -> ProblemSource | None:
    """A game's own problems; None if it has none."""
    return cast("ProblemSource | None", own_module(game, "problems"))


def tree_of(problem: Problem) -> Tree:
    """A problem as a tree with all tags of a puzzle except difficulty and seed."""
    tree = Tree(problem.state.game, {}, problem.state)
    tree.root.task = problem.task
    nodes: dict[tuple[str, ...], Node] = {(): tree.root}
    for path, moves in problem.answers.items():
        for move in moves:
            nodes[(*path, move)] = nodes[path].add(move)
    themes = ", ".join(problem.themes)
    tags = {KIND: problem.kind, LENGTH: str(problem.length), THEMES: themes, AIM: problem.aim}
    tree.tags.update(tags)
    return tree


def problem_of(puzzle: Puzzle) -> Problem:
    """A stored puzzle as its game's problem."""
    root = puzzle.tree.root
    answers = {
        tuple(each.move for each in node.path()[1:]): tuple(child.move for child in node.children)
        for node in puzzle.tree.nodes()
        if node.children
    }
    return Problem(
        root.state(), puzzle.kind, puzzle.length, puzzle.themes, puzzle.title, root.task, answers
    )


def own_faults(source: ProblemSource, puzzle: Puzzle) -> list[str]:
    """The errors that a game finds in one of its own puzzles."""
    return [f"puzzle {puzzle.number}: {fault}" for fault in source.faults(problem_of(puzzle))]
