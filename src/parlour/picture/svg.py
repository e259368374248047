"""A scene as SVG: the board, what stands on it, what is marked. One renderer for all games.

The same scene, look and viewpoint always give the same text. It is complete in itself, with neither scripts
nor ids; each cell is a ``<g class="cell" data-cell="a1">`` about its own centre.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import cos, hypot, pi, sin
from operator import attrgetter
from typing import NamedTuple

from parlour.kernel.scene import Cell, Label, Piece, Scene
from parlour.picture.svg_pieces import CARD, FONT, figure, ground, pieces, words
from parlour.picture.svg_skin import Look, remembered
from parlour.picture.svg_xml import Value, number, points, tag, text
from parlour.picture.viewpoint import Viewpoint

Point = tuple[float, float]
Box = tuple[float, float, float, float]

UNIT = 100.0  # of a picture's length for a cell's width
LABEL, CLOSE = 0.27, 0.79  # a label's height, and how far it stands from its cell's centre
MARGIN = 16.0
REMEMBERED = 20_000  # cells that a look remembers as drawn, some 8 MB
GROUNDS = 128  # grounds that it remembers
LETTER = 0.56  # an average letter's width, of the text's height
HALO = attrgetter("halo")
PLACED = 3  # fields of a cell that are its name and place

HEXAGON = [  # a cell's corners about its centre, from the top
    (UNIT / 3**0.5 * sin(k * pi / 3), -UNIT / 3**0.5 * cos(k * pi / 3)) for k in range(6)
]
SQUARE = (-UNIT / 2, -UNIT / 2, UNIT, UNIT)  # a cell's box about its centre
DASHES = {"sheltered": None, "critical": "16 8", "inert": "4 8"}  # of lit cells, by their halo

STYLE = (
    ".parlour-critical{animation:parlour-flash 1.2s ease-in-out infinite}"
    "@keyframes parlour-flash{50%{opacity:.25}}"
    "@media (prefers-reduced-motion:reduce){.parlour-critical{animation:none}}"
)


@dataclass(frozen=True)
class SceneText:
    """A scene in words. `title` and `description` are for those who cannot see the picture.

    `tip` gives the words for what stands on a cell; they depend on that and on `context` alone.
    """

    title: str = ""
    description: str = ""
    tip: Callable[[Cell], str] = field(default=lambda cell: cell.name)
    context: Hashable = None


class Ground(NamedTuple):
    """What is the same for all scenes of one shape: below and beside the cells, and the picture's box.

    The box is left, top, width and height.
    """

    beneath: str
    lettering: str
    box: Box


class Parts(NamedTuple):
    """A picture in parts, of which most stay as they are from move to move; cells are in drawing order.

    `ground` and `last` are what it was made with, for the next picture.
    """

    before: tuple[str, ...]
    cells: dict[str, str]
    after: tuple[str, ...]
    ground: Ground
    last: Collection[str]

    @property
    def texts(self) -> list[str]:
        """All parts, which together are the picture."""
        return [*self.before, *self.cells.values(), *self.after]


def draw(
    scene: Scene,
    look: Look,
    at: Viewpoint | None = None,
    last: Collection[str] = (),
    words: SceneText | None = None,
) -> str:
    """The scene as one SVG element; `last` are the last move's cells."""
    return "".join(draw_parts(scene, look, at or Viewpoint(), last, words or SceneText()).texts)


def draw_parts(
    scene: Scene,
    look: Look,
    at: Viewpoint,
    last: Collection[str],
    words: SceneText,
    earlier: EarlierPicture | None = None,
) -> Parts:
    """The same in parts: a cell is one. What an `earlier` picture shares with it is not made again."""
    return _Drawing(scene, look, at, last, words).parts(earlier)


class CellChange(NamedTuple):
    """A cell with other contents: its number among all cells, and it, before and after."""

    number: int
    before: Cell
    after: Cell


class EarlierPicture(NamedTuple):
    """An earlier picture, in the same look from the same viewpoint, and what has changed since."""

    parts: Parts
    scene: Scene
    changes: Sequence[CellChange]


