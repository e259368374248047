"""The tiles for paper."""

from __future__ import annotations

from parlour.games.tantrix.board import NAMES
from parlour.games.tantrix.picture import tile_item
from parlour.kernel.scene import StockItem
from parlour.table.game import Game


def items(game: Game) -> tuple[StockItem, ...]:
    """All tiles, whoever plays."""
    return tuple(map(tile_item, NAMES))
