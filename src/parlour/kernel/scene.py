"""Scenes: what to draw for a position. One terminal renderer and one SVG renderer serve all games.

Coordinates are in cell widths, x to the right and y upwards. A game's notation defines ``scene(s)``. In
each class the fields for terminals come first; the fields with defaults at the end are for pictures.
Frequent objects are named tuples, which are fast to create, compare and hash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import NamedTuple

from parlour.kernel.deprecation import former_names

Place = tuple[float, float]


class Piece(NamedTuple):
    """A piece, stone or card: `text` of one to three characters, and the name of its colour.

    A second word of `colour` is the colour in which it is drawn, if that is not its owner's.
    `kind` selects the drawing of a skin: ``king``, ``man``, …. A second word gives the form
    (``battleship ship-end``) or a card's suit (``card clubs``; the rank is the text without the suit's
    letter). ``back`` is a card face down. Without a kind, a stone's sign (``x``, ``o``, …) is drawn as a
    stone, any other text on a disc. `angle` rotates the piece with the board, in degrees clockwise; None
    keeps it upright when the board is turned.
    """

    text: str
    colour: str
    kind: str = ""
    angle: float | None = None


class Cell(NamedTuple):
    """A cell: its name, centre, shade (dark, light, plain) and pieces, lowest first.

    `figures` replace `pieces` in pictures. `tone` is a skin's colour that overrides the shade, such as
    ``sea``. `halo` highlights the cell (``sheltered``, ``critical``, ``inert``), `badge` is a small emblem
    in its corner, and `plate` the colour of a plate under all its pieces.
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
    def picture_pieces(self) -> tuple[Piece, ...]:
        """The pieces to draw in a picture, lowest first."""
        return self.pieces if self.figures is None else self.figures


class Label(NamedTuple):
    """A text beside the board, such as a file's letter.

    By `role`, pictures draw a ``coordinate`` close to its cell unless coordinates are turned off, a
    ``name`` always at its place, a ``divide`` likewise in a light colour, and a ``terminal`` label never.
    `anchor` is the part of the text at that place: start, middle, end. `size` is the height in cell
    widths, 0 for the default.
    """

    text: str
    x: float
    y: float
    role: str = "coordinate"
    anchor: str = "middle"
    size: float = 0.0


class Area(NamedTuple):
    """An area beneath the cells of a picture: its corners, and its tone or colour."""

    corners: tuple[Place, ...]
    tone: str


@dataclass(frozen=True)
class LadderRung:
    """A bid of an auction: the word that makes it, its label, and the bidder, if any.

    `short` is the label in a column that has a head.
    """

    text: str
    label: str
    by: str = ""
    short: str = ""


@dataclass(frozen=True)
class StockItem:
    """What a player can take from beside the board: the word that takes it, and how it is drawn.

    `cells` are a small board without names; `note` is a price, `count` how many are left. The label is
    not written beneath what `speaks` for itself.
    """

    text: str
    label: str
    cells: tuple[Cell, ...]
    note: str = ""
    count: int = 1
    speaks: bool = False


@dataclass(frozen=True)
class Stock:
    """All that a seat can take from beside the board; `title` says for example what it may spend."""

    seat: int
    items: tuple[StockItem, ...]
    title: str = ""


@dataclass(frozen=True)
class Card:
    """A card to print: its text in the corners, a form of the skin in the middle, and words beneath.

    `opposite` is the text of the half that is turned round; without it both halves are alike.
    """

    text: str
    form: str = ""
    colour: str = "black"
    words: str = ""
    opposite: str = ""


@dataclass(frozen=True)
class Scene:
    """Everything to draw for a position.

    The `shape` of the cells is square, hexagon, disc or card. `notes` are lines below the board.
    `colours` has each player's colour by seat (a swap changes it). `areas`, `captions` and the cells
    `aside`, such as a reserve, appear in pictures only. `pile` says how to draw several pieces on a cell:
    as a stack, a cluster, layers, or tiles. `legend` explains letters, for terminals. `picture` is a
    different scene for pictures, such as hands around a table instead of rows; its own `picture` is for
    windows higher than wide. `ladder` has the bids of an auction in rising order, in rows, `ladder_heads`
    the names and signs of its columns; `stocks` what players take from beside the board by a word.
    `labels_of_moves` replace the usual labels of words, by their texts.
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
    ladder_heads: tuple[tuple[str, Piece | None], ...] = ()
    stocks: tuple[Stock, ...] = ()
    labels_of_moves: Mapping[str, str] = field(default_factory=dict, hash=False)


def rectangle(left: float, bottom: float, right: float, top: float, tone: str) -> Area:
    """An upright rectangle beneath the cells."""
    return Area(((left, bottom), (right, bottom), (right, top), (left, top)), tone)


def oval(x: float, y: float, wide: float, high: float, tone: str) -> Area:
    """An ellipse beneath the cells, from its centre, half width and half height."""
    turns = [2 * pi * k / 60 for k in range(60)]
    return Area(tuple((x + wide * cos(t), y + high * sin(t)) for t in turns), tone)


def fan(cards: Sequence[tuple[str, Piece]], x: float, y: float, step: Place) -> list[Cell]:
    """A fan of cards with their cells' names, centred at a place, each one `step` from the last."""
    middle = (len(cards) - 1) / 2
    return [
        Cell(name, x + (i - middle) * step[0], y + (i - middle) * step[1], pieces=(card,))
        for i, (name, card) in enumerate(cards)
    ]


__getattr__ = former_names(globals(), {"Rung": "LadderRung"})
