"""The fourteen cards of first moves, for paper: South's move, and North's on the half turned round."""

from __future__ import annotations

import re

from parlour.errors import BadOption
from parlour.kernel.scene import Card
from parlour.table.catalogue import game as find_game
from parlour.table.game import Game
from parlour.table.paper import Deck


def decks(game: Game) -> tuple[Deck, ...]:
    """The cards of a game that can be played with them."""
    if "cards" not in game.options:
        return ()
    try:
        outcomes = find_game(game.name, cards="yes").start().chances() or []
    except BadOption:  # one set of diagonals
        return ()
    moves = [text.removeprefix("card:") for text, _ in outcomes]
    return (Deck("cards of first moves", tuple(Card(m, opposite=mirrored(m)) for m in moves)),)


def mirrored(move: str) -> str:
    """North's move that a card shows: the file stays, rank r becomes 9 - r."""
    return re.sub("[1-8]", lambda rank: str(9 - int(rank[0])), move)
