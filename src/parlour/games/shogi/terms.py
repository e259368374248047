"""What the evaluation counts: terms, whose weights are in `evaluation`.

All is counted for each seat in its own view, White's board turned round. Left and right are alike.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from itertools import chain

import numpy as np

from parlour.games.shogi.board import (
    BISHOP,
    GOLD,
    KING,
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
from parlour.games.weighed_terms import Terms, count_weights, places
from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import lowest

__compiled__ = True
__inner__ = True

_BASIC = {PAWN: "pawn", LANCE: "lance", KNIGHT: "knight", SILVER: "silver", BISHOP: "bishop"}
_BASIC |= {ROOK: "rook"}
_NAMES = _BASIC | {kind + PROMOTED: f"promoted {name}" for kind, name in _BASIC.items()}
_NAMES |= {GOLD: "gold"}
_HELD = {PAWN: 10, LANCE: 5, KNIGHT: 5, SILVER: 5, BISHOP: 3, ROOK: 3, GOLD: 5}

ON_BOARD, BY_KING = (9, 5), (11, 6)  # ranks and files from the edge; ranks and files from a king
TERMS: Terms = dict(
    chain(
        ((f"{name}'s square", ON_BOARD) for name in _NAMES.values()),
        ((f"{name} from its own king", BY_KING) for name in _NAMES.values()),
        ((f"{name} from the other king", BY_KING) for name in _NAMES.values()),
        ((f"{_NAMES[kind]}s in hand", (most,)) for kind, most in _HELD.items()),
        (("king's square", ON_BOARD), ("turn", (1,))),
    )
)
SIZE = count_weights(TERMS)
PLACE = places(TERMS)


def _by_kind(ending: str) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The places of the terms with this ending, by kind; 0 for kinds without one."""
    return np.array([PLACE.get(f"{_NAMES.get(kind)}{ending}", 0) for kind in range(16)])


SQUARE, OWN_KING = _by_kind("'s square"), _by_kind(" from its own king")
OTHER_KING, IN_HAND = _by_kind(" from the other king"), _by_kind("s in hand")
SQUARE[KING], TURN = PLACE["king's square"], PLACE["turn"]
MOST_HELD = np.array([_HELD.get(kind, 1) - 1 for kind in range(8)])


def _on_board(square: int) -> int:
    """A square's place in the terms of squares, in Black's view."""
    file, rank = divmod(square, 9)
    return rank * ON_BOARD[1] + min(file, 8 - file)


def _by_king(square: int, king: int) -> int:
    """The place of a man on `square` in the terms of men from a king, in Black's view."""
    across, up = abs(square // 9 - king // 9), square % 9 - king % 9
    far = BY_KING[0] // 2
    return (min(max(up, -far), far) + far) * BY_KING[1] + min(across, BY_KING[1] - 1)


def _as_seen(square: int, seat: int) -> int:
    """A square as a seat sees it."""
    return SQUARES - 1 - square if seat else square


AT = np.array([[_on_board(_as_seen(i, seat)) for i in range(SQUARES)] for seat in range(2)])
FROM_KING = np.array(
    [
        [
            [_by_king(_as_seen(i, seat), _as_seen(king, seat)) for king in range(SQUARES)]
            for i in range(SQUARES)
        ]
        for seat in range(2)
    ]
)


def weigh(s: Record, w: Moves) -> int:
    """The sum of all weights for the seat to move, less the other seat's; `w` has the weights."""
    return side(s, s.next, w) - side(s, 1 - s.next, w) + w[TURN]


def side(s: Record, seat: int, w: Moves) -> int:
    """The worth of a seat's men where they stand and in hand."""
    own, other = s.kings[seat], s.kings[1 - seat]
    value = 0
    for word in range(2):
        men = s.men[2 * seat + word]
        while men:
            at = lowest(men) + LOW * word
            men &= men - 1
            kind = kind_of(s.board[at])
            value += w[SQUARE[kind] + AT[seat, at]]
            if kind != KING:
                if own >= 0:
                    value += w[OWN_KING[kind] + FROM_KING[seat, at, own]]
                if other >= 0:
                    value += w[OTHER_KING[kind] + FROM_KING[seat, at, other]]
    for kind in range(PAWN, GOLD + 1):
        value += w[IN_HAND[kind] + min(count_in_hand(s, seat, kind), MOST_HELD[kind])]
    return value
