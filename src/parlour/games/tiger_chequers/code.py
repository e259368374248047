"""How a move is packed into one word, beyond its two cells (`kernel.move_codes`).

From bit 12: what a Pikeman or a Swordsman becomes (4 bits); from bit 16 the path of a Swordsman's or an
Archer's jumps: how many there are (5), and two bits for the way of each.
"""

from __future__ import annotations

__compiled__ = True
__inner__ = True


def with_turned(m: int, turned: int) -> int:
    """The move `m` by which the piece becomes another."""
    return m | (turned << 12)


def with_path(m: int, path: int) -> int:
    """The move `m` that is made by jumps."""
    return m | (path << 16)


def turned_of(m: int) -> int:
    """What the piece becomes; 0: it stays what it is."""
    return (m >> 12) & 15


def path_of(m: int) -> int:
    """The path of jumps; 0: there are none."""
    return m >> 16


def jump_count(path: int) -> int:
    return path & 31


def ways_of(path: int) -> int:
    """The ways of a path's jumps, two bits each, the first lowest."""
    return path >> 5


def path_code(count: int, ways: int) -> int:
    """The path of so many jumps, by their ways."""
    return count | (ways << 5)


def beginning(path: int, count: int) -> int:
    """The first `count` jumps of a path."""
    return path & ~31 | count
