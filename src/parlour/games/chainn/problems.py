"""Deals of Chainn with the proven best: to be played as one likes, in as few sequences as can be."""

from __future__ import annotations

import random
from collections.abc import Iterator

from parlour.games.chainn.solver import Solution, solve
from parlour.puzzles.book import AIM, BEST, KIND, LENGTH, THEMES, Puzzle
from parlour.records import Tree
from parlour.table.game import Game

FEWEST = 4  # moves of a best line: with fewer there is nothing to find


def problems(game: Game, seed: int) -> Iterator[Tree]:
    """The deal of one seed, if its best line is proven and not seen at once."""
    state = game.start()
    state.play(state.draw(random.Random(seed)))
    solution = solve(game.read(state.text))
    if solution.line is None or not solution.proven or solution.moves < FEWEST:
        return
    tree = Tree(game, {}, game.read(state.text))
    node = tree.root
    for move in solution.line:
        node = node.add(move)
    tree.root.task = "Play as you like, and begin again as often as you like."
    told = "one sequence" if solution.sequences == 1 else f"{solution.sequences} sequences"
    tags = {KIND: BEST, LENGTH: str(solution.moves), THEMES: told, AIM: aim(solution)}
    tree.tags.update(tags)
    yield tree


def aim(solution: Solution) -> str:
    """What is to be reached: the fewest sequences, and the fewest moves in so many."""
    if solution.sequences == 1:
        return f"Win in one sequence: {solution.moves} moves are the fewest"
    return f"Win in {solution.sequences} sequences: {solution.moves} moves are the fewest"


def faults(puzzle: Puzzle) -> list[str]:
    """What is wrong with a deal, solved anew."""
    root = puzzle.tree.root
    solution = solve(root.state())
    record = puzzle.tree.end().record
    reached = (record.sequences, record.moves)
    if solution.proven and reached == (solution.sequences, solution.moves):
        return [] if puzzle.title == aim(solution) else [f"puzzle {puzzle.number}: {aim(solution)}"]
    return [f"puzzle {puzzle.number}: {reached} is not proven to be the best: {solution}"]
