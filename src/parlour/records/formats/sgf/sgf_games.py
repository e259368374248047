"""What SGF's own pages say of single games: numbers, colours, moves, setup, dialects."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from parlour.errors import BadRecord, IllegalMove, ParlourError
from parlour.kernel.boards import letters
from parlour.records.builder import Builder
from parlour.records.tree import Node, Tree
from parlour.table import catalogue
from parlour.table.game import Game

NUMBERS = {
    "chess": 3,
    "shogi": 8,
    "lines-of-action": 9,
    "hex": 11,
    "hive": 27,
    "tumbling-down": 33,
    "focus": 36,
}
NO_NUMBER = 1000  # of games that SGF's list has not: no Go program takes it for Go
find_game = lru_cache(64)(catalogue.game)
_IDS = {number: name for name, number in NUMBERS.items()}
_CELL = re.compile(r"([a-z]+)([1-9]\d*)", re.ASCII)
_LOA = re.compile(r"([a-h][1-8])[-:x]?([a-h][1-8])[+!]*", re.ASCII)
_GO = re.compile(r"[a-z]{2}", re.ASCII)
SWAPS = {"swap-sides": False, "swap-pieces": True, "swap": True}  # whether the stone moves
ENDINGS = {"resign": "resignation", "forfeit": "forfeit"}
WORDS = frozenset((*SWAPS, *ENDINGS))  # values that are no moves of the rulebook


def colour_letter(game: Game, seat: int, swapped: bool = False) -> str:
    """``B`` or ``W`` for a seat: by its name, otherwise the first seat is Black; in Hex by its stones."""
    names = [name.lower() for name in game.seat_names]
    if game.id == "hex":
        return "BW"[seat ^ swapped]
    if names[seat] in ("white", "black"):
        return names[seat][0].upper()
    return "BW"[seat] if seat < 2 else ""


def written_move(game: Game, text: str) -> str:
    """A move as SGF's page of the game writes it."""
    if game.id == "lines-of-action":
        return text.replace("x", ":")
    if game.id == "hex" and text == "swap":
        return "swap-sides"
    return text


def read_move(game: Game, builder: Builder, value: str) -> str:
    """The rulebook's text of an SGF move here, cells of Hex already mirrored; raises IllegalMove."""
    if game.id in ("hex", "lines-of-action"):
        value = value.strip().lower()
    if game.id == "lines-of-action" and _LOA.fullmatch(value):
        plain = loose(value)
        taking = plain.replace("-", "x")
        return taking if builder.state and taking in builder.state.moves() else plain
    return value


def loose(value: str) -> str:
    """A move of Lines of Action with - between its cells, whether it captures or not."""
    match = _LOA.fullmatch(value.strip().lower())
    return f"{match[1]}-{match[2]}" if match else value


def mirrored(cell: str) -> str:
    """A cell of Hex on the other side of the long diagonal; what is no cell stays as it is."""
    match = _CELL.fullmatch(cell.lower())
    if not match:
        return cell
    column = number_of(match[1])
    return letters(int(match[2]) - 1) + str(column + 1)


def number_of(name: str) -> int:
    """A column's number from 0: a, b, …, z, aa, ab, …."""
    number = 0
    for letter in name[:6]:
        number = number * 26 + ord(letter) - 96
    return number - 1


def from_golem(value: str) -> str:
    """A cell as Little Golem writes it, two letters from ``aa``, as Hex's cells are named."""
    value = value.strip().lower()
    return f"{value[0]}{ord(value[1]) - 96}" if _GO.fullmatch(value) else value


def is_golem(root: Mapping[str, str]) -> bool:
    """Whether a game without a number bears Little Golem's marks."""
    return "GM" not in root and (
        "littlegolem" in root.get("SO", "").lower() or root.get("EV", "").lower().startswith("hex")
    )


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
        hex_marks = is_golem(root) or root.get("AP", "").startswith("HexGui")
        return _of_size("hex", root) if hex_marks else None
    if number == "1":
        raise BadRecord("GM[1] is Go, which is not among the games here")
    known = _IDS.get(int(number)) if number.isdecimal() and len(number) < 6 else None
    if known is None:
        raise BadRecord(f"GM[{number:.20}] is no game known here; expected {sorted(_IDS)}")
    return _of_size(known, root)


def _of_size(name: str, root: Mapping[str, str]) -> Game:
    options = {}
    if name == "hex":
        columns, _, rows = root.get("SZ", "11").strip().partition(":")
        if rows and rows.strip() != columns.strip():
            raise BadRecord(
                f"SZ[{columns:.20}:{rows:.20}]: boards have as many rows as columns here"
            )
        options["size"] = columns.strip()
    if name == "lines-of-action" and "eggs" in root.get("SU", "").lower():
        options["setup"] = "scrambled-eggs"
    return find_game(name, **options)


