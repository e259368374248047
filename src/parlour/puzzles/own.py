"""Games that make and judge their puzzles in a way of their own: the file ``problems.py`` in a folder."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from functools import cache
from typing import Protocol, cast

from parlour.puzzles.book import Puzzle
from parlour.records import Tree
from parlour.table.game import Game


class Problems(Protocol):
    """What such a file gives."""

    def problems(self, game: Game, seed: int) -> Iterator[Tree]:
        """The problems that one seed comes to, with all tags but the difficulty and the seed."""
        ...

    def faults(self, puzzle: Puzzle) -> list[str]:
        """What is wrong with a puzzle, proven anew; nothing if it is sound."""
        ...


def own_problems(game: Game) -> Problems | None:
    """A game's own way to make puzzles; None where it has none."""
    return _own_problems(game.spec.package) if game.spec.rules else None


@cache
def _own_problems(package: str) -> Problems | None:
    name = f"{package}.problems"
    if importlib.util.find_spec(name) is None:
        return None
    return cast(Problems, importlib.import_module(name))
