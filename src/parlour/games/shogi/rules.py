"""The rules of shogi; docs/shogi.md and the rulebook's page say what they are.

A move is its square of arrival, in bits 7 up that of departure (or DROP and the kind of the man), and
PROMOTES. Whose turn it is knows, from `survey`, what checks the king, where a check can be met and what
is pinned; so only legal moves are listed.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

import numpy as np

from parlour.games.shogi.board import (
    AROUND,
    BISHOP,
    BIT,
    BLACK,
    CAMP,
    DEAD,
    DIRECTION,
    EVERY_HIGH,
    EVERY_LOW,
    FROM_AFAR,
    GOLD,
    HAND_BITS,
    JUMPED_FROM,
    KING,
    KNIGHT,
    LANCE,
    LINES,
    LOW,
    MOST,
    NEXT_TO,
    PAWN,
    PROMOTED,
    RAY,
    ROOK,
    SILVER,
    SQUARES,
    STEP,
    WHITE,
    WITHIN_REACH,
    ZOBRIST,
    files_of,
    first_on,
    holds,
    reach,
)
from parlour.games.shogi.codes import (
    CELL_PLACES,
    CELL_SYMMETRY,
    CODED_CELLS,
    EXTRAS,
    PIECE_CODES,
    cells,
    extras,
)
from parlour.games.shogi.evaluation import evaluate
from parlour.kernel.fast import below, lowest, mix, popcount
from parlour.kernel.layout import OVER, Moves, Record, Rng, record

__all__ = [
    "CELL_PLACES",
    "CELL_SYMMETRY",
    "CODED_CELLS",
    "EXTRAS",
    "PIECE_CODES",
    "cells",
    "evaluate",
    "extras",
]

HANDICAP = 0  # by its place in the row of handicaps
POINTS_27 = 0  # whether a game may end by the 27-point rule

SEATS = 2
REASONS = ("checkmate", "perpetual-check", "impasse")
CHECKMATE, PERPETUAL_CHECK, IMPASSE = 0, 1, 2
MAX_MOVES = 640  # no position of a whole set is known with more than 593

FROM_AT, DROP = 7, SQUARES
PROMOTES = 1 << 14
WIN = 1 << 15  # the move that declares an impasse won

_RANK = (LANCE, KNIGHT, SILVER, GOLD, KING, GOLD, SILVER, KNIGHT, LANCE)
START = np.zeros(SQUARES, dtype=np.int64)
for _file in range(9):
    START[9 * _file] = _RANK[_file] | WHITE << 4
    START[9 * _file + 2] = PAWN | WHITE << 4
    START[9 * _file + 6] = PAWN
    START[9 * _file + 8] = _RANK[_file]
START[[9 * 1 + 1, 9 * 7 + 1]] = BISHOP | WHITE << 4, ROOK | WHITE << 4  # 2b, 8b
START[[9 * 7 + 7, 9 * 1 + 7]] = BISHOP, ROOK  # 8h, 2h

# White's men that are not set up, by handicap; a lance is the one on 1a.
BIG, LANCES, KNIGHTS, SILVERS, GOLDS = [10, 64], [0, 72], [9, 63], [18, 54], [27, 45]
TAKEN_OFF: tuple[list[int], ...] = (
    *([], [0], [10], [64], [64, 0], BIG, BIG + LANCES, BIG + LANCES + KNIGHTS),
    *(BIG + LANCES + KNIGHTS + SILVERS, BIG + LANCES + KNIGHTS + SILVERS + GOLDS),
)
START[TAKEN_OFF[HANDICAP]] = 0
# White counts what was taken off as if it were in hand.
ODDS = sum(5 if square in BIG else 1 for square in TAKEN_OFF[HANDICAP])
NEEDED = np.array([28, 27], dtype=np.int64)  # points of an impasse won, by seat
NEEDED_MEN = 10  # in the camp, the king apart

# `next` is the seat that moves, or would; `number` is SFEN's, that of the move to come. `men` are the
# squares held by Black, then by White, `far` those with men that slide, `pawns` those with pawns; two
# words each. A hand has five bits for each kind. `checks` counts the checks that each seat has given in
# a row. Of the seat that moves: how many `checkers` its king has, the `target` squares where a man, the
# king apart, meets a check, and what is `pinned`.
STATE = record(
    turn=1,
    next=1,
    number=1,
    board=SQUARES,
    men=4,
    far=4,
    pawns=4,
    hands=2,
    kings=2,
    checks=2,
    checkers=1,
    target=2,
    pinned=2,
    hash=1,
    reason=1,
    winner=1,
)


def start(s: Record) -> None:
    clear(s)
    for square in range(SQUARES):
        if START[square]:
            put(s, square, START[square])
    s.next = WHITE if HANDICAP else BLACK
    s.turn = s.next
    survey(s)


def clear(s: Record) -> None:
    """An empty board, nothing in hand, Black to move."""
    s.turn = s.next = BLACK
    s.number = 1
    for square in range(SQUARES):
        s.board[square] = 0
    for i in range(4):
        s.men[i] = s.far[i] = s.pawns[i] = 0
    for seat in range(2):
        s.hands[seat] = s.checks[seat] = 0
        s.kings[seat] = -1
    s.hash = 0
    s.reason = 0
    s.winner = -1
    survey(s)


def put(s: Record, square: int, man: int) -> None:
    """Put a man on an empty square, or take the one that stands there off."""
    place = 2 * (man >> 4) + (1 if square >= LOW else 0)
    bit = BIT[square, 0] | BIT[square, 1]
    s.board[square] ^= man
    s.hash ^= ZOBRIST[man, square]
    s.men[place] ^= bit
    if FROM_AFAR[man]:
        s.far[place] ^= bit
    elif man & 15 == PAWN:
        s.pawns[place] ^= bit
    elif man & 15 == KING:
        s.kings[man >> 4] = square


# -- attacks, checks and pins ----------------------------------------------------------------------


def attackers(s: Record, square: int, by: int, low: int, high: int) -> tuple[int, int]:
    """The men of a seat that attack a square; `low` and `high` are the squares taken to be occupied."""
    found_low, found_high = 0, 0
    for word in range(2):
        men = s.men[2 * by + word]
        near = AROUND[square, word] & men
        jumping = JUMPED_FROM[by, square, word] & men
        far = LINES[square, word] & s.far[2 * by + word] & ~near
        found = 0
        while near:
            at = lowest(near) + LOW * word
            if NEXT_TO[s.board[at]] >> DIRECTION[square, at] & 1:
                found |= near & -near
            near &= near - 1
        while jumping:
            if s.board[lowest(jumping) + LOW * word] & 15 == KNIGHT:
                found |= jumping & -jumping
            jumping &= jumping - 1
        while far:
            at = lowest(far) + LOW * word
            way = DIRECTION[square, at]
            if FROM_AFAR[s.board[at]] >> way & 1 and first_on(way, square, low, high) == at:
                found |= far & -far
            far &= far - 1
        if word:
            found_high = found
        else:
            found_low = found
    return found_low, found_high


def survey(s: Record) -> None:
    """Find out what checks the king of the seat to move, where that can be met, and what is pinned."""
    king, other = s.kings[s.next], 1 - s.next
    low, high = s.men[0] | s.men[2], s.men[1] | s.men[3]
    near, far = 0, 0
    if king >= 0:
        near, far = attackers(s, king, other, low, high)
    s.checkers = popcount(near) + popcount(far)
    if s.checkers:
        at = lowest(near) if near else LOW + lowest(far)
        way = DIRECTION[king, at]
        if way >= 0:
            near, far = span(way, king, at)
        s.target[0], s.target[1] = near, far
    else:
        s.target[0], s.target[1] = EVERY_LOW, EVERY_HIGH
    s.target[0] &= ~BIT[s.kings[other], 0]
    s.target[1] &= ~BIT[s.kings[other], 1]
    s.pinned[0] = s.pinned[1] = 0
    if king >= 0:
        find_pins(s, king, low, high)


def span(way: int, square: int, to: int) -> tuple[int, int]:
    """The squares from `square`, not itself, in a direction to `to`, it included."""
    return RAY[way, square, 0] ^ RAY[way, to, 0], RAY[way, square, 1] ^ RAY[way, to, 1]


def find_pins(s: Record, king: int, low: int, high: int) -> None:
    """Note the men that alone stand between their king and a man that slides towards it."""
    seat, other = s.next, 1 - s.next
    for word in range(2):
        sliders = LINES[king, word] & s.far[2 * other + word]
        while sliders:
            at = lowest(sliders) + LOW * word
            sliders &= sliders - 1
            way = DIRECTION[king, at]
            if FROM_AFAR[s.board[at]] >> way & 1:
                near, far = span(way, king, at)
                near &= low & ~BIT[at, 0]
                far &= high & ~BIT[at, 1]
                if popcount(near) + popcount(far) == 1:
                    s.pinned[0] |= near & s.men[2 * seat]
                    s.pinned[1] |= far & s.men[2 * seat + 1]


# -- moves on the board ----------------------------------------------------------------------------


def targets(s: Record, square: int) -> tuple[int, int]:
    """Where the man of the seat to move on `square` may go."""
    low, high = s.men[0] | s.men[2], s.men[1] | s.men[3]
    if square == s.kings[s.next]:
        return king_targets(s, s.next, low, high)
    low, high = reach(s.board[square], square, low, high)
    low &= s.target[0] & ~s.men[2 * s.next]
    high &= s.target[1] & ~s.men[2 * s.next + 1]
    if holds(s.pinned[0], s.pinned[1], square):
        king = s.kings[s.next]
        way = DIRECTION[king, square]
        low &= RAY[way, king, 0]
        high &= RAY[way, king, 1]
    return low, high


def king_targets(s: Record, seat: int, low: int, high: int) -> tuple[int, int]:
    """Where a seat's king may go if `low` and `high` are occupied: squares that are not attacked."""
    king, other = s.kings[seat], 1 - seat
    low &= ~BIT[king, 0]
    high &= ~BIT[king, 1]
    near = AROUND[king, 0] & ~s.men[2 * seat] & ~BIT[s.kings[other], 0]
    far = AROUND[king, 1] & ~s.men[2 * seat + 1] & ~BIT[s.kings[other], 1]
    for word in range(2):
        men = s.men[2 * other + word] & WITHIN_REACH[king, word] | s.far[2 * other + word]
        while men and (near or far):
            at = lowest(men) + LOW * word
            men &= men - 1
            some, more = reach(s.board[at], at, low, high)
            near &= ~some
            far &= ~more
    return near, far


