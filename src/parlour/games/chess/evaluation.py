"""How good a position looks, in hundredths of a pawn: men and where they stand, pawns, room, kings.

Values go over from a full board's to an empty one's as men are exchanged. The numbers are the project's
own: first guesses from formulas (how far from the centre, how far advanced), then by trial in games.
"""

from __future__ import annotations

import numpy as np

from parlour.games.chess.attacks import men
from parlour.games.chess.board import (
    BLACK,
    KING_LEAPS,
    NOT_A,
    NOT_H,
    WHITE,
    file_of,
    knight_fill,
    pawn_fill,
    rank_of,
    slanting_fill,
    straight_fill,
)
from parlour.kernel.bitboard import BIT, BOARD, bits
from parlour.kernel.layout import Record
from parlour.kernel.primitives import lowest, popcount, shr, wrap

__compiled__ = True

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
FULL = 24  # the weight of all men but pawns and kings: knights and bishops 1, rooks 2, queens 4
TURN = 12


def _from_centre(x: int, y: int) -> float:
    """How far a square is from the middle, 0.5 to 3.5 along the farther way, a little more in corners."""
    far, near = max(abs(x - 3.5), abs(y - 3.5)), min(abs(x - 3.5), abs(y - 3.5))
    return far + near / 3


def _worth(kind: int, x: int, y: int) -> tuple[int, int]:
    """What a White man on a file and rank, both from 0, is worth on a full board and on an empty one."""
    out, ahead = _from_centre(x, y), y - 1
    if kind == PAWN:
        middle = 6 * (x in (3, 4)) * min(ahead, 2) + 2 * (x in (2, 5)) * ahead
        return round(88 + middle + ahead * 3), round(112 + 4 * ahead + ahead * ahead)
    if kind == KNIGHT:
        return round(345 - 13 * out + 2 * y), round(318 - 12 * out)
    if kind == BISHOP:
        return round(352 - 6 * out - 6 * (y == 0)), round(330 - 5 * out)
    if kind == ROOK:
        return round(475 + 3 * (x in (3, 4)) + 14 * (y == 6)), round(540 + 6 * (y >= 5))
    if kind == QUEEN:
        return round(985 - 3 * out), round(985 - 8 * out)
    home = (24, 34, 12, -4, -6, 8, 36, 22)[x] - 22 * min(y, 3)
    return home, round(40 - 17 * out)


def _table(phase: int) -> list[list[int]]:
    """For each kind and square the worth of White's man on a full board (0) or an empty one (1)."""
    return [[_worth(kind, *BOARD.places[i])[phase] for i in range(64)] for kind in range(6)]


