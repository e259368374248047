"""How a game of given options can end: every reason, with the scores that it can have."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING

from parlour.table.outcome import even_shares

if TYPE_CHECKING:
    from parlour.table.game import Game

Rows = Collection[tuple[Fraction, ...]]


def possible_endings(game: Game) -> dict[str, Rows]:
    """The game's own endings, and those that all games share where they can come about."""
    known = dict(game.notation.endings())
    if game.spec.repetition:
        known.setdefault(game.spec.repetition_reason, even_shares(game.seats))
    if game.move_limit:
        known.setdefault("move-limit", even_shares(game.seats))
    elif not game.spec.rules_count_moves:
        known.pop("move-limit", None)
    return known
