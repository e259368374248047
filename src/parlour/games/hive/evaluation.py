"""What a side's pieces are worth as they lie: free, pinned, covered or in hand.

Besides, how near free pieces are to the opposing Queen, and how free the own one is.
"""

from __future__ import annotations

import numpy as np

from parlour.games.hive.board import EACH, KIND, PIECES_OF, RING, STEPS
from parlour.games.hive.grid import around, is_pinned, top_at
from parlour.kernel.layout import Record
from parlour.kernel.primitives import lowest, popcount

__compiled__ = True
__inner__ = True

# By kind: Queen, Spider, Beetle, Grasshopper, Ant, Mosquito, Ladybug, Pillbug.
FREE = np.array([60, 60, 120, 70, 150, 120, 110, 100], dtype=np.int64)
PINNED = np.array([0, 15, 20, 15, 15, 25, 20, 60], dtype=np.int64)  # a pinned Pillbug still throws
IN_HAND = np.array([0, 45, 90, 55, 110, 90, 80, 70], dtype=np.int64)
CROWD = np.array([0, 25, 80, 170, 300, 480, 5000], dtype=np.int64)  # the Queen's taken sides
NEAR = np.array([60, 55, 40, 28, 18, 10, 4, 0], dtype=np.int64)  # by steps to the opposing Queen
UNDER = 150  # for a Queen on which the other side lies


def worth(s: Record, seat: int) -> int:
    value, own, goal = 0, PIECES_OF[seat], s.place[(1 - seat) * EACH]
    tops = s.tops & own
    while tops:
        piece = lowest(tops)
        tops &= tops - 1
        if is_pinned(s, piece):
            value += PINNED[KIND[piece]]
            continue
        value += FREE[KIND[piece]]
        if goal >= 0 and piece != seat * EACH:
            value += NEAR[min(STEPS[s.place[piece] - goal & RING], 7)]
    hand = own & ~s.hive
    while hand:
        value += IN_HAND[KIND[lowest(hand)]]
        hand &= hand - 1
    cell = s.place[seat * EACH]
    if cell >= 0:
        value -= CROWD[popcount(around(s, cell))]
        if not own >> (top_at(s, cell) - 1) & 1:
            value -= UNDER
    return value
