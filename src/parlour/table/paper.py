"""What a game brings for paper and for the workshop: ``paper.py`` in its folder.

``decks(game)`` returns packs of cards, ``models(game)`` files for cutters and printers; either may be
missing.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from parlour.table.game import Game


@dataclass(frozen=True)
class Card:
    """A card: its text in the corners, a form of the skin in the middle, and words beneath.

    `opposite` is the text of the half that is turned round; without it both halves are alike.
    """

    text: str
    form: str = ""
    colour: str = "black"
    words: str = ""
    opposite: str = ""


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
    make = getattr(_source(game), "decks", None)
    return tuple(make(game)) if make else ()


def models(game: Game) -> tuple[ModelFile, ...]:
    """The files for cutters and printers that a game brings."""
    make = getattr(_source(game), "models", None)
    return tuple(make(game)) if make else ()


def _source(game: Game) -> ModuleType | None:
    return _module(game.spec.package) if game.spec.rules else None


@cache
def _module(package: str) -> ModuleType | None:
    name = f"{package}.paper"
    return None if importlib.util.find_spec(name) is None else importlib.import_module(name)
