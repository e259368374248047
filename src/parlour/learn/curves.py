"""The curves of a run of learning as one SVG: what each generation gained, and how well it foretells.

The picture has its own ground and colours, for light and dark, so that it can be read on any page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from parlour.learn.gain import elo
from parlour.picture.axis import ticks
from parlour.picture.svg_xml import points, tag, text

WIDE, LEFT, RIGHT = 720, 84, 650  # of the picture, and where its plots begin and end
HEAD, FOOT = 62, 56  # of a plot: its title and legend, its generations
TALL = (220, 150)  # the plots
AIR, LEAST = 0.06, 0.001  # above and below: of what a plot reaches over, and at least
NARROW = 40  # columns in which "start" has no room beside the first generation's number
RADIUS = 4.5  # of a point
MOST_NUMBERS = 16  # of generations below a plot

FONT = (
    "text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif}"
    ".title{font-size:14px;font-weight:600}"
    ".total{font-size:13px;font-weight:600}"
    ".line{fill:none;stroke-width:2;stroke-linejoin:round}"
    ".whisker{stroke-width:2.5;stroke-linecap:round;opacity:.75}"
    ".band{opacity:.2}"
    ".zero{stroke-dasharray:3 3}"
    ".dot{stroke-width:1.5}"
    ".hollow{stroke-width:2}"
)
COLOURS = (  # of one scheme: ground, ink, paler ink, grid, the evaluation, the searches
    ".ground{{fill:{0}}}text{{fill:{1}}}.soft{{fill:{2}}}.grid{{stroke:{3}}}.zero{{stroke:{2}}}"
    ".own{{stroke:{4}}}.own.band{{fill:{4};stroke:none}}.own.dot{{fill:{4};stroke:{0}}}"
    ".other{{stroke:{5}}}.other.dot{{fill:{5};stroke:{0}}}"
    ".own.hollow,.other.hollow{{fill:{0}}}"
)
LIGHT = ("#fffdf8", "#23282b", "#5d6568", "#ebe6da", "#17665d", "#b8500f")
DARK = ("#1e2427", "#e9e6de", "#a3abad", "#2a3134", "#7fd0c0", "#f0a06a")


@dataclass(frozen=True)
class Gain:
    """A generation's Elo over the evaluation that the run began with, by its own match.

    `low` to `high` is the 95% interval of that match. `best`, from `least` to `most`, is the sum of the
    gains of all that were taken up to here.
    """

    number: int
    taken: bool
    value: float
    low: float
    high: float
    best: float
    least: float
    most: float


def gains(log: Iterable[dict[str, Any]]) -> list[Gain]:
    """What the generations that were tested gained, in equal time, or at equal nodes where that settled it.

    The sum's interval reaches to each side the root of the sum of squares of what the matches' reach.
    """
    found: list[Gain] = []
    best, below, above = 0.0, 0.0, 0.0
    for entry in log:
        match = entry.get("time") or entry.get("nodes")
        if match is None:
            continue
        gain, low, high = (elo(match[key]) for key in ("share", "low", "high"))
        own = best + gain, best + low, best + high
        if entry["taken"]:
            best, below, above = own[0], hypot(below, gain - low), hypot(above, high - gain)
        band = best, best - below, best + above
        found.append(Gain(entry["generation"], entry["taken"], *own, *band))
    return found


@dataclass(frozen=True)
class Axis:
    """Numbers as places upwards, from `bottom` to `top`."""

    low: float
    high: float
    bottom: float
    top: float

    @classmethod
    def over(cls, values: Sequence[float], bottom: float, top: float) -> Axis:
        """An axis over all `values`, with some air."""
        low, high = min(values), max(values)
        air = max(AIR * (high - low), LEAST)
        return cls(low - air, high + air, bottom, top)

    def __call__(self, value: float) -> float:
        return self.bottom + (value - self.low) / (self.high - self.low) * (self.top - self.bottom)


@dataclass(frozen=True)
class Columns:
    """The generations from left to right, after one for the start where `begun`."""

    count: int
    begun: bool

    def __call__(self, number: int) -> float:
        before = int(self.begun)
        return LEFT + (number + before + 0.5) / (self.count + before) * (RIGHT - LEFT)

    def numbers(self) -> list[int]:
        """The generations that are numbered."""
        return [round(n) for n in ticks(0, self.count - 1, MOST_NUMBERS) if n == round(n)]


def curves(log: Sequence[dict[str, Any]]) -> str:
    """The picture of a run's log, of a generation at least; of errors alone where nothing was tested."""
    found = gains(log)
    columns = Columns(len(log), bool(found))
    y, plots = 0.0, []
    if found:
        plots.append(_gained(found, columns, y))
        y += HEAD + TALL[0] + FOOT
    plots.append(_errors(log, columns, y))
    height = y + HEAD + TALL[1] + FOOT
    dark = f"@media (prefers-color-scheme:dark){{{COLOURS.format(*DARK)}}}"
    return tag(
        "svg",
        tag("title", text("What was learnt, by generation")),
        tag("style", FONT + COLOURS.format(*LIGHT) + dark),
        tag("rect", width=WIDE, height=height, rx=14, class_="ground"),
        *plots,
        xmlns="http://www.w3.org/2000/svg",
        width=WIDE,
        height=height,
        viewBox=f"0 0 {WIDE} {height:.0f}",
        role="img",
    )


# -- the plots -------------------------------------------------------------------------------------


