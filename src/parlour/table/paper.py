"""What a game brings for paper and for the workshop: ``paper.py`` in its folder.

``decks(game)`` returns packs of cards, ``items(game)`` pieces of several cells, ``models(game)`` files
for cutters and printers; each may be missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from parlour.kernel.scene import Card, StockItem
from parlour.table.catalogue import own_module
from parlour.table.game import Game


@dataclass(frozen=True)
class Deck:
    """A pack of cards with its name."""

    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class ModelFile:
    """A file to download: its name, what it is, and a function that makes its contents."""

    file: str
    words: str
    make: Callable[[], bytes]


def decks(game: Game) -> tuple[Deck, ...]:
    """The packs of cards that a game is played with."""
    make = getattr(own_module(game, "paper"), "decks", None)
    return tuple(make(game)) if make else ()


def items(game: Game) -> tuple[StockItem, ...]:
    """The pieces to cut out that a game's start does not show, each drawn on its cells."""
    make = getattr(own_module(game, "paper"), "items", None)
    return tuple(make(game)) if make else ()


def models(game: Game) -> tuple[ModelFile, ...]:
    """The files for cutters and printers that a game brings."""
    make = getattr(own_module(game, "paper"), "models", None)
    return tuple(make(game)) if make else ()
