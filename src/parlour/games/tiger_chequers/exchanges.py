"""What captures, promotions and the like win, in hundredths of a Pikeman: the best are searched first."""

from __future__ import annotations

from parlour.games.exchange import VICTIM, balance
from parlour.games.tiger_chequers.attacks import is_attacked, jumped
from parlour.games.tiger_chequers.code import is_plain, path_of
from parlour.games.tiger_chequers.evaluation import (
    ARCHER_WORTH,
    KNIGHT_WORTH,
    NOBLE_WORTH,
    PIKEMAN_WORTH,
    SLANTING_WORTH,
    STRAIGHT_WORTH,
    SWORDSMAN_WORTH,
    TOWER_WORTH,
)
from parlour.kernel.bitboard import BIT
from parlour.kernel.layout import Record
from parlour.kernel.move_codes import origin_of, target_of
from parlour.kernel.primitives import popcount

__compiled__ = True

TURNED = VICTIM * TOWER_WORTH  # a promotion, an exchange, the Queen's escape


def noisy(s: Record, m: int) -> int:
    """What a capture or the like wins; below 0 if it loses more, 0 for all other moves."""
    if s.posted == 0:
        return 0
    cell, to = origin_of(m), target_of(m)
    if path_of(m):
        return 2 + worth(s, jumped(s, m))
    if not is_plain(m):
        return TURNED
    if not s.opposing & BIT[to]:
        return 0
    won, risked = worth(s, BIT[to]), worth(s, BIT[cell])
    own, opposing = s.own ^ BIT[cell] | BIT[to], s.opposing & ~BIT[to]
    return balance(won, risked, won < risked and is_attacked(s, to, own, opposing))


def worth(s: Record, at: int) -> int:
    """What the pieces on some cells are worth, wherever they stand; a Queen is worth nothing here."""
    value = TOWER_WORTH * popcount(s.towers & at) + NOBLE_WORTH * popcount(s.nobles & at)
    value += KNIGHT_WORTH * popcount(s.knights & at) + ARCHER_WORTH * popcount(s.archers & at)
    value += STRAIGHT_WORTH * popcount(s.straight & at) + SLANTING_WORTH * popcount(s.slanting & at)
    value += PIKEMAN_WORTH * popcount(s.pikemen & at) + SWORDSMAN_WORTH * popcount(s.swordsmen & at)
    return value
