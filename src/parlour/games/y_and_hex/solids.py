"""Solids for printers in three dimensions: triangles, bodies of revolution, prisms, and STL files."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import cos, pi, sin

Point = tuple[float, float, float]
Flat = tuple[float, float]
Triangle = tuple[Point, Point, Point]

ROUND = 48  # corners of a circle


def quad(a: Point, b: Point, c: Point, d: Point) -> list[Triangle]:
    """A face of four corners, anticlockwise as seen from outside."""
    return [(a, b, c), (a, c, d)]


def revolve(profile: Sequence[Flat], corners: int = ROUND) -> list[Triangle]:
    """The body that a profile of (radius, height) makes about the axis, where it begins and ends.

    The profile rises on the outside of the body, so that its inside lies to the left.
    """
    made: list[Triangle] = []
    for k in range(corners):
        one, other = 2 * pi * k / corners, 2 * pi * ((k + 1) % corners) / corners
        for (r, z), (s, w) in pairwise(profile):
            a, b = _at(r, one, z), _at(r, other, z)
            c, d = _at(s, other, w), _at(s, one, w)
            made += [face for face in quad(a, b, c, d) if len(set(face)) == 3]
    return made


def _at(radius: float, turn: float, height: float) -> Point:
    return (radius * cos(turn), radius * sin(turn), height) if radius else (0.0, 0.0, height)


def prism(outline: Sequence[Flat], faces: Iterable[Sequence[int]], height: float) -> list[Triangle]:
    """An outline, anticlockwise, raised to a height; `faces` are triangles of its corners' numbers."""
    made: list[Triangle] = []
    for a, b, c in faces:
        made.append(_raised(outline, (a, b, c), height))
        made.append(_raised(outline, (c, b, a), 0.0))
    for (x, y), (u, v) in zip(outline, [*outline[1:], outline[0]], strict=True):
        made += quad((x, y, 0.0), (u, v, 0.0), (u, v, height), (x, y, height))
    return made


def _raised(outline: Sequence[Flat], face: tuple[int, int, int], height: float) -> Triangle:
    a, b, c = ((*outline[corner], height) for corner in face)
    return a, b, c


def volume(solid: Iterable[Triangle]) -> float:
    """The volume that the triangles enclose; negative if they are inside out."""
    return sum(
        (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
         + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
        for a, b, c in solid
    )  # fmt: skip


def is_closed(solid: Iterable[Triangle]) -> bool:
    """Whether each edge belongs to two faces, which pass it in opposite directions."""
    edges: Counter[tuple[Point, Point]] = Counter()
    for face in solid:
        corners = [(round(x, 4) + 0.0, round(y, 4) + 0.0, round(z, 4) + 0.0) for x, y, z in face]
        edges.update(zip(corners, [*corners[1:], corners[0]], strict=True))
    return all(count == 1 and edges[b, a] == 1 for (a, b), count in edges.items())


def stl(solid: Sequence[Triangle]) -> bytes:
    """A binary STL file, in millimetres; readers compute the normals."""
    faces = (struct.pack("<12fH", 0, 0, 0, *a, *b, *c, 0) for a, b, c in solid)
    return b"Parlour".ljust(80) + struct.pack("<I", len(solid)) + b"".join(faces)
