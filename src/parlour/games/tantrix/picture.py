"""The tiles as a picture, without a board; the names of cells; hands beside it."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from parlour.games.tantrix.board import COLOURS, SEATS, WAYS
from parlour.kernel.boards import ROW_HEIGHT, letters
from parlour.kernel.scene import Area, Cell, Piece, Scene, Stock, StockItem, rectangle

Place = tuple[int, int]

INKS = ("red", "yellow", "green", "blue")  # by colour
LINES = {1: "corner", 2: "bend", 3: "straight"}  # by how far its two sides are apart
MIDDLE = 56  # columns and rows before those of the first tile
LEGEND = (
    "Where tiles meet, their colours are the same. In the list of moves a tile has the colours of its six "
    "sides, clockwise: R red, Y yellow, G green, B blue."
)
LEAST = (5.0, 4.0)  # the picture's width and height, in tiles


def cell_name(place: Place) -> str:
    """A place's name in pictures: a column and a row, ``be57`` for the first tile."""
    return f"{letters(place[0] + MIDDLE)}{place[1] + MIDDLE + 1}"


def lines_of(sides: str) -> list[tuple[str, str, int]]:
    """The three lines of a tile: the colour, the form, and the side from which it runs clockwise."""
    found = []
    for colour, ink in zip(COLOURS, INKS, strict=True):
        if colour in sides:
            first, second = (way for way in range(6) if sides[way] == colour)
            apart = second - first
            start, apart = (second, 6 - apart) if apart > 3 else (first, apart)
            found.append((ink, LINES[apart], start))
    return found


def tile_in_words(sides: str) -> str:
    """A tile by its lines, as "red corner, yellow bend, blue straight"."""
    return ", ".join(f"{ink} {form}" for ink, form, _ in lines_of(sides))


def draw_tile(sides: str) -> tuple[Piece, ...]:
    """A tile and its three lines, each turned to where it runs."""
    lines = (Piece("", ink, form, 60.0 * start) for ink, form, start in lines_of(sides))
    return Piece(sides, "black", "tile"), *lines


def draw_table(
    tiles: Mapping[Place, str], forced: Collection[Place], hands: tuple[list[str], ...]
) -> Scene:
    """The scene of the tiles on the table, by place, and those in hand."""
    cells = draw_cells(tiles, forced)
    colours = INKS[: len(hands)]
    notes = [
        f"{name} has in hand: {', '.join(hand) or 'nothing'}."
        for name, hand in zip(SEATS, hands, strict=False)
    ]
    stocks = tuple(Stock(seat, tuple(map(tile_item, hand))) for seat, hand in enumerate(hands))
    picture = Scene(
        "hexagon",
        cells,
        (),
        colours,
        (LEGEND,),
        areas=(_ground(cells),),
        pile="layers",
        stocks=stocks,
    )
    return Scene("hexagon", cells, (), colours, tuple(notes), pile="layers", picture=picture)


def draw_cells(tiles: Mapping[Place, str], forced: Collection[Place]) -> tuple[Cell, ...]:
    """The spaces around the tiles, and the tiles."""
    around = {(q + u, r + v) for q, r in tiles for u, v in WAYS} or {(0, 0)}
    spaces = [
        _cell(place, tone="forced" if place in forced else "open")
        for place in sorted(around - set(tiles))
    ]
    return (*spaces, *(_cell(place, tiles[place]) for place in sorted(tiles)))


def _cell(place: Place, sides: str = "", tone: str = "") -> Cell:
    q, r = place
    drawn = draw_tile(sides) if sides else ()
    figures = drawn or None
    return Cell(cell_name(place), q + r / 2, r * ROW_HEIGHT, "plain", drawn[:1], figures, tone=tone)


def tile_item(name: str) -> StockItem:
    """A tile beside the table."""
    drawn = draw_tile(name)
    cells = (Cell("", 0, 0, pieces=drawn[:1], figures=drawn),)
    return StockItem(name, tile_in_words(name), cells, speaks=True)


def _ground(cells: tuple[Cell, ...]) -> Area:
    """The ground of the picture, so that few tiles are not drawn too large."""
    x, wide = _span([cell.x for cell in cells], LEAST[0])
    y, high = _span([cell.y for cell in cells], LEAST[1])
    return rectangle(x - wide, y - high, x + wide, y + high, "frame")


def _span(places: list[float], least: float) -> tuple[float, float]:
    """The middle of some places and half their extent, which is at least half of `least`."""
    low, high = min(places), max(places)
    return (low + high) / 2, max((high - low) / 2, least / 2)


PLACES = {
    cell_name((q, r)): (q, r)
    for q in range(-MIDDLE, MIDDLE + 1)
    for r in range(-MIDDLE, MIDDLE + 1)
}
