"""How good a position looks: each set of diagonals by its pieces and by what its sides aim at there.

Values are hundredths of a man. Where both sets count for the result, each set's value is bent so that
no lead on one outweighs the other: a won set counts SET_WORTH, and both WIN_WORTH.
"""

from __future__ import annotations

from parlour.games.draughts.arrival import fate
from parlour.games.draughts.board import (
    CENTRE,
    DISTANCE,
    DOUBLE_CORNERS,
    FAN,
    GUARD,
    RANK,
    TO_GO,
)
from parlour.games.draughts.constants import (
    ELECTS,
    IN_PLAY,
    NORTH_WON,
    REBOUNDS,
    RESETS,
    SOUTH,
    SOUTH_WON,
    WINS,
)
from parlour.games.draughts.paths import can_jump, steppers
from parlour.games.draughts.pieces import homeward_men, outward_men, pieces
from parlour.kernel.layout import Record
from parlour.kernel.primitives import lowest, popcount
from parlour.kernel.protocol import R

__compiled__ = True

SET_WORTH = 600  # a set that is won, where both count
HALF_WAY = 400  # the lead on a set that stands half way to winning it

MAN = 100
CHAMPION_WORTH = 135
HOMEWARD_WORTH = 150
AIM = 40  # an opposing royal champion to be captured
ELECTION = 15  # having elected, and so having an aim more
GUARD_WORTH = 9  # a man who keeps the end rank from opposing men
CENTRE_WORTH = 3
MOBILITY = 2
CORNER_WORTH = 12  # the weaker side's champion in a double corner
RUNNER = 350  # a man whom nobody can stop on his way to win
RUNNER_STEP = 25  # less for each step that he has to go
FEW = 8  # pieces on a set from which on the stronger side is driven to trade and to close in
TRADE = 4
CLOSE_IN = 3
WAITING = 70  # a capture on the set that the turn has left: no search for quiet sees it

# What a man gains by rank, from his own first: where he is crowned, and where he wins by arriving.
CROWNED = (0, 0, 2, 5, 9, 14, 22, 0)
ARRIVING = (0, 2, 5, 10, 18, 32, 60, 0)
RETURNING = (0, 4, 8, 12, 17, 23, 32, 40)  # outward men who will turn homeward
HOMECOMING = (0, 90, 60, 45, 35, 25, 15, 5)  # homeward men, the nearer to their own first rank


def evaluate(s: Record, seat: int) -> int:
    """The lead of a seat's side, with the move limit and draws left aside."""
    side = seat & 1
    value = 0
    for which in range(R.SETS):
        if s.status[which] == IN_PLAY:
            lead = _lead(s, which, side)
            value += _bent(lead) if R.GRADED else lead
        elif R.GRADED and s.status[which] == SOUTH_WON + side:
            value += SET_WORTH
        elif R.GRADED and s.status[which] == NORTH_WON - side:
            value -= SET_WORTH
    return value


def _bent(lead: int) -> int:
    """A lead on a set as part of SET_WORTH."""
    part = SET_WORTH * abs(lead) // (HALF_WAY + abs(lead))
    return part if lead > 0 else -part


def _lead(s: Record, which: int, side: int) -> int:
    lead = _strength(s, which, side) - _strength(s, which, 1 - side)
    lead += _waiting(s, which) * (1 if side == SOUTH else -1)
    return lead + drive(s, which, side) - drive(s, which, 1 - side)


def _waiting(s: Record, which: int) -> int:
    """What South gains by a capture with which it will begin on the other set, in Parallel play."""
    if R.PARALLEL and which != s.due and can_jump(s, which, SOUTH):
        return WAITING
    return 0


def _strength(s: Record, which: int, side: int) -> int:
    """What a side's own pieces and aims on a set are worth."""
    p, q = 2 * which + side, 2 * which + 1 - side
    men = outward_men(s, which, side)
    value = MAN * popcount(men) + CHAMPION_WORTH * popcount(s.champ[p])
    value += CENTRE_WORTH * popcount(pieces(s, which, side) & CENTRE)
    value += GUARD_WORTH * popcount(men & GUARD[side]) * int(outward_men(s, which, 1 - side) != 0)
    for d in range(4):
        value += MOBILITY * popcount(steppers(s, which, side, d))
    end = fate(s, which, side)
    value += _progress(men, side, end)
    if R.HOMEWARD:
        home = homeward_men(s, which, side)
        value += HOMEWARD_WORTH * popcount(home) + ELECTION * int(s.elected[p] != ELECTS)
        for y in range(1, 8):
            value += HOMECOMING[y] * popcount(home & RANK[y if side == 0 else 7 - y])
        value += _runners(s, which, side, home, 1 - side)
    if R.END_RANK == ELECTS and s.royal[q]:
        value += AIM
    if R.END_RANK == WINS:
        racers = pieces(s, which, side) if R.ANY_PIECE_WINS else men
        value += _runners(s, which, side, racers, side)
    return value


def _progress(men: int, side: int, end: int) -> int:
    """What men have gained by advancing, by what becomes of them on their end rank."""
    value = 0
    for y in range(1, 7):
        n = popcount(men & RANK[y if side == 0 else 7 - y])
        if end == WINS:
            value += ARRIVING[y] * n
        elif end == REBOUNDS:
            value += RETURNING[y] * n
        elif end == RESETS:
            value += 2 * y * n
        else:
            value += CROWNED[y] * n
    return value


def _runners(s: Record, which: int, side: int, men: int, upward: int) -> int:
    """Men who win by reaching a rank, and who have no opposing piece anywhere in their way.

    `upward` is 0 for men who go up the board, 1 for those who go down.
    """
    value = 0
    theirs = pieces(s, which, 1 - side)
    left = men
    while left:
        square = lowest(left)
        left &= left - 1
        if theirs & FAN[upward, square] == 0:
            value = max(value, RUNNER - RUNNER_STEP * TO_GO[upward, square])
    return value


def drive(s: Record, which: int, side: int) -> int:
    """With few pieces left: the stronger side gains by trading and by closing in on champions."""
    mine, theirs = pieces(s, which, side), pieces(s, which, 1 - side)
    total = popcount(mine | theirs)
    lead = popcount(mine) - popcount(theirs)
    if lead <= 0 or total > FEW:
        return 0
    value = TRADE * (FEW - total)
    hunted = s.champ[2 * which + 1 - side]
    value -= CORNER_WORTH * popcount(hunted & DOUBLE_CORNERS)
    hunters = s.champ[2 * which + side]
    while hunters and hunted:
        hunter = lowest(hunters)
        hunters &= hunters - 1
        value -= CLOSE_IN * DISTANCE[hunter, lowest(hunted)]
    return value
