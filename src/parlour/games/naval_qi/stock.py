"""The items that a player can place, drawn as they will lie in the sea, with their prices."""

from __future__ import annotations

from typing import Any

from parlour.games.naval_qi.items import (
    COST,
    FLAGSHIP,
    HEIGHT,
    KINDS,
    LAND2,
    NAMES,
    PLATFORM,
    REDEPLOYING,
    REPEATINGGUN,
    SHIELD,
    SHIP_KINDS,
    STANDING,
    WIDTH,
)
from parlour.games.naval_qi.placing import is_ship, spent, spent_on_ships
from parlour.games.naval_qi.text.log_text import CALLED, OCCUPANTS
from parlour.kernel.layout import Record
from parlour.kernel.scene import Cell, Piece, Stock, StockItem

GUNS = {"t": "tigergun", "l": "largegun", "s": "standardgun", "u": "undergroundgun"}
CREW = {"": "repeatinggun", "e": "eagle", "b": "bowman", **GUNS}
PLATES = (3, 3)  # of a shielding
WEST, EAST = 3, 1  # the neighbours of a ship's section, clockwise from the north


def stock_of(rules: Any, s: Record, seat: int, colour: str) -> Stock:
    """What a player can buy, or has still to put back."""
    count = s.count[seat * KINDS : (seat + 1) * KINDS]
    if s.stage == REDEPLOYING:
        left = {kind: s.afloat[seat * KINDS + kind] for kind in SHIP_KINDS} | {REPEATINGGUN: 1}
        waiting = [(kind, int(n - count[kind])) for kind, n in left.items() if n > count[kind]]
        items = [stock_item(kind, colour, count=n) for kind, n in waiting]
        return Stock(seat, tuple(items), "Put back your ships; the Repeating Gun stands on Land.")
    kinds = [kind for kind in range(REPEATINGGUN) if kind != FLAGSHIP or not count[FLAGSHIP]]
    return Stock(
        seat,
        tuple(stock_item(kind, colour, _price(kind)) for kind in kinds),
        _budget(rules, s, seat),
    )


def _price(kind: int) -> str:
    cost = int(COST[kind])
    return f"{cost} chest{'s' if cost > 1 else ''}" if cost else "free"


def _budget(rules: Any, s: Record, seat: int) -> str:
    left, ships = rules.CHESTS - spent(s, seat), spent_on_ships(s, seat)
    least, most = rules.LEAST_ON_SHIPS, rules.MOST_ON_SHIPS
    return f"{left} of {rules.CHESTS} chests left; ships {ships}, {least} to {most} needed"


def stock_item(kind: int, colour: str, note: str = "", count: int = 1) -> StockItem:
    """An item as it is drawn beside the board and on paper."""
    return StockItem(NAMES[kind], CALLED[kind], _draw(kind, colour), note, count)


def _draw(kind: int, colour: str) -> tuple[Cell, ...]:
    """An item on its cells, a ship from west to east."""
    wide, high = PLATES if kind == SHIELD else (int(WIDTH[kind, 0]), int(HEIGHT[kind, 0]))
    tone = "sea" if is_ship(kind) else "land"
    return tuple(
        Cell("", x, y, pieces=_standing(kind, colour, x, wide), tone=tone)
        for y in range(high)
        for x in range(wide)
    )


def _standing(kind: int, colour: str, x: int, wide: int) -> tuple[Piece, ...]:
    if kind <= LAND2:
        return ()
    if kind == SHIELD:
        return (plate_piece(colour),)
    if is_ship(kind):
        beside = [EAST] * (x < wide - 1) + [WEST] * (x > 0)
        return (ship_piece(kind, colour, beside),)
    return (crew_piece(int(STANDING[kind]), colour),)


def ship_piece(kind: int, colour: str, beside: list[int]) -> Piece:
    """A section of a ship, by the sections that lie beside it: an end or a middle."""
    name = NAMES[kind]
    if kind == PLATFORM:
        return Piece("", colour, name)
    if len(beside) == 1:  # the bow points away from the only section beside it
        return Piece("", colour, f"{name} ship-end", (90.0 * beside[0] + 180) % 360)
    if beside:
        return Piece("", colour, f"{name} ship-middle", 90.0 * beside[0])
    return Piece("", colour, f"{name} ship-alone")


def crew_piece(crew: int, colour: str) -> Piece:
    """An item on a position, with the shots that it has left; white, so that it is seen on its ship."""
    text = OCCUPANTS[crew] if crew < len(OCCUPANTS) else ""
    return Piece(text[1:] or text.upper(), f"{colour} white", CREW[text[:1]])


def plate_piece(colour: str) -> Piece:
    """A plate over a position."""
    return Piece("", f"{colour} white", "plate")
