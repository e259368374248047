"""Whose turn it is, and on which set; how sets of diagonals end, and with them the game."""

from __future__ import annotations

from parlour.games.draughts.constants import (
    BLOCKADE,
    DECISIVE_WIN,
    DRAW,
    DRAWN,
    DRAWN_CONTEST,
    FIRST_WIN,
    IN_PLAY,
    LEVEL_CONTEST,
    LEVEL_GAME,
    MAJOR_WIN,
    MINOR_WIN,
    NO_PROGRESS,
    NORTH_WON,
    PARTIAL_WIN,
    SOUTH_WON,
    STALEMATE,
)
from parlour.games.draughts.paths import can_jump, can_step, list_captures
from parlour.kernel.layout import CHANCE, OVER, Moves, Record
from parlour.kernel.protocol import R

__compiled__ = True
__inner__ = True


# -- where a seat must or may move -------------------------------------------------------------------


def list_compelled(s: Record, out: Moves) -> int:
    """List the captures that must be made, in `out`: how many; 0 if the seat to move has none."""
    if R.SETS == 1:
        return list_captures(s, 0, s.side, out, 0)
    if R.PARALLEL:
        return list_captures(s, s.due, s.side, out, 0)
    first = sated(s)
    if first < 0:
        n = list_captures(s, 0, s.side, out, 0) if s.status[0] == IN_PLAY else 0
        return list_captures(s, 1, s.side, out, n) if s.status[1] == IN_PLAY else n
    n = list_captures(s, 1 - first, s.side, out, 0)
    return n if n else list_captures(s, first, s.side, out, 0)


def must_capture(s: Record) -> bool:
    """Whether the seat to move has a capture to make."""
    if R.SETS == 1 or R.PARALLEL:
        return can_jump(s, s.due, s.side)
    dark = s.status[0] == IN_PLAY and can_jump(s, 0, s.side)
    return dark or (s.status[1] == IN_PLAY and can_jump(s, 1, s.side))


def may_step(s: Record, which: int) -> bool:
    """Whether the seat to move, having no capture to make, may move on this set."""
    if R.SETS == 1:
        return True
    if R.PARALLEL:
        return bool(which == s.due)
    return bool(s.status[which] == IN_PLAY and which != sated(s))


def sated(s: Record) -> int:
    """The set on which the seat to move has made as many moves in succession as it may, or -1."""
    if R.STREAK == 0 or s.status[0] != IN_PLAY or s.status[1] != IN_PLAY:
        return -1
    return s.streak_set[s.side] if s.streak[s.side] >= R.STREAK else -1


def is_stuck(s: Record, which: int, side: int) -> bool:
    """Whether a side could move no piece on a set."""
    return not (can_step(s, which, side) or can_jump(s, which, side))


# -- the end of a set --------------------------------------------------------------------------------


def end_set(s: Record, which: int, result: int, why: int, kept: int) -> None:
    """End a set; its pieces come off but for the squares `kept`."""
    s.status[which] = result
    s.why[which] = why
    for p in range(2 * which, 2 * which + 2):
        s.up[p] &= kept
        s.down[p] &= kept
        s.champ[p] &= kept
        s.royal[p] &= kept


def draw_all(s: Record, why: int) -> None:
    """End the game: every set still in play is drawn for the reason `why`."""
    for which in range(R.SETS):
        if s.status[which] == IN_PLAY:
            end_set(s, which, DRAWN, why, 0)
    conclude(s)


def conclude(s: Record) -> None:
    """The game is over: say why."""
    s.turn = OVER
    s.reason = s.why[0] if R.SETS == 1 else verdict(s)


def is_decided(s: Record) -> bool:
    """Whether the sets' results end the game."""
    if R.FIRST_WIN and sets_won(s, SOUTH_WON) + sets_won(s, NORTH_WON):
        return True
    return bool(s.status[0] != IN_PLAY and s.status[1] != IN_PLAY)


def sets_won(s: Record, result: int) -> int:
    return int(s.status[0] == result) + int(s.status[1] == result)


