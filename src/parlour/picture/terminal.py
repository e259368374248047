"""Positions as text for a terminal: a scene drawn in characters, with colours or without.

Every place at which cells lie vertically is one line; sideways a cell is as many columns as its widest
content and two more, for the brackets that mark the last move; where that is too wide, neighbours
share a column for them. The board has a background of its own,
so that its pieces stand out on dark terminals and on light ones; without colour the pieces' own
texts, dots and brackets say the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.picture.viewpoint import Viewpoint

Parts = list[tuple[str, Style]]  # texts, each in one style

DISC = "●"
STONES = frozenset("xoz●○")  # texts that are drawn as a disc where its colour can be seen
WIDEST_STACK = 5  # characters; of a higher stack the top is shown
PLACES = 3  # decimals in which two heights are the same line

INKS = {  # of pieces on the board
    "black": "#000000",
    "white": "#ffffff",
    "red": "#b3121d",
    "blue": "#1339b5",
    "green": "#0b6b2c",
    "yellow": "#8a6500",
    "orange": "#b34a00",
    "purple": "#6f1d8f",
    "brown": "#5c3310",
    "grey": "#4d4d4d",
    "gray": "#4d4d4d",
}


@dataclass(frozen=True)
class Tones:
    """The backgrounds of a board's cells, by shade; `mark` is that of the last move's cells."""

    plain: str
    dark: str
    light: str
    mark: str
    dot: str  # the ink of empty cells


WOOD = Tones(
    "#a3805c", "#8b6a4a", "#b39169", "#c2ab35", "#3f2c1a"
)  # black and white both stand out
PALE = Tones("#e3d3b0", "#cdb487", "#ead9b8", "#f0d24a", "#7a6537")  # for every other colour
CARDS = Tones("#f5f1e8", "#f5f1e8", "#f5f1e8", "#f5e08a", "#6b6657")


@dataclass(frozen=True)
class Screen:
    """What the terminal can show."""

    colour: bool = True
    ascii_only: bool = False
    width: int | None = None  # columns; None: any number


def draw(scene: Scene, at: Viewpoint | None = None, screen: Screen | None = None) -> Text:
    """The scene's cells and labels as lines of text; its notes are left to the caller.

    Of the viewpoint it takes `flip`, `names` and `marks`.
    """
    at, screen = at or Viewpoint(), screen or Screen()
    drawn = _Drawing(scene, at, screen).text()
    if screen.width is None or max(map(cell_len, drawn.plain.split("\n"))) <= screen.width:
        return drawn
    return _Drawing(scene, at, screen, narrow=True).text()


def swatch(scene: Scene, seat: int, screen: Screen) -> Text:
    """A small sample of a seat's pieces for the line that names the seat; empty if there is none.

    In colour it is a disc as on the board, else the text of a piece that is there.
    """
    colour = scene.colours[seat] if seat < len(scene.colours) else ""
    if screen.colour and colour in INKS:
        disc = "o" if screen.ascii_only else DISC
        return Text(f" {disc} ", Style(color=INKS[colour], bgcolor=_tones(scene).plain, bold=True))
    pieces = (piece for cell in scene.cells for piece in cell.pieces if len(piece.text) == 1)
    found = next((piece.text for piece in pieces if colour and piece.colour == colour), "")
    return Text(f" {found} " if found else "")


class _Drawing:
    """One scene on its way to text: a grid of styled characters by (row, column)."""

    def __init__(self, scene: Scene, at: Viewpoint, screen: Screen, narrow: bool = False) -> None:
        self.scene, self.at, self.screen, self.narrow = scene, at, screen, narrow
        self.tones = _tones(scene)
        self.content = {cell.name: self._content(cell) for cell in scene.cells}
        self.widest = max(map(_width, self.content.values()), default=1)
        self.halves = any(cell.x % 1 for cell in scene.cells)
        self.pitch = self._pitch()
        heights = {round(at.y, PLACES) for at in scene.cells}
        heights |= {round(at.y, PLACES) for at in scene.labels}
        self.rows = {y: i for i, y in enumerate(sorted(heights, reverse=not at.flip))}
        self.grid: dict[tuple[int, int], tuple[str, Style]] = {}
        self.cells: set[tuple[int, int]] = set()  # the places that belong to cells

    def _pitch(self) -> int:
        """Columns from one cell to the next: an even number where cells lie half a cell apart."""
        pitch = self.widest + (1 if self.narrow else 2) + (self.scene.shape == "card")
        return pitch + pitch % 2 if self.halves else pitch

    def text(self) -> Text:
        for cell in self.scene.cells:
            self._put_cell(cell)
        for cell in self.scene.cells:
            if cell.name in self.at.marks:
                self._put_brackets(cell)
        for label in self.scene.labels:
            self._put_label(label)
        if not self.grid:
            return Text()
        edges = [self._left_column(cell.x) - self.halves for cell in self.scene.cells]
        left = min(*edges, *(column for _, column in self.grid))
        ends = [0] * len(self.rows)
        for row, column in self.grid:
            ends[row] = max(ends[row], column + 1 - left)
        return Text("\n").join(self._line(row, left, end) for row, end in enumerate(ends))

    def _line(self, row: int, left: int, width: int) -> Text:
        line = Text(no_wrap=True)
        while line.cell_len < width:
            line.append(*self.grid.get((row, left + line.cell_len), (" ", Style.null())))
        return line

    def _left_column(self, x: float) -> int:
        """The first of the columns of a cell at `x`."""
        return round((-x if self.at.flip else x) * self.pitch)

    def _write(self, row: int, column: int, parts: Parts) -> None:
        """Put characters on the grid, over whatever background is there."""
        for text, style in parts:
            for character in text:
                under = self.grid.get((row, column), (" ", Style.null()))[1]
                self.grid[row, column] = character, under + style
                column += cell_len(character)

    def _put_label(self, label: Label) -> None:
        """Put a label about its place; where that would cover a cell, as little aside as can be."""
        row, width = self.rows[round(label.y, PLACES)], cell_len(label.text)
        column = self._left_column(label.x) + (self.pitch - width) // 2
        shifts = sorted(range(-self.pitch, self.pitch + 1), key=abs)
        free = (s for s in shifts if self.cells.isdisjoint(_columns(row, column + s, width)))
        column += next(free, 0)
        for word in re.finditer(r"\S+", label.text):
            at = column + cell_len(label.text[: word.start()])
            self._write(row, at, [(word[0], Style(dim=True))])

    def _put_cell(self, cell: Cell) -> None:
        row, left, start = self._place(cell)
        content = self.content[cell.name]
        self.cells |= _columns(row, left - self.halves, self.pitch + self.halves)
        if self.screen.colour:
            self._paint(row, left, start, cell)
        self._write(row, start + (self.widest - _width(content)) // 2, content)

    def _place(self, cell: Cell) -> tuple[int, int, int]:
        """A cell's row, its first column, and the first column of its content."""
        left = self._left_column(cell.x)
        return self.rows[round(cell.y, PLACES)], left, left + (self.pitch - self.widest) // 2

    def _put_brackets(self, cell: Cell) -> None:
        row, _, start = self._place(cell)
        bracket = Style(color="#000000" if self.screen.colour else None, bold=True)
        self._write(row, start - 1, [("[", bracket)])
        self._write(row, start + self.widest, [("]", bracket)])

    def _paint(self, row: int, left: int, start: int, cell: Cell) -> None:
        """Give the cell's columns their background; a marked one's shows between its brackets."""
        shade = getattr(self.tones, cell.shade, self.tones.plain)
        marked = cell.name in self.at.marks
        inner = range(start - (not self.narrow), start + self.widest + 1)
        spread = range(left - self.halves, left + self.pitch)
        for column in inner if self.scene.shape == "card" else spread:
            if column in inner or (row, column) not in self.grid:
                tone = self.tones.mark if marked and column in inner else shade
                self.grid[row, column] = " ", Style(bgcolor=tone)

    def _content(self, cell: Cell) -> Parts:
        if cell.pieces:
            return self._stack(cell.pieces)
        dot = "." if self.screen.ascii_only else "·"
        if self.at.names:
            text = cell.name
        elif self.screen.colour:
            text = dot if cell.shade == "plain" else " "
        else:
            text = " " if cell.shade == "light" else dot
        return [(text, Style(color=self.tones.dot) if self.screen.colour else Style(dim=True))]

    def _stack(self, pieces: Sequence[Piece]) -> Parts:
        """The pieces of one cell from the lowest at the left to the top at the right.

        Of a stack that is too wide only the top is shown, and how many are below that.
        """
        shown = [self._piece(piece) for piece in pieces]
        if _width(shown) <= WIDEST_STACK:
            return shown
        hidden = 0
        while _width(shown) + len(f"+{hidden}") > WIDEST_STACK and len(shown) > 1:
            shown.pop(0)
            hidden += 1
        return [(f"+{hidden}", shown[0][1]), *shown]

    def _piece(self, piece: Piece) -> tuple[str, Style]:
        if not self.screen.colour:
            return piece.text, Style(bold=True)
        is_stone = piece.text in STONES and not self.screen.ascii_only
        ink = Style(color=INKS.get(piece.colour, "#000000"), bold=True)
        return DISC if is_stone else piece.text, ink


def _columns(row: int, first: int, count: int) -> set[tuple[int, int]]:
    return {(row, column) for column in range(first, first + count)}


def _width(parts: Parts) -> int:
    return sum(cell_len(text) for text, _ in parts)


def _tones(scene: Scene) -> Tones:
    if scene.shape == "card":
        return CARDS
    colours = {piece.colour for cell in scene.cells for piece in cell.pieces}
    return WOOD if "white" in colours | set(scene.colours) else PALE
