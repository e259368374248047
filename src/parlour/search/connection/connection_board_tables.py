"""The board of `joining`: room for it, and its tables."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from parlour.kernel.workspace import Layout, fill
from parlour.search.connection.connection_board import DIRECTIONS, beside, in_direction

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import ConnectionRules
    from parlour.kernel.workspace import IntArray, WorkRecord


def board_layout(rules: ConnectionRules) -> Layout:
    """The fields of a work record that has the board."""
    cells, codes = rules.CELLS, 1 << 2 * DIRECTIONS
    return [
        *((name, np.int64, (cells + 1,)) for name in ("colours", "root_colour", "colour")),
        *(
            (name, np.uint16, (cells + 1,))
            for name in ("empty", "place", "root_near", "near", "idle")
        ),
        ("edge", np.uint16, (cells,)),
        ("links", np.uint16, (cells + 1, DIRECTIONS)),
        ("dead", np.int8, (codes,)),
        *((name, np.int8, (2, codes)) for name in ("killed", "enclosed")),
        ("bridges", np.int8, (2, codes)),
        ("row", np.int64),
        ("given", np.int64, (2, (cells + 63) // 64)),
    ]


def fill_board(w: WorkRecord, rules: ConnectionRules) -> None:
    """Write the tables of a game to its work record."""
    fill(w.links, links(rules))
    fill(w.edge, edge_codes(rules))
    fill(w.bridges, bridges())
    dead = dead_cells() * proves(rules)
    fill(w.dead, dead)
    fill(w.killed, dead_with(dead, 1))
    fill(w.enclosed, dead_with(dead, 2))


def edge_codes(rules: ConnectionRules) -> IntArray:
    """For each cell two bits a direction: which colours may join the side that lies there."""
    beyond = outward(rules)
    found = np.zeros(rules.CELLS, dtype=np.int64)
    for cell in range(rules.CELLS):
        for side, directions in enumerate(beyond):
            if rules.SIDES[cell] >> side & 1:
                joining = [any(goal >> side & 1 for goal in goals) for goals in rules.GOALS]
                for d in directions:
                    found[cell] |= in_direction(joining[0] + 2 * joining[1], d)
    return found


def outward(rules: ConnectionRules) -> list[list[int]]:
    """For each side the directions that lead off the board from all of its cells."""
    sides = max(goal for goals in rules.GOALS for goal in goals).bit_length()
    return [
        [
            d
            for d in range(DIRECTIONS)
            if all(
                rules.LINKS[cell, d] < 0
                for cell in range(rules.CELLS)
                if rules.SIDES[cell] >> side & 1
            )
        ]
        for side in range(sides)
    ]


@cache
def bridges() -> IntArray:
    """For each colour and each ``near`` of a cell: the directions whose empty cells keep a bridge."""
    found = np.zeros((2, 1 << 2 * DIRECTIONS), dtype=np.int64)
    for near in range(1 << 2 * DIRECTIONS):
        around = [beside(near, d) for d in range(DIRECTIONS)]
        for colour in range(2):
            for d in range(DIRECTIONS):
                held = (around[d - 1], around[(d + 1) % DIRECTIONS])
                if around[d] == 0 and all(code >> colour & 1 for code in held) and held != (3, 3):
                    found[colour, near] |= 1 << d
    return found


@cache
def dead_cells() -> IntArray:
    """Whether a stone does nothing for either colour, for each ``near`` of an empty cell.

    It would join or part something only where the stones around it, once all are there, are four groups or
    more, two of each colour. Where a side is anybody's, that is not asked.
    """
    directions = np.arange(DIRECTIONS)
    around = np.arange(1 << 2 * DIRECTIONS)[:, None] >> 2 * directions & 3
    full = 1 + (np.arange(1 << DIRECTIONS)[:, None] >> directions & 1)
    matters = (full != np.roll(full, 1, axis=1)).sum(1) >= 4
    possible = ((around[:, None] == 0) | (around[:, None] == full)).all(2)
    found: IntArray = ((around != 3).all(1) & ~(possible & matters).any(1)).astype(np.int64)
    return found


def proves(rules: ConnectionRules) -> bool:
    """Whether connections prove wins: a stone of one's own never harms."""
    return bool(rules.GOALS) and not rules.STONES_MAY_HARM


def dead_with(dead: IntArray, stones: int) -> IntArray:
    """For each colour and ``near`` a bit for each direction in which its stones would make a cell dead.

    `stones` of them, in that direction and the next ones, where nothing is yet.
    """
    near = np.arange(1 << 2 * DIRECTIONS)
    found = np.zeros((2, len(near)), dtype=np.int64)
    for colour in range(2):
        for d in range(DIRECTIONS):
            around = [(d + k) % DIRECTIONS for k in range(stones)]
            free = np.all([near >> 2 * one & 3 == 0 for one in around], axis=0)
            added = sum(in_direction(colour + 1, one) for one in around)
            found[colour] |= (free & (dead[near | added] > 0)).astype(np.int64) << d
    return found


def links(rules: ConnectionRules) -> IntArray:
    """Each cell's neighbours, CELLS for none: an array of shape (CELLS + 1, DIRECTIONS)."""
    found = np.full((rules.CELLS + 1, DIRECTIONS), rules.CELLS, dtype=np.int64)
    for cell in range(rules.CELLS):
        for d in range(DIRECTIONS):
            if rules.LINKS[cell, d] >= 0:
                found[cell, d] = rules.LINKS[cell, d]
    return found
