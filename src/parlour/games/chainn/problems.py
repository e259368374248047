"""Deals of Chainn with the proven best: to be played as one likes, in as few sequences as can be."""

from __future__ import annotations

import random
from collections.abc import Iterator

from parlour.games.chainn.solver import ChainnSolution, solve
from parlour.table.game import Game
from parlour.table.problem import BEST, Problem

TASK = "Play as you like, and begin again as often as you like."
FEWEST = 4  # moves of a best line: with fewer there is nothing to find


def problems(game: Game, seed: int) -> Iterator[Problem]:
    """The deal of one seed, if its best line is proven and not seen at once."""
    state = game.start()
    state.play(state.draw(random.Random(seed)))
    solution = solve(game.read(state.text))
    if solution.line is None or not solution.proven or solution.moves < FEWEST:
        return
    answers = {solution.line[:ply]: (move,) for ply, move in enumerate(solution.line)}
    theme = "one sequence" if solution.sequences == 1 else f"{solution.sequences} sequences"
    position = game.read(state.text)
    yield Problem(position, BEST, solution.moves, (theme,), aim(solution), TASK, answers)


def aim(solution: ChainnSolution) -> str:
    """The aim: the fewest sequences, and the fewest moves in that many."""
    if solution.sequences == 1:
        return f"Win in one sequence: {solution.moves} moves are the fewest"
    return f"Win in {solution.sequences} sequences: {solution.moves} moves are the fewest"


def faults(problem: Problem) -> list[str]:
    """The errors of a problem: its deal is solved again."""
    solution = solve(problem.state)
    path: tuple[str, ...] = ()
    while path in problem.answers:
        path = (*path, problem.answers[path][0])
    record = problem.after(path).record
    reached = (record.sequences, record.moves)
    if solution.proven and reached == (solution.sequences, solution.moves):
        return [] if problem.aim == aim(solution) else [aim(solution)]
    return [f"{reached} is not proven to be the best: {solution}"]
