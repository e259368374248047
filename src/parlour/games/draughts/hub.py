"""Hub's positions and moves of English draughts (the protocol of the engine Scan, version 2).

A position is a letter for who moves, ``B`` or ``W``, and one for each of the 32 squares in the order of
their numbers: ``b`` and ``w`` for men, ``B`` and ``W`` for kings, ``e`` for none. A move is its first and its
last square, ``11-15``, a capture followed by the squares of all that it takes, in any order: ``15x22x18``.
CheckerBoard's forms, a FEN and moves as of PDN, are read too.
"""

from __future__ import annotations

import re

from parlour.errors import BadPosition, BadRecord, IllegalMove
from parlour.games.draughts import pdn
from parlour.games.draughts.names import FILES
from parlour.games.draughts.variants import ENGLISH
from parlour.kernel.moves import Move
from parlour.table.game import Game, State

VARIANT = "english"  # the value of Hub's parameter `variant`
LETTERS = {"M": "b", "C": "B", "m": "w", "c": "W", ".": "e"}  # by the letters of position texts
SQUARES = [pdn.USUAL.cell(number) for number in range(1, pdn.SQUARES + 1)]

_POSITION = re.compile(r"([BW])([bwBWe]{32})")


def why_unsuited(game: Game) -> str:
    """Why Hub cannot describe a game with these options; "" if it can."""
    if game.chosen["sets"] == "dark":
        return ""
    return f"Hub speaks of {ENGLISH.id} on the dark squares, sets=dark"


def position_of(state: State) -> str:
    """A position as Hub writes it."""
    rows, turn = state.text.split(" ")[1:3]
    ranks = rows.split("/")
    found = (ranks[8 - int(cell[1])][FILES.index(cell[0])] for cell in SQUARES)
    return "BW"[int(turn[0])] + "".join(map(LETTERS.__getitem__, found))


def read_position(game: Game, text: str) -> State:
    """The state of a Hub position or a FEN of PDN; raises BadPosition."""
    match = _POSITION.fullmatch(text)
    fen = text if match is None else _fen(match[1], match[2])
    if match is None and ":" not in text:
        raise BadPosition(
            f"{text!s:.60} is no position; expected B or W and 32 letters of b, w, B, W, e, or a FEN"
        )
    try:
        position = pdn.position_of(fen, pdn.USUAL)
    except BadRecord as error:
        raise BadPosition(str(error)) from error
    return game.read(f"{game.name} {position.partition(' ')[2]}")


def _fen(turn: str, letters: str) -> str:
    """The FEN of the letters of a Hub position."""
    sides = []
    for colour in "WB":
        pieces = (
            f"{'K' if letter == colour else ''}{number}"
            for number, letter in enumerate(letters, 1)
            if letter.upper() == colour
        )
        sides.append(colour + ",".join(pieces))
    return ":".join([turn, *sides])


def written_move(move: Move) -> str:
    """A move as Hub writes it, what it takes in the order of numbers."""
    path = move.moved[0]
    taken = sorted(map(pdn.USUAL.number, move.captures))
    numbers = [pdn.USUAL.number(path[0]), pdn.USUAL.number(path[-1]), *taken]
    return ("x" if taken else "-").join(map(str, numbers))


def read_move(state: State, text: str) -> str:
    """Our text of the move that Hub's text, or PDN's, means; raises IllegalMove.

    Captures that begin, end and take alike lead to one position: any of them is as good.
    """
    first, *rest = text.split("x")
    last = rest[:1]
    try:
        ordered = "x".join([first, *last, *sorted(rest[1:], key=int)]) if rest else text
    except ValueError:
        raise IllegalMove(
            f"{text!s:.40} is no move; expected 11-15 or 15x22x18", move=text
        ) from None
    for move in state.legal:
        if written_move(move) == ordered:
            return move.text
    return pdn.read_move(state, text, pdn.USUAL)
