"""The circuit of Stones of Fortune on a round board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import cos, pi, sin

from parlour.kernel.scene import Area, Cell, Label, Place, Scene, oval

POSITIONS = 32
MIDDLE = (5.5, 4.5)  # of both boards
RADII = {"L": 7.9, "D": 6.6}  # of the rings, by the letter that their positions begin with
NUMBERS = 5.7  # the radius on which the positions' numbers stand
EDGES = (8.6, 7.25, 5.95)  # radii around the rings and between them
LINE = 0.02  # half a line's width


def circular(shown: Scene, seat: int) -> Scene:
    """The same positions on circles, clockwise from the upper left; the path stays in the middle."""
    cells = [_on_ring(cell) if cell.name[1:].isdigit() else cell for cell in shown.cells]
    numbers = [Label(str(n + 1), *_at(NUMBERS, n)) for n in range(POSITIONS)]
    discs = tuple(
        oval(*MIDDLE, radius, radius, tone)
        for radius, tone in zip(EDGES, ("light-ring", "dark-ring", "realm"), strict=True)
    )
    walls = tuple(area for area in shown.areas if area.tone.endswith("wall"))
    return replace(
        shown, cells=tuple(cells), labels=tuple(numbers), areas=(*discs, *_spokes(), *walls)
    )


def _on_ring(cell: Cell) -> Cell:
    x, y = _at(RADII[cell.name[0]], int(cell.name[1:]) - 1)
    return cell._replace(x=x, y=y, shade="light")


def _at(radius: float, n: float) -> Place:
    """The place of position `n` on a circle: the middle of the first eight is at the top."""
    turn = 2 * pi * (n - 3.5) / POSITIONS
    return MIDDLE[0] + radius * sin(turn), MIDDLE[1] + radius * cos(turn)


def _spokes() -> Iterator[Area]:
    """The lines between positions."""
    for n in range(POSITIONS):
        (x, y), (u, v) = _at(EDGES[2], n + 0.5), _at(EDGES[0], n + 0.5)
        across = LINE / (EDGES[0] - EDGES[2])
        dx, dy = (v - y) * across, (x - u) * across
        yield Area(((x - dx, y - dy), (u - dx, v - dy), (u + dx, v + dy), (x + dx, y + dy)), "edge")
