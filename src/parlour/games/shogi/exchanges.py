"""What captures and promotions win, in hundredths of a pawn, so that the best are searched first."""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

import numpy as np

from parlour.games.exchange import balance
from parlour.games.shogi.attacks import attackers
from parlour.games.shogi.board import (
    BISHOP,
    BIT,
    GOLD,
    KNIGHT,
    LANCE,
    PAWN,
    PROMOTED,
    ROOK,
    SILVER,
    kind_of,
)
from parlour.games.shogi.code import PROMOTES, WIN, dropped, origin_of, target_of
from parlour.kernel.layout import Record

__compiled__ = True

WORTH = {PAWN: 100, LANCE: 270, KNIGHT: 290, SILVER: 430, BISHOP: 660, ROOK: 760, GOLD: 480}
WORTH |= {PAWN + PROMOTED: 450, LANCE + PROMOTED: 440, KNIGHT + PROMOTED: 450}
WORTH |= {SILVER + PROMOTED: 470, BISHOP + PROMOTED: 930, ROOK + PROMOTED: 1080}
WORTH_OF = np.array([WORTH.get(kind_of(man), 0) for man in range(32)], dtype=np.int64)


def noisy(s: Record, m: int) -> int:
    """What a capture or promotion wins; below 0 if it loses more, 0 for all other moves."""
    to, origin = target_of(m), origin_of(m)
    if m == WIN or dropped(m) or (s.board[to] == 0 and m & PROMOTES == 0):
        return 0
    man = s.board[origin]
    won, risked = WORTH_OF[s.board[to]], WORTH_OF[man]
    if m & PROMOTES:
        won += WORTH_OF[man | PROMOTED] - risked
    return balance(won, risked, won < risked and is_guarded(s, to, origin))


def is_guarded(s: Record, to: int, origin: int) -> bool:
    """Whether the other seat could take what has come to `to` from `origin`."""
    low = (s.men[0] | s.men[2]) & ~BIT[origin, 0]
    high = (s.men[1] | s.men[3]) & ~BIT[origin, 1]
    by_low, by_high = attackers(s, to, 1 - s.next, low, high)
    return by_low | by_high != 0