def promotable(s: Record, square: int, low: int, high: int) -> tuple[int, int]:
    """Those of the targets of the man on `square` where it may promote."""
    man = s.board[square]
    if man & 15 > ROOK:
        return 0, 0
    if holds(CAMP[s.next, 0], CAMP[s.next, 1], square):
        return low, high
    return low & CAMP[s.next, 0], high & CAMP[s.next, 1]


def movers(s: Record, word: int) -> int:
    """The squares of men that may move at all, in one word: in double check the king alone."""
    if s.checkers > 1:
        return BIT[s.kings[s.next], word]
    return s.men[2 * s.next + word]


def list_board_moves(s: Record, out: Moves) -> int:
    """List the moves of men on the board; how many there are."""
    n = 0
    for word in range(2):
        men = movers(s, word)
        while men:
            square = lowest(men) + LOW * word
            men &= men - 1
            low, high = targets(s, square)
            near, far = promotable(s, square, low, high)
            man = s.board[square]
            move = square << FROM_AT
            n = list_targets(out, n, move, low & ~DEAD[man, 0], high & ~DEAD[man, 1])
            n = list_targets(out, n, move | PROMOTES, near, far)
    return n


def list_targets(out: Moves, n: int, move: int, low: int, high: int) -> int:
    """List `move` to each square of a set; returns where the list ends."""
    while low:
        out[n] = move | lowest(low)
        low &= low - 1
        n += 1
    while high:
        out[n] = move | LOW + lowest(high)
        high &= high - 1
        n += 1
    return n


