"""Who attacks what: checks and pins of the seat to move, where its king may go, castling, en passant."""

from __future__ import annotations

from parlour.games.chess.board import (
    BETWEEN,
    HOME,
    KING_LEAPS,
    NO_SQUARE,
    SLANTING,
    STRAIGHT,
    WHITE,
    knight_fill,
    pawn_fill,
    slanting_fill,
    straight_fill,
)
from parlour.kernel.bitboard import (
    BIT,
    KNIGHT_LEAPS,
    PAWN_LEAP,
    PAWN_REACH,
    PAWN_STEP,
    slanting_reach,
    straight_reach,
)
from parlour.kernel.layout import Record
from parlour.kernel.primitives import lowest, popcount

__compiled__ = True
__inner__ = True


def men(s: Record, seat: int) -> int:
    """The squares of a seat's men."""
    squares: int = s.white if seat == WHITE else s.black
    return squares


def find_checks(s: Record) -> None:
    """Find what checks the king of the seat to move, and which of its men are pinned to it."""
    own, other, occupied = men(s, s.next), men(s, 1 - s.next), s.white | s.black
    king = lowest(own & s.kings)
    s.checkers = (KNIGHT_LEAPS[king] & s.knights | PAWN_REACH[s.next, king] & s.pawns) & other
    s.pinned = 0
    snipers = (STRAIGHT[king] & s.straight | SLANTING[king] & s.slanting) & other
    while snipers:
        cell = lowest(snipers)
        snipers ^= BIT[cell]
        between = BETWEEN[king, cell] & occupied
        if between == 0:
            s.checkers |= BIT[cell]
        elif popcount(between) == 1:
            s.pinned |= between & own


def answers(s: Record) -> int:
    """Where a man other than the king must go: anywhere, or to where a check is parried."""
    if s.checkers == 0:
        return -1
    if popcount(s.checkers) > 1:
        return 0
    king = lowest(men(s, s.next) & s.kings)
    squares: int = BETWEEN[king, lowest(s.checkers)] | s.checkers
    return squares


def danger(s: Record) -> int:
    """The squares that the other seat attacks, the king of the seat to move being no shelter."""
    other = men(s, 1 - s.next)
    empty = ~(s.white | s.black) | men(s, s.next) & s.kings
    found = straight_fill(s.straight & other, empty) | slanting_fill(s.slanting & other, empty)
    found |= knight_fill(s.knights & other) | pawn_fill(s.pawns & other, 1 - s.next)
    return found | KING_LEAPS[lowest(s.kings & other)]  # type: ignore[no-any-return]


def king_targets(s: Record, attacked: int) -> int:
    """Where the king of the seat to move may go, `attacked` being its danger; castling apart."""
    own = men(s, s.next)
    squares: int = KING_LEAPS[lowest(own & s.kings)] & ~own & ~attacked
    return squares


def castles(s: Record, attacked: int) -> int:
    """The rooks with which the seat to move may castle, `attacked` being its danger."""
    found: int = s.castling & HOME[s.next]
    if found == 0 or s.checkers:
        return 0
    rooks, king = found, men(s, s.next) & s.kings
    start = lowest(king)
    while rooks:
        cell = lowest(rooks)
        rook = BIT[cell]
        rooks ^= rook
        to = king_goes(start, cell)
        rook_to = to - 1 if cell > start else to + 1
        others = (s.white | s.black) ^ king ^ rook
        king_way, rook_way = BETWEEN[start, to] | BIT[to], BETWEEN[cell, rook_to] | BIT[rook_to]
        unsafe = king_way & ~king & attacked
        if others & (king_way | rook_way) or unsafe or uncovered(s, to, others | BIT[rook_to]):
            found ^= rook
    return found


def king_goes(start: int, rook: int) -> int:
    """The square that the king on `start` comes to when it castles with the rook on `rook`."""
    return (start & 56) + (6 if rook > start else 2)


def uncovered(s: Record, cell: int, occupied: int) -> bool:
    """Whether the other seat attacks `cell` along its rank, all squares but those `occupied` being empty."""
    return straight_reach(cell, occupied) & s.straight & men(s, 1 - s.next) & HOME[s.next] != 0  # type: ignore[no-any-return]


def passing(s: Record) -> int:
    """The pawns of the seat to move that may capture en passant."""
    if s.passed == NO_SQUARE:
        return 0
    own, other = men(s, s.next), men(s, 1 - s.next)
    king, taken = lowest(own & s.kings), passer(s.passed)
    found: int = PAWN_REACH[1 - s.next, s.passed] & own & s.pawns
    if s.checkers & ~BIT[taken] & (s.knights | s.pawns):
        return 0
    pawns = found
    while pawns:
        cell = lowest(pawns)
        pawns ^= BIT[cell]
        occupied = (s.white | s.black | BIT[s.passed]) ^ BIT[cell] ^ BIT[taken]
        sliders = straight_reach(king, occupied) & s.straight
        sliders |= slanting_reach(king, occupied) & s.slanting
        if sliders & other:
            found ^= BIT[cell]
    return found


def passer(passed: int) -> int:
    """Where the pawn stands that has just stepped over the square `passed`."""
    return passed + 8 if passed < 32 else passed - 8


def targets(s: Record, cell: int) -> int:
    """Where the man on `cell`, of the seat to move and not its king, may go; en passant apart."""
    own, occupied, bit = men(s, s.next), s.white | s.black, BIT[cell]
    found: int = 0
    if s.pawns & bit:
        found = PAWN_STEP[s.next, cell] & ~occupied
        if found:
            found |= PAWN_LEAP[s.next, cell] & ~occupied
        found |= PAWN_REACH[s.next, cell] & occupied
    if s.knights & bit:
        found = KNIGHT_LEAPS[cell]
    if s.straight & bit:
        found |= straight_reach(cell, occupied)
    if s.slanting & bit:
        found |= slanting_reach(cell, occupied)
    found &= ~own & answers(s)
    if s.pinned & bit:
        found &= pin_line(lowest(own & s.kings), cell)
    return found


def pin_line(king: int, cell: int) -> int:
    """The other squares of the line through `king` and `cell`, which lie on one."""
    straight: int = STRAIGHT[king] & STRAIGHT[cell]
    slanting: int = SLANTING[king] & SLANTING[cell]
    return straight if STRAIGHT[king] & BIT[cell] else slanting


def has_move(s: Record) -> bool:
    """Whether the seat to move has a legal move."""
    own, occupied = men(s, s.next), s.white | s.black
    if s.checkers == 0:
        pawns = own & s.pawns & ~s.pinned
        while pawns:  # nearly always the first pawns settle it
            cell = lowest(pawns)
            pawns ^= BIT[cell]
            if PAWN_STEP[s.next, cell] & ~occupied:
                return True
    if popcount(s.checkers) < 2:
        others = own & ~s.kings
        while others:
            cell = lowest(others)
            others ^= BIT[cell]
            if targets(s, cell):
                return True
    attacked = danger(s)
    return king_targets(s, attacked) != 0 or passing(s) != 0 or castles(s, attacked) != 0
