"""How good a position looks: whose lines are open, and who will run out of harmless cells.

To a seat an empty cell is, on each of its axes, *bad* (its stone would make three), a *threat* (it would
leave one cell for a four), a *pair* (a second stone in four cells that may still become a four), or *dead*
(no four can go through it). The end is a fight of waiting moves: bad cells tell who must make three at last,
and so does whether the empty cells are odd. What each is worth was found by logistic regression over quiet
positions of the search's own games (docs/measurements/strength.md).
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import lowest, popcount
from parlour.kernel.protocol import R

__compiled__ = True

SEVERAL = -2

# Worths on an empty board and on a full one, in sixteenths; 82 make the odds of winning e times as good.
DEAD = (7, 73)
PAIR = (115, -116)
THREAT = (691, -285)
BAD = (331, -1449)
TURN = (1588, -487)
ODD = (-361, -1293)
FINE = 16
DECIDED = 5000


def evaluate(s: Record, seat: int) -> int:
    """What a position of two players is worth to a seat; with three it is 0."""
    if R.PLAYERS == 3:
        return 0
    value = outlook(s, s.turn ^ s.swapped)
    return value if seat == s.turn else -value


def outlook(s: Record, colour: int) -> int:
    """What the position is worth to `colour`, which is to move."""
    if gap(s, colour) != R.NOBODY:
        return DECIDED
    open_gap = gap(s, 1 - colour)
    if open_gap == SEVERAL or (open_gap >= 0 and R.makes(s, colour, open_gap) == R.THREE):
        return -DECIDED
    value = survey(s, colour) - survey(s, 1 - colour) + worth(s, TURN)
    if s.empty & 1:
        value += worth(s, ODD)
    return value // (FINE * R.CELLS)


def worth(s: Record, ends: tuple[int, int]) -> int:
    """The worth between that on an empty and that on a full board, times the number of cells."""
    return ends[0] * s.empty + ends[1] * (R.CELLS - s.empty)


def survey(s: Record, colour: int) -> int:
    """The worth of the empty cells to `colour`, on each axis; a cell that is bad on several is bad once."""
    dead = pairs = threats = bad = 0
    for k in range(R.PLANE):
        b = s.stones[colour * R.PLANE + k]
        free = R.FIELD[k] & ~R.occupied(s, k)
        if free == 0:
            continue
        usable = b | free
        four = usable & usable >> 1 & usable >> 2 & usable >> 3  # the first cells of open fours
        b1, b2, b3 = b >> 1, b >> 2, b >> 3
        touching = b & b1
        harm = free & (touching << 2 | touching >> 1 | (b & b2) << 1) & ~R.completing(b)
        several = touching | b2 & b3 | (b | b1) & (b2 | b3)
        alone = four & (b | b1 | b2 | b3) & ~several
        first = four & (b2 & b3 & ~(b | b1) | b1 & b3 & ~(b | b2))
        last = four & (touching & ~(b2 | b3) | b & b2 & ~(b1 | b3))
        middle = four & b & b3 & ~(b1 | b2)
        threat = (first | last << 3 | middle << 1 | middle << 2) & ~harm
        taken_up = threat | harm
        pairs += popcount(within(alone) & free & ~taken_up)
        dead += popcount(free & ~within(four) & ~harm)
        threats += popcount(threat)
        while harm:
            bad += is_new(s, colour, k, lowest(harm))
            harm &= harm - 1
    value = dead * worth(s, DEAD) + pairs * worth(s, PAIR)
    return value + threats * worth(s, THREAT) + bad * worth(s, BAD)


def within(four: int) -> int:
    """The cells of the fours that begin at these bits."""
    two = four | four << 1
    return two | two << 2


def is_new(s: Record, colour: int, k: int, bit: int) -> bool:
    """Whether the cell at `bit` of word `k`, bad on that axis, is bad on no earlier one."""
    cell, axis = R.CELL[k, bit], 0
    while axis < k // R.WORDS and R.made_on(s, colour, cell, axis) != R.THREE:
        axis += 1
    return axis == k // R.WORDS


def gap(s: Record, colour: int) -> int:
    """The cell where `colour` would make four: R.NOBODY if there is none, SEVERAL if there are more."""
    found = R.NOBODY
    for k in range(R.PLANE):
        cells = R.completing(s.stones[colour * R.PLANE + k])
        if cells:
            cells &= R.FIELD[k] & ~R.occupied(s, k)
            while cells:
                cell = R.CELL[k, lowest(cells)]
                if found >= 0 and found != cell:
                    return SEVERAL
                found = cell
                cells &= cells - 1
    return found


def urgent(s: Record, out: Moves) -> int:
    """Whether the mover makes four; else the cell where the other would, if it is one and makes no three."""
    if R.PLAYERS == 3:
        return 0
    colour = s.turn ^ s.swapped
    if gap(s, colour) != R.NOBODY:
        return -1
    cell = gap(s, 1 - colour)
    if cell < 0 or R.makes(s, colour, cell) == R.THREE:
        return 0
    out[0] = cell
    return 1
