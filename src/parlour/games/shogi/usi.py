"""Shogi as USI writes it: moves are the rulebook's, positions SFENs."""

from __future__ import annotations

from parlour.table.game import Game, State


def written_move(text: str) -> str:
    """A move of the rulebook, which is USI's."""
    return text


def position_of(state: State) -> str:
    """The SFEN of a position, which is its text without the game's name."""
    return state.text.partition(" ")[2]


def read_position(game: Game, text: str) -> State:
    """The state of an SFEN; raises BadPosition."""
    return game.read(f"{game.name} {text}")
