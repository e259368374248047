"""Dropping men from the hand: where each kind may go, and the mate that a pawn may not give so."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from parlour.games.shogi.attacks import attackers, king_targets
from parlour.games.shogi.board import (
    BIT,
    DEAD,
    GOLD,
    LOW,
    PAWN,
    STEP,
    count_in_hand,
    files_of,
    man_of,
    nth_square,
)
from parlour.games.shogi.code import drop, list_targets
from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import lowest, popcount

__compiled__ = True
__inner__ = True


def drop_squares(s: Record, kind: int) -> tuple[int, int]:
    """Where the seat to move may drop a man of this kind, if it has one in hand."""
    seat = s.next
    if count_in_hand(s, seat, kind) == 0 or s.checkers > 1:
        return 0, 0
    man = man_of(kind, seat)
    low = s.target[0] & ~(s.men[0] | s.men[2] | DEAD[man, 0])
    high = s.target[1] & ~(s.men[1] | s.men[3] | DEAD[man, 1])
    if kind == PAWN:
        near, far = files_of(s.pawns[2 * seat], s.pawns[2 * seat + 1])
        low &= ~near
        high &= ~far
        king = s.kings[1 - seat]
        near, far = 0, 0
        if king >= 0:  # from where a pawn would check
            pawn = man_of(PAWN, 1 - seat)
            near = STEP[pawn, king, 0] & low
            far = STEP[pawn, king, 1] & high
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
        n = list_targets(out, n, drop(kind), low, high)
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
            return drop(kind) | nth_square(low, high, wanted)
        wanted -= here
    return 0
