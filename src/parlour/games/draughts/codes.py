"""The board as codes, for evaluations that are learnt: a side sees its own men go up the board."""

from __future__ import annotations

import numpy as np

from parlour.games.draughts.board import LAST, PLACES
from parlour.games.draughts.evaluation import drive
from parlour.games.draughts.paths import steppers
from parlour.games.draughts.pieces import homeward_men, outward_men
from parlour.games.draughts.words import DARK, LIGHT, NORTH, NORTH_WON, SOUTH, SOUTH_WON
from parlour.kernel.fast import lowest, popcount
from parlour.kernel.layout import Moves, Record
from parlour.kernel.protocol import R

__compiled__ = True

SQUARES_OF_A_SET = 32
APART = 16  # files between the sets as `places` has them: no pattern is to have squares of both

# CELL[side, square]: which of a set's squares it is, in the order of the numbers, as the side sees it.
CELL = np.zeros((2, LAST + 1), dtype=np.int64)
for _i, _square in enumerate(sorted(PLACES)):
    CELL[SOUTH, _square] = CELL[NORTH, LAST - _square] = _i


def places(sets: int) -> tuple[tuple[int, int], ...]:
    """Where the cells lie, the light set beside the dark one."""
    one = [PLACES[square] for square in sorted(PLACES)]
    return tuple((x + which * APART, y) for which in range(sets) for x, y in one)


def cells(s: Record, out: Moves) -> None:
    for i in range(R.CODED_CELLS):
        out[i] = 0
    for which in range(R.SETS):
        for k in range(2):
            side = s.side if k == 0 else 1 - s.side
            code = 1 + k * R.PIECE_CODES
            _mark(s, out, which, outward_men(s, which, side), code)
            champions = s.champ[2 * which + side]
            _mark(s, out, which, champions, code + 1)
            if R.HOMEWARD:
                _mark(s, out, which, homeward_men(s, which, side), code + 2)
            if R.ROYALS:
                _mark(s, out, which, s.royal[2 * which + side], code + 2 + R.HOMEWARD)


def _mark(s: Record, out: Moves, which: int, squares: int, code: int) -> None:
    """Put `code` on the `squares` of a set, as the side to move sees them."""
    while squares:
        out[which * SQUARES_OF_A_SET + CELL[s.side, lowest(squares)]] = code
        squares &= squares - 1


def extras(s: Record, out: Moves) -> None:
    """The steps of both sides and what drives an ending on; of two sets, which are won and due too."""
    mine, theirs, push = 0, 0, 0
    for which in range(R.SETS):
        for d in range(4):
            mine += popcount(steppers(s, which, s.side, d))
            theirs += popcount(steppers(s, which, 1 - s.side, d))
        push += drive(s, which, s.side) - drive(s, which, 1 - s.side)
    out[0], out[1], out[2] = mine, theirs, push
    if R.SETS == 2:
        out[3] = (s.status[DARK] == SOUTH_WON + s.side) + (s.status[LIGHT] == SOUTH_WON + s.side)
        out[4] = (s.status[DARK] == NORTH_WON - s.side) + (s.status[LIGHT] == NORTH_WON - s.side)
        out[5] = s.due
