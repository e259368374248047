"""How the double-dummy search packs its words: owners, rounds, candidate blades, bounds, results.

* Owners of a territory's remaining blades, from the top: two bits each, 26 in all; above them the number of
blades of each player, four bits each. Two territories' owners, or masks, form a pair.
* The winning blade of a running round (6 bits), and whether others of its territory were played.
* A candidate: the blade (6 bits), the lowest of its neighbours (6), and its priority.
* Bounds: the least (4 bits) and the most rounds (4) that North-South take, and the best blade plus one.
* A result: the blades on which it rests (52 bits), and whether North-South take what they need.
"""

from __future__ import annotations

from parlour.games.tiger_bridge.blade_sets import is_north_south

__compiled__ = True
__inner__ = True

OWNERS = (1 << 26) - 1
YES = 1 << 60  # the bit of a result: North-South take what they need
RESTS = (1 << 52) - 1  # the bits of a result: the blades on which it rests
FOLLOWED = 64  # a flag in the winning blade's word
EARLIEST = 500  # added to priorities so that none is negative


def with_owner(word: int, seat: int) -> int:
    """The owners `word` with one more blade, of `seat`, above all others."""
    return lengths_of(word) + (1 << 4 * seat) << 26 | seat << 24 | owners_of(word) >> 2


def owners_of(word: int) -> int:
    """The owners in such a word."""
    return word & OWNERS


def owner(word: int, k: int, seat: int) -> int:
    """How many seats after `seat` the one with the highest blade but `k` is, if there is such a blade."""
    return (word >> 24 - 2 * k) - seat & 3


def lengths_of(word: int) -> int:
    """The number of blades of each player, all four in a word."""
    return word >> 26


def length(lengths: int, seat: int) -> int:
    """The number of blades of `seat`."""
    return lengths >> 4 * seat & 15


def pair(first: int, second: int) -> int:
    """The owners, or masks, of two territories."""
    return first << 26 | second


def first_of(two: int) -> int:
    """The first territory's part of a pair."""
    return two >> 26


def second_of(two: int) -> int:
    """The second territory's part of a pair."""
    return two & OWNERS


def position_key(a: int, b: int, c: int, n: int, seat: int) -> int:
    """The table's key: lengths in three territories, rounds left, the leader."""
    return a | b << 16 | c << 32 | n << 48 | seat << 52


def winning_blade(best: int) -> int:
    """The blade that wins a round so far."""
    return best & 63


def is_followed(best: int) -> bool:
    """Whether others of its territory were played."""
    return best & FOLLOWED != 0


def move_code(blade: int, lowest_neighbour: int) -> int:
    """A candidate without a priority."""
    return blade | lowest_neighbour << 6


def blade_of(move: int) -> int:
    """The candidate's blade."""
    return move & 63


def neighbour_of(move: int) -> int:
    """The lowest of its neighbours."""
    return move >> 6 & 63


def weighted_move(move: int, worth: int) -> int:
    """A candidate with its priority."""
    return move | (worth + EARLIEST) << 12


def bounds_of(least: int, most: int, good: int) -> int:
    """The bounds of an entry, with its best blade, -1 if none is known."""
    return least | most << 4 | good + 1 << 8


def least_of(bounds: int) -> int:
    """The least rounds that North-South take."""
    return bounds & 15


def most_of(bounds: int) -> int:
    """The most rounds that North-South take."""
    return bounds >> 4 & 15


def good_of(bounds: int) -> int:
    """The best blade; -1 if none is known."""
    return (bounds >> 8) - 1


def hint_to(entry: int, clearings: int) -> int:
    """A reference to an entry of the table, valid until the table is cleared."""
    return entry | clearings << 32


def entry_of(hint: int, clearings: int) -> int:
    """The entry of a reference; 0 if the table was cleared since."""
    return hint & 0xFFFFFFFF if hint >> 32 == clearings else 0


def result_for(seat: int, blades: int) -> int:
    """The result that the side of `seat` takes what it needs, resting on these blades."""
    return blades | YES if is_north_south(seat) else blades
