"""The pack of 52 Blades, for paper."""

from __future__ import annotations

from parlour.games.tiger_bridge.blades import NAMES, RANKS, TERRITORIES
from parlour.games.tiger_bridge.picture import COLOURS, FORMS
from parlour.kernel.scene import Card
from parlour.table.game import Game
from parlour.table.paper import Deck


def decks(game: Game) -> tuple[Deck, ...]:
    """The Blades by territory, from the top."""
    cards = [
        Card(rank, FORMS[where].split()[-1], COLOURS[where], NAMES[where])
        for where in reversed(TERRITORIES)
        for rank in reversed(RANKS)
    ]
    return (Deck("Blades", tuple(cards)),)
