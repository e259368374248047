"""A position as something to look at: cells with places and pieces, drawn by one terminal and one SVG
renderer for all games.

Places are in cell widths, x to the right and y upwards. A game's notation gives ``scene(s)``. What a
terminal can show comes first in each class; the fields with defaults at the end are for pictures. What a
scene has by the hundred are named tuples, which are quickly made, compared and found again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import NamedTuple

Place = tuple[float, float]


class Piece(NamedTuple):
    """A piece, stone or card: `text` of one to three characters, and the name of its colour.

    `kind` is what a skin draws and names: ``king``, ``man``, …; a second word is the form in which it is
    drawn, ``battleship ship-end``, or a card's suit, ``card clubs`` (its rank is the text without the
    suit's letter), and ``back`` is a card face down. Without it a stone's sign
    (``x``, ``o``, …) is a stone, and any other text a disc that bears it. `angle`: degrees clockwise by
    which it points another way on the board; one without stands upright however the board is turned.
    """

    text: str
    colour: str
    kind: str = ""
    angle: float | None = None


class Cell(NamedTuple):
    """A cell: its name, the centre's place, its shade (dark, light, plain) and pieces, lowest first.

    `figures` are the pieces as a picture shows them, where these are not the terminal's texts. `tone`
    colours the cell otherwise than its shade: a skin's name for it, such as ``sea``. `halo` lights it
    (``sheltered``, ``critical``, ``inert``), `badge` is a small emblem in its corner, `plate` the
    colour of a plate on which its pieces stand as one.
    """

    name: str
    x: float
    y: float
    shade: str = "plain"
    pieces: tuple[Piece, ...] = ()
    figures: tuple[Piece, ...] | None = None
    tone: str = ""
    halo: str = ""
    badge: str = ""
    plate: str = ""

    @property
    def shown(self) -> tuple[Piece, ...]:
        """The pieces as a picture shows them, lowest first."""
        return self.pieces if self.figures is None else self.figures


class Label(NamedTuple):
    """A text beside the board, such as a file's letter.

    In a picture a coordinate stands close to its cell and can be left out; a `role` of ``name`` stands
    where it is, always, light if it is ``divide``, one of ``terminal`` nowhere. `anchor` is the end of
    the text at that place: start, middle, end; `size` is its height in cell widths, 0 for the usual.
    """

    text: str
    x: float
    y: float
    role: str = "coordinate"
    anchor: str = "middle"
    size: float = 0.0


class Area(NamedTuple):
    """A surface beneath the cells of a picture: its corners, and the tone or the colour it has."""

    corners: tuple[Place, ...]
    tone: str


@dataclass(frozen=True)
class LadderRung:
    """A bid of an auction: the word by which it is made, its label, and who made it, if anybody did."""

    text: str
    label: str
    by: str = ""


@dataclass(frozen=True)
class Scene:
    """A whole picture: `shape` of the cells is square, hexagon, disc or card; `notes` stand below.

    `colours` names each seat's colour, by seat (after a swap it changes). Only pictures have `areas`,
    `captions` and the cells `aside`, such as a reserve beside the board; a `pile` of pieces on one cell
    is drawn there as a stack, a cluster, layers one upon another, or tiles each a little higher.
    `legend` says what letters mean, for terminals. `picture` is what pictures show
    instead, where a terminal needs another arrangement: hands about a table rather than in rows.
    `ladder` has the bids of an auction in rising order, in rows.
    """

    shape: str
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...] = ()
    colours: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())
    areas: tuple[Area, ...] = ()
    captions: tuple[Label, ...] = ()
    aside: tuple[Cell, ...] = ()
    pile: str = "stack"
    picture: Scene | None = None
    legend: str = ""
    ladder: tuple[tuple[LadderRung, ...], ...] = ()


def rectangle(left: float, bottom: float, right: float, top: float, tone: str) -> Area:
    """An upright rectangle beneath the cells."""
    return Area(((left, bottom), (right, bottom), (right, top), (left, top)), tone)


def oval(x: float, y: float, wide: float, high: float, tone: str) -> Area:
    """An ellipse about a place beneath the cells, from its half width and half height."""
    turns = [2 * pi * k / 60 for k in range(60)]
    return Area(tuple((x + wide * cos(t), y + high * sin(t)) for t in turns), tone)


def fan(cards: Sequence[tuple[str, Piece]], x: float, y: float, step: Place) -> list[Cell]:
    """Cards with their cells' names, each `step` on from the one before and over it, about a middle."""
    middle = (len(cards) - 1) / 2
    return [
        Cell(name, x + (i - middle) * step[0], y + (i - middle) * step[1], pieces=(card,))
        for i, (name, card) in enumerate(cards)
    ]
