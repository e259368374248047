"""What the evaluation counts: terms, whose weights are in `evaluation`.

All is counted for each seat in its own view, Black's board turned over from top to bottom.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

import numpy as np

from parlour.games.chess.attacks import men
from parlour.games.chess.board import (
    DARK,
    KING_LEAPS,
    NOT_A,
    NOT_H,
    WHITE,
    file_of,
    pawn_fill,
    rank_of,
)
from parlour.games.weighed_terms import Terms, count_weights, places
from parlour.kernel.bitboard import BIT, KNIGHT_LEAPS, bits, slanting_reach, straight_reach
from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import highest, lowest, popcount, shr, wrap

__compiled__ = True
__inner__ = True

# The shape of each term's weights. Squares are seen by the man's own side, a1 first; ranks are 0 to 7.
TERMS: Terms = {
    "pawn's square": (8, 8),
    "knight's square": (8, 8),
    "bishop's square": (8, 8),
    "rook's square": (8, 8),
    "queen's square": (8, 8),
    "king's square": (8, 8),
    "knight's room": (
        9,
    ),  # by the squares it attacks that no pawn guards and no man of its own is on
    "bishop's room": (14,),
    "rook's room": (15,),
    "queen's room": (28,),
    "bishops that are two": (1,),
    "bishop's own pawns on its colour": (1,),
    "outpost": (2,),  # a knight, a bishop that a pawn guards and none can ever attack
    "rook's file": (2,),  # without pawns of its own: with one of the other's, without
    "doubled pawn": (1,),
    "isolated pawn": (2,),  # with a pawn of the other's before it, without
    "backward pawn": (2,),
    "pawn beside another": (8,),  # by rank
    "guarded pawn": (8,),
    "passed pawn": (8,),
    "passed pawn that is blocked": (8,),
    "passed pawn whose way is attacked": (8,),
    "own king from a passed pawn": (8,),  # by the distance from the square before it
    "other king from a passed pawn": (8,),
    "shelter": (
        2,
        7,
    ),  # by the rank of the first pawn before the king: on its file, on those beside it
    "storm": (2, 7),  # the same of the other side's pawns
    "pressure": (4, 12),  # on the king's squares: by how many men, up to four, and by how much
    "safe check": (4,),  # by a knight, bishop, rook, queen
    "pawn's threat": (4,),  # to a knight, bishop, rook, queen
    "minor's threat": (4,),
    "rook's threat": (4,),
    "loose pawn": (1,),  # of the other side's, attacked and not guarded
    "loose man": (1,),
    "turn": (1,),
}
SIZE = count_weights(TERMS)
PLACE = places(TERMS)

PAWN, KNIGHT, BISHOP = PLACE["pawn's square"], PLACE["knight's square"], PLACE["bishop's square"]
ROOK, QUEEN, KING = PLACE["rook's square"], PLACE["queen's square"], PLACE["king's square"]
KNIGHT_ROOM, BISHOP_ROOM = PLACE["knight's room"], PLACE["bishop's room"]
ROOK_ROOM, QUEEN_ROOM = PLACE["rook's room"], PLACE["queen's room"]
TWO_BISHOPS = PLACE["bishops that are two"]
OWN_PAWNS = PLACE["bishop's own pawns on its colour"]
OUTPOST, ROOK_FILE = PLACE["outpost"], PLACE["rook's file"]
DOUBLED, ISOLATED, BACKWARD = (
    PLACE[f"{name} pawn"] for name in ("doubled", "isolated", "backward")
)
BESIDE, GUARDED = PLACE["pawn beside another"], PLACE["guarded pawn"]
PASSED, BLOCKED = PLACE["passed pawn"], PLACE["passed pawn that is blocked"]
BARRED = PLACE["passed pawn whose way is attacked"]
OWN_KING, OTHER_KING = (
    PLACE["own king from a passed pawn"],
    PLACE["other king from a passed pawn"],
)
SHELTER, STORM, PRESSURE = PLACE["shelter"], PLACE["storm"], PLACE["pressure"]
CHECK, PAWN_THREAT = PLACE["safe check"], PLACE["pawn's threat"]
MINOR_THREAT, ROOK_THREAT = PLACE["minor's threat"], PLACE["rook's threat"]
LOOSE_PAWN, LOOSE_MAN, TURN = PLACE["loose pawn"], PLACE["loose man"], PLACE["turn"]

MANY, STRONG = 4, 12  # steps of the two ways in which pressure is measured
FILES = np.array([bits([8 * rank + file for rank in range(8)]) for file in range(8)])
ABOVE = np.array([bits(list(range(8 * (cell // 8), 64))) for cell in range(64)])  # and beside it
BELOW = np.array([bits(list(range(8 * (cell // 8) + 8))) for cell in range(64)])
DISTANCE = np.array(
    [[max(abs(a % 8 - b % 8), abs(a // 8 - b // 8)) for b in range(64)] for a in range(64)]
)


def weigh(s: Record, w: Moves) -> int:
    """The sum of all weights for the seat to move, less the other seat's; `w` has the weights."""
    seat = s.next
    own, other = reaches(s, seat, w), reaches(s, 1 - seat, w)
    value = own[0] - other[0] + w[TURN]
    value += against(s, seat, w, own, other) - against(s, 1 - seat, w, other, own)
    value += pawns_worth(s, seat, w, other) - pawns_worth(s, 1 - seat, w, own)
    return value + shelter(s, seat, w) - shelter(s, 1 - seat, w)