def changes_between(before: Scene, after: Scene) -> list[CellChange] | None:
    """The cells whose contents differ; None where their places or the colours do."""
    if before.colours != after.colours or (before.shape, before.pile) != (after.shape, after.pile):
        return None
    old, new = (*before.cells, *before.aside), (*after.cells, *after.aside)
    if (len(before.cells), len(old)) != (len(after.cells), len(new)):
        return None
    found = [
        CellChange(i, was, now)
        for i, (was, now) in enumerate(zip(old, new, strict=True))
        if was is not now and was != now
    ]
    moved = any(was[:PLACED] != now[:PLACED] for _, was, now in found)
    return None if moved else found


def place_in_picture(cell: Cell, flip: bool) -> Point:
    """Where a cell's centre is drawn, in the picture's units, y downwards."""
    turn = -1 if flip else 1
    return UNIT * turn * cell.x, -UNIT * turn * cell.y


@lru_cache(maxsize=512)
def _opening(label: str, box: Box, size: int, on_table: bool) -> tuple[str, str]:
    """The beginning of a picture whose longer side is `size`, and its title."""
    left, top, wide, high = box
    scale = size / max(wide, high)
    svg = tag(
        "svg",
        "",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (left, top, wide, high))),
        width=round(wide * scale),
        height=round(high * scale),
        class_="cards" if on_table else None,
        font_family=FONT,
        role="img",
        aria_label=label,
    )
    return svg.removesuffix("</svg>"), tag("title", text(label))


