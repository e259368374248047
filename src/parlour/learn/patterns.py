"""Patterns made from a board's geometry alone: which cells they have, and which of them share a table.

There are blocks and long rectangles of cells on which only owners are distinguished, and smaller blocks with
all kinds of pieces. Patterns that the board's symmetries take into each other share a table, and entries
of one table that such a symmetry exchanges are tied to one weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.search.evaluation.ntuple_model import code_count

Cells = tuple[int, ...]
Ints = npt.NDArray[np.int64]

ENTRIES = 20_000  # a table has at most so many
OWNERS = 3  # nobody, the seat to move, the other seat; what is nobody's counts as nobody


@dataclass(frozen=True)
class Patterns:
    """The patterns of one board, laid out as `model.Model` has them; two weights an index.

    ``tie[index]`` is the index of the weight that an entry shares. ``singles[cell]`` says where the weights
    of one cell's codes alone lie, which are learnt beside the tables and then folded into them: `full` has
    the tables with all codes that take them in, their first entries and their cells.
    """

    first: Ints
    pattern: Ints
    steps: Ints
    base: Ints
    tie: Ints
    singles: Ints
    full: tuple[tuple[int, Cells], ...]

    @property
    def entries(self) -> int:
        """How many entries all tables have together."""
        return len(self.tie)


def patterns(rules: Any, entries: int = ENTRIES) -> Patterns:
    """The patterns for a rules file that declares its board."""
    maps = symmetries(rules.CELL_PLACES, rules.CELL_SYMMETRY)
    full = np.arange(code_count(rules))
    kinds = [full, owners(rules)] if code_count(rules) > OWNERS else [full]
    rows: list[tuple[Cells, Ints]] = []
    for digits in kinds:
        size = cells_within(int(digits.max()) + 1, entries)
        blocks = rectangles(rules.CELL_PLACES, size, digits is kinds[-1])
        rows += [(row, digits) for row in closed(blocks, maps)]
    covered = {cell for row, digits in rows if digits is full for cell in row}
    rows += [((cell,), full) for cell in range(rules.CODED_CELLS) if cell not in covered]
    return _laid_out(rules, rows, maps)


def owners(rules: Any) -> Ints:
    """The owner of each code's piece: 1 the mover, 2 the other, 0 neither."""
    each = [1] * rules.PIECE_CODES + [2] * rules.PIECE_CODES + [0] * rules.OTHER_CODES
    return np.array([0, *each], dtype=np.int64)


def cells_within(digits: int, entries: int) -> int:
    """The largest number of cells of a pattern, given the number of values of a cell."""
    size = 1
    while digits ** (size + 1) <= entries:
        size += 1
    return size


# -- geometry --------------------------------------------------------------------------------------


