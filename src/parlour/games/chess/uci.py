"""Chess as UCI writes it: moves as ``e7e8q``, positions as FENs."""

from __future__ import annotations

from parlour.table.game import Game, State


def written_move(text: str) -> str:
    """A move of the rulebook in UCI's form."""
    return text.replace("-", "").replace("x", "").replace("=", "").lower()


def position_of(state: State) -> str:
    """The FEN of a position, which is its text without the game's name."""
    return state.text.partition(" ")[2]


def read_position(game: Game, text: str) -> State:
    """The state of a FEN; raises BadPosition."""
    return game.read(f"{game.name} {text}")
