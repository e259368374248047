"""How good a position looks, in hundredths of a pawn: men, hands, and what stands about the kings."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

import numpy as np

from parlour.games.shogi.board import (
    BISHOP,
    GOLD,
    KNIGHT,
    LANCE,
    LOW,
    PAWN,
    PROMOTED,
    ROOK,
    SILVER,
    SQUARES,
    count_in_hand,
    kind_of,
)
from parlour.kernel.layout import Record
from parlour.kernel.primitives import lowest

__compiled__ = True

TEMPO = 20
WORTH = {PAWN: 100, LANCE: 270, KNIGHT: 290, SILVER: 430, BISHOP: 660, ROOK: 760, GOLD: 480}
WORTH |= {PAWN + PROMOTED: 450, LANCE + PROMOTED: 440, KNIGHT + PROMOTED: 450}
WORTH |= {SILVER + PROMOTED: 470, BISHOP + PROMOTED: 930, ROOK + PROMOTED: 1080}
IN_HAND = {PAWN: 115, LANCE: 300, KNIGHT: 320, SILVER: 480, BISHOP: 740, ROOK: 860, GOLD: 540}

# What a man gains for each rank that it has gone, up to so many, and by its file from the edge inwards.
_FORWARD = {PAWN: (6, 5), SILVER: (9, 4), GOLD: (3, 3), KNIGHT: (6, 2), ROOK: (2, 4)}
_INWARD = {SILVER: 4, GOLD: 5, KNIGHT: 3, PAWN: 0}
_AT_HOME = {PAWN: 6, SILVER: 8, GOLD: 8, KNIGHT: 8, ROOK: 7}  # the ranks where they begin


def _worth(man: int, square: int) -> int:
    """What a man is worth on a square."""
    kind = kind_of(man)
    file, rank = divmod(square if man < 16 else SQUARES - 1 - square, 9)
    step, most = _FORWARD.get(kind, (0, 0))
    gone = min(max(_AT_HOME.get(kind, 0) - rank, 0), most)
    return WORTH.get(kind, 0) + step * gone + _INWARD.get(kind, 0) * min(file, 8 - file)


MAN = np.array([[_worth(man, i) for i in range(SQUARES)] for man in range(32)], dtype=np.int64)
HELD = np.array([IN_HAND.get(kind, 0) for kind in range(8)], dtype=np.int64)

# By the distance in king's steps: what a man adds that stands about the other seat's king, and about its
# own; in hundredths of what the tables below say of its kind.
_ATTACK = (0, 100, 85, 50, 25, 10, 0, 0, 0)
_GUARD = (0, 100, 60, 20, 5, 0, 0, 0, 0)
_ATTACKER = {PAWN: 25, LANCE: 20, KNIGHT: 45, SILVER: 75, BISHOP: 60, ROOK: 70, GOLD: 85}
_ATTACKER |= {k + PROMOTED: 85 for k in (PAWN, LANCE, KNIGHT, SILVER)}
_ATTACKER |= {BISHOP + PROMOTED: 130, ROOK + PROMOTED: 140}
_GUARDIAN = {PAWN: 18, LANCE: 12, KNIGHT: 12, SILVER: 45, BISHOP: 15, ROOK: -20, GOLD: 60}
_GUARDIAN |= {k + PROMOTED: 45 for k in (PAWN, LANCE, KNIGHT, SILVER)}
_GUARDIAN |= {BISHOP + PROMOTED: 70, ROOK + PROMOTED: 30}


def _near(
    kinds: dict[int, int], weights: tuple[int, ...]
) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """What a man is worth by its number and its distance from a king."""
    return np.array(
        [[kinds.get(kind_of(man), 0) * weight // 100 for weight in weights] for man in range(32)],
        dtype=np.int64,
    )


ATTACK = _near(_ATTACKER, _ATTACK)
GUARD = _near(_GUARDIAN, _GUARD)
DISTANCE = np.array(
    [
        [max(abs(a // 9 - b // 9), abs(a % 9 - b % 9)) for b in range(SQUARES)]
        for a in range(SQUARES)
    ],
    dtype=np.int64,
)
# Where a king is safe while the other side has men to attack with: at its own edge, not in the middle.
_BY_RANK = (-60, -55, -50, -45, -40, -30, -15, 10, 15)  # of Black's king
_BY_FILE = (15, 20, 15, 5, -10, 5, 15, 20, 15)
SHELTER = np.array(
    [
        [_BY_RANK[i % 9] + _BY_FILE[i // 9] for i in range(SQUARES)],
        [_BY_RANK[8 - i % 9] + _BY_FILE[i // 9] for i in range(SQUARES)],
    ],
    dtype=np.int64,
)


def evaluate(s: Record, seat: int) -> int:
    value = side(s, s.next) - side(s, 1 - s.next) + TEMPO
    return value if seat == s.next else -value


def side(s: Record, seat: int) -> int:
    """What a seat's men are worth where they stand and in hand."""
    own, other = s.kings[seat], s.kings[1 - seat]
    value = 0
    for word in range(2):
        men = s.men[2 * seat + word]
        while men:
            at = lowest(men) + LOW * word
            men &= men - 1
            man = s.board[at]
            value += MAN[man, at]
            if other >= 0:
                value += ATTACK[man, DISTANCE[at, other]]
            if own >= 0:
                value += GUARD[man, DISTANCE[at, own]]
    for kind in range(PAWN, GOLD + 1):
        value += HELD[kind] * count_in_hand(s, seat, kind)
    if own >= 0:
        value += SHELTER[seat, own]
    return value
