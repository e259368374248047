"""Chess as UCI writes it: moves as ``e7e8q``, positions as FENs."""

from __future__ import annotations

from parlour.errors import BadPosition
from parlour.table.game import Game, State


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