def nth_square(low: int, high: int, wanted: int) -> int:
    """The square of a set that `wanted` others come before."""
    base = 0
    if wanted >= popcount(low):
        wanted -= popcount(low)
        low, base = high, LOW
    for _ in range(wanted):
        low &= low - 1
    return base + lowest(low)


def nth_board_move(s: Record, wanted: int) -> int:
    """The move number `wanted`, where each man counts for all the MOST moves it could ever have.

    -1 where the man does not have so many.
    """
    for word in range(2):
        men = s.men[2 * s.next + word]
        while men:
            square = lowest(men) + LOW * word
            men &= men - 1
            most = MOST[s.board[square], square]
            if wanted < most:
                return nth_of_man(s, square, wanted)
            wanted -= most
    return -1


def nth_of_man(s: Record, square: int, wanted: int) -> int:
    """The move number `wanted` of the man on a square, -1 if it does not have so many."""
    man, origin = s.board[square], square << FROM_AT
    low, high = targets(s, square)
    near, far = promotable(s, square, low, high)
    low &= ~DEAD[man, 0]
    high &= ~DEAD[man, 1]
    plain = popcount(low) + popcount(high)
    if wanted < plain:
        return origin | nth_square(low, high, wanted)
    wanted -= plain
    if wanted < popcount(near) + popcount(far):
        return origin | PROMOTES | nth_square(near, far, wanted)
    return -1


