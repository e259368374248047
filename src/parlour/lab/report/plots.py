"""The report's plots as SVG: small panels of one width, which stand side by side or one below another.

Colours and type are the page's (CSS classes and variables), so that they follow light and dark.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

import numpy as np
from numpy.typing import NDArray

from parlour.lab.report.wording import number
from parlour.picture.axis import ticks
from parlour.picture.svg_xml import number as short
from parlour.picture.svg_xml import points, tag, text

WIDE = 360  # of a panel, in pixels where there is room for them
LEFT, RIGHT = 6, 6  # margins
COLOURS = 8
ROW = 17  # the height of a row of text or marks
AXIS = 26  # of an axis below
LEAST_SHARE = 0.02  # of all that a scale of shares reaches over
TOLD = 52  # the width of numbers at the right

Values = NDArray[np.float64]
Show = Callable[[float], str]


@dataclass(frozen=True)
class IntervalMark:
    """One number with its interval, to be drawn as a dot on a whisker."""

    value: float
    low: float
    high: float
    colour: int
    strong: bool = True
    note: str = ""
    label: str = ""  # what is written at the right


@dataclass(frozen=True)
class MarkGroup:
    """Marks below one label."""

    label: str
    marks: tuple[IntervalMark, ...]


@dataclass(frozen=True)
class AxisScale:
    """Numbers as places from left to right."""

    low: float
    high: float
    left: float = LEFT + 4
    right: float = WIDE - RIGHT - 4

    def __call__(self, value: float) -> float:
        span = self.high - self.low or 1.0
        held = min(max(value, self.low), self.high)
        return self.left + (held - self.low) / span * (self.right - self.left)


def _scale(ends: Sequence[float], bounds: tuple[float, float], right: float = 0) -> AxisScale:
    """A scale over all finite `ends`, with some air, within `bounds`."""
    there = [end for end in ends if isfinite(end)] or [0.0, 1.0]
    low, high = min(there), max(there)
    if isfinite(bounds[1]):  # a share: hundredths of a per cent are not made a landscape
        middle, half = (low + high) / 2, max(high - low, LEAST_SHARE) / 2
        low, high = middle - half, middle + half
    air = 0.06 * (high - low) or 0.05 * max(1.0, abs(high))
    ends = max(low - air, bounds[0]), min(high + air, bounds[1])
    return AxisScale(*ends, right=WIDE - RIGHT - 4 - right)


def _axis(scale: AxisScale, top: float, bottom: float, show: Show, centre: float | None) -> str:
    """Grid lines with their numbers below, and a stronger line at `centre`."""
    parts = []
    for tick in ticks(scale.low, scale.high):
        x = scale(tick)
        parts.append(tag("line", x1=x, x2=x, y1=top, y2=bottom, class_="grid"))
        end = "start" if x < 20 else "end" if x > WIDE - 14 else "middle"
        parts.append(
            tag("text", text(show(tick)), x=x, y=bottom + 15, text_anchor=end, class_="tick")
        )
    if centre is not None and scale.low <= centre <= scale.high:
        x = scale(centre)
        parts.append(tag("line", x1=x, x2=x, y1=top, y2=bottom, class_="centre"))
    return "".join(parts)


def _panel(title: str, height: float, *inside: str) -> str:
    return tag(
        "svg",
        tag("title", text(title)),
        *inside,
        viewBox=f"0 0 {WIDE} {short(height)}",
        role="img",
        class_="plot",
    )


def _words(x: float, y: float, words: str, name: str, anchor: str = "start") -> str:
    return tag("text", text(words), x=x, y=y, text_anchor=anchor, class_=name)


def _fit(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def intervals(
    title: str,
    groups: Sequence[MarkGroup],
    show: Show,
    bounds: tuple[float, float] = (-float("inf"), float("inf")),
    centre: float | None = None,
) -> str:
    """Numbers with their intervals, in groups with a label above each."""
    marks = [mark for group in groups for mark in group.marks]
    ends = [end for mark in marks for end in (mark.low, mark.high, mark.value)]
    scale = _scale([*ends, *([] if centre is None else [centre])], bounds, TOLD)
    parts: list[str] = []
    y = 4.0
    for group in groups:
        y += ROW
        parts.append(_words(LEFT, y - 4, _fit(group.label, 46), "label"))
        for mark in group.marks:
            parts.append(_mark(mark, scale, y + ROW / 2 - 2))
            parts.append(_words(WIDE - RIGHT, y + ROW / 2 + 2, mark.label, "told", "end"))
            y += ROW - 1
        y += 3
    axis = _axis(scale, 6, y, show, centre)
    return _panel(title, y + AXIS, axis, *parts)


def _mark(mark: IntervalMark, scale: AxisScale, y: float) -> str:
    """A dot on a whisker; hollow for the weaker players."""
    shade = f"c{mark.colour % COLOURS}" + ("" if mark.strong else " weak")
    parts = [tag("title", text(mark.note))] if mark.note else []
    parts.append(tag("line", x1=scale(mark.low), x2=scale(mark.high), y1=y, y2=y, class_="whisker"))
    if isfinite(mark.value):
        parts.append(tag("circle", cx=scale(mark.value), cy=y, r=4.5, class_="dot"))
    return tag("g", *parts, class_=shade)


def small_interval(value: float, low: float, high: float, reach: float, clear: bool) -> str:
    """A difference beside zero, small enough for a table; `reach` is half of the scale.

    The dot is filled where the difference is `clear`. The table says the same in numbers.
    """
    scale = AxisScale(-reach, reach, 3, 117)
    ends = [max(-reach, min(reach, x)) if isfinite(x) else reach for x in (low, high)]
    return tag(
        "svg",
        tag("line", x1=60, x2=60, y1=1, y2=17, class_="centre"),
        _mark(IntervalMark(value, ends[0], ends[1], 0, clear), scale, 9),
        viewBox="0 0 120 18",
        class_="small",
        aria_hidden="true",
    )


@dataclass(frozen=True)
class Sample:
    """Numbers of many games, to be drawn as a distribution."""

    label: str
    values: Values
    colour: int


def distributions(title: str, samples: Sequence[Sample], show: Show) -> str:
    """Distributions above each other on one scale, each with its quartiles."""
    together = np.concatenate([sample.values for sample in samples])
    low, high = np.quantile(together, [0.002, 0.998])
    bins = _edges(float(low), float(high))
    scale = AxisScale(float(bins[0]), float(bins[-1]))
    height = 52.0
    parts, y = [], 4.0
    for sample in samples:
        y += ROW
        parts.append(_words(LEFT, y - 4, _fit(sample.label, 46), "label"))
        y += height
        parts.append(_hill(sample, bins, scale, y, height - 4))
        y += 4
    return _panel(title, y + AXIS, _axis(scale, 6, y, show, None), *parts)


def _edges(low: float, high: float) -> Values:
    """Edges of 30 to 60 bins of whole width, or of one number where all are alike."""
    width = max(1.0, ceil((high - low + 1) / 40))
    first = floor(low / width) * width - width
    count = ceil((high + 2 * width - first) / width)
    return np.asarray(first + width * np.arange(count + 1), dtype=np.float64)


def _hill(sample: Sample, bins: Values, scale: AxisScale, y: float, height: float) -> str:
    counts, _ = np.histogram(np.clip(sample.values, bins[0], bins[-1]), bins)
    smooth = np.convolve(counts, [0.25, 0.5, 0.25], mode="same")
    tall = height / max(smooth.max(), 1e-9)
    middles = (bins[:-1] + bins[1:]) / 2
    outline = [(scale(float(x)), y - float(c) * tall) for x, c in zip(middles, smooth, strict=True)]
    area = [(outline[0][0], y), *outline, (outline[-1][0], y)]
    quartiles = np.quantile(sample.values, [0.25, 0.5, 0.75])
    q1, q2, q3 = (scale(float(q)) for q in quartiles)
    return tag(
        "g",
        tag("title", text(f"{sample.label}: median {number(float(quartiles[1]))}")),
        tag("polygon", points=points(area), class_="area"),
        tag("polyline", points=points(outline), class_="outline"),
        tag("line", x1=q1, x2=q3, y1=y, y2=y, class_="quartiles"),
        tag("line", x1=q2, x2=q2, y1=y - height, y2=y, class_="median"),
        class_=f"c{sample.colour % COLOURS}",
    )


@dataclass(frozen=True)
class Part:
    """One part of a whole."""

    name: str
    share: float
    colour: int


def stacks(title: str, rows: Sequence[tuple[str, Sequence[Part]]]) -> str:
    """Shares of a whole as bars, a label above each."""
    parts, y = [], 4.0
    wide = WIDE - LEFT - RIGHT
    for label, shares in rows:
        y += ROW
        parts.append(_words(LEFT, y - 4, _fit(label, 46), "label"))
        x = float(LEFT)
        for part in shares:
            width = part.share * wide
            tip = tag("title", text(f"{part.name}: {number(part.share, True)}"))
            bar = tag("rect", tip, x=x, y=y, width=max(width - 1, 0.5), height=ROW, class_="bar")
            shown = number(part.share, True).replace(".0%", "%")
            inside = _words(x + width / 2, y + 12.5, shown, "inside", "middle")
            parts.append(
                tag("g", bar, inside if width > 40 else "", class_=f"c{part.colour % COLOURS}")
            )
            x += width
        y += ROW + 4
    return _panel(title, y + 4, *parts)


@dataclass(frozen=True)
class Curve:
    """Something over the course of a game: a mean in each part of it, and how sure it is."""

    label: str
    means: Values
    errors: Values
    colour: int


def curves(title: str, rows: Sequence[Curve], show: Show) -> str:
    """Curves over the game, from its start at the left to its end."""
    ends = np.concatenate([r.means + s * r.errors for r in rows for s in (-1, 1)])
    ends = ends[np.isfinite(ends)]
    low, high = float(min(ends.min(), 0)), float(ends.max()) * 1.05 or 1.0
    top, bottom, left = 8.0, 168.0, 38.0
    across = AxisScale(0, 1, left, WIDE - RIGHT - 4)
    parts = []
    for tick in ticks(low, high):
        y = bottom - (tick - low) / (high - low) * (bottom - top)
        parts.append(tag("line", x1=left, x2=across.right, y1=y, y2=y, class_="grid"))
        parts.append(_words(left - 5, y + 4, show(tick), "tick", "end"))
    for share, words, anchor in (
        (0, "start", "start"),
        (0.5, "half way", "middle"),
        (1, "end", "end"),
    ):
        parts.append(_words(across(share), bottom + 16, words, "tick", anchor))
    for row in rows:
        parts.append(
            _curve(row, across, lambda v: bottom - (v - low) / (high - low) * (bottom - top))
        )
    return _panel(title, bottom + AXIS, *parts)


def _curve(row: Curve, across: AxisScale, up: Callable[[float], float]) -> str:
    there = np.flatnonzero(np.isfinite(row.means))
    xs = [across((i + 0.5) / len(row.means)) for i in there.tolist()]
    upper, middle, lower = (
        [(x, up(float(v))) for x, v in zip(xs, (row.means + s * row.errors)[there], strict=True)]
        for s in (1, 0, -1)
    )
    return tag(
        "g",
        tag("title", text(row.label)),
        tag("polygon", points=points([*upper, *reversed(lower)]), class_="area"),
        tag("polyline", points=points(middle), class_="line"),
        class_=f"c{row.colour % COLOURS}",
    )


@dataclass(frozen=True)
class StrengthLine:
    """A measure of one variant against strength: (effort, value, low, high), the weakest first."""

    label: str
    points: Sequence[tuple[float, float, float, float]]
    colour: int


def against_strength(title: str, rows: Sequence[StrengthLine], show: Show) -> str:
    """Lines with error bars over the nodes or simulations of a move, on a logarithmic scale."""
    ends = [y for row in rows for _, *ys in row.points for y in ys if isfinite(y)]
    low, high = min(ends), max(ends)
    room = 0.06 * (high - low) or 0.5
    low, high = low - room, high + room
    efforts = sorted({effort for row in rows for effort, *_ in row.points})
    top, bottom, left = 8.0, 168.0, 38.0
    across = AxisScale(log10(efforts[0]), log10(efforts[-1]), left + 12, WIDE - RIGHT - 16)

    def up(y: float) -> float:
        return bottom - (max(low, min(high, y)) - low) / (high - low) * (bottom - top)

    parts = []
    for tick in ticks(low, high):
        parts.append(tag("line", x1=left, x2=WIDE - RIGHT, y1=up(tick), y2=up(tick), class_="grid"))
        parts.append(_words(left - 5, up(tick) + 4, show(tick), "tick", "end"))
    for effort in efforts:
        parts.append(_words(across(log10(effort)), bottom + 16, _short(effort), "tick", "middle"))
    parts += [_line(row, at, across, up) for at, row in enumerate(rows)]
    return _panel(title, bottom + AXIS, *parts)


def _short(effort: float) -> str:
    """A number of nodes in four characters or so."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if effort >= size:
            return f"{effort / size:g}{letter}"
    return f"{effort:g}"


def _line(row: StrengthLine, at: int, across: AxisScale, up: Callable[[float], float]) -> str:
    """A line through its values, each on its whisker; lines stand a little aside of each other."""
    places = [(across(log10(x)) + 2.5 * (at % 4), up(y)) for x, y, _, _ in row.points]
    marks = []
    for (x, y), (_, _, low, high) in zip(places, row.points, strict=True):
        marks.append(tag("line", x1=x, x2=x, y1=up(low), y2=up(high), class_="whisker"))
        marks.append(tag("circle", cx=x, cy=y, r=3.5, class_="dot"))
    return tag(
        "g",
        tag("title", text(row.label)),
        tag("polyline", points=points(places), class_="line"),
        *marks,
        class_=f"c{row.colour % COLOURS}",
    )
