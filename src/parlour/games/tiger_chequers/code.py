"""How a move is packed into one word, beyond its two cells (`kernel.move_codes`).

From bit 12: what a Pikeman or a Swordsman becomes (4 bits); from bit 16 the path of a Swordsman's or an
Archer's jumps: how many there are (5), and two bits for the way of each.
"""

from __future__ import annotations

from parlour.games.tiger_chequers.board import POST_FROM
from parlour.kernel.primitives import wrap

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


def is_plain(m: int) -> bool:
    """Whether the move is no more than going from one cell to another."""
    return m >> 12 == 0


def path_of(m: int) -> int:
    """The path of jumps; 0: there are none."""
    return m >> 16


def jump_count(path: int) -> int:
    return path & 31


def ways_of(path: int) -> int:
    """The ways of a path's jumps, two bits each, the first lowest."""
    return path >> 5


def way_of(ways: int, i: int) -> int:
    """The way of jump number `i`, from 0."""
    return ways >> 2 * i & 3


def with_way(ways: int, i: int, way: int) -> int:
    """The ways of the first `i` jumps, and that of the next."""
    return ways & ((1 << 2 * i) - 1) | way << 2 * i


def path_code(count: int, ways: int) -> int:
    """The path of these jumps, by their directions."""
    return count | (ways << 5)


def posted(m: int) -> int:
    """The cells on which the outcome of chance `m` posts the Swordsmen, as a set: a5 is its bit 0."""
    return wrap(m << POST_FROM)


def beginning(path: int, count: int) -> int:
    """The first `count` jumps of a path."""
    return path & ~31 | count
