"""Annotated games: short games of strong bots, or worked out, with comments that a review has checked.

A game's annotated games are the recorded games of ``ID.annotated.pgn`` in its folder, in Parlour's native
form. The root's comment says what a game shows. Evaluations are those of the review; where a move is marked
as a mistake, a variation shows a better one.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from parlour.errors import BadRecord
from parlour.lessons.course import WRONG
from parlour.players.chance import chance_of_evaluation, shares
from parlour.records import Node, Tree, read
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import specs

ENDING = ".annotated.pgn"
_TITLE = re.compile(r'^\[Event "(.+)"\]$', re.MULTILINE)


@dataclass(frozen=True)
class MarkedMistake:
    """A move of the main line that is marked as wrong, and the variation that is better.

    `cost` is the part of the chance of winning that the review found lost, None if it is unknown.
    """

    node: Node
    better: Node | None
    cost: float | None


def annotated_file(game_id: str) -> Path:
    """Where a game's annotated games are stored, whether there are any or not; raises UnknownGame."""
    game = find_game(game_id)
    package = importlib.import_module(game.spec.package)
    return Path(str(package.__file__)).parent / f"{game.id}{ENDING}"


@cache
def annotated_titles(game_id: str) -> tuple[str, ...]:
    """The titles of a game's annotated games, in the order of the file; none without a file."""
    path = annotated_file(game_id)
    return tuple(_TITLE.findall(path.read_text(encoding="utf-8"))) if path.is_file() else ()


def all_annotated_titles() -> dict[str, tuple[str, ...]]:
    """The titles of the annotated games that ship with the package, by the game's id."""
    found = {game_id: annotated_titles(game_id) for game_id in specs()}
    return {game_id: titles for game_id, titles in found.items() if titles}


def annotated_games(game_id: str) -> Iterator[Tree]:
    """A game's annotated games; raises BadRecord for a damaged file."""
    path = annotated_file(game_id)
    for number, item in enumerate(read(path) if path.is_file() else (), 1):
        if item.error is not None or item.tree is None:
            raise BadRecord(f"{path.name}, game {number}: {item.error}")
        yield item.tree


def mistakes(tree: Tree) -> Iterator[MarkedMistake]:
    """The moves of the main line that are marked as wrong, in order."""
    for node in tree.line():
        if WRONG & set(node.glyphs) and node.parent is not None:
            others = [other for other in node.parent.children if other is not node]
            yield MarkedMistake(node, others[0] if others else None, _cost(node, node.parent))


def _cost(node: Node, parent: Node) -> float | None:
    before, after = _chance(parent), _chance(node)
    if before is None or after is None:
        return None
    return after - before if node.seat else before - after


def _chance(node: Node) -> float | None:
    """The first player's chance at a node: by its evaluation, or by the outcome of a game that is over."""
    if node.evaluation is not None:
        return chance_of_evaluation(node.evaluation)
    outcome = node.state().outcome
    if outcome is None:
        return None
    return shares([float(score) for score in outcome.scores], node.tree.game.spec.sides)[0]