def verdict(s: Record) -> int:
    """How a game on both sets ended, by the results of the sets."""
    most = max(sets_won(s, SOUTH_WON), sets_won(s, NORTH_WON))
    least = min(sets_won(s, SOUTH_WON), sets_won(s, NORTH_WON))
    if R.PHASES:
        if most == 2:
            return MAJOR_WIN
        if least == 1:
            return LEVEL_CONTEST
        return MINOR_WIN if most == 1 else DRAWN_CONTEST
    if most == 0:
        return DRAW
    if R.FIRST_WIN:
        return FIRST_WIN
    if most == 2:
        return DECISIVE_WIN
    return LEVEL_GAME if least == 1 else PARTIAL_WIN


# -- from one turn to the next -----------------------------------------------------------------------


def next_turn(s: Record, which: int, stands: int) -> None:
    """After a move on the set `which`: the other side's turn, and what ends as it begins.

    `stands` is where the piece that has moved is, as square + 64 for the light set, or -1.
    """
    mover = s.side
    s.side = 1 - mover
    if R.PARALLEL:
        s.due = _set_due(s, which, mover)
    if is_decided(s):
        conclude(s)
        return
    if R.PHASES:
        _meet_stalemate(s)
    else:
        _meet_blockade(s, stands)
    if s.turn != OVER and R.DRAW_MOVES:
        _meet_no_progress(s, which)
    if s.turn != OVER:
        s.turn = seat_of(s)


def seat_of(s: Record) -> int:
    """The seat whose turn it is, by side and set."""
    return s.side + 2 * s.due if R.SEATS == 4 else s.side  # type: ignore[no-any-return]


def _set_due(s: Record, which: int, mover: int) -> int:
    """Parallel play: North answers on South's set, South then begins on the other, while it can."""
    in_rounds = 0 < s.made[s.side] < max(R.CARD_ROUNDS, 2)
    if R.CARDS and in_rounds and (s.turn == CHANCE or R.CARD_ROUNDS > 1):
        return card_set(s, s.side)
    if mover == 1:
        return 1 - which if s.status[1 - which] == IN_PLAY else which
    return which if s.status[which] == IN_PLAY or s.status[1 - which] != IN_PLAY else 1 - which


def card_set(s: Record, side: int) -> int:
    """Parallel play: the set of a side's turn in the rounds of cards after the first.

    The second round is on the dark set, the third on the light one, or on the set that is left.
    """
    wanted = 1 if s.made[side] == 2 else 0
    return wanted if s.status[wanted] == IN_PLAY or s.status[1 - wanted] != IN_PLAY else 1 - wanted


def _meet_blockade(s: Record, stands: int) -> None:
    """The side to move loses each set on which it could move nothing; of both, also to first win."""
    if R.PARALLEL:
        first = s.due
        if _lose_if_stuck(s, first, stands):
            if s.status[1 - first] == IN_PLAY and not _lose_if_stuck(s, 1 - first, stands):
                s.due = 1 - first
            if is_decided(s):
                conclude(s)
        return
    lost = _lose_if_stuck(s, 0, stands)
    if R.SETS == 2:
        lost |= _lose_if_stuck(s, 1, stands)
    if lost and is_decided(s):
        conclude(s)


def _lose_if_stuck(s: Record, which: int, stands: int) -> bool:
    if s.status[which] != IN_PLAY or not is_stuck(s, which, s.side):
        return False
    kept = 1 << (stands & 63) if stands >> 6 == which else 0
    end_set(s, which, NORTH_WON if s.side == 0 else SOUTH_WON, BLOCKADE, kept)
    return True


def _meet_stalemate(s: Record) -> None:
    for which in range(R.SETS):
        if s.status[which] == IN_PLAY and not is_stuck(s, which, s.side):
            return
    draw_all(s, STALEMATE)


def _meet_no_progress(s: Record, which: int) -> None:
    if R.PHASES:
        if s.quiet[0] + s.quiet[1] >= 2 * R.DRAW_MOVES:
            draw_all(s, NO_PROGRESS)
        return
    if s.status[which] != IN_PLAY or s.quiet[which] < 2 * R.DRAW_MOVES:
        return
    end_set(s, which, DRAWN, NO_PROGRESS, 0)
    if is_decided(s):
        conclude(s)
    elif R.PARALLEL and s.due == which:
        s.due = 1 - which
        _meet_blockade(s, -1)