# -- setup -------------------------------------------------------------------------------------------


def points(values: list[str]) -> list[str]:
    """The cells of a list of points, rectangles (``a1:c3``) taken apart."""
    cells = []
    for value in values:
        first, _, last = value.strip().lower().partition(":")
        one, two = _CELL.fullmatch(first), _CELL.fullmatch(last)
        if not (one and two):
            cells.append(first if not last else value)
            continue
        columns = sorted((number_of(one[1]), number_of(two[1])))
        rows = sorted((int(one[2]), int(two[2])))
        if (columns[1] - columns[0]) * (rows[1] - rows[0]) > 10_000:
            raise BadRecord(f"{value:.40} is too many cells")
        cells += [
            f"{letters(column)}{row}"
            for column in range(columns[0], columns[1] + 1)
            for row in range(rows[0], rows[1] + 1)
        ]
    return cells


def position_of(game: Game, setup: Mapping[str, list[str]], to_move: str) -> str:
    """The position text that AB, AW and AE make of the start; raises BadRecord, BadPosition.

    `setup` has cells by property name, `to_move` is ``B`` or ``W``.
    """
    if game.id == "hex":
        return _hex_position(game, setup, to_move)
    if game.id == "lines-of-action":
        return _loa_position(game, setup, to_move)
    raise BadRecord(f"stones cannot be set up in {game.title} this way")


def _hex_position(game: Game, setup: Mapping[str, list[str]], to_move: str) -> str:
    size = int(game.chosen["size"])
    rows = [["."] * size for _ in range(size)]
    for name, stone in (("AB", "x"), ("AW", "o"), ("AE", ".")):
        for cell in setup.get(name, ()):
            match = _CELL.fullmatch(cell)
            column, row = (number_of(match[1]), int(match[2]) - 1) if match else (size, size)
            if column >= size or row >= size:
                raise BadRecord(f"{name}[{cell:.20}]: there is no such cell")
            rows[row][column] = stone
    return f"{game.name} {'/'.join(map(''.join, rows))} {'BW'.index(to_move)} -"


def _loa_position(game: Game, setup: Mapping[str, list[str]], to_move: str) -> str:
    fresh = all(name not in setup for name in ("AE",))
    rows = [["."] * 8 for _ in range(8)]
    if not fresh:
        rows = [list(row) for row in game.start().text.split(" ")[1].split("/")]
    for name, stone in (("AB", "x"), ("AW", "o"), ("AE", ".")):
        for cell in setup.get(name, ()):
            if not re.fullmatch("[a-h][1-8]", cell):
                raise BadRecord(f"{name}[{cell:.20}]: there is no such cell")
            rows[8 - int(cell[1])][ord(cell[0]) - 97] = stone
    return f"{game.name} {'/'.join(map(''.join, rows))} {'xo'['BW'.index(to_move)]}"


def setup_of(tree: Tree) -> dict[str, list[str]]:
    """AB, AW and PL for a position that is not the start, where SGF's page has them."""
    if tree.position is None or tree.game.id not in ("hex", "lines-of-action"):
        return {}
    board, turn = tree.position.split(" ")[1:3]
    found: dict[str, list[str]] = {"AB": [], "AW": []}
    rows = board.split("/")
    for row, cells in enumerate(rows):
        for column, stone in enumerate(cells):
            number = row + 1 if tree.game.id == "hex" else len(rows) - row
            if stone in "xo":
                found["AB" if stone == "x" else "AW"].append(f"{letters(column)}{number}")
    swapped = "swapped" in tree.position
    seat = "xo".index(turn) if turn in "xo" else int(turn)
    found["PL"] = [colour_letter(tree.game, seat, swapped)]
    return {name: values for name, values in found.items() if values}


def check_colour(label: str, expected: str) -> None:
    """Raise IllegalMove if a move is labelled with the colour that is not to move."""
    if expected and label != expected:
        name = {"B": "Black", "W": "White"}
        raise IllegalMove(f"{name[label]} is not to move; expected a move of {name[expected]}")


def colour_letter_of(node: Node) -> str:
    """``B`` or ``W`` for who made a node's move, "" where it is neither."""
    if node.seat is None or node.seat < 0:
        return ""
    swapped = node.tree.game.id == "hex" and any(one.move == "swap" for one in node.path()[:3])
    begun = node.tree.position is not None and "swapped" in node.tree.position
    return colour_letter(node.tree.game, node.seat, swapped or begun)
