"""What stands on one cell, as SVG about the cell's centre, which is 100 units wide.

Single pieces are forms of the skin; stacks are drawn as chips seen a little from above, clusters side by
side, cards one upon the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, sqrt

from parlour.kernel.scene import Piece
from parlour.picture.svg_skin import Form, Look, Paint
from parlour.picture.svg_xml import Value, number, tag, text

STONES = frozenset("xoz●○")  # texts that are drawn as a stone
FONT = "system-ui,'Segoe UI',Roboto,'Helvetica Neue','DejaVu Sans',Arial,sans-serif"

SHADOW, FAINT = "#000000", 0.16  # of what is drawn on surfaces
THIN = 2.5  # its lines
CHIP = (35.0, 13.5)  # radii of a chip as it is seen
THICKEST, HIGHEST = 15.0, 60.0  # of one chip, and of a stack's side
LEAST_BANDED = 4.0  # a thinner chip shows no band
COUNTED = 4  # chips; a stack as high bears its height
CARD = (35.0, 48.0)  # half a card's width and height
TILE = 9.0  # by how much a tile that lies on another is shown higher
CLUSTERS: dict[int, tuple[float, tuple[tuple[float, float], ...]]] = {  # scale, centres
    1: (1.0, ((0, 0),)),
    2: (0.64, ((-19, -15), (19, 15))),
    3: (0.52, ((0, -23), (-24, 23), (24, 23))),
    4: (0.5, ((-24, -24), (24, -24), (-24, 24), (24, 24))),
}


def kind_of(piece: Piece) -> str:
    """The kind that a skin draws and names; a piece without one is a stone, or a disc with its text."""
    return piece.kind.split(" ")[0] or ("stone" if piece.text in STONES else "disc")


def pieces(shown: Sequence[Piece], pile: str, look: Look) -> list[str]:
    """The drawings of a cell's pieces, lowest first."""
    if not shown:
        return []
    kinds = {kind_of(piece) for piece in shown}
    if kinds <= {"card", "back"}:
        return list(_cards(shown, look))
    chips = kinds <= {"stone", "chip"} and pile == "stack"
    if chips and (len(shown) > 1 or "chip" in kinds):
        return _chips(shown, look)
    if pile == "layers":
        return [figure(piece, look) for piece in shown]
    if pile == "tiles":
        return [figure(piece, look, 0, -TILE * i) for i, piece in enumerate(shown)]
    return list(_cluster(shown, look))


def _cluster(shown: Sequence[Piece], look: Look) -> Iterator[str]:
    """Pieces side by side, each as large as there is room for."""
    scale, centres = CLUSTERS.get(len(shown)) or _grid(len(shown))
    for piece, (x, y) in zip(shown, centres, strict=False):
        yield figure(piece, look, x, y, scale)


def _grid(count: int) -> tuple[float, tuple[tuple[float, float], ...]]:
    """The scale and the centres of many pieces in rows."""
    side = ceil(sqrt(count))
    middles = [(n - (side - 1) / 2) * 92 / side for n in range(side)]
    return 0.95 / side, tuple((x, y) for y in middles for x in middles)


def figure(piece: Piece, look: Look, x: float = 0, y: float = 0, scale: float = 1) -> str:
    """One piece by its form, with its text where the form or the piece itself shows it."""
    kind = piece.kind.split(" ")[-1] or kind_of(piece)
    form, paint = look.form(kind), look.paint(piece.colour)
    if tint := look.tones.get(f"ink-{kind}"):
        paint = replace(paint, ink=tint)
    bare = form is None
    if form is None:
        form = look.form("disc") or Form()
    drawn = list(_layers(form, look, paint, marked=not _texted(piece, form, bare)))
    inside = tag("g", *drawn, transform=transform(x, y, scale, scale, piece.angle or 0))
    if not _texted(piece, form, bare):
        return inside
    letters = _lettered(piece.text, paint.ink, x, y, scale)
    if not piece.angle:
        return inside + letters
    turn = f"rotate({number(piece.angle)} {number(x)} {number(y)})"
    return inside + tag("g", letters, transform=turn)


