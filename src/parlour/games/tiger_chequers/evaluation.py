"""How good a position looks: material and places in hundredths of a Pikeman.

They are brought to the scale of the result by a curve on which a lead of EVEN_CHANCES is worth half a win;
so an escape, a third of one, is worth taking when the board promises less.
"""

from __future__ import annotations

import numpy as np

from parlour.games.tiger_chequers.board import NEAR, NORTH, SOUTH, cell_set
from parlour.kernel.bitboard import bits
from parlour.kernel.layout import Record
from parlour.kernel.primitives import lowest, popcount
from parlour.kernel.protocol import R

__compiled__ = True

EVEN_CHANCES = 1000
TOWER_WORTH = 500
NOBLE_WORTH = 330
KING_MORE = 120  # than a Tower and a Noble
KNIGHT_WORTH = 280
STRAIGHT_WORTH = 250
SLANTING_WORTH = 250
TIGER_LANCER_MORE = 100  # than both Lancers
PIKEMAN_WORTH = 100
SWORDSMAN_WORTH = 60
ARCHER_WORTH = 280
ADVANCE = 10  # for each rank that a Pikeman or Swordsman has gone, twice so for the last three
CENTRE = 8
TURN_WORTH = 12
GUARDED = 14  # for an own piece beside the Queen, up to three
DOORSTEP = 50  # for each step that South's Queen has come nearer to a path than four ranks

MIDDLE = bits([8 * y + x for y in range(2, 6) for x in range(2, 6)])
HEART = cell_set("d4 e4 d5 e5")
UP = np.array([bits([i for i in range(64) if i // 8 > y]) for y in range(7)], dtype=np.int64)
DOWN = np.array([bits([i for i in range(64) if i // 8 < 7 - y]) for y in range(7)], dtype=np.int64)
DOOR_STEPS = np.array(  # king's steps to the nearest cell beside a path
    [max(7 - i // 8, min(max(i % 8 - 1, 0), max(6 - i % 8, 0))) for i in range(64)], dtype=np.int64
)


def evaluate(s: Record, seat: int) -> int:
    south, north = (s.own, s.opposing) if s.next == SOUTH else (s.opposing, s.own)
    lead = standing(s, south) - standing(s, north)
    lead += advance_of(s, south, SOUTH) - advance_of(s, north, NORTH)
    if R.PATHS:
        steps = DOOR_STEPS[lowest(south & s.queens)]
        lead += DOORSTEP * max(4 - steps, 0)
    lead += TURN_WORTH if s.next == SOUTH else -TURN_WORTH
    value: int = R.WIN_WORTH * abs(lead) // (EVEN_CHANCES + abs(lead))
    return value if (seat == SOUTH) == (lead > 0) else -value


def standing(s: Record, side: int) -> int:
    """The worth of a side's pieces and of where they stand, those that only go forward apart."""
    towers, nobles = s.towers & side, s.nobles & side
    straight, slanting = s.straight & side, s.slanting & side
    value = TOWER_WORTH * popcount(towers) + NOBLE_WORTH * popcount(nobles)
    value += KING_MORE * popcount(towers & nobles)
    value += KNIGHT_WORTH * popcount(s.knights & side) + ARCHER_WORTH * popcount(s.archers & side)
    value += STRAIGHT_WORTH * popcount(straight) + SLANTING_WORTH * popcount(slanting)
    value += TIGER_LANCER_MORE * popcount(straight & slanting)
    leapers = s.knights | s.straight | s.slanting | s.archers | s.pikemen | s.nobles & ~s.towers
    value += CENTRE * (popcount(side & leapers & MIDDLE) + popcount(side & leapers & HEART))
    queen = lowest(side & s.queens)
    return value + GUARDED * min(popcount(NEAR[queen] & side), 3)


def advance_of(s: Record, side: int, seat: int) -> int:
    """The worth of a side's Pikemen and Swordsmen, and of how far they have come."""
    pikemen, swordsmen = s.pikemen & side, s.swordsmen & side
    value = PIKEMAN_WORTH * popcount(pikemen) + SWORDSMAN_WORTH * popcount(swordsmen)
    for y in range(7):
        gone = (UP[y] if seat == SOUTH else DOWN[y]) & (pikemen | swordsmen)
        value += ADVANCE * popcount(gone) * (2 if y > 2 else 1)
    return value
