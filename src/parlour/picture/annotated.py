"""Positions with what an annotator drew on them; a line of them as a strip or as a moving picture.

Colours are lichess's letters: G, R, Y and B. Each has its own dashes too, for those who tell colours
apart less well. Four other letters are marks as go players draw them: X a cross, T a triangle, Q a square,
S a selected cell; an arrow of the letter L is a line without a head.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot

from parlour.errors import BadPicture, MissingExtra
from parlour.picture.svg_png import png
from parlour.picture.svg_state import DrawableState, board_cells, state_svg, viewed
from parlour.picture.svg_xml import number, tag, text
from parlour.picture.viewpoint import Viewpoint

INK = {"G": "#15781b", "R": "#b3261e", "Y": "#d68a00", "B": "#0b4aa8"}
DASHES = {"R": "20 9", "Y": "3 11", "B": "26 7 6 7"}
SHAPES = {
    "X": "M-24-24L24 24M-24 24L24-24",
    "T": "M0-32L29 19H-29Z",
    "Q": "M-25-25H25V25H-25Z",
}  # about a cell's middle
SELECTED, LINE = "S", "L"
DARK, LIGHT = "#14181a", "#ffffff"
FRAMES = 200  # pictures in a moving one, at most
COLUMNS = 4  # of a strip
CAPTION = 30  # pixels below each picture of a strip
GAP = 12

Point = tuple[float, float]


@dataclass(frozen=True)
class Marks:
    """What is drawn on a board: colours by cell, (from, to, colour), texts by cell."""

    cells: Mapping[str, str] = field(default_factory=dict)
    arrows: Sequence[tuple[str, str, str]] = ()
    labels: Mapping[str, str] = field(default_factory=dict)


def annotated_svg(state: DrawableState, marks: Marks, at: Viewpoint | None = None) -> str:
    """The position as one SVG element, with the marks on it; what names no cell is left out.

    Raises BadPicture, BadSkin; ValueError if there is no such seat.
    """
    at = at or Viewpoint()
    svg = state_svg(state, at)
    cells = board_cells(state, viewed(state, at), at)
    places = {str(cell["name"]): (_real(cell["x"]), _real(cell["y"])) for cell in cells}
    drawn = [
        *(_mark(places[cell], letter) for cell, letter in marks.cells.items() if cell in places),
        *(
            _arrow(places[a], places[b], c)
            for a, b, c in marks.arrows
            if a in places and b in places and a != b
        ),
        *(_label(places[cell], said) for cell, said in marks.labels.items() if cell in places),
    ]
    return svg.removesuffix("</svg>") + "".join(drawn) + "</svg>"


def _real(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0


def _mark(at: Point, letter: str) -> str:
    """A shape that is seen on any piece, or a cell's colour."""
    if letter == SELECTED:
        x, y = number(at[0] - 36), number(at[1] - 36)
        return tag("rect", x=x, y=y, width=72, height=72, rx=10, fill=INK["B"], opacity=0.35)
    if letter in SHAPES:
        return _outlined(SHAPES[letter], transform=f"translate({number(at[0])} {number(at[1])})")
    return _ring(at, letter)


def _outlined(path: str, **more: str) -> str:
    """A dark line with a light edge."""
    lines = [
        tag(
            "path",
            d=path,
            fill="none",
            stroke=ink,
            stroke_width=width,
            stroke_linejoin="round",
            stroke_linecap="round",
        )
        for ink, width in ((LIGHT, 16), (DARK, 8))
    ]
    return tag("g", *lines, **more)


def _ring(at: Point, colour: str) -> str:
    ink = INK.get(colour, INK["G"])
    dash = {"stroke_dasharray": DASHES[colour]} if colour in DASHES else {}
    return tag(
        "circle",
        cx=number(at[0]),
        cy=number(at[1]),
        r=41,
        fill=ink,
        fill_opacity=0.18,
        stroke=ink,
        stroke_width=8,
        stroke_linecap="round",
        **dash,
    )


