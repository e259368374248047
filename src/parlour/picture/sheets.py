"""Sheets of paper as SVG in millimetres: an empty board, its pieces to cut out, and cards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, sqrt

from parlour.errors import BadPicture
from parlour.kernel.scene import Card, Piece, Scene, StockItem
from parlour.picture.svg import UNIT, draw
from parlour.picture.svg_pieces import FONT, STONES, figure, words
from parlour.picture.svg_skin import Look, Paint
from parlour.picture.svg_stock import draw_cell
from parlour.picture.svg_xml import number, tag
from parlour.picture.viewpoint import Viewpoint

MARGIN = 10.0  # millimetres, which most printers need
CARD = (60.0, 85.0)  # nine on a sheet of either size
GAP = 3.0  # between pieces
LARGEST = 36.0  # a piece
HEXAGON = 2 / sqrt(3)  # the height of a hexagonal cell, of its width
UNKNOWN = "unknown"  # the tone of cells that a player does not see
ROUND = 0.94  # the width of a piece to cut out, of a cell's
WIDE = 1.15  # boards that are wider for their height are turned
_SIZE = re.compile(r'viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)" width="\d+" height="\d+"')


@dataclass(frozen=True)
class PaperSize:
    """A size of paper in millimetres."""

    name: str
    wide: float
    high: float


PAPERS = {
    "a4": PaperSize("A4", 210.0, 297.0),
    "letter": PaperSize("Letter", 215.9, 279.4),
}


def paper_size(name: str) -> PaperSize:
    """The size of paper with this name; raises BadPicture."""
    if name not in PAPERS:
        raise BadPicture(f"{name!s:.20} is no size of paper: expected {', '.join(PAPERS)}")
    return PAPERS[name]


def has_board(scene: Scene) -> bool:
    """Whether a game is played on a board, not with cards or tiles on a table."""
    return scene.shape != "card" and len(scene.cells) > 1


# -- the board -------------------------------------------------------------------------------------


def board_sheet(scene: Scene, look: Look, paper: PaperSize) -> str:
    """The empty board, as large as the paper allows; a wide one is turned."""
    drawn, box = _empty_board(scene, look)
    scale, turned = _fit(box, paper)
    left, top, wide, high = box
    across, along = (high, wide) if turned else (wide, high)
    x, y = (paper.wide - across * scale) / 2, (paper.high - along * scale) / 2
    turn = f" rotate(90) translate({number(0)} {number(-high)})" if turned else ""
    place = f"translate({number(x)} {number(y)}) scale({scale:.5f}){turn}"
    return _sheet(paper, [tag("g", _inside(drawn, wide, high, left, top), transform=place)])


def board_unit(scene: Scene, look: Look, paper: PaperSize) -> float:
    """Millimetres for a cell's width: that of the printed board, LARGEST at most."""
    return min(UNIT * _fit(_empty_board(scene, look)[1], paper)[0], LARGEST)


def _empty_board(scene: Scene, look: Look) -> tuple[str, tuple[float, ...]]:
    """The drawing of the board without pieces or anything unknown, and the box that it fills."""
    known = next((cell for cell in scene.cells if cell.tone != UNKNOWN), scene.cells[0])
    cells = tuple(
        cell._replace(
            pieces=(),
            figures=None,
            tone=known.tone if cell.tone == UNKNOWN else cell.tone,
            shade="plain" if cell.tone else cell.shade,  # with an edge
            halo="",
            badge="",
            plate="",
        )
        for cell in scene.cells
    )
    drawn = draw(replace(scene, cells=cells, aside=(), captions=()), look, Viewpoint())
    found = _SIZE.search(drawn)
    assert found is not None
    return drawn, tuple(map(float, found.groups()))