def transform(x: float, y: float, wide: float, high: float, angle: float = 0) -> str:
    """The transform that puts a form's middle at a place, with its size and turn."""
    size = number(wide) if wide == high else f"{number(wide)} {number(high)}"
    steps = (
        f"translate({number(x)} {number(y)})" if x or y else "",
        f"scale({size})" if size != "1" else "",
        f"rotate({number(angle)})" if angle else "",
        "translate(-50 -50)",
    )
    return " ".join(step for step in steps if step)


def _texted(piece: Piece, form: Form, bare: bool) -> bool:
    """Whether the piece's own text is written on it."""
    return bool(piece.text) and (form.text or bare or (not piece.kind and piece.text not in STONES))


def _layers(form: Form, look: Look, paint: Paint, marked: bool) -> Iterator[str]:
    """A form's paths from the lowest up, with the colour's mark where it has one."""
    if form.on:
        yield from _layers(look.forms[form.on], look, paint, marked=False)
    if form.body:
        yield _outlined(form.body, paint.fill, paint.line, 3.5)
    if form.solid:
        yield tag("path", d=form.solid, fill=paint.ink)
    if form.accent:
        yield _outlined(form.accent, look.board["accent"], paint.line, 2.5)
    if form.detail:
        yield tag(
            "path",
            d=form.detail,
            fill="none",
            stroke=paint.ink,
            stroke_width=4.5,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
    if form.marked and marked and paint.mark != "none":
        yield from _layers(look.forms[paint.mark], look, paint, marked=False)


def _outlined(path: str, fill: str, line: str, width: float) -> str:
    return tag("path", d=path, fill=fill, stroke=line, stroke_width=width, stroke_linejoin="round")


def _lettered(content: str, ink: str, x: float, y: float, scale: float) -> str:
    size = (46, 42, 32, 25)[min(len(content), 4) - 1] * scale
    return words(content, x, y + size * 0.36, size, ink, weight="600")


def words(
    content: str,
    x: float,
    y: float,
    size: float,
    ink: str,
    anchor: str = "middle",
    weight: str | None = None,
) -> str:
    """A line of text in the picture's font; `y` is where the letters stand."""
    return tag(
        "text",
        text(content),
        x=x or None,
        y=y,
        fill=ink,
        font_size=size,
        font_weight=weight,
        text_anchor=anchor,
    )


def ground(name: str, look: Look, x: float, y: float, wide: float, high: float) -> str:
    """The form of a surface, stretched over it: a faint shadow, or in the skin's tone ``ink-NAME``."""
    form, ink = look.forms[name], look.tones.get(f"ink-{name}")
    paint = ink or SHADOW
    across, along = wide / 100, high / 100
    line = THIN / max(across, along)
    shared: dict[str, Value] = {
        "transform": transform(x, y, across, along),
        "opacity": None if ink else FAINT,
    }
    drawn = tag("path", d=form.solid, fill=paint, **shared) if form.solid else ""
    if form.detail:
        drawn += tag("path", d=form.detail, fill="none", stroke=paint, stroke_width=line, **shared)
    return drawn


# -- chips -----------------------------------------------------------------------------------------


def _chips(shown: Sequence[Piece], look: Look) -> list[str]:
    """A stack from the lowest chip up, each with its side and its top; a high one with its height."""
    thick = min(THICKEST, HIGHEST / len(shown))
    foot = thick * len(shown) / 2
    paints = [look.paint(piece.colour) for piece in shown]
    drawn = [_chip(paint, foot - thick * (n + 1), thick) for n, paint in enumerate(paints)]
    top = paints[-1]
    if len(shown) >= COUNTED:
        drawn.append(words(str(len(shown)), 0, 7 - foot, 20, top.ink, weight="600"))
    elif top.mark != "none":
        mark = _layers(look.forms[top.mark], look, top, marked=False)
        wide, flat = CHIP[0] / 50, CHIP[1] / 50
        drawn.append(tag("g", *mark, transform=transform(0, -foot, wide, flat)))
    return drawn


def _chip(paint: Paint, top: float, thick: float) -> str:
    """One chip: its side, which bears a broken band where its colour has a mark, and its top."""
    line = min(3.0, max(0.8, thick * 0.2))
    surface: dict[str, Value] = {"fill": paint.fill, "stroke": paint.line, "stroke_width": line}
    drawn = tag("path", d=f"{_rim(top, thick)}v{number(-thick)}Z", **surface)
    if paint.mark != "none" and thick > LEAST_BANDED:
        band = _rim(top + thick / 2, 0)
        broken: dict[str, Value] = {"stroke_width": thick * 0.35, "stroke_dasharray": "7 6"}
        drawn += tag("path", d=band, fill="none", stroke=paint.ink, **broken)
    return drawn + tag("ellipse", cx=0, cy=top, rx=CHIP[0], ry=CHIP[1], **surface)


def _rim(top: float, thick: float) -> str:
    """The path down a chip's left side and along its lower front edge to the right."""
    wide, flat, foot = number(CHIP[0]), number(CHIP[1]), number(top + thick)
    down = f"v{number(thick)}" if thick else ""
    return f"M-{wide} {number(top)}{down}A{wide} {flat} 0 0 0 {wide} {foot}"


# -- cards -----------------------------------------------------------------------------------------


def _cards(shown: Sequence[Piece], look: Look) -> Iterator[str]:
    """Cards one upon the other; the upper ones lie askew, so that the lowest is seen to be there."""
    for n, piece in enumerate(shown):
        drawn = _back(look) if kind_of(piece) == "back" else _card(piece, look)
        turned = f"translate({15 * n} {-9 * n}) rotate({10 * n})" if n else None
        yield tag("g", drawn, transform=turned)


def _card(piece: Piece, look: Look) -> str:
    """A card's face: its rank, and its suit small in the corner and large in the middle.

    A court card shows its figure in the middle, drawn in the suit's colour, and a larger suit above.
    """
    suit = piece.kind.partition(" ")[2]
    paint = look.paint(piece.colour)
    ink = Paint(paint.fill, "none", paint.fill)
    form = look.form(suit)
    drawn = [_sheet(look.board["card"], look.board["card-line"])]
    if form is None:
        drawn.append(words(piece.text, 0, 10, 30, paint.fill, weight="700"))
        return "".join(drawn)
    rank = piece.text[:-1]
    drawn.append(words(rank, -19, -20, 26 if len(rank) < 2 else 22, paint.fill, weight="700"))
    court = look.form(f"court-{rank}")
    suit_sizes = ((2, -31, 0.17),) if court else ((2, -31, 0.17), (4, 16, 0.5))
    signs = [(form, ink, *place) for place in suit_sizes]
    if court:
        line = Paint(look.board["card"], paint.fill, paint.fill)
        signs += [(court, line, 0, 12, 0.62), (form, ink, 23, -31, 0.17)]
    drawn += [
        tag("g", *_layers(shown, look, drawn_in, False), transform=transform(x, y, scale, scale))
        for shown, drawn_in, x, y, scale in signs
    ]
    return "".join(drawn)


def _back(look: Look) -> str:
    """A card's back: a frame and a lattice."""
    lines = "M-26 -39H26V39H-26ZM-26 -13L0 -39L26 -13M-26 13L26 -39M-26 39L26 -13M0 39L26 13"
    crossed = "M26 -13L0 -39M26 13L-26 -39M26 39L-26 -13M0 39L-26 13"
    drawn = tag(
        "path", d=lines + crossed, fill="none", stroke=look.board["back-line"], stroke_width=2.5
    )
    return _sheet(look.board["back"], look.board["card-line"]) + drawn


def _sheet(fill: str, line: str) -> str:
    wide, high = CARD
    return tag(
        "rect",
        x=-wide,
        y=-high,
        width=2 * wide,
        height=2 * high,
        rx=7,
        fill=fill,
        stroke=line,
        stroke_width=1.5,
    )