def symmetries(places: Sequence[tuple[int, int]], kind: str) -> list[Cells]:
    """The board's symmetries as permutations: where each takes every cell, the identity first.

    Of the maps with entries -1, 0 and 1 (all symmetries of square and of axial hexagonal grids) those that
    take the board to itself about its middle; "mirror" turns the first coordinate over alone.
    """
    number = {place: i for i, place in enumerate(places)}
    count, middle = len(places), np.sum(places, axis=0)
    same, mirrored = (1, 0, 0, 1), (-1, 0, 0, 1)
    turns: list[tuple[int, int, int, int]] = [
        (m[0], m[1], m[2], m[3])
        for m in product((-1, 0, 1), repeat=4)
        if abs(m[0] * m[3] - m[1] * m[2]) == 1
    ]
    kinds = {"none": [same], "mirror": [same, mirrored], "all": sorted(turns, key=same.__ne__)}
    found = []
    for a, b, c, d in kinds[kind]:
        row: list[int] = []
        for x, y in places:
            u, v = count * x - int(middle[0]), count * y - int(middle[1])
            to = (a * u + b * v + int(middle[0])), (c * u + d * v + int(middle[1]))
            at = (to[0] // count, to[1] // count)
            row.append(number.get(at, -1) if to[0] % count == to[1] % count == 0 else -1)
        if min(row) >= 0:
            found.append(tuple(row))
    return found


def rectangles(places: Sequence[tuple[int, int]], size: int, long: bool) -> list[Cells]:
    """Blocks of up to `size` cells, as square as may be; and, if `long`, rectangles across the board."""
    shapes = _shapes(places, size)
    largest = max(count for _, _, count in shapes)
    square = [s for s in shapes if s[2] >= max(largest - 1, 1)]
    w, h, _ = min(square, key=lambda s: (abs(s[0] - s[1]), -s[2], -s[0]))
    found = _windows(places, w, h)
    if long:
        width, height, _ = max(shapes, key=lambda s: (s[0], s[2]))
        found += _windows(places, width, height)
    return found


def _shapes(places: Sequence[tuple[int, int]], size: int) -> list[tuple[int, int, int]]:
    """Widths and heights of rectangles with up to `size` cells, the same wherever they fit, and how many."""
    found = []
    widest, highest = (max(p[i] for p in places) - min(p[i] for p in places) + 1 for i in (0, 1))
    for w, h in product(range(1, widest + 1), range(1, highest + 1)):
        counts = [len(row) for row in _all_windows(places, w, h, 1, 1)]
        if counts and max(counts) <= size and counts.count(max(counts)) * 2 > len(counts):
            found.append((w, h, max(counts)))
    return found


def _windows(places: Sequence[tuple[int, int]], w: int, h: int) -> list[Cells]:
    """The rectangles of this shape, half overlapping, that have as many cells as any."""
    rows = _all_windows(places, w, h, max(w // 2, 1), max(h // 2, 1))
    most = max(len(row) for row in rows)
    return [row for row in rows if len(row) == most]


def _all_windows(
    places: Sequence[tuple[int, int]], w: int, h: int, right: int, up: int
) -> list[Cells]:
    number = {place: i for i, place in enumerate(places)}
    (left, end), (low, top) = (
        (min(p[i] for p in places), max(p[i] for p in places)) for i in (0, 1)
    )
    rows = []
    for x, y in product(range(left, end - w + 2, right), range(low, top - h + 2, up)):
        inside = product(range(y, y + h), range(x, x + w))
        row = tuple(number[(a, b)] for b, a in inside if (a, b) in number)
        if row:
            rows.append(row)
    return rows


def closed(rows: list[Cells], maps: list[Cells]) -> list[Cells]:
    """The rows and all their images, each set of cells once."""
    found: dict[frozenset[int], Cells] = {}
    for row, by in product(rows, maps):
        image = tuple(by[cell] for cell in row)
        found.setdefault(frozenset(image), image)
    return list(found.values())


# -- tables ----------------------------------------------------------------------------------------


def _laid_out(rules: Any, rows: list[tuple[Cells, Ints]], maps: list[Cells]) -> Patterns:
    cells, codes = rules.CODED_CELLS, code_count(rules)
    base, ties, full = [], [], []
    incident: list[list[tuple[int, Ints]]] = [[] for _ in range(cells)]
    tables: dict[tuple[frozenset[int], bool], tuple[int, Cells]] = {}
    size = 0
    for number, (row, digits) in enumerate(rows):
        kinds = int(digits.max()) + 1
        known = tables.get((frozenset(row), kinds == codes))
        if known is None:  # a table of its own, shared with all images
            ties.append(size + _ties(row, kinds, maps))
            for by in maps:
                image = tuple(by[cell] for cell in row)
                tables.setdefault((frozenset(image), kinds == codes), (size, image))
            if kinds == codes:
                full.append((size, row))
            known = (size, row)
            size += kinds ** len(row)
        base.append(known[0])
        for k, cell in enumerate(known[1]):
            incident[cell].append((number, digits * kinds**k))
    starts = np.cumsum([0, *(len(one) for one in incident)])
    orbit = [min(by[cell] for by in maps) for cell in range(cells)]
    return Patterns(
        first=starts,
        pattern=np.array([number for one in incident for number, _ in one]),
        steps=np.array([step for one in incident for _, step in one]),
        base=np.array(base),
        tie=np.concatenate(ties),
        singles=np.array(orbit) * codes,
        full=tuple(full),
    )


def _ties(row: Cells, kinds: int, maps: list[Cells]) -> Ints:
    """The first entry of each entry's class under the symmetries that take the row to itself."""
    entries = np.arange(kinds ** len(row))
    digit = [entries // kinds**k % kinds for k in range(len(row))]
    least = entries
    for by in maps:
        image = [by[cell] for cell in row]
        if set(image) == set(row):
            least = np.minimum(
                least, sum(digit[k] * kinds ** row.index(c) for k, c in enumerate(image))
            )
    return least


def fold_singles(
    made: Patterns, weights: npt.NDArray[np.float64], singles: npt.NDArray[np.float64]
) -> None:
    """Add the `singles`, two weights a row, to the tables, in equal parts where patterns overlap."""
    codes = made.steps.shape[1]
    sizes = dict(made.full)
    cover = np.zeros(len(made.singles))
    for cell in range(len(made.singles)):
        near = made.pattern[made.first[cell] : made.first[cell + 1]]
        cover[cell] = sum(int(made.base[number]) in sizes for number in near)
    for start, row in made.full:
        entries = np.arange(codes ** len(row))
        for k, cell in enumerate(row):
            alone = singles[made.singles[cell] + entries // codes**k % codes]
            weights[start : start + len(entries)] += alone / cover[cell]
