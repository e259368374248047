"""What captures and promotions win, in tenths of a pawn, so that the best are searched first."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from parlour.games.chess.attacks import men
from parlour.games.chess.board import KING_LEAPS
from parlour.games.chess.code import promotion_of
from parlour.games.exchange import VICTIM, balance
from parlour.kernel.bitboard import (
    BIT,
    KNIGHT_LEAPS,
    PAWN_REACH,
    slanting_reach,
    straight_reach,
)
from parlour.kernel.layout import Record
from parlour.kernel.move_codes import origin_of, target_of
from parlour.kernel.primitives import popcount

__compiled__ = True

PAWN, KNIGHT, BISHOP, ROOK = 10, 30, 33, 50  # a queen is a rook and a bishop; kings are nothing


def noisy(s: Record, m: int) -> int:
    """What a capture or promotion wins; below 0 if it loses more, 0 for all other moves."""
    cell, to, into = origin_of(m), target_of(m), promotion_of(m)
    other = men(s, 1 - s.next)
    if to == s.passed and s.pawns & BIT[cell]:
        return VICTIM * PAWN
    won = worth(s, BIT[to] & other)
    if into:
        return VICTIM * into + won
    if not other & BIT[to]:
        return 0
    risked = worth(s, BIT[cell])
    return balance(won, risked, won < risked and is_guarded(s, to, cell))


def worth(s: Record, squares: int) -> int:
    """What the men on some squares are worth."""
    value = PAWN * popcount(s.pawns & squares) + KNIGHT * popcount(s.knights & squares)
    return value + ROOK * popcount(s.straight & squares) + BISHOP * popcount(s.slanting & squares)


def is_guarded(s: Record, to: int, cell: int) -> bool:
    """Whether the other seat could take what has come to `to` from `cell`."""
    guards = men(s, 1 - s.next) & ~BIT[to]
    occupied = (s.white | s.black) & ~BIT[cell]
    near = KNIGHT_LEAPS[to] & s.knights | PAWN_REACH[s.next, to] & s.pawns
    if (near | KING_LEAPS[to] & s.kings) & guards:
        return True
    if straight_reach(to, occupied) & s.straight & guards:
        return True
    return slanting_reach(to, occupied) & s.slanting & guards != 0
