"""How a move is packed into one word: where from, where to, the jumps on the way, what was chosen.

From the lowest bit: origin (6 bits), where he arrives (6), the set of diagonals (1), the number of
jumps (4; nine is the most that a board of 32 squares allows), a direction for each jump (2 each), the
election (2), and where a man is placed who ends elsewhere: 1 + number + 64 for the light set, or 0.
"""

from __future__ import annotations

__compiled__ = True
__inner__ = True


def step_code(which: int, origin: int, target: int) -> int:
    """A move of one square on the set `which`."""
    return origin | (target << 6) | (which << 12)


def with_jump(m: int, d: int, target: int) -> int:
    """The capture `m` gone on by a jump in direction `d` that lands on `target`."""
    return (m & ~(63 << 6) | (target << 6) | (d << (17 + 2 * jump_count(m)))) + (1 << 13)


def with_choice(m: int, elected: int) -> int:
    """The arriving move `m` with what is elected by it."""
    return m | (elected << 35)


def with_place(m: int, which: int, square: int) -> int:
    """The arriving move `m` with the man placed on a square of the set `which`."""
    return m | ((1 + square + (which << 6)) << 37)


def origin_of(m: int) -> int:
    return m & 63


def target_of(m: int) -> int:
    return (m >> 6) & 63


def set_of(m: int) -> int:
    return (m >> 12) & 1


def jump_count(m: int) -> int:
    return (m >> 13) & 15


def direction(m: int, i: int) -> int:
    """The direction of jump `i`, from 0."""
    return (m >> (17 + 2 * i)) & 3


def choice_of(m: int) -> int:
    return (m >> 35) & 3


def is_placed(m: int) -> bool:
    return m >> 37 != 0


def placed_set(m: int) -> int:
    return ((m >> 37) - 1) >> 6


def placed_square(m: int) -> int:
    return ((m >> 37) - 1) & 63


def shifted(bits: int, d: int) -> int:
    """`bits`, each moved by one diagonal step in direction `d`."""
    if d < 2:
        return bits << (4 + d)
    return bits >> (7 - d)


def jumped(m: int) -> int:
    """The squares that the move `m` jumps over."""
    at = 1 << origin_of(m)
    over = 0
    for i in range(jump_count(m)):
        step = shifted(at, direction(m, i))
        over |= step
        at = shifted(step, direction(m, i))
    return over
