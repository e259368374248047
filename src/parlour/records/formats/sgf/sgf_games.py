"""Which game an SGF record is of, its colours, moves and setup: by each game's `SgfConventions`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache

from parlour.errors import BadRecord, IllegalMove, ParlourError
from parlour.kernel.cell_names import CELL, column_number, letters
from parlour.kernel.sgf_conventions import NO_NUMBER, Setup, SgfConventions
from parlour.records.builder import Builder
from parlour.records.tree import Node, Tree
from parlour.table import catalogue
from parlour.table.game import Game

find_game = lru_cache(64)(catalogue.game)
# What SGF's list of games has beyond those that are offered, which have their numbers themselves.
_LIST = """Go, Othello, , Gomoku, Nine Men's Morris, Backgammon, Chinese chess, , , Ataxx, , Jungle, Neutron,
Philosopher's Football, Quadrature, Trax, Tantrix, Amazons, Octi, Gess, Twixt, Zertz, Plateau, Yinsh, Punct,
Gobblet, , Exxit, Hnefatafl, Kuba, Tripples, Chase, , Sahara, Byte, , Dvonn, Tamsk, Gipf, Kropki"""
OTHERS = {str(n): name.strip() for n, name in enumerate(_LIST.split(","), 1) if name.strip()}
_GO = re.compile(r"[a-z]{2}", re.ASCII)
ENDINGS = {"resign": "resignation", "forfeit": "forfeit"}


@cache
def _games() -> dict[str, SgfConventions]:
    """How SGF writes each game, by id."""
    return {name: spec.sgf for name, spec in catalogue.specs().items()}


@cache
def words() -> frozenset[str]:
    """Values in place of a move that are no moves of the rulebook: swaps and resignations."""
    swaps = (word for conventions in _games().values() for word in conventions.swaps)
    return frozenset((*swaps, *ENDINGS))


def colour_letter(game: Game, seat: int, swapped: bool = False) -> str:
    """``B`` or ``W`` for a seat; "" beyond two."""
    return game.spec.sgf.colour(game.seat_names, seat, swapped)


def read_move(game: Game, builder: Builder, value: str) -> str:
    """The rulebook's text of an SGF move here; raises IllegalMove."""
    return game.spec.sgf.read(value, lambda: builder.state.moves() if builder.state else ())


def from_golem(value: str) -> str:
    """A cell as Little Golem writes it, two letters from ``aa``, in the rulebook's form."""
    value = value.strip().lower()
    return f"{value[0]}{ord(value[1]) - 96}" if _GO.fullmatch(value) else value


def is_golem(root: Mapping[str, str]) -> bool:
    """Whether a game without a number is marked as Little Golem's."""
    return any(conventions.is_golem(root) for conventions in _golem_games())


@cache
def _golem_games() -> list[SgfConventions]:
    """The games that Little Golem has."""
    usual = SgfConventions.is_golem
    return [one for one in _games().values() if type(one).is_golem is not usual]


@cache
def _ids() -> dict[int, str]:
    """The ids of the games that have numbers in SGF's list."""
    return {c.number: name for name, c in _games().items() if c.number != NO_NUMBER}


def game_of(root: Mapping[str, str]) -> Game | None:
    """The game that a root's properties tell; None if they do not say. Raises ParlourError."""
    named = root.get("RU", "").strip()
    if named:
        try:
            if not named.partition(":")[0].endswith(".py"):
                return find_game(named)
        except ParlourError:
            if root.get("AP", "").startswith("Parlour"):
                raise
    number = root.get("GM", "").strip()
    if not number:
        claiming = (name for name, conventions in _games().items() if conventions.claims(root))
        found = next(claiming, None)
        return None if found is None else _with_options(found, root)
    known = _ids().get(int(number)) if number.isdecimal() and len(number) < 6 else None
    if known is None and (other := OTHERS.get(number)):
        raise BadRecord(f"{other} (GM[{number}]): not a game here")
    if known is None:
        raise BadRecord(f"GM[{number:.20}] is no game known here; expected {sorted(_ids())}")
    return _with_options(known, root)


def _with_options(name: str, root: Mapping[str, str]) -> Game:
    return find_game(name, **_games()[name].options(root))


# -- setup -------------------------------------------------------------------------------------------


def points(values: list[str]) -> list[str]:
    """The cells of a list of points, rectangles (``a1:c3``) taken apart."""
    cells = []
    for value in values:
        first, _, last = value.strip().lower().partition(":")
        one, two = CELL.fullmatch(first), CELL.fullmatch(last)
        if not (one and two):
            cells.append(first if not last else value)
            continue
        columns = sorted((column_number(one[1]), column_number(two[1])))
        rows = sorted((int(one[2]), int(two[2])))
        if (columns[1] - columns[0]) * (rows[1] - rows[0]) > 10_000:
            raise BadRecord(f"{value:.40} is too many cells")
        cells += [
            f"{letters(column)}{row}"
            for column in range(columns[0], columns[1] + 1)
            for row in range(rows[0], rows[1] + 1)
        ]
    return cells


def setup_of(tree: Tree) -> Setup:
    """AB, AW and PL for a position that is not the start, where SGF's page has them."""
    return {} if tree.position is None else tree.game.spec.sgf.setup(tree.position)


def begins_swapped(tree: Tree) -> bool:
    """Whether a tree begins with a position in which the seats have swapped colours."""
    return tree.position is not None and tree.game.spec.sgf.is_swapped(tree.position)


def check_colour(label: str, expected: str) -> None:
    """Raise IllegalMove if a move is labelled with the colour that is not to move."""
    if expected and label != expected:
        name = {"B": "Black", "W": "White"}
        raise IllegalMove(f"{name[label]} is not to move; expected a move of {name[expected]}")


def colour_letter_of(node: Node) -> str:
    """``B`` or ``W`` for who made a node's move, "" where it is neither."""
    if node.seat is None or node.seat < 0:
        return ""
    swapped = bool(node.tree.game.spec.sgf.swaps) and any(
        one.move == "swap" for one in node.path()[:3]
    )
    return colour_letter(node.tree.game, node.seat, swapped or begins_swapped(node.tree))
