"""How good a position looks: who bears down on the other side's kings.

The weights are a logistic regression on 115,000 positions of the searcher's own games with 16,000
positions a move, on results and on what it found, weighed 3 to 7; 300 make the odds e times as good.
Mere numbers of stacks, of kings and of pieces foretell next to nothing.
"""

from __future__ import annotations

import numpy as np

from parlour.games.tumbling_down.attacks import FAR, LAID, reach
from parlour.games.tumbling_down.stacks import EMPTY, height, owner, top
from parlour.kernel.bitboard import BIT, BOARD, bits, leaps
from parlour.kernel.layout import Record
from parlour.kernel.primitives import lowest, popcount
from parlour.kernel.protocol import R

__compiled__ = True

MARGIN = 80
CAPTURE_NOW = 3000  # a king that the seat to move can capture
CAPTURE_NEXT = 180  # one that the other side could

# For each stack that a side controls,
STACK = -28
TALL, FIVE = 33, 5  # one of five or more
NEARLY = 31  # one that could capture a king were it a piece higher
BESIDE = -144  # one beside a king of the other's, where it is in the way
# for each cell that it reaches,
REACHED = 10
THRICE = 10  # by three stacks
STACKS = 16  # where the other side has a stack
NEAR = 5  # beside a king of the other's
NEAR_TWICE = 36  # by two stacks
# and for each king of the other's.
KING_TWICE = 498  # reached by two stacks
IN_CORNER = -92

AROUND = np.array(leaps(*((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)))
CORNERS = bits([BOARD.index[cell] for cell in ("a1", "h1", "a8", "h8")])


def evaluate(s: Record, seat: int) -> int:
    """What the stacks of both sides threaten to do to the other's kings."""
    mover = s.turn
    mine, my_kings = stacks_of(s, mover)
    theirs, their_kings = stacks_of(s, 1 - mover)
    value, now = pressure(s, mine, theirs, their_kings)
    against, next_turn = pressure(s, theirs, mine, my_kings)
    value -= against + CAPTURE_NEXT * next_turn
    if now:
        value = CAPTURE_NOW
    return value if seat == mover else -value


def stacks_of(s: Record, seat: int) -> tuple[int, int]:
    """The cells of the stacks that a seat controls, and of its kings."""
    stacks, kings = 0, 0
    for cell in range(64):
        stack = s.stack[cell]
        if stack != EMPTY and top(stack) == seat:
            stacks |= BIT[cell]
            if owner(stack) == seat and height(stack) == s.king[seat]:
                kings |= BIT[cell]
    return stacks, kings


def pressure(s: Record, stacks: int, others: int, kings: int) -> tuple[int, bool]:
    """What a side's stacks do to the other's and its kings, and whether they could capture one at once."""
    once, twice, thrice, value = 0, 0, 0, 0
    left = stacks
    while left:
        cell = lowest(left)
        left ^= BIT[cell]
        stack = s.stack[cell]
        tall = height(stack)
        found = reach(stack, cell)
        thrice |= twice & found
        twice |= once & found
        once |= found
        value += STACK + TALL * (tall >= FIVE)
        if LAID[cell, min(tall + 1 - R.STAYS, FAR)] & kings:
            value += NEARLY
    near = around(kings)
    value += REACHED * popcount(once) + THRICE * popcount(thrice) + STACKS * popcount(once & others)
    value += NEAR * popcount(once & near) + NEAR_TWICE * popcount(twice & near)
    value += KING_TWICE * popcount(twice & kings) + IN_CORNER * popcount(kings & CORNERS)
    return value + BESIDE * popcount(stacks & near), once & kings != 0


def around(cells: int) -> int:
    """The cells beside these."""
    near = 0
    while cells:
        cell = lowest(cells)
        cells ^= BIT[cell]
        near |= AROUND[cell]
    return near
