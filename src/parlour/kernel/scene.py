"""A position as something to look at: cells with places and pieces, drawn by one terminal and one SVG
renderer for all games.

Places are in cell widths, x to the right and y upwards. A game's notation gives ``scene(s)``.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Piece:
    """A piece, stone or card: `text` of one to three characters, and the name of its colour."""

    text: str
    colour: str


@dataclass(frozen=True)
class Cell:
    """A cell: its name, the centre's place, its shade (dark, light, plain) and pieces, lowest first."""

    name: str
    x: float
    y: float
    shade: str = "plain"
    pieces: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Label:
    """A text beside the board, such as a file's letter."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Scene:
    """A whole picture: `shape` of the cells is square, hexagon, disc or card; `notes` stand below.

    `colours` names each seat's colour, by seat (after a swap it changes).
    """

    shape: str
    cells: tuple[Cell, ...]
    labels: tuple[Label, ...] = ()
    colours: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=())
