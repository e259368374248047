"""Moves of standard algebraic notation found in compiled code, from the numbers of a text's characters."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

from parlour.games.chess.attacks import (
    castles,
    danger,
    king_goes,
    king_targets,
    men,
    passing,
    targets,
)
from parlour.games.chess.board import file_of, rank_of
from parlour.games.chess.code import with_promotion
from parlour.kernel.bitboard import BIT, KNIGHT_LEAPS, slanting_reach, straight_reach
from parlour.kernel.layout import Record
from parlour.kernel.move_codes import from_to, origin_of, target_of
from parlour.kernel.primitives import lowest

__compiled__ = True
__inner__ = True

Text = Any  # a row of characters' numbers

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
NO_MOVE, ILLEGAL, AMBIGUOUS = -1, -2, -3
PLAIN, CAPTURE, CASTLING = range(3)  # how the texts of moves differ beyond their code


def text_kind(s: Record, m: int) -> int:
    """PLAIN for a move to an empty square, CAPTURE, or CASTLING, of which one square has the own rook."""
    to = target_of(m)
    if men(s, s.next) & BIT[to]:
        return CASTLING
    if men(s, 1 - s.next) & BIT[to] or (to == s.passed and s.pawns & BIT[origin_of(m)]):
        return CAPTURE
    return PLAIN


def is_digit(sign: int) -> bool:
    return 48 <= sign <= 57


def find_move(s: Record, text: Text, at: int, end: int) -> int:
    """The legal move that a text means: SAN, or squares from and to; else NO_MOVE, ILLEGAL, AMBIGUOUS."""
    while end > at and text[end - 1] in (43, 35):  # + and #
        end -= 1
    if end - at < 2 or end - at > 9:
        return NO_MOVE
    if text[at] in (79, 48):
        return castling(s, text, at, end)
    kind, named = PAWN, False
    if kind_of(text[at]) >= 0 and text[at] < 97:
        kind, named = kind_of(text[at]), True
        at += 1
    into = 0
    if end - at > 2 and not is_digit(text[end - 1]):
        into = kind_of(text[end - 1])
        if into < KNIGHT or into > QUEEN:
            return NO_MOVE
        end -= 1
        if text[end - 1] == 61:
            end -= 1
    if end - at < 2 or not (97 <= text[end - 2] <= 104 and 49 <= text[end - 1] <= 56):
        return NO_MOVE
    to = text[end - 2] - 97 + 8 * (text[end - 1] - 49)
    end -= 2
    file, rank = -1, -1
    if at < end and 97 <= text[at] <= 104:
        file = text[at] - 97
        at += 1
    if at < end and 49 <= text[at] <= 56:
        rank = text[at] - 49
        at += 1
    if at < end and text[at] in (120, 45, 58):  # x - :
        at += 1
    if at < end:
        return NO_MOVE
    if file >= 0 and rank >= 0 and not named:
        return between_squares(s, file + 8 * rank, to, into)
    if kind == PAWN and file < 0:
        file = file_of(to)
    return by_kind(s, kind, file, rank, to, into)


def kind_of(sign: int) -> int:
    """The kind of man that a letter is, upper or lower case; -1 if it is none."""
    sign &= ~32
    if sign == 78:
        return KNIGHT
    if sign == 66:
        return BISHOP
    if sign == 82:
        return ROOK
    if sign == 81:
        return QUEEN
    if sign == 75:
        return KING
    return PAWN if sign == 80 else -1


def castling(s: Record, text: Text, at: int, end: int) -> int:
    """Castling by ``O-O`` and ``O-O-O``, or with zeros."""
    if end - at not in (3, 5):
        return NO_MOVE
    for i in range(at, end):
        if text[i] != (text[at] if (i - at) % 2 == 0 else 45):
            return NO_MOVE
    king = lowest(men(s, s.next) & s.kings)
    rooks = castles(s, danger(s))
    while rooks:
        rook = lowest(rooks)
        rooks ^= BIT[rook]
        if (rook > king) == (end - at == 3):
            return from_to(king, rook)
    return ILLEGAL


def between_squares(s: Record, cell: int, to: int, into: int) -> int:
    """The move from one square to another; castling also by where the king goes."""
    own = men(s, s.next)
    if not own & BIT[cell]:
        return ILLEGAL
    if s.kings & BIT[cell]:
        if into:
            return ILLEGAL
        attacked = danger(s)
        if king_targets(s, attacked) & BIT[to]:
            return from_to(cell, to)
        rooks = castles(s, attacked)
        while rooks:
            rook = lowest(rooks)
            rooks ^= BIT[rook]
            if rook == to or king_goes(cell, rook) == to:
                return from_to(cell, rook)
        return ILLEGAL
    return legal_move(s, cell, to, into)


def by_kind(s: Record, kind: int, file: int, rank: int, to: int, into: int) -> int:
    """The one legal move of a man of a kind to a square, from a file or rank where one is named."""
    if kind == KING:
        king = lowest(men(s, s.next) & s.kings)
        fits = stands_on(king, file, rank)
        legal = fits and into == 0 and king_targets(s, danger(s)) & BIT[to]
        return from_to(king, to) if legal else ILLEGAL
    rest = origins(s, kind, to)
    found = ILLEGAL
    while rest:
        cell = lowest(rest)
        rest ^= BIT[cell]
        if stands_on(cell, file, rank):
            m = legal_move(s, cell, to, into)
            if m >= 0:
                if found >= 0:
                    return AMBIGUOUS
                found = m
    return found


def stands_on(cell: int, file: int, rank: int) -> bool:
    """Whether a square is of a file and a rank, where these are named: not below 0."""
    return (file < 0 or file_of(cell) == file) and (rank < 0 or rank_of(cell) == rank)


def origins(s: Record, kind: int, to: int) -> int:
    """The own men of a kind other than a king that may come to a square, if nothing is pinned or in check."""
    occupied, own = s.white | s.black, men(s, s.next)
    if kind == PAWN:
        return own & s.pawns
    if kind == KNIGHT:
        return own & s.knights & KNIGHT_LEAPS[to]
    if kind == BISHOP:
        return own & s.slanting & ~s.straight & slanting_reach(to, occupied)
    if kind == ROOK:
        return own & s.straight & ~s.slanting & straight_reach(to, occupied)
    reach = straight_reach(to, occupied) | slanting_reach(to, occupied)
    return own & s.straight & s.slanting & reach


def legal_move(s: Record, cell: int, to: int, into: int) -> int:
    """The move of a man other than a king, if it is legal; a pawn's promotion must be given."""
    pawn = s.pawns & BIT[cell] != 0
    last = pawn and (to < 8 or to > 55)
    if last != (into != 0):
        return ILLEGAL
    if targets(s, cell) & BIT[to]:
        return with_promotion(from_to(cell, to), into)
    if pawn and to == s.passed and passing(s) & BIT[cell]:
        return from_to(cell, to)
    return ILLEGAL
