"""What all engines have in common: a game, a position, a bot that thinks aside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from parlour.errors import BadOption
from parlour.table.game import Game

LONGEST = 100_000  # characters of a command


class Engine(Protocol):
    """A program that is spoken to in lines."""

    def hear(self, line: str) -> bool:
        """Answer a command; False once it was told to quit. Never raises: what is wrong is answered."""

    def close(self) -> None:
        """Stop thinking."""


def check_game(game: Game, protocol: str, *, only: tuple[str, ...] = ()) -> None:
    """Raise BadOption for a game that a protocol cannot speak of."""
    if only and game.id not in only:
        raise BadOption(f"{protocol} speaks of {', '.join(only)}, not of {game.id}")
    if game.seats != 2 or game.spec.hidden or "draw" in game.plain.given:
        raise BadOption(
            f"{protocol} speaks of games of two seats without chance and without hidden information; "
            f"{game.name} is none"
        )


Say = Callable[[str], None]