def _gained(found: Sequence[Gain], columns: Columns, y: float) -> str:
    """What was gained in all, and each generation by its own match."""
    ends = [end for g in found for end in (g.low, g.high, g.least, g.most)]
    up = Axis.over([0.0, *ends], y + HEAD + TALL[0], y + HEAD)
    legend = (
        (_point(0, 0, "own", True), "taken"),
        (_point(0, 0, "own", False), "not taken"),
        (_whisker(0, -7, 7), "its own match, 95%"),
        (tag("rect", x=-7, y=-6, width=14, height=12, class_="own band"), "the sum, 95%"),
    )
    return "".join(
        (
            _frame("Gained over the evaluation at the start, at equal time", "Elo", up, _signed),
            _generations(columns, up),
            _legend(legend, up.top),
            _sum(found, columns, up),
            *(_whisker(columns(g.number), up(g.low), up(g.high)) for g in found),
            *(_point(columns(g.number), up(g.value), "own", g.taken) for g in found),
        )
    )


def _sum(found: Sequence[Gain], columns: Columns, up: Axis) -> str:
    """The gains added up: a line from nothing at the start, in its band, and what it comes to."""

    def outline(*values: float) -> list[tuple[float, float]]:
        return list(zip((columns(-1), *(columns(g.number) for g in found)), values, strict=True))

    line = outline(up(0), *(up(g.best) for g in found))
    over = outline(up(0), *(up(g.most) for g in found))
    under = outline(up(0), *(up(g.least) for g in found))
    narrow = columns(0) - columns(-1) < NARROW
    start = columns(-1) + 6 * narrow, up.bottom + 18
    return "".join(
        (
            _words(*start, "start", "soft", "end" if narrow else "middle"),
            tag("line", x1=LEFT, x2=RIGHT, y1=up(0), y2=up(0), class_="zero"),
            tag("polygon", points=points([*over, *reversed(under)]), class_="own band"),
            tag("polyline", points=points(line), class_="own line"),
            _words(RIGHT + 8, line[-1][1] + 4.5, _signed(found[-1].best), "total"),
        )
    )


def _errors(log: Sequence[dict[str, Any]], columns: Columns, y: float) -> str:
    """How well the evaluations and the searches foretell results that were held out."""
    kinds = {"search_error": "other", "error": "own"}
    ends = [entry[kind] for kind in kinds for entry in log]
    up = Axis.over(ends, y + HEAD + TALL[1], y + HEAD)
    legend = (
        (_point(0, 0, "own", True), "the evaluation"),
        (_point(0, 0, "other", True), "the searches that it learnt from"),
    )
    return "".join(
        (
            _frame(
                "Error in foretelling games held out",
                "squared error (points²)",
                up,
                "{:.4f}".format,
            ),
            _generations(columns, up),
            _legend(legend, up.top),
            *(_error_line(log, kind, columns, up, name) for kind, name in kinds.items()),
        )
    )


def _error_line(
    log: Sequence[dict[str, Any]], kind: str, columns: Columns, up: Axis, name: str
) -> str:
    places = [(columns(entry["generation"]), up(entry[kind])) for entry in log]
    taken = [entry["taken"] for entry in log]
    dots = [_point(*place, name, full) for place, full in zip(places, taken, strict=True)]
    return tag("polyline", points=points(places), class_=f"{name} line") + "".join(dots)


# -- what they are made of ---------------------------------------------------------------------------


def _frame(title: str, unit: str, up: Axis, show: Callable[[float], str]) -> str:
    """A plot's title, its unit, and the numbers at its left with their lines."""
    middle = (up.top + up.bottom) / 2
    parts = [
        _words(20, up.top - 36, title, "title"),
        tag(
            "g",
            _words(0, 0, unit, "soft", "middle"),
            transform=f"translate(22 {middle:.0f}) rotate(-90)",
        ),
    ]
    for tick in ticks(up.low, up.high):
        y = up(tick)
        parts.append(tag("line", x1=LEFT, x2=RIGHT, y1=y, y2=y, class_="grid"))
        parts.append(_words(LEFT - 8, y + 4, show(tick), "soft", "end"))
    return "".join(parts)


def _generations(columns: Columns, up: Axis) -> str:
    """The generations' numbers below a plot."""
    y = up.bottom
    numbers = [_words(columns(n), y + 18, str(n), "soft", "middle") for n in columns.numbers()]
    return "".join((*numbers, _words((LEFT + RIGHT) / 2, y + 38, "generation", "soft", "middle")))


def _legend(signs: Iterable[tuple[str, str]], top: float) -> str:
    """The legend in a row above a plot."""
    parts, x = [], 28.0
    for sign, words in signs:
        parts.append(tag("g", sign, transform=f"translate({x:.0f} {top - 16:.0f})"))
        parts.append(_words(x + 13, top - 12, words, "soft"))
        x += 36 + 6.6 * len(words)
    return "".join(parts)


def _words(x: float, y: float, words: str, name: str, anchor: str = "start") -> str:
    return tag("text", text(words), x=x, y=y, text_anchor=anchor, class_=name)


def _point(x: float, y: float, name: str, full: bool) -> str:
    return tag("circle", cx=x, cy=y, r=RADIUS, class_=f"{name} {'dot' if full else 'hollow'}")


def _whisker(x: float, low: float, high: float) -> str:
    return tag("line", x1=x, x2=x, y1=low, y2=high, class_="own whisker")


def _signed(value: float) -> str:
    """Elo in whole points, with its sign."""
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"
