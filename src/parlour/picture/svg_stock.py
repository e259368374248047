"""What players have beside the board, for a page: each thing drawn as a small picture of its own."""

from __future__ import annotations

from typing import Any

from parlour.kernel.scene import Cell, Piece, Scene
from parlour.picture.svg_pieces import FONT, pieces
from parlour.picture.svg_skin import Look
from parlour.picture.svg_xml import number, tag

UNIT = 100.0  # of a picture's length for a cell's width
SPACE = 4.0  # around the cells


def stocks_drawn(scene: Scene, look: Look) -> list[dict[str, Any]]:
    """The stocks of a scene as data for a page."""
    return [
        {
            "seat": stock.seat,
            "title": stock.title,
            "items": [
                {
                    "text": item.text,
                    "label": item.label,
                    "note": item.note,
                    "count": item.count,
                    "speaks": item.speaks,
                    "picture": _svg(item.cells, scene.pile, look),
                }
                for item in stock.items
            ],
        }
        for stock in scene.stocks
    ]


def ladder_heads_drawn(scene: Scene, look: Look) -> list[dict[str, str]]:
    """The heads of the ladder's columns as data for a page."""
    return [
        {"name": name, "picture": "" if piece is None else _svg((_alone(piece),), scene.pile, look)}
        for name, piece in scene.ladder_heads
    ]


def _alone(piece: Piece) -> Cell:
    return Cell("", 0, 0, pieces=(piece,))


def _svg(cells: tuple[Cell, ...], pile: str, look: Look) -> str:
    """A few cells without the lines of a board."""
    xs, ys = [cell.x for cell in cells], [-cell.y for cell in cells]
    left, top = UNIT * (min(xs) - 0.5) - SPACE, UNIT * (min(ys) - 0.5) - SPACE
    wide, high = UNIT * (max(xs) - min(xs) + 1), UNIT * (max(ys) - min(ys) + 1)
    box = " ".join(map(number, (left, top, wide + 2 * SPACE, high + 2 * SPACE)))
    drawn = [draw_cell(cell, pile, look) for cell in cells]
    return tag(
        "svg",
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=box,
        font_family=FONT,
        aria_hidden="true",
    )


def draw_cell(cell: Cell, pile: str, look: Look) -> str:
    """A cell with its ground and pieces, in the drawing's units."""
    ground = [_square(look.tone(cell.tone))] if cell.tone else []
    place = f"translate({number(UNIT * cell.x)} {number(-UNIT * cell.y)})"
    return tag("g", *ground, *pieces(cell.picture_pieces, pile, look), transform=place)


def _square(fill: str) -> str:
    return tag("rect", x=-UNIT / 2, y=-UNIT / 2, width=UNIT, height=UNIT, fill=fill)
