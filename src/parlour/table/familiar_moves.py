"""Moves as a game's players write them elsewhere, such as SAN in chess, beside the rulebook's texts.

The rulebook's text stays a move's identity and is always understood.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from parlour.errors import IllegalMove
from parlour.table.catalogue import hooks
from parlour.table.foreign_notation import FamiliarHooks
from parlour.table.game import Game, State

CONVENTION = "familiar"


def familiar_hooks(game: Game) -> FamiliarHooks | None:
    """The hooks of a game whose players have a notation of their own."""
    if CONVENTION not in game.spec.conventions:
        return None
    found: FamiliarHooks = hooks(CONVENTION, game.id)
    return found


def written_move(state: State, text: str) -> str:
    """A legal move as players write it; the rulebook's text in games without such a notation."""
    own = familiar_hooks(state.game)
    return own.written_move(state, text) if own and isinstance(state.turn, int) else text


def written_line(state: State, texts: Iterable[str]) -> list[str]:
    """A line of moves as players write them; in a game with such a notation as far as it is legal."""
    if familiar_hooks(state.game) is None:
        return list(texts)
    state, found = state.copy(), []
    with suppress(IllegalMove):
        for text in texts:
            found.append(written_move(state, text))
            state.play(text)
    return found


def understand_move(state: State, word: str) -> str:
    """The rulebook's text of a move that is written as the rulebook or as players do.

    Raises IllegalMove in a game with such a notation; in others the text is returned as it is.
    """
    own = familiar_hooks(state.game)
    if own is None or state.outcome is not None:
        return word
    try:
        state.code(word)
    except IllegalMove:
        return own.read_move(state, word)
    return word
