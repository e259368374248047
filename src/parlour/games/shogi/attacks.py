"""What attacks what: checks and pins, and where the men of the seat to move may go."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from parlour.games.shogi.board import (
    AROUND,
    BIT,
    CAMP,
    DIRECTION,
    EVERY_HIGH,
    EVERY_LOW,
    FROM_AFAR,
    JUMPED_FROM,
    KNIGHT,
    LINES,
    LOW,
    NEXT_TO,
    RAY,
    ROOK,
    WITHIN_REACH,
    first_on,
    holds,
    kind_of,
    reach,
)
from parlour.kernel.layout import Record
from parlour.kernel.primitives import lowest, popcount

__compiled__ = True
__inner__ = True


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
            if kind_of(s.board[lowest(jumping) + LOW * word]) == KNIGHT:
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
    if kind_of(man) > ROOK:
        return 0, 0
    if holds(CAMP[s.next, 0], CAMP[s.next, 1], square):
        return low, high
    return low & CAMP[s.next, 0], high & CAMP[s.next, 1]


def movers(s: Record, word: int) -> int:
    """The squares of men that may move at all, in one word: in double check the king alone."""
    if s.checkers > 1:
        return BIT[s.kings[s.next], word]
    return s.men[2 * s.next + word]
