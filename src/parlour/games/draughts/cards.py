"""Cards: each shows a first move of South's front rank men, and the same move mirrored for North.

`s.drawn` has the cards drawn so far, four bits each and the first lowest: a card's number and 1. With one
round of cards it is cleared when that is over.
"""

from __future__ import annotations

from parlour.games.draughts.board import LAST, STEPS
from parlour.games.draughts.code import origin_of, set_of, step_code
from parlour.games.draughts.constants import IN_PLAY, NORTH, SOUTH
from parlour.games.draughts.paths import can_jump, steppers
from parlour.games.draughts.turns import may_step, must_capture
from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.protocol import R

__compiled__ = True
__inner__ = True

NUMBER_OF_CARDS = 14
CARD_BITS = 4


def card_code(i: int, side: int) -> int:
    """The move that card `i` shows for a side: North's is South's, the board turned round.

    Turned, as the squares are numbered; on the board it is mirrored and so on the other set.
    """
    which, origin, d = R.CARD_MOVES[i, 0], R.CARD_MOVES[i, 1], R.CARD_MOVES[i, 2]
    if side == SOUTH:
        return step_code(which, origin, origin + STEPS[d])
    return step_code(1 - which, LAST - origin, LAST - origin - STEPS[d])


def can_be_drawn(s: Record, i: int) -> bool:
    """Whether no side has drawn card `i`, and its move is legal for the side to move."""
    drawn = s.drawn
    while drawn:
        if drawn & ((1 << CARD_BITS) - 1) == i + 1:
            return False
        drawn >>= CARD_BITS
    m, d = card_code(i, s.side), R.CARD_MOVES[i, 2]
    able = steppers(s, set_of(m), s.side, d if s.side == SOUTH else 3 - d)
    return bool(able >> origin_of(m) & 1) and _may_move_on(s, set_of(m))


def _may_move_on(s: Record, which: int) -> bool:
    """Whether the turn can be on a set: on whichever in the first round."""
    if s.made[s.side] == 0:
        return bool(s.status[which] == IN_PLAY)
    return may_step(s, which)


def is_drawing(s: Record) -> bool:
    """Whether a card is to be drawn for the side to move, in a game that is not over."""
    if s.made[s.side] >= R.CARD_ROUNDS or R.limit_reached(s) or _is_compelled(s):
        return False
    for i in range(NUMBER_OF_CARDS):  # noqa: SIM110 - compiled
        if can_be_drawn(s, i):
            return True
    return False


def _is_compelled(s: Record) -> bool:
    if s.made[s.side] > 0:
        return must_capture(s)
    dark = s.status[0] == IN_PLAY and can_jump(s, 0, s.side)
    return dark or (s.status[1] == IN_PLAY and can_jump(s, 1, s.side))


def after_move(s: Record, m: int, side: int, drawn: bool) -> None:
    """Note the card that `side` has moved by, if it has, and see whether another is to be drawn."""
    if drawn:
        _note(s, m, side)
    elif R.CARD_ROUNDS == 1:
        return  # a position without its cards: it was read
    if s.turn != OVER and is_drawing(s):
        s.turn = CHANCE


def _note(s: Record, m: int, side: int) -> None:
    at = 0
    while s.drawn >> at:
        at += CARD_BITS
    for i in range(NUMBER_OF_CARDS):
        if card_code(i, side) == m:
            s.drawn |= (i + 1) << at
    if R.CARD_ROUNDS == 1 and side == NORTH:
        s.drawn = 0
