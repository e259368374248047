"""Chess as UCI writes it: moves as ``e7e8q``, positions as FENs, Chess960 as a switch."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from parlour.errors import BadPosition
from parlour.games.chess import STANDARD, USUAL_FISCHER
from parlour.table.game import Game, State


def switch_chess960(game: Game, on: bool) -> Game:
    """The game with castling as UCI_Chess960 writes it, the king taking the rook, or without.

    One game serves all starts, which are given as FENs.
    """
    if on == (game.chosen["start"] != STANDARD):
        return game
    return game.variant(start=USUAL_FISCHER if on else STANDARD)


SWITCHES: Mapping[str, Callable[[Game, bool], Game]] = {"UCI_Chess960": switch_chess960}


def written_move(text: str) -> str:
    """A move of the rulebook in UCI's form."""
    return text.replace("-", "").replace("x", "").replace("=", "").lower()


def position_of(state: State) -> str:
    """The FEN of a position, which is its text without the game's name."""
    return state.text.partition(" ")[2]


def read_position(game: Game, text: str) -> State:
    """The state of a FEN, in which counters may be missing, or of an EPD; raises BadPosition.

    The operations of an EPD, such as ``bm Nf3;``, are not read.
    """
    fields = text.split()
    if text.endswith(";") and len(fields) > 4 and not fields[4].isdecimal():
        fields = fields[:4]
    if len(fields) > 6:
        raise BadPosition(f"a FEN has at most 6 fields, not {len(fields)}")
    return game.read(" ".join([game.name, *game.notation.loosened(fields)]))