# -- men -------------------------------------------------------------------------------------------


def reaches(s: Record, seat: int, w: Moves) -> tuple[int, int, int, int, int, int, int]:
    """The worth of a seat's men but pawns, and what its knights, bishops, rooks and queens attack.

    Then what its pawns and what all its men attack. Sliding men look through those of their own side
    that slide as they do.
    """
    own, other = men(s, seat), men(s, 1 - seat)
    occupied, flip = s.white | s.black, 0 if seat == WHITE else 56
    pawns = own & s.pawns
    by_pawns, guarded = pawn_fill(pawns, seat), pawn_fill(other & s.pawns, 1 - seat)
    safe = ~own & ~guarded
    holes = ~fill_ahead(guarded, 1 - seat) & by_pawns  # for outposts
    king = lowest(other & s.kings)
    ring = KING_LEAPS[king] | BIT[king]
    value, count, strength = 0, 0, 0
    by_knights, by_bishops, by_rooks, by_queens = 0, 0, 0, 0

    left = own & s.knights
    while left:
        cell = lowest(left)
        left ^= BIT[cell]
        found = KNIGHT_LEAPS[cell]
        by_knights |= found
        value += w[KNIGHT + (cell ^ flip)] + w[KNIGHT_ROOM + popcount(found & safe)]
        if holes & BIT[cell]:
            value += w[OUTPOST]
        if found & ring:
            count += 1
            strength += 2 * popcount(found & ring)
    left = own & s.slanting & ~s.straight
    if left & (left - 1):
        value += w[TWO_BISHOPS]
    through = occupied & ~(own & s.slanting & s.straight)
    while left:
        cell = lowest(left)
        left ^= BIT[cell]
        found = slanting_reach(cell, through)
        by_bishops |= found
        value += w[BISHOP + (cell ^ flip)] + w[BISHOP_ROOM + popcount(found & safe)]
        colour = DARK if DARK & BIT[cell] else ~DARK
        value += w[OWN_PAWNS] * popcount(pawns & colour)
        if holes & BIT[cell]:
            value += w[OUTPOST + 1]
        if found & ring:
            count += 1
            strength += 2 * popcount(found & ring)
    left = own & s.straight & ~s.slanting
    through = occupied & ~(own & s.straight)
    while left:
        cell = lowest(left)
        left ^= BIT[cell]
        found = straight_reach(cell, through)
        by_rooks |= found
        value += w[ROOK + (cell ^ flip)] + w[ROOK_ROOM + popcount(found & safe)]
        file = FILES[file_of(cell)]
        if pawns & file == 0:
            value += w[ROOK_FILE] if other & s.pawns & file else w[ROOK_FILE + 1]
        if found & ring:
            count += 1
            strength += 3 * popcount(found & ring)
    left = own & s.slanting & s.straight
    while left:
        cell = lowest(left)
        left ^= BIT[cell]
        found = slanting_reach(cell, occupied) | straight_reach(cell, occupied)
        by_queens |= found
        value += w[QUEEN + (cell ^ flip)] + w[QUEEN_ROOM + popcount(found & safe)]
        if found & ring:
            count += 1
            strength += 4 * popcount(found & ring)
    at = lowest(own & s.kings)
    value += w[KING + (at ^ flip)]
    if count:
        value += w[PRESSURE + STRONG * (min(count, MANY) - 1) + min(strength // 2, STRONG) - 1]
    everything = by_pawns | by_knights | by_bishops | by_rooks | by_queens | KING_LEAPS[at]
    return value, by_knights, by_bishops, by_rooks, by_queens, by_pawns, everything


def against(
    s: Record,
    seat: int,
    w: Moves,
    own: tuple[int, int, int, int, int, int, int],
    other: tuple[int, int, int, int, int, int, int],
) -> int:
    """The worth of a seat's threats to the other's men and king; `own` and `other` are their `reaches`."""
    aims = men(s, 1 - seat)
    value = of_kinds(s, aims & own[5], w, PAWN_THREAT)
    value += of_kinds(s, aims & (own[1] | own[2]), w, MINOR_THREAT)
    value += of_kinds(s, aims & own[3], w, ROOK_THREAT)
    loose = aims & own[6] & ~other[6]
    value += w[LOOSE_PAWN] * popcount(loose & s.pawns)
    value += w[LOOSE_MAN] * popcount(loose & ~s.pawns & ~s.kings)
    king, occupied = lowest(aims & s.kings), s.white | s.black
    free = ~men(s, seat) & ~other[6]
    straight, slanting = (
        straight_reach(king, occupied) & free,
        slanting_reach(king, occupied) & free,
    )
    value += w[CHECK] * popcount(KNIGHT_LEAPS[king] & free & own[1])
    value += w[CHECK + 1] * popcount(slanting & own[2])
    value += w[CHECK + 2] * popcount(straight & own[3])
    return value + w[CHECK + 3] * popcount((straight | slanting) & own[4])


def of_kinds(s: Record, squares: int, w: Moves, term: int) -> int:
    """A term's four weights times the knights, bishops, rooks and queens on `squares`."""
    value = w[term] * popcount(squares & s.knights)
    value += w[term + 1] * popcount(squares & s.slanting & ~s.straight)
    value += w[term + 2] * popcount(squares & s.straight & ~s.slanting)
    return value + w[term + 3] * popcount(squares & s.straight & s.slanting)


# -- pawns and the king's pawns --------------------------------------------------------------------


def ahead(squares: int, seat: int) -> int:
    """The squares one step before `squares` in a seat's view."""
    return wrap(squares << 8) if seat == WHITE else shr(squares, 8)


def fill_ahead(squares: int, seat: int) -> int:
    """`squares` and all before them in a seat's view."""
    if seat == WHITE:
        squares |= wrap(squares << 8)
        squares |= wrap(squares << 16)
        return squares | wrap(squares << 32)
    squares |= shr(squares, 8)
    squares |= shr(squares, 16)
    return squares | shr(squares, 32)


def beside(squares: int) -> int:
    """The squares to the left and right of `squares`."""
    return wrap(squares << 1) & NOT_A | shr(squares, 1) & NOT_H


def pawns_worth(
    s: Record, seat: int, w: Moves, other: tuple[int, int, int, int, int, int, int]
) -> int:
    """The worth of a seat's pawns; `other` is what `reaches` found of the other seat."""
    own, theirs = men(s, seat) & s.pawns, men(s, 1 - seat) & s.pawns
    flip = 0 if seat == WHITE else 56
    before = fill_ahead(
        ahead(theirs, 1 - seat), 1 - seat
    )  # squares with a pawn of the other's before them
    guards = pawn_fill(own, seat)
    files = fill_ahead(own, WHITE) | fill_ahead(own, 1 - WHITE)
    isolated = own & ~beside(files)
    stopped = ahead(own, seat) & pawn_fill(theirs, 1 - seat) & ~fill_ahead(guards, seat)
    backward = ahead(stopped, 1 - seat) & ~isolated
    doubled = own & fill_ahead(ahead(own, 1 - seat), 1 - seat)
    passed = own & ~before & ~beside(before) & ~doubled
    value = w[DOUBLED] * popcount(doubled)
    value += w[ISOLATED] * popcount(isolated & before)
    value += w[ISOLATED + 1] * popcount(isolated & ~before)
    value += w[BACKWARD] * popcount(backward & before)
    value += w[BACKWARD + 1] * popcount(backward & ~before)
    in_row = own & beside(own)
    left = own
    while left:
        cell = lowest(left)
        left ^= BIT[cell]
        value += w[PAWN + (cell ^ flip)]
        rank = rank_of(cell ^ flip)
        if in_row & BIT[cell]:
            value += w[BESIDE + rank]
        if guards & BIT[cell]:
            value += w[GUARDED + rank]
        if passed & BIT[cell]:
            value += passed_worth(s, seat, w, cell, other[6])
    return value


def passed_worth(s: Record, seat: int, w: Moves, cell: int, attacked: int) -> int:
    """The worth of a passed pawn on `cell`; `attacked` is what the other seat attacks."""
    rank = rank_of(cell) if seat == WHITE else 7 - rank_of(cell)
    step = cell + 8 if seat == WHITE else cell - 8
    value = w[PASSED + rank]
    if (s.white | s.black) & BIT[step]:
        value += w[BLOCKED + rank]
    if fill_ahead(BIT[step], seat) & attacked:
        value += w[BARRED + rank]
    if rank > 2:
        value += w[OWN_KING + DISTANCE[step, lowest(men(s, seat) & s.kings)]]
        value += w[OTHER_KING + DISTANCE[step, lowest(men(s, 1 - seat) & s.kings)]]
    return value


def shelter(s: Record, seat: int, w: Moves) -> int:
    """The worth of both sides' pawns before a seat's king."""
    own, other = men(s, seat), men(s, 1 - seat) & s.pawns
    king = lowest(own & s.kings)
    front = ABOVE[king] if seat == WHITE else BELOW[king]
    own, other = own & s.pawns & front, other & front
    value = 0
    file = file_of(king)
    for near in range(max(file - 1, 0), min(file + 2, 8)):
        off = 0 if near == file else 7
        value += w[SHELTER + off + first_rank(own & FILES[near], seat)]
        value += w[STORM + off + first_rank(other & FILES[near], seat)]
    return value


def first_rank(pawns: int, seat: int) -> int:
    """The rank, in a seat's view, of the pawn that is nearest to that seat's side; 0 without any."""
    if pawns == 0:
        return 0
    return rank_of(lowest(pawns)) if seat == WHITE else 7 - rank_of(highest(pawns))
