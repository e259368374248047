"""The standing Y board in millimetres: a plate of hexagons, each with a hole for a pill.

A ring of cells without holes surrounds the board. Its lowest row stands in the slots of two stands; its
three corners have small holes for the feet of the board that lies flat. A pill goes through the plate and
shows its white half on one side, its black half on the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import cos, pi, sin, sqrt

from parlour.games.y_and_hex.solids import Flat, Triangle, prism, quad, revolve, stl

PITCH = 12.0  # between the middles of neighbours
THICK = 5.0  # the plate
HOLE, PIN_HOLE = 4.0, 2.0  # radii of the holes for pills and for feet
OUT = 3.0  # how far a pill stands out on each side: the height of a foot
PLAY = 0.15  # between parts that go into each other
PARTS = 4  # of a hexagon's side, and so 24 corners of a hole

STAND = (32.0, 26.0, 16.0)  # half its width, its height, its depth
FOOT, WALL = 6.0, 10.0  # of a stand: its lower edge, half its width on top
SLOT = 12.0  # of a stand: ends below the lowest pills

Cell = tuple[int, int]  # column and row from the lower left

NEIGHBOURS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # at 0, 60, … degrees


@dataclass(frozen=True)
class StandingBoard:
    """A board with `size` holes on each side."""

    size: int

    @cached_property
    def holes(self) -> dict[Cell, float]:
        """All cells of the plate, with the radius of the hole; 0 for none."""
        whole = self.size + 3
        cells = [(x, y) for y in range(whole) for x in range(whole - y)]
        return {cell: self._hole(*cell) for cell in cells}

    def _hole(self, x: int, y: int) -> float:
        last = self.size + 2
        if (x, y) in ((0, 0), (last, 0), (0, last)):
            return PIN_HOLE
        return HOLE if x > 0 and y > 0 and x + y < last else 0.0

    @property
    def width(self) -> float:
        """The width of the plate."""
        return (self.size + 3) * PITCH

    @staticmethod
    def middle(cell: Cell) -> Flat:
        """Where a cell's middle is."""
        x, y = cell
        return PITCH * (x + y / 2), PITCH * y * sqrt(3) / 2

    def rim(self, cell: Cell) -> list[Flat]:
        """Points on a cell's edge, PARTS for each side, anticlockwise from the side at 0 degrees."""
        x, y = self.middle(cell)
        far = PITCH / sqrt(3)
        corners = [
            (x + far * cos(pi / 3 * k - pi / 6), y + far * sin(pi / 3 * k - pi / 6))
            for k in range(7)
        ]
        return [
            (a[0] + (b[0] - a[0]) * part / PARTS, a[1] + (b[1] - a[1]) * part / PARTS)
            for a, b in pairwise(corners)
            for part in range(PARTS)
        ]

    def outer_sides(self) -> Iterator[tuple[Flat, Flat]]:
        """The pieces of the plate's outline, anticlockwise round it."""
        for cell in self.holes:
            rim = self.rim(cell)
            for k, (dx, dy) in enumerate(NEIGHBOURS):
                if (cell[0] + dx, cell[1] + dy) not in self.holes:
                    side = [rim[(k * PARTS + part) % len(rim)] for part in range(PARTS + 1)]
                    yield from pairwise(side)

    # -- to print ----------------------------------------------------------------------------------

    def plate(self) -> list[Triangle]:
        """The plate with its holes, closed, without walls between cells."""
        made: list[Triangle] = []
        for cell, radius in self.holes.items():
            made += self._cell(cell, radius)
        for (x, y), (u, v) in self.outer_sides():
            made += quad((x, y, 0.0), (u, v, 0.0), (u, v, THICK), (x, y, THICK))
        return made

    def _cell(self, cell: Cell, radius: float) -> list[Triangle]:
        """A cell's upper and lower face, and the wall of its hole."""
        rim, (x, y) = self.rim(cell), self.middle(cell)
        turns = [2 * pi * k / len(rim) - pi / 6 for k in range(len(rim))]
        inner = [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]
        made: list[Triangle] = []
        for k in range(len(rim)):
            a, b = rim[k], rim[(k + 1) % len(rim)]
            d, c = inner[k], inner[(k + 1) % len(rim)]
            if not radius:
                made += [((*a, THICK), (*b, THICK), (x, y, THICK)), ((*b, 0), (*a, 0), (x, y, 0))]
                continue
            made += quad((*a, THICK), (*b, THICK), (*c, THICK), (*d, THICK))
            made += quad((*b, 0.0), (*a, 0.0), (*d, 0.0), (*c, 0.0))
            made += quad((*c, 0.0), (*d, 0.0), (*d, THICK), (*c, THICK))
        return made

    def board_stl(self) -> bytes:
        """The plate, lying flat."""
        return stl(self.plate())

    def stand_stl(self) -> bytes:
        """A stand on its side."""
        return stl(stand())

    def foot_stl(self) -> bytes:
        """A foot: a disc as high as a pill stands out, with a pin."""
        return stl(foot())

    def pill_stl(self, colour: str) -> bytes:
        """Half a pill: the white one has the pin, the black one the socket."""
        return stl(pill(colour))

    # -- to cut ------------------------------------------------------------------------------------

    def cut_file(self) -> bytes:
        """Cut lines as SVG in millimetres, for a sheet as thick as the plate."""
        drawn = [_path(self._outline())]
        for cell, radius in self.holes.items():
            if radius:
                x, y = self.middle(cell)
                drawn.append(f'<circle cx="{x:.3f}" cy="{-y:.3f}" r="{radius:.3f}"/>')
        below = PITCH + STAND[1] + 8
        for n in range(2):
            across = n * (2 * STAND[0] + 6) + STAND[0] - PITCH / 2
            drawn.append(_path([(x + across, z - below) for x, z in stand_outline()]))
        for n in range(3):
            drawn.append(f'<circle cx="{n * 20 + 4:.3f}" cy="{below + 12:.3f}" r="8"/>')
        wide, high = max(self.width, 4 * STAND[0]) + 20, self.width * sqrt(3) / 2 + below + 40
        box = f"{-PITCH / 2 - 10:.2f} {-high + below + 30:.2f} {wide:.2f} {high:.2f}"
        opening = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.2f}mm" height="{high:.2f}mm" '
            f'viewBox="{box}"><g fill="none" stroke="#f00" stroke-width="0.1">'
        )
        return (opening + "".join(drawn) + "</g></svg>").encode()

    def _outline(self) -> list[Flat]:
        """The plate's outline as one ring of corners."""
        following = {_key(a): b for a, b in self.outer_sides()}
        first = next(iter(self.outer_sides()))[0]
        ring = [first]
        while _key(following[_key(ring[-1])]) != _key(first):
            ring.append(following[_key(ring[-1])])
        return ring


