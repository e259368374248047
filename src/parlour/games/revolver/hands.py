"""Bullets and hands of Revolver: kinds, comparison, rarities.

A bullet is ``4 * rank + region``: ranks from 0 (One) to 12 (Marshall), regions from 0 (Deserts) to 3
(Forests), so single bullets compare as numbers. A hand is a word with a bit for each bullet.
"""

from __future__ import annotations

from parlour.kernel.layout import Rng
from parlour.kernel.primitives import below, highest, lowest, popcount

__compiled__ = True

LENGTH = 4  # bullets of a hand
RANKS = 13
REGIONS = 4
BULLETS = RANKS * REGIONS
HOLSTER = (1 << BULLETS) - 1  # all bullets
MARSHALL = RANKS - 1

FLING, MATCH, STEPPING_STONES, CROSSING, GATHERING = 0, 1, 2, 3, 4
STREAM, RIVER, BRIDGE, PRIMARY_RIVER, FOREMOST_BRIDGE = 5, 6, 7, 8, 9

REGION_ROWS: int = REGIONS**LENGTH  # regions of four bullets in order
STRENGTHS: int = RANKS**LENGTH * REGION_ROWS  # of hands of one kind, an upper bound


def bullet(hand: int, place: int) -> int:
    """The bullet of a hand at `place` from the top, the highest at 0."""
    for _ in range(place):
        hand ^= 1 << highest(hand)
    top: int = highest(hand)
    return top


def kind(hand: int) -> int:
    """The kind of a hand of four bullets, FLING to FOREMOST_BRIDGE."""
    top = highest(hand) // REGIONS
    pairs = pairs_of(hand)
    if pairs > 0:
        if pairs == 6:
            return FOREMOST_BRIDGE if top == MARSHALL else BRIDGE
        return CROSSING if pairs == 3 else STEPPING_STONES if pairs == 2 else MATCH
    one_region = is_of_one_region(hand)
    if top - lowest(hand) // REGIONS == LENGTH - 1:
        if not one_region:
            return STREAM
        return PRIMARY_RIVER if top == MARSHALL else RIVER
    return GATHERING if one_region else FLING


def pairs_of(hand: int) -> int:
    """The number of pairs of equal rank in a hand: 1 in a match, up to 6 in a bridge."""
    pairs = 0
    left = hand
    while left:
        alike = of_rank(hand, lowest(left) // REGIONS)
        pairs += popcount(alike & left) - 1
        left &= left - 1
    return pairs


def of_rank(hand: int, rank: int) -> int:
    """The bullets of a hand with this rank."""
    return hand & (15 << REGIONS * rank)


def is_of_one_region(hand: int) -> bool:
    """Whether all bullets of a hand have the same region."""
    region = lowest(hand) % REGIONS
    return bool(hand & (0x1111111111111 << region) == hand)


def strength(hand: int) -> int:
    """A number for comparing hands of four bullets; all hands have different ones.

    First by kind, then by the ranks of the bullets (the most frequent first, then from the top), then by
    their regions in the same order.
    """
    ranks = 0
    regions = 0
    for number in range(LENGTH, 0, -1):
        left = hand
        while left:
            top = highest(left)
            rank = top // REGIONS
            if popcount(of_rank(hand, rank)) == number:
                ranks = RANKS * ranks + rank
                regions = REGIONS * regions + top % REGIONS
            left ^= 1 << top
    return kind(hand) * STRENGTHS + ranks * REGION_ROWS + regions


def rarity(hand: int) -> int:
    """The marks that a dealt hand earns from each player; 0 for other hands or none."""
    if hand == 0:
        return 0
    what = kind(hand)
    return 5 * (what - STREAM) if what > STREAM else 0


def draw_hand(left: int, count: int, rng: Rng) -> int:
    """A random hand of `count` bullets from those `left`."""
    hand = 0
    for _ in range(count):
        rest = left & ~hand
        for _ in range(below(rng, popcount(rest))):
            rest &= rest - 1
        hand |= rest & -rest
    return hand
