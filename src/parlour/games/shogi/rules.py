"""The rules of shogi on sets of 81 squares, two words each: moves, drops, checks, repetition, impasse.

`code.py` says how a move lies in a word. After each move `survey` finds out what checks the king of the
seat to move, where a check can be met and what is pinned; so only legal moves are listed.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

import numpy as np

from parlour.games.shogi.attacks import attackers, movers, promotable, survey, targets
from parlour.games.shogi.board import (
    BISHOP,
    BIT,
    BLACK,
    CAMP,
    DEAD,
    FROM_AFAR,
    GOLD,
    KING,
    KNIGHT,
    LANCE,
    LOW,
    MOST,
    PAWN,
    PROMOTED,
    ROOK,
    SILVER,
    SQUARES,
    WHITE,
    ZOBRIST,
    basic_of,
    count_in_hand,
    holds,
    kind_of,
    man_of,
    nth_square,
    seat_of,
    some_held,
)
from parlour.games.shogi.cell_codes import (
    CELL_PLACES,
    CELL_SYMMETRY,
    CODED_CELLS,
    EXTRAS,
    PIECE_CODES,
    cells,
    extras,
)
from parlour.games.shogi.code import (
    PROMOTES,
    WIN,
    dropped,
    going,
    list_targets,
    origin_of,
    target_of,
)
from parlour.games.shogi.drops import count_drops, drop_squares, list_drops, nth_drop
from parlour.games.shogi.evaluation import evaluate
from parlour.games.shogi.exchanges import noisy
from parlour.kernel.layout import OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, lowest, mix, popcount

__all__ = [
    "CELL_PLACES",
    "CELL_SYMMETRY",
    "CODED_CELLS",
    "EXTRAS",
    "PIECE_CODES",
    "cells",
    "evaluate",
    "extras",
    "noisy",
]

HANDICAP = 0  # by its place in the row of handicaps
POINTS_27 = 0  # whether a game may end by the 27-point rule

SEATS = 2
REASONS = ("checkmate", "perpetual-check", "impasse")
CHECKMATE, PERPETUAL_CHECK, IMPASSE = 0, 1, 2
MAX_MOVES = 640  # no position of a whole set is known with more than 593

_RANK = (LANCE, KNIGHT, SILVER, GOLD, KING, GOLD, SILVER, KNIGHT, LANCE)
START = np.zeros(SQUARES, dtype=np.int64)
for _file in range(9):
    START[9 * _file] = man_of(_RANK[_file], WHITE)
    START[9 * _file + 2] = man_of(PAWN, WHITE)
    START[9 * _file + 6] = PAWN
    START[9 * _file + 8] = _RANK[_file]
START[[9 * 1 + 1, 9 * 7 + 1]] = man_of(BISHOP, WHITE), man_of(ROOK, WHITE)  # 2b, 8b
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
            place(s, square, START[square])
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


def place(s: Record, square: int, man: int) -> None:
    """Put a man on an empty square, or remove the one there."""
    place = 2 * seat_of(man) + (1 if square >= LOW else 0)
    bit = BIT[square, 0] | BIT[square, 1]
    s.board[square] ^= man
    s.hash ^= ZOBRIST[man, square]
    s.men[place] ^= bit
    if FROM_AFAR[man]:
        s.far[place] ^= bit
    elif kind_of(man) == PAWN:
        s.pawns[place] ^= bit
    elif kind_of(man) == KING:
        s.kings[seat_of(man)] = square


def from_cells(s: Record, codes: Moves, seat: int) -> bool:
    """Each side has a king; hands are filled if the counts of `extras` come after the cells."""
    clear(s)
    for square in range(SQUARES):
        code = codes[square]
        if code:
            own = code <= PIECE_CODES
            man = man_of(code if own else code - PIECE_CODES, seat if own else 1 - seat)
            place(s, square if seat == BLACK else SQUARES - 1 - square, man)
    if len(codes) >= SQUARES + EXTRAS:
        for kind in range(PAWN, GOLD + 1):
            s.hands[seat] += some_held(kind, codes[SQUARES + kind - 1])
            s.hands[1 - seat] += some_held(kind, codes[SQUARES + GOLD + kind - 1])
    s.turn = s.next = 1 - seat
    survey(s)
    if s.kings[0] < 0 or s.kings[1] < 0 or s.checkers:
        return False
    s.turn = s.next = seat
    survey(s)
    return has_move(s)


# -- moves on the board ----------------------------------------------------------------------------


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
            move = going(square)
            n = list_targets(out, n, move, low & ~DEAD[man, 0], high & ~DEAD[man, 1])
            n = list_targets(out, n, move | PROMOTES, near, far)
    return n


def nth_board_move(s: Record, wanted: int) -> int:
    """The move number `wanted`, where each man counts for all the MOST moves it could ever have.

    -1 if the man has fewer.
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
    """The move number `wanted` of the man on a square, -1 if it has fewer."""
    man, origin = s.board[square], going(square)
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


# -- legal moves -----------------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    n = list_drops(s, out, list_board_moves(s, out))
    if POINTS_27 and declares(s, s.next):
        out[n] = WIN
        n += 1
    return n


def urgent(s: Record, out: Moves) -> int:
    return legal_moves(s, out) if s.checkers else 0


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
        points += worth(kind) * count_in_hand(s, seat, kind)
    if men < NEEDED_MEN or points < NEEDED[seat]:
        return False
    near, far = attackers(s, king, 1 - seat, s.men[0] | s.men[2], s.men[1] | s.men[3])
    return near == 0 and far == 0


def worth(man: int) -> int:
    """A man's points in an impasse."""
    return 5 if basic_of(man) == BISHOP or basic_of(man) == ROOK else 1


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
    to, origin, kind = target_of(m), origin_of(m), dropped(m)
    if kind:
        s.hands[s.next] -= some_held(kind, 1)
        place(s, to, man_of(kind, s.next))
        return
    man, taken = s.board[origin], s.board[to]
    place(s, origin, man)
    if taken:
        place(s, to, taken)
        s.hands[s.next] += some_held(basic_of(taken), 1)
    place(s, to, man | PROMOTED if m & PROMOTES else man)


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
