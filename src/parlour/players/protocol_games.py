"""The games that each engine protocol supports."""

from __future__ import annotations

from parlour.errors import ParlourError
from parlour.table.catalogue import games_with
from parlour.table.game import Game


def check_game(
    game: Game,
    protocol: str,
    error: type[ParlourError],
    *,
    chance: bool = False,
) -> None:
    """Raise `error` if a protocol cannot describe a game; `chance`: whether it can describe dice.

    A protocol that some game declares is for such games only; others are for any.
    """
    only = games_with(protocol.lower())
    if only and game.id not in only:
        raise error(f"{protocol} speaks of {', '.join(only)}, not of {game.id}")
    if game.seats != 2 or game.spec.hidden or (game.has_chance and not chance):
        without = "hidden information" if chance else "chance and without hidden information"
        raise error(
            f"{protocol} speaks of games of two seats without {without}; {game.name} is none"
        )
