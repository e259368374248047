"""Of which games the protocols of engines can speak."""

from __future__ import annotations

from parlour.errors import ParlourError
from parlour.table.game import Game


def check_game(
    game: Game,
    protocol: str,
    error: type[ParlourError],
    *,
    only: tuple[str, ...] = (),
    chance: bool = False,
) -> None:
    """Raise `error` for a game that a protocol cannot speak of; `chance`: whether it can tell of dice."""
    if only and game.id not in only:
        raise error(f"{protocol} speaks of {', '.join(only)}, not of {game.id}")
    if game.seats != 2 or game.spec.hidden or (game.has_chance and not chance):
        without = "hidden information" if chance else "chance and without hidden information"
        raise error(
            f"{protocol} speaks of games of two seats without {without}; {game.name} is none"
        )
