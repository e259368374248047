"""Hive as the Universal Hive Protocol writes it: types of games, moves, turns, how a game stands.

A game's type is ``Base``, with the expansions that are played after ``+``; moves are the rulebook's with a
blank for the comma. See https://github.com/jonthysell/Mzinga/wiki/UniversalHiveProtocol.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction

from parlour.errors import BadRecord
from parlour.games.hive import GAMES, SETS
from parlour.table.game import Game

EXPANSIONS = ("Mosquito", "Ladybug", "Pillbug")
RESULTS = {"WhiteWins": "1-0", "BlackWins": "0-1", "Draw": "1/2-1/2"}
RUNNING = ("NotStarted", "InProgress")

TYPE = r"Base(?:\+[MLP]{1,3})?"
PIECE = "[wb][QSBGAMLP][123]?"
FIRST_MOVE = "w[QSBGAMLP]1?"
SECOND_MOVE = r"b\w{1,2}[ ]+[-/\\]?w"  # as far as it is sure

LETTERS = "MLP"
_PIECE = re.compile(r"\b([wb])([qsbgamlp])(?=[123]?(?:[^\w]|$))", re.IGNORECASE)


def options_of(kind: str) -> dict[str, object]:
    """The options that a type of game names, as ``Base+ML``; raises BadRecord."""
    letters = kind.removeprefix("Base").removeprefix("+")
    if not re.fullmatch(TYPE, kind) or len(letters) > len(set(letters)):
        raise BadRecord(f"{kind:.40} is no type of game; expected Base, Base+M, … Base+MLP")
    return {"pieces": "".join(letter for letter in LETTERS if letter in letters) or SETS[0]}


def usual_type(kind: str) -> str:
    """A type of game with the usual capitals."""
    return kind.upper().replace("BASE", "Base")


def type_of(game: Game) -> str:
    """The type of a game, by its expansions."""
    pieces = str(game.chosen["pieces"])
    return "Base" if pieces == SETS[0] else f"Base+{pieces}"


def other_options(game: Game) -> str:
    """The options of a game that its type does not tell, as its name has them."""
    options = game.name.partition(":")[2].split(",")
    return ",".join(text for text in options if text and not text.startswith("pieces="))


def options_of_moves(moves: Iterable[str]) -> dict[str, object]:
    """The options of a game in which these moves, all that were made, are legal."""
    made = list(moves)
    used = {piece[1] for move in made for piece in re.findall(PIECE, move)}
    letters = "".join(letter for letter in LETTERS if letter in used)
    return {**options_of(f"Base+{letters}" if letters else "Base"), **first_options(made[:2])}


def first_options(moves: Iterable[str]) -> dict[str, object]:
    """The option that the first moves of both sides tell: whether one places its Queen."""
    return {"queen_first": any(text.lstrip()[1:2] == "Q" for text in moves)}


def read_move(text: str) -> str:
    """The rulebook's text of a move."""
    return _PIECE.sub(lambda found: found[1].lower() + found[2].upper(), ",".join(text.split()))


def written_move(text: str) -> str:
    """A move of the rulebook as UHP writes it."""
    return text.replace(",", " ")


def turn_text(count: int) -> str:
    """Whose turn it is after that many moves, and of what number: ``White[1]``."""
    seats = GAMES[0].seats
    assert isinstance(seats, tuple)
    return f"{seats[count % 2]}[{count // 2 + 1}]"


def standing(scores: tuple[Fraction, ...] | None, count: int) -> str:
    """How a game stands after that many moves, with the scores of its end."""
    if scores is None:
        return RUNNING[bool(count)]
    white, black = scores
    return "Draw" if white == black else "WhiteWins" if white > black else "BlackWins"
