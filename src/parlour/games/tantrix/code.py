"""How a move is packed into one word: the tile (6 bits), by how much it is turned (3), its cell."""

from __future__ import annotations

__compiled__ = True


def move_code(tile: int, turns: int, cell: int) -> int:
    return tile | turns << 6 | cell << 9


def tile_of(m: int) -> int:
    return m & 63


def turns_of(m: int) -> int:
    return m >> 6 & 7


def cell_of(m: int) -> int:
    return m >> 9
