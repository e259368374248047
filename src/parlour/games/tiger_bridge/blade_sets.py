"""Sets of blades as 52 bits, with ranks and territories, and the players around the table."""

from __future__ import annotations

from parlour.kernel.primitives import highest

__compiled__ = True
__inner__ = True

RANKS = 13  # blades in a territory
SUIT = (1 << RANKS) - 1  # the blades of territory 0


def suit_of(blade: int) -> int:
    """The territory of a blade."""
    return blade // RANKS


def rank_of(blade: int) -> int:
    """The number of lower blades in its territory."""
    return blade % RANKS


def in_suit(blades: int, suit: int) -> int:
    """The `blades` of a territory, in their places."""
    return blades & SUIT << RANKS * suit


def ranks_in(blades: int, suit: int) -> int:
    """The `blades` of a territory, by rank: bit 0 is its lowest."""
    return blades >> RANKS * suit & SUIT


def blades_in(ranks: int, suit: int) -> int:
    """The blades of a territory with these ranks."""
    return ranks << RANKS * suit


def has(blades: int, blade: int) -> bool:
    """Whether a blade is among `blades`."""
    return blades >> blade & 1 != 0


def lowest_of(blades: int) -> int:
    """The lowest of `blades`, as a set; empty for an empty set."""
    return blades & -blades


def nth(left: int, suit: int, k: int) -> int:
    """The k-th highest remaining blade of a territory, as a set; empty for 0."""
    blades = ranks_in(left, suit)
    blade = 0
    for _ in range(k):
        blade = 1 << highest(blades)
        blades ^= blade
    return blades_in(blade, suit)


def seat_after(seat: int, k: int) -> int:
    """The seat that plays `k` blades after `seat`."""
    return (seat + k) & 3


def partner_of(seat: int) -> int:
    """The seat across the table."""
    return seat ^ 2


def same_side(one: int, other: int) -> bool:
    """Whether two seats are the same or partners."""
    return (one ^ other) & 1 == 0


def is_north_south(seat: int) -> bool:
    """Whether a seat is North or South."""
    return seat & 1 == 0