def _fit(box: tuple[float, ...], paper: PaperSize) -> tuple[float, bool]:
    """Millimetres for a unit of the drawing, and whether it is turned."""
    wide, high = box[2:]
    turned = wide > WIDE * high
    across, along = (high, wide) if turned else (wide, high)
    room = (paper.wide - 2 * MARGIN, paper.high - 2 * MARGIN)
    return min(room[0] / across, room[1] / along), turned


def _inside(drawn: str, wide: float, high: float, left: float, top: float) -> str:
    """The drawing as an element of another: at its origin, one unit large for each of its own."""
    size = f'x="0" y="0" viewBox="{left} {top} {wide} {high}" width="{wide}" height="{high}"'
    return _SIZE.sub(size, drawn, count=1)


# -- pieces ----------------------------------------------------------------------------------------


def pieces_of(scene: Scene, hidden: bool) -> list[Piece]:
    """The pieces that a game needs: those of its start, or enough stones to fill the board."""
    own = [piece for cell in (*scene.cells, *scene.aside) for piece in cell.picture_pieces]
    own += [piece for item in _stock(scene) for piece in item]
    if own or hidden:
        return sorted(own, key=lambda piece: (piece.colour, piece.kind, piece.text))
    colours = list(dict.fromkeys(scene.colours))
    if len(colours) < len(scene.colours):  # colours are taken later
        colours = ["black", "white"]
    share = ceil(len(scene.cells) / max(len(colours), 1))
    return [Piece("x", colour) for colour in colours for _ in range(share)]


def _stock(scene: Scene) -> Iterator[tuple[Piece, ...]]:
    """What lies beside the board in single pieces."""
    for stock in scene.stocks:
        for item in stock.items:
            if len(item.cells) == 1:
                yield item.cells[0].picture_pieces * item.count


def piece_sheets(pieces: Sequence[Piece], look: Look, paper: PaperSize, unit: float) -> list[str]:
    """Pieces to cut out, as wide as the cells of the printed board, which are `unit` mm."""
    width = unit * ROUND
    pitch = width + GAP
    columns = max(floor((paper.wide - 2 * MARGIN) / pitch), 1)
    rows = max(floor((paper.high - 2 * MARGIN) / pitch), 1)
    drawn = [_cut_out(piece, look, unit / UNIT, width) for piece in pieces]
    return _grid(drawn, paper, columns, rows, pitch, pitch)


def _cut_out(piece: Piece, look: Look, scale: float, width: float) -> str:
    """A piece about the origin, with a line to cut along."""
    line = tag("circle", cx=0, cy=0, r=width / 2, fill="#fff", stroke="#777", stroke_width=0.2)
    bare = piece._replace(text="") if piece.text in STONES else piece
    return line + tag("g", figure(bare, look), transform=f"scale({scale:.4f})")


def item_sheets(
    items: Sequence[StockItem], scene: Scene, look: Look, paper: PaperSize, unit: float
) -> list[str]:
    """Pieces of one or more cells to cut out, `unit` mm wide; the highest first, row after row."""
    cell = HEXAGON if scene.shape == "hexagon" else 1.0
    sheets: list[list[str]] = [[]]
    x, y, row = MARGIN, MARGIN, 0.0
    for item in sorted(items, key=lambda item: -_extent(item)[1]):
        wide, high = _extent(item)
        wide, high = unit * wide, unit * (high - 1 + cell)
        drawn = _outlined(item, scene.pile, look, unit, wide, high)
        for _ in range(item.count):
            if x + wide > paper.wide - MARGIN:
                x, y, row = MARGIN, y + row + GAP, 0.0
            if y + high > paper.high - MARGIN:
                sheets.append([])
                x, y, row = MARGIN, MARGIN, 0.0
            sheets[-1].append(tag("g", drawn, transform=f"translate({number(x)} {number(y)})"))
            x, row = x + wide + GAP, max(row, high)
    return [_sheet(paper, drawn) for drawn in sheets if drawn]


