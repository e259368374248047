"""The packing of moves, casts and members in words.

A member's move is ``32 * from + to`` within the mover's ring. A cast has three bits for each stone, from the
lowest bit. A word of members has 20 bits for each kind: technicians, associates, fellows, who are moved
by one, two and three stones.
"""

from __future__ import annotations

__compiled__ = True
__inner__ = True

POSITIONS = 32  # of a ring
KIND = 20  # bits of a word of members for each kind


def member_move(origin: int, to: int) -> int:
    """The code of a member's move."""
    return POSITIONS * origin + to


def origin_of(m: int) -> int:
    return m // POSITIONS


def target_of(m: int) -> int:
    return m % POSITIONS


def stone_word(side: int, i: int) -> int:
    """The bits of stone number `i`, from 0, in a cast, if it shows `side`."""
    return side << 3 * i


def side_of(cast: int, i: int) -> int:
    """The number that stone number `i`, from 0, shows; 0 if it was not cast."""
    return cast >> 3 * i & 7


def sum_of(cast: int) -> int:
    """The sum of the stones of a cast."""
    return side_of(cast, 0) + side_of(cast, 1) + side_of(cast, 2)


def members_of(stones: int, count: int) -> int:
    """The word for a number of members of the kind that `stones` stones move."""
    return count << KIND * (stones - 1)


def kind(members: int, stones: int) -> int:
    """The number of members of the kind that `stones` stones move."""
    return (members >> (KIND * (stones - 1))) & ((1 << KIND) - 1)


def total(members: int) -> int:
    """The number of members in a word."""
    return kind(members, 1) + kind(members, 2) + kind(members, 3)
