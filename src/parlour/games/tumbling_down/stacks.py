"""A stack as one word: a bit for each piece from the bottom up (0 White, 1 Black), and a 1 above them all."""

from __future__ import annotations

from parlour.kernel.primitives import highest

__compiled__ = True
__inner__ = True

WHITE, BLACK = 0, 1
EMPTY = 1
MOST = 61  # pieces that one word can hold


def height(stack: int) -> int:
    """How many pieces are in a stack."""
    return highest(stack)


def piece(stack: int, i: int) -> int:
    """Whose piece number `i` of a stack is, from the bottom, counted from 0."""
    return stack >> i & 1


def top(stack: int) -> int:
    """Whose piece tops a stack; -1 if there is none."""
    return piece(stack, height(stack) - 1) if stack > EMPTY else -1


def owner(stack: int) -> int:
    """Whose the stack is if all its pieces are of one colour; else -1."""
    if stack == EMPTY:
        return -1
    if stack & (stack - 1) == 0:
        return WHITE
    return BLACK if stack & (stack + 1) == 0 else -1


def of_one(seat: int, count: int) -> int:
    """A stack of `n` pieces of one seat."""
    return (1 << count) + ((1 << count) - 1) * seat


def lowest_pieces(stack: int, count: int) -> int:
    """The stack of the `count` lowest pieces."""
    return stack & ((1 << count) - 1) | 1 << count


def without_lowest(stack: int, count: int) -> int:
    """The stack of all pieces but the `count` lowest."""
    return stack >> count


def laid_on(stack: int, more: int) -> int:
    """The stack with another on top of it."""
    tall = height(stack)
    return stack ^ 1 << tall | more << tall
