"""The board as codes, for evaluations that are learnt: a side sees its own men go up the board."""

from __future__ import annotations

import numpy as np

from parlour.games.draughts.board import LAST, PLACES
from parlour.games.draughts.constants import (
    DARK,
    IN_PLAY,
    LIGHT,
    NORTH,
    NORTH_WON,
    SOUTH,
    SOUTH_WON,
)
from parlour.games.draughts.evaluation import drive
from parlour.games.draughts.paths import steppers
from parlour.games.draughts.pieces import (
    add_homeward,
    add_outward,
    homeward_men,
    outward_men,
    pieces,
)
from parlour.games.draughts.turns import is_stuck
from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import lowest, popcount
from parlour.kernel.protocol import R

__compiled__ = True

SQUARES_OF_A_SET = 32
FILES = 4  # squares of a set in a rank
APART = 16  # files between the sets as `places` has them: no pattern is to have squares of both

# CELL[side, square]: which of a set's squares it is, in the order of the numbers, as the side sees it.
CELL = np.zeros((2, LAST + 1), dtype=np.int64)
SQUARE = np.zeros((2, SQUARES_OF_A_SET), dtype=np.int64)  # SQUARE[side, cell]: the way back
for _i, _square in enumerate(sorted(PLACES)):
    CELL[SOUTH, _square] = CELL[NORTH, LAST - _square] = _i
    SQUARE[SOUTH, _i], SQUARE[NORTH, _i] = _square, LAST - _square


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


def may_stand(code: int, cell: int) -> bool:
    """Outward men cannot be on their end rank, nor homeward men on their first one."""
    kind, rank = (code - 1) % R.PIECE_CODES, cell % SQUARES_OF_A_SET // FILES
    theirs = code > R.PIECE_CODES
    if kind == 0:
        return rank > 0 if theirs else rank < 7
    if R.HOMEWARD and kind == 2:
        return rank < 7 if theirs else rank > 0
    return True


def from_cells(s: Record, codes: Moves, seat: int) -> bool:
    """Both sides have pieces that can move on each set; royal champions are as many as at the start."""
    R.start(s)
    for p in range(2 * R.SETS):
        s.up[p] = s.down[p] = s.champ[p] = s.royal[p] = 0
    s.side, s.turn = seat & 1, seat
    for cell in range(R.CODED_CELLS):
        if codes[cell]:
            _stand(s, codes[cell] - 1, cell)
    for which in range(R.SETS):
        for side in range(2):
            if pieces(s, which, side) == 0:
                return False
        if is_stuck(s, which, s.side) or not _royals_fit(s, which):
            return False
    return True


def _stand(s: Record, piece: int, cell: int) -> None:
    """Put a piece, numbered from 0, on a cell as the side to move sees it."""
    which, kind = cell // SQUARES_OF_A_SET, piece % R.PIECE_CODES
    side = s.side if piece < R.PIECE_CODES else 1 - s.side
    square = SQUARE[s.side, cell % SQUARES_OF_A_SET]
    if kind == 0:
        add_outward(s, which, side, square)
    elif R.HOMEWARD and kind == 2:
        add_homeward(s, which, side, square)
    else:
        s.champ[2 * which + side] |= 1 << square
        if kind > 1:
            s.royal[2 * which + side] |= 1 << square


def _royals_fit(s: Record, which: int) -> bool:
    """Whether a set has as many royal champions as it begins with, of each side at most one."""
    mine, theirs = popcount(s.royal[2 * which]), popcount(s.royal[2 * which + 1])
    if mine > 1 or theirs > 1:
        return False
    return not R.ROYAL_START or mine + theirs == popcount(R.CHAMPIONS)


def plies_left(s: Record) -> int:
    """Until a set is drawn for want of progress, or the move limit is reached."""
    left = 1 << 40
    if R.MOVE_LIMIT:
        left = 2 * R.MOVE_LIMIT - s.made[0] - s.made[1]
    if R.DRAW_MOVES and R.PHASES:
        left = min(left, 2 * R.DRAW_MOVES - s.quiet[0] - s.quiet[1])
    elif R.DRAW_MOVES:
        for which in range(R.SETS):
            if s.status[which] == IN_PLAY:
                left = min(left, 2 * R.DRAW_MOVES - s.quiet[which])
    return left


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