def count_board_moves(s: Record) -> int:
    """How many moves men on the board have."""
    n = 0
    for word in range(2):
        men = movers(s, word)
        while men:
            square = lowest(men) + LOW * word
            men &= men - 1
            low, high = targets(s, square)
            near, far = promotable(s, square, low, high)
            man = s.board[square]
            n += popcount(low & ~DEAD[man, 0]) + popcount(high & ~DEAD[man, 1])
            n += popcount(near) + popcount(far)
    return n


# -- drops -----------------------------------------------------------------------------------------


def drop_squares(s: Record, kind: int) -> tuple[int, int]:
    """Where the seat to move may drop a man of this kind, if it has one in hand."""
    seat = s.next
    if s.hands[seat] >> HAND_BITS * kind & 31 == 0 or s.checkers > 1:
        return 0, 0
    man = kind | seat << 4
    low = s.target[0] & ~(s.men[0] | s.men[2] | DEAD[man, 0])
    high = s.target[1] & ~(s.men[1] | s.men[3] | DEAD[man, 1])
    if kind == PAWN:
        near, far = files_of(s.pawns[2 * seat], s.pawns[2 * seat + 1])
        low &= ~near
        high &= ~far
        king = s.kings[1 - seat]
        near, far = 0, 0
        if king >= 0:  # from where a pawn would check
            near = STEP[PAWN | (1 - seat) << 4, king, 0] & low
            far = STEP[PAWN | (1 - seat) << 4, king, 1] & high
        if (near or far) and pawn_mates(s, near, far):
            low ^= near
            high ^= far
    return low, high


def pawn_mates(s: Record, near: int, far: int) -> bool:
    """Whether a pawn dropped on the square in `near` or `far`, next to the other seat's king, mates it."""
    seat, other = s.next, 1 - s.next
    king = s.kings[other]
    low, high = s.men[0] | s.men[2] | near, s.men[1] | s.men[3] | far
    to_low, to_high = king_targets(s, other, low, high)
    if to_low or to_high:
        return False
    square = lowest(near) if near else LOW + lowest(far)
    from_low, from_high = attackers(s, square, other, low, high)
    for word in range(2):
        men = (from_high if word else from_low) & ~BIT[king, word]
        while men:
            at = lowest(men) + LOW * word
            men &= men - 1
            by_low, by_high = attackers(s, king, seat, low & ~BIT[at, 0], high & ~BIT[at, 1])
            if by_low == 0 and by_high == 0:
                return False
    return True


def list_drops(s: Record, out: Moves, n: int) -> int:
    """List the drops from place `n` on; returns where they end."""
    for kind in range(PAWN, GOLD + 1):
        low, high = drop_squares(s, kind)
        n = list_targets(out, n, (DROP + kind) << FROM_AT, low, high)
    return n


def count_drops(s: Record) -> int:
    n = 0
    for kind in range(PAWN, GOLD + 1):
        low, high = drop_squares(s, kind)
        n += popcount(low) + popcount(high)
    return n


def nth_drop(s: Record, wanted: int) -> int:
    """The drop number `wanted`, in the order of `list_drops`."""
    for kind in range(PAWN, GOLD + 1):
        low, high = drop_squares(s, kind)
        here = popcount(low) + popcount(high)
        if wanted < here:
            return (DROP + kind) << FROM_AT | nth_square(low, high, wanted)
        wanted -= here
    return 0


# -- legal moves -----------------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    n = list_drops(s, out, list_board_moves(s, out))
    if POINTS_27 and declares(s, s.next):
        out[n] = WIN
        n += 1
    return n


