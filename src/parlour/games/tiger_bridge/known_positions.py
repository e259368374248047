"""The transposition table of the double-dummy search: patterns of owners with bounds.

A slot has a key (lengths, rounds and leader) and the head of a chain of blocks of entries. An entry is a
pattern of owners, its masks, and its bounds with its best blade. `look_up` also sets ``w.remembered``, the
best blade in the same pattern, and ``w.familiar``, that in a pattern with the same lengths.

Looking up waits for memory above all: a block is three lines of the processor's cache, one of them with all
that its entries need beside the patterns.
"""

# The work record has no types.
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from parlour.games.tiger_bridge.blade_sets import lowest_of, nth, ranks_in
from parlour.games.tiger_bridge.search_words import (
    YES,
    bounds_of,
    entry_of,
    first_of,
    good_of,
    least_of,
    most_of,
    pair,
    second_of,
)
from parlour.kernel.primitives import fetch_ahead, lowest, mix, popcount

__compiled__ = True
__inner__ = True

SLOTS = 1 << 17
BLOCKS = 1 << 18
WIDTH = 4  # entries in a block
ROWS = 6
OWN_A, MASK_A, OWN_B, MASK_B, FOUND, LINK = range(ROWS)  # rows of a block
NEXT, COUNT = 0, 1  # in row LINK: the next block, and the number of entries
KEY, HEAD, SLOT = 0, 1, 2  # words of a slot, and their number
NONE = -1  # no blade

# The mask of the first k owners, of 13 with two bits each.
FIRST = np.array([((1 << 2 * k) - 1) << (26 - 2 * k) for k in range(14)])


def clear_table(w: Any) -> None:
    """Clear the table."""
    w.used = 1
    w.clearings += 1
    w.chains = 0
    for k in range(SLOTS):
        w.slots[k, HEAD] = 0


def first_slot(w: Any, key: int) -> int:
    """The slot where the search for a key begins; the processor fetches it meanwhile."""
    k: int = mix(0, key) & (SLOTS - 1)
    fetch_ahead(w.slots[k], KEY)
    return k


def slot_of(w: Any, key: int, k: int) -> int:
    """The slot of a key, from its first slot `k` on, or the free slot for it."""
    while w.slots[k, HEAD] != 0 and w.slots[k, KEY] != key:
        k = (k + 1) & (SLOTS - 1)
    return k


def look_up(w: Any, left: int, at: int, own_a: int, own_b: int, need: int) -> int:
    """The result in the chain from block `at`; otherwise -1, minus an entry that fits without deciding."""
    fits = 0
    w.remembered = NONE
    w.familiar = good_of(w.blocks[at, FOUND, w.blocks[at, LINK, COUNT] - 1]) if at != 0 else NONE
    while at != 0:
        fitting = matches(w, at, own_a, own_b)
        while fitting:
            i = lowest(fitting)
            fitting &= fitting - 1
            found = w.blocks[at, FOUND, i]
            low, high = least_of(found), most_of(found)
            if low >= need or high < need:
                ranks = ranks_of(left, w.blocks[at, MASK_A, i], w.blocks[at, MASK_B, i])
                return YES | ranks if low >= need else ranks
            fits = at * WIDTH + i
            w.remembered = good_of(found)
        at = w.blocks[at, LINK, NEXT]
    return -1 - fits


def matches(w: Any, at: int, own_a: int, own_b: int) -> int:
    """Which patterns of a block fit, one bit each; free of branches, so that it vectorizes."""
    fitting = 0
    for i in range(WIDTH):
        differ = (own_a ^ w.blocks[at, OWN_A, i]) & w.blocks[at, MASK_A, i]
        differ |= (own_b ^ w.blocks[at, OWN_B, i]) & w.blocks[at, MASK_B, i]
        fitting |= (1 << i) * (differ == 0)
    return fitting


def ranks_of(left: int, mask_a: int, mask_b: int) -> int:
    """The lowest blade in each territory that a pattern requires."""
    return (
        nth(left, 0, popcount(first_of(mask_a)) >> 1)
        | nth(left, 1, popcount(second_of(mask_a)) >> 1)
        | nth(left, 2, popcount(first_of(mask_b)) >> 1)
        | nth(left, 3, popcount(second_of(mask_b)) >> 1)
    )


def first(left: int, ranks: int, suit: int) -> int:
    """The mask for the owners of a territory's remaining blades, down to the lowest in `ranks`."""
    matter = ranks_in(ranks, suit)
    if matter == 0:
        return 0
    down = lowest_of(matter)
    return FIRST[popcount((ranks_in(left, suit)) & ~(down - 1))]


def store(
    w: Any,
    left: int,
    key: int,
    slot: int,
    own_a: int,
    own_b: int,
    n: int,
    need: int,
    result: int,
    hint: int,
    good: int,
) -> None:
    """Store a result: in the matching entry if the pattern is the same, or else in a new one."""
    low, high = (need, n) if result & YES else (0, need - 1)
    mask_a = pair(first(left, result, 0), first(left, result, 1))
    mask_b = pair(first(left, result, 2), first(left, result, 3))
    fits = entry_of(hint, w.clearings)
    if fits != 0:
        at, i = fits // WIDTH, fits % WIDTH
        old_a, old_b = w.blocks[at, MASK_A, i], w.blocks[at, MASK_B, i]
        found = w.blocks[at, FOUND, i]
        if (old_a & ~mask_a) | (old_b & ~mask_b) == 0:  # the result rests on no other blades
            low, high = max(low, least_of(found)), min(high, most_of(found))
        if old_a == mask_a and old_b == mask_b:
            w.blocks[at, FOUND, i] = bounds_of(low, high, good if good != NONE else good_of(found))
            return
    if w.used == BLOCKS or w.chains > SLOTS // 2:
        clear_table(w)
    k = slot_of(w, key, slot)
    at = w.slots[k, HEAD]
    if at == 0 or w.blocks[at, LINK, COUNT] == WIDTH:
        at = new_block(w, k, key)
    i = w.blocks[at, LINK, COUNT]
    w.blocks[at, OWN_A, i] = own_a
    w.blocks[at, OWN_B, i] = own_b
    w.blocks[at, MASK_A, i] = mask_a
    w.blocks[at, MASK_B, i] = mask_b
    w.blocks[at, FOUND, i] = bounds_of(low, high, good)
    w.blocks[at, LINK, COUNT] = i + 1


def new_block(w: Any, k: int, key: int) -> int:
    """A new block at the head of the chain in slot `k`; its patterns match nothing."""
    at: int = w.used
    w.used += 1
    for i in range(WIDTH):
        w.blocks[at, OWN_A, i] = -1
        w.blocks[at, MASK_A, i] = YES
    if w.slots[k, HEAD] == 0:
        w.chains += 1
    w.blocks[at, LINK, NEXT] = w.slots[k, HEAD]
    w.blocks[at, LINK, COUNT] = 0
    w.slots[k, HEAD] = at
    w.slots[k, KEY] = key
    return at
