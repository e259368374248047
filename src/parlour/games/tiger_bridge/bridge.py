"""Hands of Contract Bridge as TigerBridge's, whose play is the same: spades are Forests, an ace is a Tiger.

The player who calls first in bridge is the dealer, here the one on the dealer's left.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.errors import BadRecord
from parlour.games.tiger_bridge import SEATS
from parlour.games.tiger_bridge.blades import hand_text
from parlour.table.game import State

GAME = "tiger-bridge"
RANKS, OWN_RANKS = "AKQJT98765432", "TBSWP87654321"
_TO_OWN = str.maketrans(RANKS, OWN_RANKS)
_TO_CARDS = str.maketrans(OWN_RANKS, RANKS)


def position_of(hands: Sequence[str], first: str) -> str:
    """The position text of a deal: the hands of North, East, South and West, who calls first.

    A hand is ``AKQ.JT9.…``, from spades to clubs. Raises BadRecord.
    """
    for seat, hand in zip(SEATS, hands, strict=True):
        suits = hand.split(".")
        cards = "".join(suits)
        if len(suits) != 4 or len(cards) != 13 or not set(cards) <= set(RANKS):
            raise BadRecord(
                f"{seat}'s hand is {hand:.40}; expected 13 cards, as AKQ.JT9.876.5432, from spades to clubs"
            )
    own = [
        ".".join(_from_the_top(suit.translate(_TO_OWN)) for suit in hand.split("."))
        for hand in hands
    ]
    dealer = SEATS[("NESW".index(first) - 1) % 4][0]
    return f"{GAME} bid {dealer} 0-0 0-0 0-0 0 0 {'/'.join(own)} - -"


def _from_the_top(suit: str) -> str:
    return "".join(sorted(suit, key=OWN_RANKS.index))


def hands_of(state: State) -> tuple[str, ...]:
    """The hands of North, East, South and West where all are known and unplayed; () elsewhere."""
    s = state.record
    if sum(hand.bit_count() for hand in s.hands) != 52 or s.laid:
        return ()
    return tuple(hand_text(hand).translate(_TO_CARDS) for hand in s.hands)


def first_of(state: State) -> str:
    """The letter of who calls first."""
    return SEATS[(state.record.dealer + 1) % 4][0]