def _extent(item: StockItem) -> tuple[float, float]:
    """The width and the height of an item in cells."""
    xs, ys = [cell.x for cell in item.cells], [cell.y for cell in item.cells]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def _outlined(item: StockItem, pile: str, look: Look, unit: float, wide: float, high: float) -> str:
    """An item from its upper left corner, with lines to cut along."""
    middle = [
        (min(row) + max(row)) / 2 for row in zip(*((c.x, c.y) for c in item.cells), strict=True)
    ]
    left, top = middle[0] - wide / unit / 2, middle[1] + high / unit / 2
    place = f"scale({unit / UNIT:.4f}) translate({number(-UNIT * left)} {number(UNIT * top)})"
    cells = [draw_cell(cell, pile, look) for cell in item.cells]
    cut = tag("rect", width=wide, height=high, fill="none", stroke="#777", stroke_width=0.2)
    return tag("g", *cells, transform=place) + cut


# -- cards -----------------------------------------------------------------------------------------


def card_sheets(cards: Sequence[Card], look: Look, paper: PaperSize) -> list[str]:
    """Cards to cut out, nine on a sheet."""
    return _grid([_card(card, look) for card in cards], paper, 3, 3, *CARD)


def _card(card: Card, look: Look) -> str:
    """A card about its middle: its text in two corners, its form, or a half for each side."""
    wide, high = CARD
    paint = look.paint(card.colour)
    ink = paint.fill if paint.fill.lower() not in ("#fff", "#ffffff") else paint.ink
    sheet = tag(
        "rect",
        x=-wide / 2,
        y=-high / 2,
        width=wide,
        height=high,
        rx=3,
        fill="#fff",
        stroke="#777",
        stroke_width=0.2,
    )
    halves = [card.text, card.opposite or card.text]
    if card.opposite:
        line = tag("path", d=f"M{-wide / 2 + 6} 0H{wide / 2 - 6}", stroke="#999", stroke_width=0.3)
        large = [words(text, 0, 25, 13, ink, weight="600") for text in halves]
        return sheet + line + large[0] + tag("g", large[1], transform="rotate(180)")
    corner = [words(text, -wide / 2 + 10, -high / 2 + 13, 9, ink, weight="700") for text in halves]
    middle = _form(card.form, look, paint, ink) if card.form else ""
    beneath = words(card.words, 0, high / 2 - 22, 3.6, "#333") if card.words else ""
    return sheet + corner[0] + tag("g", corner[1], transform="rotate(180)") + middle + beneath


def _form(name: str, look: Look, paint: Paint, ink: str) -> str:
    """A form of the skin about the middle of a card: a piece in its colours, a suit in one ink."""
    form = look.form(name)
    paint = paint if form is not None and form.on else Paint(ink, "none", ink)
    own = replace(look, colours={**look.colours, "": paint})
    return tag("g", figure(Piece("", "", name), own), transform="translate(0 -4) scale(0.34)")


# -- the sheet -------------------------------------------------------------------------------------


def _grid(
    drawn: Sequence[str], paper: PaperSize, columns: int, rows: int, across: float, along: float
) -> list[str]:
    """Sheets with drawings in rows, each about its own middle."""
    left = (paper.wide - columns * across) / 2 + across / 2
    top = (paper.high - rows * along) / 2 + along / 2
    sheets = []
    for first in range(0, len(drawn), columns * rows):
        placed = []
        for n, one in enumerate(drawn[first : first + columns * rows]):
            x, y = left + n % columns * across, top + n // columns * along
            placed.append(tag("g", one, transform=f"translate({number(x)} {number(y)})"))
        sheets.append(_sheet(paper, placed))
    return sheets


def _sheet(paper: PaperSize, drawn: Sequence[str]) -> str:
    """A sheet of paper with drawings in millimetres."""
    return tag(
        "svg",
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        width=f"{number(paper.wide)}mm",
        height=f"{number(paper.high)}mm",
        viewBox=f"0 0 {number(paper.wide)} {number(paper.high)}",
        font_family=FONT,
    )