class _Drawing:
    """One scene on its way to SVG."""

    def __init__(
        self, scene: Scene, look: Look, view: Viewpoint, last: Collection[str], words: SceneText
    ) -> None:
        self.scene, self.look, self.view = scene, look, view
        self.last_cells, self.words = last, words
        self.cells = (*scene.cells, *scene.aside)
        self.aside = {cell.name for cell in scene.aside}
        self.on_table = scene.shape == "card"

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The labels that are shown."""
        roles = ("name", "coordinate") if self.view.coordinates else ("name",)
        shown = [label for label in self.scene.labels if label.role in roles]
        return (*shown, *self.scene.captions)

    @cached_property
    def at(self) -> dict[str, Point]:
        """Where each cell's centre is."""
        return {cell.name: place_in_picture(cell, self.view.flip) for cell in self.cells}

    def place(self, x: float, y: float) -> Point:
        """A place in the picture's units, y downwards; turned round if the view is."""
        turn = -1 if self.view.flip else 1
        return UNIT * turn * x, -UNIT * turn * y

    def label_place(self, label: Label) -> Point:
        """Where a label stands: a coordinate close to the nearest cell."""
        x, y = label.x, label.y
        if label.role == "coordinate" and self.scene.shape == "square" and self.scene.cells:
            u, v = self.nearest(x, y)
            far = hypot(u - x, v - y)
            if CLOSE < far <= 1.2:
                x, y = u + (x - u) * CLOSE / far, v + (y - v) * CLOSE / far
        return self.place(x, y)

    def nearest(self, x: float, y: float) -> Point:
        """The place of a cell nearest to one within the board; for one outside it, the nearest in it."""
        xs = [cell.x for cell in self.scene.cells]
        ys = [cell.y for cell in self.scene.cells]
        u, v = min(max(x, min(xs)), max(xs)), min(max(y, min(ys)), max(ys))
        if (u, v) != (x, y):
            return u, v
        return min((hypot(cx - x, cy - y), cx, cy) for cx, cy in zip(xs, ys, strict=True))[1:]

    # -- the whole ---------------------------------------------------------------------------------

    def parts(self, earlier: EarlierPicture | None = None) -> Parts:
        label = self.words.title or "a board"
        flashing = "critical" in map(HALO, self.cells)
        ground = self.ground(earlier)
        before = (
            *_opening(label, ground.box, self.view.size, self.on_table),
            tag("desc", text(self.words.description)) if self.words.description else "",
            tag("style", STYLE) if flashing else "",
            ground.beneath,
        )
        arrows = (self.arrow(self.at[start], self.at[end]) for start, end in self.view.arrows)
        after = (ground.lettering, *arrows, "</svg>")
        return Parts(before, self.drawn_cells(earlier), after, ground, self.last_cells)

    def ground(self, earlier: EarlierPicture | None) -> Ground:
        """What is the same for all scenes of this shape, made once for one look."""
        scene = self.scene
        if earlier is not None and not self.on_table:
            was = earlier.scene
            if (was.labels, was.captions, was.areas) == (scene.labels, scene.captions, scene.areas):
                return earlier.parts.ground
        several = [len(cell.picture_pieces) > 1 for cell in self.cells] if self.on_table else ()
        places = tuple([(cell.x, cell.y) for cell in self.cells])
        key = (
            *(scene.shape, places, tuple(several), len(scene.cells)),
            *(tuple(self.labels), scene.areas, self.view.flip),
        )
        known = self.look.ground
        if key not in known:
            if len(known) >= GROUNDS:
                known.clear()
            known[key] = self.drawn_ground()
        found: Ground = known[key]
        return found

    def drawn_ground(self) -> Ground:
        left, top, right, bottom = self.box()
        wide, high = right - left, bottom - top
        areas = (self.area(area.corners, area.tone) for area in self.scene.areas)
        beneath = "".join([self.frame(left, top, wide, high), *areas, *self.links()])
        lettering = "".join(self.label(label, self.label_place(label)) for label in self.labels)
        return Ground(beneath, lettering, (left, top, wide, high))

    def box(self) -> Box:
        """What the picture must have room for, with a margin: left, top, right, bottom."""
        corners = [corner for cell in self.cells for corner in self.outline(cell)]
        corners += [self.place(*corner) for area in self.scene.areas for corner in area.corners]
        for label in self.labels:
            x, y = self.label_place(label)
            size = UNIT * (label.size or LABEL)
            wide = size * LETTER * len(label.text.strip())
            shift = {"start": 0.0, "end": -wide}.get(self.anchor(label), -wide / 2)
            corners += [(x + shift, y - size * 0.6), (x + shift + wide, y + size * 0.6)]
        if not corners:
            corners = [(0, 0), (UNIT, UNIT)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        round_out = MARGIN + 1
        return (
            float(int(min(xs) - round_out)),
            float(int(min(ys) - round_out)),
            float(int(max(xs) + round_out)),
            float(int(max(ys) + round_out)),
        )

    def frame(self, left: float, top: float, wide: float, high: float) -> str:
        board = self.look.board
        tone = "table" if self.on_table else "frame"
        drawn = tag(
            "rect",
            x=left + 1,
            y=top + 1,
            width=wide - 2,
            height=high - 2,
            rx=MARGIN,
            fill=board[tone],
            stroke=board["border"],
            stroke_width=2,
        )
        return drawn + self.textured(tone, left, top, wide, high)

    def textured(self, tone: str, left: float, top: float, wide: float, high: float) -> str:
        """What the skin draws on a surface, side by side along its longer side."""
        form = self.look.ground_form(tone)
        if not form:
            return ""
        across, along = max(1, round(wide / high)), max(1, round(high / wide))
        w, h = wide / across, high / along
        return "".join(
            ground(form, self.look, left + w * (i + 0.5), top + h * (j + 0.5), w, h)
            for i in range(across)
            for j in range(along)
        )

    # -- beneath and beside the cells ----------------------------------------------------------------

    def area(self, corners: Sequence[Point], tone: str) -> str:
        fill = self.look.tone(tone)
        places = [self.place(*corner) for corner in corners]
        drawn = tag(
            "polygon",
            points=points(places),
            fill=fill,
            stroke=fill,
            stroke_width=6,
            stroke_linejoin="round",
        )
        xs, ys = [x for x, _ in places], [y for _, y in places]
        return drawn + self.textured(tone, min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    def links(self) -> Iterator[str]:
        """The lines between neighbours on a board of points."""
        if self.scene.shape != "disc":
            return
        path = []
        for n, one in enumerate(self.scene.cells):
            for other in self.scene.cells[n + 1 :]:
                if hypot(one.x - other.x, one.y - other.y) < 1.05:
                    (x, y), (u, v) = self.at[one.name], self.at[other.name]
                    path.append(f"M{number(x)} {number(y)}L{number(u)} {number(v)}")
        yield tag("path", d="".join(path), stroke=self.look.board["link"], stroke_width=5)

    def label(self, label: Label, at: Point) -> str:
        size = UNIT * (label.size or LABEL)
        name = {"coordinate": "label", "divide": "table-label"}.get(label.role, "caption")
        ink = self.look.board["table-label" if self.on_table else name]
        content = label.text.strip()
        return words(content, at[0], at[1] + size * 0.36, size, ink, self.anchor(label))

    def anchor(self, label: Label) -> str:
        """The end of a label that is anchored at its place: the other one on a flipped board."""
        turned = {"start": "end", "end": "start"} if self.view.flip else {}
        return turned.get(label.anchor, label.anchor)

    def arrow(self, start: Point, end: Point) -> str:
        """An arrow from one cell to another, its head at the other's middle."""
        (x, y), (u, v) = start, end
        far = hypot(u - x, v - y)
        if far == 0:
            return ""
        dx, dy = (u - x) / far, (v - y) / far
        neck = (u - dx * 34, v - dy * 34)
        back = min(20.0, far / 4)
        foot = (x + dx * back, y + dy * back)
        shaft = "M{} {}L{} {}".format(*map(number, (*foot, *neck)))
        head = [
            (u, v),
            (neck[0] - dy * 22, neck[1] + dx * 22),
            (neck[0] + dy * 22, neck[1] - dx * 22),
        ]
        ink = self.look.board["arrow"]
        return tag(
            "g",
            tag("path", d=shaft, stroke=ink, stroke_width=13, stroke_linecap="round"),
            tag("polygon", points=points(head), fill=ink),
            class_="arrow",
            opacity=0.85,
        )

    # -- cells ---------------------------------------------------------------------------------------

    def lowest_first(self) -> Sequence[Cell]:
        """The cells in the order in which they are drawn: of a fan each card shows its left edge."""
        return self.cells[::-1] if self.on_table and self.view.flip else self.cells

    def drawn_cells(self, earlier: EarlierPicture | None) -> dict[str, str]:
        """The cells by their names, each drawn once for one look."""
        cells, shown = self.lowest_first(), {}
        if earlier is not None:
            shown = dict(earlier.parts.cells)
            cells = self.cells_to_draw_again(earlier)
        context = (self.view.flip, self.scene.shape, self.scene.pile, self.words.context)
        drawn = remembered(self.look.drawn, context, REMEMBERED)
        last_cells, marks, aside = self.last_cells, self.view.marks, self.aside
        for cell in cells:
            name = cell.name
            last, marked = name in last_cells, name in marks
            key = (cell, last, marked, name in aside)
            found = drawn.get(key)
            if found is None:
                found = drawn[key] = self.cell(cell, last, marked)
            shown[name] = found
        return shown

    def cells_to_draw_again(self, earlier: EarlierPicture) -> Sequence[Cell]:
        """The cells with other contents than before, and those whose part in the last move ends or begins."""
        names = {change.after.name for change in earlier.changes}
        names.update(set(earlier.parts.last).symmetric_difference(self.last_cells))
        return [cell for cell in self.cells if cell.name in names]

    def cell(self, cell: Cell, last: bool, marked: bool) -> str:
        """A cell with its surface, what is lit or marked there, and its pieces."""
        x, y = place_in_picture(cell, self.view.flip)
        inside = [
            *([tag("title", text(self.words.tip(cell)))] if cell.picture_pieces else []),
            self.surface(cell),
            *([] if self.on_table else [self.textured(cell.tone or cell.shade, *SQUARE)]),
            *([self.last(cell)] if last else []),
            *([self.halo(cell.halo)] if cell.halo in DASHES else []),
            *([self.plate(cell.plate)] if cell.plate else []),
            *([self.standing(cell)] if cell.picture_pieces else []),
            *([self.badge(cell.badge)] if cell.badge else []),
            *([self.mark(cell)] if marked else []),
        ]
        classes = "cell last" if last else "cell"
        return tag(
            "g",
            *inside,
            class_=classes,
            data_cell=cell.name,
            transform=f"translate({number(x)} {number(y)})",
        )

    def standing(self, cell: Cell) -> str:
        """The pieces of a cell, as one group: what a page moves and lifts. Drawn once for all cells."""
        turned, pile = self.turned_pieces(cell), self.scene.pile
        known = remembered(self.look.standing, pile, REMEMBERED)
        if turned not in known:
            known[turned] = tag("g", *pieces(turned, pile, self.look), class_="pieces")
        found: str = known[turned]
        return found

    def turned_pieces(self, cell: Cell) -> tuple[Piece, ...]:
        """The pieces as they are shown; those that point somewhere turn with the board."""
        turn = 180 if self.view.flip else 0
        return tuple(
            piece if piece.angle is None else piece._replace(angle=(piece.angle + turn) % 360)
            for piece in cell.picture_pieces
        )

    def outline(self, cell: Cell) -> list[Point]:
        """The corners of a cell in the picture."""
        x, y = self.at[cell.name]
        return [(x + u, y + v) for u, v in self.shape_of(cell)]

    def shape_of(self, cell: Cell) -> list[Point]:
        """The corners of a cell about its centre."""
        shape = "square" if cell.name in self.aside and not self.on_table else self.scene.shape
        if shape == "hexagon":
            return HEXAGON
        if shape == "card":  # of several the upper ones lie askew
            askew = 18 * (len(cell.picture_pieces) > 1)
            wide, high = CARD[0] + 4 + askew, CARD[1] + 4 + askew
        else:
            wide = high = UNIT / 2
        return [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]

    def surface(self, cell: Cell) -> str:
        board = self.look.board
        if self.on_table:
            return self.sheet(
                0, fill=board["space"], stroke=board["space-line"], stroke_dasharray="6 6"
            )
        fill = self.look.tone(cell.tone or cell.shade)
        if self.scene.shape == "disc":
            hit = tag("circle", r=UNIT * 0.48, fill="none", pointer_events="all")
            hole = tag("circle", r=UNIT * 0.17, fill=fill, stroke=board["link"], stroke_width=4)
            return hit + hole
        if self.scene.shape == "hexagon":
            return tag(
                "polygon",
                points=points(self.shape_of(cell)),
                fill=fill,
                stroke=board["edge"],
                stroke_width=3,
            )
        line: dict[str, Value] = {}
        if cell.shade == "plain":
            line = {"stroke": board["edge"], "stroke_width": 3}
        return self.square(0, fill=fill, **line)

    def square(self, inset: float, **attributes: Value) -> str:
        side = UNIT - 2 * inset
        return tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, **attributes)

    def sheet(self, grow: float, **attributes: Value) -> str:
        wide, high = CARD[0] + grow, CARD[1] + grow
        return tag(
            "rect", x=-wide, y=-high, width=2 * wide, height=2 * high, rx=7 + grow, **attributes
        )

    def last(self, cell: Cell) -> str:
        """The sign of the last move: beneath the pieces, seen without colour too."""
        ink, line = self.look.board["last"], self.look.board["last-line"]
        if self.on_table:
            return self.sheet(3, fill="none", stroke=ink, stroke_width=7)
        if self.scene.shape == "disc":
            return tag(
                "circle", r=UNIT * 0.46, fill=ink, fill_opacity=0.45, stroke=line, stroke_width=6
            )
        if self.scene.shape == "hexagon":
            inner = [(0.9 * x, 0.9 * y) for x, y in self.shape_of(cell)]
            return tag(
                "polygon",
                points=points(inner),
                fill=ink,
                fill_opacity=0.45,
                stroke=line,
                stroke_width=6,
            )
        return self.square(4, fill=ink, fill_opacity=0.4, stroke=line, stroke_width=6)

    def halo(self, name: str) -> str:
        ink = self.look.board[name]
        return self.square(
            6,
            rx=16,
            fill=ink,
            fill_opacity=0.4,
            stroke=ink,
            stroke_width=8,
            stroke_dasharray=DASHES[name],
            class_=f"parlour-{name}",
        )

    def plate(self, colour: str) -> str:
        paint = self.look.paint(colour)
        fill = self.look.tones.get(f"plate-{colour}", paint.fill)
        return self.square(3, rx=14, fill=fill, stroke=paint.line, stroke_width=4, class_="plate")

    def badge(self, kind: str) -> str:
        """A small emblem in the upper right corner."""
        return figure(Piece("", "grey", kind), self.look, 33, -33, 0.3)

    def mark(self, cell: Cell) -> str:
        """A ring round the pieces of a cell; on an empty cell a dot."""
        ink = self.look.board["mark"]
        if self.on_table:
            return self.sheet(
                3, fill="none", stroke=ink, stroke_width=7, stroke_dasharray="14 8", class_="mark"
            )
        if cell.picture_pieces:
            return tag(
                "circle",
                r=45,
                fill="none",
                stroke=ink,
                stroke_width=8,
                stroke_dasharray="18 8",
                class_="mark",
            )
        return tag("circle", r=15, fill=ink, class_="mark")
