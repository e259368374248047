"""Ships and items for paper: of each kind, for each side, as many as a quarter of the chests buys."""

from __future__ import annotations

from dataclasses import replace

from parlour.games.naval_qi.items import (
    COST,
    FLAGSHIP,
    KINDS,
    MOST_TIGERGUNS,
    REPEATINGGUN,
    TIGERGUN,
)
from parlour.games.naval_qi.picture import COLOURS
from parlour.games.naval_qi.stock import stock_item
from parlour.kernel.scene import StockItem
from parlour.table.game import Game

LANDS = 4  # of each size


def items(game: Game) -> tuple[StockItem, ...]:
    """A stock for both sides; who wants more of a kind prints the sheets again."""
    chests = int(game.chosen["chests"])
    return tuple(
        replace(stock_item(kind, colour), count=_count(kind, chests))
        for colour in COLOURS
        for kind in range(KINDS)
    )


def _count(kind: int, chests: int) -> int:
    if kind in (FLAGSHIP, REPEATINGGUN):
        return 1
    if not COST[kind]:
        return LANDS
    bought = max(1, chests // 4 // int(COST[kind]))
    return min(bought, MOST_TIGERGUNS) if kind == TIGERGUN else bought
