"""The pack of 52 bullets, for paper."""

from __future__ import annotations

from parlour.games.revolver.names import RANKS, REGIONS
from parlour.games.revolver.picture import FORMS, INKS
from parlour.kernel.scene import Card
from parlour.table.game import Game
from parlour.table.paper import Deck

REGION_NAMES = {"F": "Forests", "G": "Grasslands", "M": "Mountains", "D": "Deserts"}
TITLES = {"M": "Marshall", "S": "Sheriff", "D": "Deputy", "B": "Bailiff"}


def decks(game: Game) -> tuple[Deck, ...]:
    """The bullets by region, from the top."""
    cards = [
        Card(rank, FORMS[region].split()[-1], INKS[region], _words(rank, region))
        for region in reversed(REGIONS)
        for rank in reversed(RANKS)
    ]
    return (Deck("bullets", tuple(cards)),)


def _words(rank: str, region: str) -> str:
    title = TITLES.get(rank)
    return f"{title} of {REGION_NAMES[region]}" if title else REGION_NAMES[region]
