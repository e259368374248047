"""Puzzles: positions in which exactly one move keeps what is proven, made from games of bots.

    for puzzle in puzzles("lines-of-action"):
        puzzle.kind, puzzle.length, puzzle.difficulty, puzzle.themes, puzzle.step.tree

They stand as recorded games in a game's folder, ``GAME.puzzles.pgn``, and are done like a step of a lesson.
"""

from parlour.puzzles.book import (
    Puzzle,
    has_puzzles,
    puzzle_of_the_day,
    puzzles,
    puzzles_file,
    puzzles_in,
)
from parlour.puzzles.making import make
from parlour.puzzles.proof import PuzzleProver, faults

__all__ = [
    "Puzzle",
    "PuzzleProver",
    "faults",
    "has_puzzles",
    "make",
    "puzzle_of_the_day",
    "puzzles",
    "puzzles_file",
    "puzzles_in",
]