def _key(point: Flat) -> tuple[float, float]:
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0


def _path(ring: list[Flat]) -> str:
    places = "L".join(f"{x:.3f} {-y:.3f}" for x, y in ring)
    return f'<path d="M{places}Z"/>'


def stand_outline() -> list[Flat]:
    """A stand from the front, with its slot from above, anticlockwise."""
    half, high, _ = STAND
    gap = THICK / 2 + PLAY
    right = [(half, 0.0), (half, FOOT), (WALL, high), (gap, high), (gap, high - SLOT)]
    return [*right, *((-x, z) for x, z in reversed(right))]


def stand() -> list[Triangle]:
    """The stand as a prism; both halves are fans about the lower corners of the slot."""
    right, left = 4, 5
    faces = [(right, n, n + 1) for n in range(3)] + [(left, n, n + 1) for n in range(6, 9)]
    faces += [(right, left, 9), (right, 9, 0)]
    return prism(stand_outline(), faces, STAND[2])


def foot() -> list[Triangle]:
    """A disc with a pin that goes into a corner of the plate."""
    pin = PIN_HOLE - PLAY
    return revolve(
        [(0, 0), (8, 0), (8, OUT), (pin, OUT), (pin, OUT + THICK - 1), (0, OUT + THICK - 1)]
    )


def pill(colour: str) -> list[Triangle]:
    """Half a pill, on its outer end: half the plate and what stands out, with a pin or a socket."""
    body, end = HOLE - PLAY, OUT + THICK / 2
    outside = [(0.0, 0.0), (body - 0.8, 0.0), (body, 0.8), (body, end - 0.8), (HOLE, end)]
    if colour == "white":
        inside = [(1.8, end), (1.8, end + 3.0), (0.0, end + 3.0)]
    else:
        inside = [(1.8 + PLAY, end), (1.8 + PLAY, end - 3.3), (0.0, end - 3.3)]
    return revolve([*outside, *inside])