def _arrow(start: Point, end: Point, colour: str) -> str:
    if colour == LINE:
        (x, y), (u, v) = start, end
        return _outlined(f"M{number(x)} {number(y)}L{number(u)} {number(v)}")
    far = hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far

    def corner(along: float, aside: float) -> str:
        x, y = start[0] + dx * along - dy * aside, start[1] + dy * along + dx * aside
        return f"{number(x)} {number(y)}"

    tail, neck, tip = min(24.0, far / 4), far - 44, far - 8
    way = [(tail, 7), (neck, 7), (neck, 22), (tip, 0), (neck, -22), (neck, -7), (tail, -7)]
    path = "L".join(corner(*place) for place in way)
    return tag("path", d=f"M{path}Z", fill=INK.get(colour, INK["G"]), opacity=0.8)


def _label(at: Point, said: str) -> str:
    size = 54 if len(said) < 3 else 110 / len(said)
    return tag(
        "text",
        text(said),
        x=number(at[0]),
        y=number(at[1] + size * 0.36),
        font_size=number(size),
        font_family="sans-serif",
        font_weight=700,
        text_anchor="middle",
        fill=LIGHT,
        stroke=DARK,
        stroke_width=8,
        paint_order="stroke",
        stroke_linejoin="round",
    )


_SIZE = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')


def strip_svg(pictures: Sequence[str], captions: Sequence[str], columns: int = COLUMNS) -> str:
    """Pictures in rows, each with a caption below it, as one SVG element. Raises BadPicture for none."""
    sizes = [_size(svg) for svg in pictures]
    if not sizes:
        raise BadPicture("a strip needs at least one picture")
    wide = max(w for w, _ in sizes) + GAP
    high = max(h for _, h in sizes) + CAPTION + GAP
    across = min(columns, len(pictures))
    inside = []
    for place, (svg, caption) in enumerate(zip(pictures, captions, strict=True)):
        x, y = GAP + wide * (place % across), GAP + high * (place // across)
        inside.append(svg.replace("<svg ", f'<svg x="{x}" y="{y}" ', 1))
        inside.append(
            tag(
                "text",
                text(caption),
                x=x + wide // 2 - GAP // 2,
                y=y + high - GAP - 8,
                font_size=16,
                font_family="sans-serif",
                text_anchor="middle",
            )
        )
    width, height = GAP + wide * across, GAP + high * (-(-len(pictures) // across))
    paper = tag("rect", width=width, height=height, fill="#ffffff")
    return tag(
        "svg",
        paper,
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=height,
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_label=f"{len(pictures)} positions",
    )


def _size(svg: str) -> tuple[int, int]:
    match = _SIZE.match(svg)
    if match is None:
        raise BadPicture("this is no picture of a position")
    return int(match[1]), int(match[2])


def moving(pictures: Iterable[str], seconds: float = 1.2, form: str = "gif") -> bytes:
    """Pictures (SVG) as one looping GIF or WebP, each shown for `seconds`.

    Raises BadPicture for none or more than `FRAMES`, MissingExtra without the extra ``pictures``.
    """
    if form not in ("gif", "webp"):
        raise BadPicture(f"a moving picture is gif or webp, not {form!s:.20}")
    try:
        from PIL import Image
    except ImportError:
        raise MissingExtra(
            "moving pictures need the extra `pictures`: pip install 'parlour[pictures]'"
        ) from None
    frames = []
    for svg in pictures:
        painted = Image.open(io.BytesIO(png(svg))).convert("RGBA")
        paper = Image.new("RGBA", painted.size, "white")
        frames.append(Image.alpha_composite(paper, painted).convert("RGB"))
        if len(frames) > FRAMES:
            raise BadPicture(f"a moving picture has at most {FRAMES} positions")
    if not frames:
        raise BadPicture("a moving picture needs at least one position")
    room = (max(frame.width for frame in frames), max(frame.height for frame in frames))
    laid = []
    for frame in frames:
        paper = Image.new("RGB", room, "white")
        paper.paste(frame, ((room[0] - frame.width) // 2, (room[1] - frame.height) // 2))
        laid.append(paper)
    out, shown = io.BytesIO(), round(1000 * seconds)
    laid[0].save(out, form.upper(), save_all=True, append_images=laid[1:], duration=shown, loop=0)
    return out.getvalue()
