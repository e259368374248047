"""The sixteen posting cards, for paper: four drawn from them post North's Swordsmen."""

from __future__ import annotations

from parlour.kernel.scene import Card
from parlour.table.game import Game
from parlour.table.paper import Deck


def decks(game: Game) -> tuple[Deck, ...]:
    """A card for each square of ranks 5 and 6."""
    cards = tuple(
        Card(f"{file}{rank}", "swordsman", "orange", "a Swordsman is posted here")
        for rank in (5, 6)
        for file in "abcdefgh"
    )
    return (Deck("posting cards", cards),)