OPENING, ENDING = (np.array(_table(phase), dtype=np.int64) for phase in (0, 1))
FILES = np.array(
    [bits([8 * rank + file for rank in range(8)]) for file in range(8)], dtype=np.int64
)
AHEAD = np.array(  # the squares before a pawn on its own file and those beside it, by seat
    [
        [
            bits([j for j in range(64) if abs(j % 8 - i % 8) < 2 and (j // 8 - i // 8) * way > 0])
            for i in range(64)
        ]
        for way in (1, -1)
    ],
    dtype=np.int64,
)
PASSED_OPENING = np.array([0, 2, 4, 10, 24, 52, 90, 0], dtype=np.int64)  # by ranks advanced
PASSED_ENDING = np.array([0, 10, 16, 32, 62, 112, 180, 0], dtype=np.int64)
ISOLATED = 11
DOUBLED = 10
PAIR = 34  # of bishops
ROOM_KNIGHT, ROOM_BISHOP, ROOM_ROOK = 4, 4, 3  # for each square that such men attack
OPEN_FILE, HALF_OPEN = 22, 10
SHIELD = 11  # for each pawn just before the king
PRESSURE = 7  # for each attack of a kind of man on a square beside the king
THREAT = 24  # for each man that a pawn attacks


def evaluate(s: Record, seat: int) -> int:
    """Hundredths of a pawn for `seat`; the seat to move has the turn's worth."""
    phase = popcount(s.knights) + popcount(s.slanting & ~s.straight)
    queens = popcount(s.slanting & s.straight)
    phase = min(phase + 2 * (popcount(s.straight) - queens) + 4 * queens, FULL)
    value = side(s, WHITE, phase) - side(s, BLACK, phase)
    value += TURN if s.next == WHITE else -TURN
    return value if seat == WHITE else -value


def side(s: Record, seat: int, phase: int) -> int:
    """What a seat's men and where they stand are worth, times nothing of the other's."""
    own, other = men(s, seat), men(s, 1 - seat)
    opening, ending = placement_value(s, own & s.pawns, PAWN, seat)
    for kind in range(KNIGHT, KING + 1):
        first, last = placement_value(s, own & of_kind(s, kind), kind, seat)
        opening += first
        ending += last
    first, last = pawns_worth(own & s.pawns, other & s.pawns, seat)
    opening += first + activity(s, own, other, seat)
    ending += last + activity(s, own, other, seat)
    opening += shelter(s, own, other, seat)
    return (opening * phase + ending * (FULL - phase)) // FULL


def of_kind(s: Record, kind: int) -> int:
    """The squares of both sides' men of a kind."""
    if kind == KNIGHT:
        return s.knights  # type: ignore[no-any-return]
    if kind == BISHOP:
        return s.slanting & ~s.straight  # type: ignore[no-any-return]
    if kind == ROOK:
        return s.straight & ~s.slanting  # type: ignore[no-any-return]
    if kind == QUEEN:
        return s.straight & s.slanting  # type: ignore[no-any-return]
    return s.kings if kind == KING else s.pawns  # type: ignore[no-any-return]


def placement_value(s: Record, squares: int, kind: int, seat: int) -> tuple[int, int]:
    """The worth of the men of one kind on `squares`, on a full board and on an empty one."""
    opening, ending = 0, 0
    flip = 0 if seat == WHITE else 56
    while squares:
        cell = lowest(squares)
        squares ^= BIT[cell]
        opening += OPENING[kind, cell ^ flip]
        ending += ENDING[kind, cell ^ flip]
    return opening, ending


def pawns_worth(own: int, other: int, seat: int) -> tuple[int, int]:
    """The worth of how the pawns `own` stand to each other and to the pawns `other`."""
    opening, ending = 0, 0
    pawns = own
    while pawns:
        cell = lowest(pawns)
        pawns ^= BIT[cell]
        file = file_of(cell)
        beside = (wrap(FILES[file] << 1) & NOT_A) | (shr(FILES[file], 1) & NOT_H)
        if own & beside == 0:
            opening -= ISOLATED
            ending -= ISOLATED
        if own & AHEAD[seat, cell] & FILES[file]:
            opening -= DOUBLED
            ending -= 2 * DOUBLED
        elif other & AHEAD[seat, cell] == 0:
            ahead = rank_of(cell) if seat == WHITE else 7 - rank_of(cell)
            opening += PASSED_OPENING[ahead]
            ending += PASSED_ENDING[ahead]
    return opening, ending


def activity(s: Record, own: int, other: int, seat: int) -> int:
    """The worth of the room that men have, of bishops that are two, of rooks on open files, of threats."""
    empty = ~(s.white | s.black)
    safe = ~pawn_fill(other & s.pawns, 1 - seat) & ~own
    bishops, rooks = own & s.slanting, own & s.straight & ~s.slanting
    value = ROOM_KNIGHT * popcount(knight_fill(own & s.knights) & safe)
    value += ROOM_BISHOP * popcount(slanting_fill(bishops, empty) & safe)
    value += ROOM_ROOK * popcount(straight_fill(rooks, empty) & safe)
    if popcount(bishops & ~s.straight) > 1:
        value += PAIR
    while rooks:
        cell = lowest(rooks)
        rooks ^= BIT[cell]
        file = FILES[file_of(cell)]
        if own & s.pawns & file == 0:
            value += HALF_OPEN if other & s.pawns & file else OPEN_FILE
    return value + THREAT * popcount(pawn_fill(own & s.pawns, seat) & other & ~s.pawns)


def shelter(s: Record, own: int, other: int, seat: int) -> int:
    """The worth of the pawns before the king, less the other side's pressure on the squares about it."""
    king = lowest(own & s.kings)
    ring = KING_LEAPS[king]
    empty = ~(s.white | s.black)
    front = ring & AHEAD[seat, king]
    value = SHIELD * popcount(own & s.pawns & front)
    attacks = popcount(knight_fill(other & s.knights) & ring)
    attacks += popcount(slanting_fill(other & s.slanting, empty) & ring)
    attacks += popcount(straight_fill(other & s.straight, empty) & ring)
    return value - PRESSURE * attacks