def count_moves(s: Record, out: Moves) -> int:
    n = count_board_moves(s) + count_drops(s)
    if POINTS_27 and declares(s, s.next):
        n += 1
    return n


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """In check the moves are listed. Else one is drawn from all that men could ever have, until it is legal.

    So the moves of most men need not be worked out at all.
    """
    if s.checkers:
        return out[below(rng, legal_moves(s, out))]
    drops = count_drops(s)
    declared = drops + (1 if POINTS_27 and declares(s, s.next) else 0)
    most = declared
    for word in range(2):
        men = s.men[2 * s.next + word]
        while men:
            square = lowest(men) + LOW * word
            men &= men - 1
            most += MOST[s.board[square], square]
    chosen = -1
    while chosen < 0:
        wanted = below(rng, most)
        if wanted < drops:
            chosen = nth_drop(s, wanted)
        elif wanted < declared:
            chosen = WIN
        else:
            chosen = nth_board_move(s, wanted - declared)
    return chosen


def has_move(s: Record) -> bool:
    for word in range(2):
        men = movers(s, word)
        while men:
            low, high = targets(s, lowest(men) + LOW * word)
            men &= men - 1
            if low or high:
                return True
    for kind in range(PAWN, GOLD + 1):
        low, high = drop_squares(s, kind)
        if low or high:
            return True
    return POINTS_27 != 0 and declares(s, s.next)


def declares(s: Record, seat: int) -> bool:
    """Whether the 27-point rule lets a seat, were it to move, declare the game won."""
    king = s.kings[seat]
    if king < 0 or not holds(CAMP[seat, 0], CAMP[seat, 1], king):
        return False
    men, points = -1, -1 + (ODDS if seat == WHITE else 0)  # the king is none of them
    for word in range(2):
        inside = s.men[2 * seat + word] & CAMP[seat, word]
        men += popcount(inside)
        while inside:
            points += worth(s.board[lowest(inside) + LOW * word])
            inside &= inside - 1
    for kind in range(PAWN, GOLD + 1):
        points += worth(kind) * (s.hands[seat] >> HAND_BITS * kind & 31)
    if men < NEEDED_MEN or points < NEEDED[seat]:
        return False
    near, far = attackers(s, king, 1 - seat, s.men[0] | s.men[2], s.men[1] | s.men[3])
    return near == 0 and far == 0


def worth(man: int) -> int:
    """A man's points in an impasse."""
    return 5 if man & 7 == BISHOP or man & 7 == ROOK else 1


# -- play ------------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    seat = s.next
    if m == WIN:
        end(s, IMPASSE, seat)
    else:
        move(s, m)
    s.number += 1
    s.next = 1 - seat
    survey(s)
    s.checks[seat] = s.checks[seat] + 1 if s.checkers else 0
    if s.turn != OVER:
        s.turn = s.next
        if not has_move(s):
            end(s, CHECKMATE, seat)


def move(s: Record, m: int) -> None:
    """Move or drop a man; a man that is taken goes into the hand."""
    to, origin = m & 127, m >> FROM_AT & 127
    if origin > DROP:
        kind = origin - DROP
        s.hands[s.next] -= 1 << HAND_BITS * kind
        put(s, to, kind | s.next << 4)
        return
    man, taken = s.board[origin], s.board[to]
    put(s, origin, man)
    if taken:
        put(s, to, taken)
        s.hands[s.next] += 1 << HAND_BITS * basic(taken)
    put(s, to, man | PROMOTED if m & PROMOTES else man)


def basic(man: int) -> int:
    """The kind that a man is when it is taken."""
    return man & 7  # no king is taken, gold's number is below 8


def end(s: Record, reason: int, winner: int) -> None:
    s.turn = OVER
    s.reason = reason
    s.winner = winner


def judge_repetition(s: Record, plies: int) -> None:
    """End a game whose position stood `plies` ago for the first time, if a seat has only given check since.

    It loses. Where both have, nothing is decided.
    """
    black = s.checks[BLACK] >= plies // 2
    white = s.checks[WHITE] >= plies // 2
    if black != white:
        end(s, PERPETUAL_CHECK, WHITE if black else BLACK)


def payoff(s: Record, seat: int) -> float:
    return 1.0 if s.winner == seat else 0.0


def key(s: Record) -> int:
    return mix(mix(s.hash, s.hands[BLACK]), s.hands[WHITE] << 1 | s.next)


def noisy(s: Record, m: int) -> bool:
    """Whether `m` takes a man or promotes."""
    return m & PROMOTES != 0 or s.board[m & 127] != 0
