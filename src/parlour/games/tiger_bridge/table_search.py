"""Double-dummy search for TigerBridge: null-window alpha-beta, round by round.

The hands of a deal are fixed, so a position at the start of a round is the set `left` of remaining blades,
52 bits as in the rules, and the leader. A result says whether North-South take a given number of the
remaining rounds, and which ranks that rests on. Only these ranks, the highest of each territory, are part
of the table's key, so all positions that differ below them share an entry (M. Ginsberg, Partition search,
1996, and B. Haglund's and S. Hein's articles on their double-dummy solver).
"""

# The work record has no types.
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from parlour.games.tiger_bridge.blade_sets import (
    RANKS,
    SUIT,
    blades_in,
    has,
    is_north_south,
    lowest_of,
    ranks_in,
    seat_after,
    suit_of,
)
from parlour.games.tiger_bridge.known_positions import (
    BLOCKS,
    HEAD,
    NONE,
    ROWS,
    SLOT,
    SLOTS,
    WIDTH,
    clear_table,
    first_slot,
    look_up,
    slot_of,
    store,
)
from parlour.games.tiger_bridge.search_words import (
    FOLLOWED,
    RESTS,
    YES,
    blade_of,
    hint_to,
    is_followed,
    lengths_of,
    neighbour_of,
    owners_of,
    pair,
    position_key,
    result_for,
    winning_blade,
    with_owner,
)
from parlour.games.tiger_bridge.sure_rounds import second_wins, sure
from parlour.games.tiger_bridge.trial_order import list_moves, pick
from parlour.kernel.primitives import highest, lowest, popcount

FEW = 5  # remaining rounds in which highest blades decide so often that the table is asked later

# `hands` by seat, `trump` the crests' territory or -1. `owners` gives for each territory and set of its
# blades left the owners of those from the top, two bits each (26), and above them how many each seat has
# (four bits each). The table of positions: `slots` with keys (lengths and leader) and the heads of chains of
# blocks of entries, each one a pattern of owners, its masks, its bounds with the blade that did it; two
# territories are in one word. Blocks come first, so that each begins where a line of the cache does. `moves`
# by depth; what `look_up` has seen: the blade that was best in this very pattern, and in one with the same
# lengths. `killers`: by depth and leader, the blade that last decided. Sure rounds are counted in the fields
# from `by_crests` on.
WORK = np.dtype(
    [
        ("blocks", np.int64, (BLOCKS, ROWS, WIDTH)),
        ("slots", np.int64, (SLOTS, SLOT)),
        ("owners", np.int64, (4, 8192)),
        ("hands", np.int64, (4,)),
        ("trump", np.int64),
        ("used", np.int64),
        ("chains", np.int64),
        ("clearings", np.int64),
        ("by_crests", np.int64),
        ("by_others", np.int64),
        ("rests", np.int64),
        ("run", np.int64, (4,)),
        ("ranks", np.int64),
        ("nodes", np.int64),
        ("moves", np.int64, (53, 16)),
        ("killers", np.int64, (53, 4)),
        ("remembered", np.int64),
        ("familiar", np.int64),
    ]
)


def prepare(w: Any, trump: int) -> None:
    """Set up the deal in ``w.hands`` and these crests."""
    w.trump = trump
    clear_table(w)
    for depth in range(53):
        for seat in range(4):
            w.killers[depth, seat] = NONE
    for suit in range(4):
        w.owners[suit, 0] = 0
        for left in range(1, 8192):
            top = highest(left)
            seat = 0
            while seat < 3 and not has(w.hands[seat], RANKS * suit + top):
                seat += 1
            w.owners[suit, left] = with_owner(w.owners[suit, left ^ (1 << top)], seat)


def rounds(w: Any, left: int, leader: int, n: int, guess: int) -> int:
    """The rounds of the remaining `n` that North-South take with best play, `leader` leading."""
    return value(w, left, 0, leader, 0, 0, 0, n, guess)


def after(w: Any, left: int, leader: int, laid: Any, count: int, n: int, guess: int) -> int:
    """The same after the first `count` blades of a round, `laid`.

    `left` still contains the last of them.
    """
    best, winner = laid[0], leader
    for k in range(1, count):
        if suit_of(laid[k]) == suit_of(winning_blade(best)):
            best |= FOLLOWED
            if laid[k] > winning_blade(best):
                best, winner = laid[k] | FOLLOWED, seat_after(leader, k)
        elif suit_of(laid[k]) == w.trump:
            best, winner = laid[k], seat_after(leader, k)
    left &= ~(1 << laid[count - 1])
    if count < 4:
        return value(
            w, left, count, seat_after(leader, count), suit_of(laid[0]), best, winner, n, guess
        )
    won = int(is_north_south(winner))
    if n == 1:
        return won
    return won + value(w, left, 0, winner, 0, 0, 0, n - 1, guess - won)


def value(
    w: Any, left: int, ply: int, seat: int, led: int, best: int, winner: int, n: int, guess: int
) -> int:
    """The rounds of the remaining `n` that North-South take; arguments as for `search`."""
    least, most = 0, n
    while least < most:
        need = min(max(guess, least + 1), most)
        if search(w, left, ply, seat, led, best, winner, n, need) & YES:
            least = need
            guess = need + 1
        else:
            most = need - 1
            guess = need - 1
    return least


def search(
    w: Any, left: int, ply: int, seat: int, led: int, best: int, winner: int, n: int, need: int
) -> int:
    """Whether North-South take `need` of the remaining `n` rounds: YES or 0, and the blades it rests on.

    `ply` blades of the running round are played; `best` is the winning one, plus 64 if others of its
    territory are among them, and `winner` its player.
    """
    key, slot, own_a, own_b, hint = 0, 0, 0, 0, 0
    if ply == 0:
        if need <= 0:
            return YES
        if need > n:
            return 0
        if n == 1:
            return last_round(w, left, seat)
        a, b = w.owners[0, ranks_in(left, 0)], w.owners[1, ranks_in(left, 1)]
        c, d = w.owners[2, ranks_in(left, 2)], w.owners[3, ranks_in(left, 3)]
        key = position_key(lengths_of(a), lengths_of(b), lengths_of(c), n, seat)
        slot = first_slot(w, key)
        if n <= FEW:
            found = sure(w, left, seat, n, need)
            if found >= 0:
                return found
        own_a = pair(owners_of(a), owners_of(b))
        own_b = pair(owners_of(c), owners_of(d))
        found = look_up(w, left, w.slots[slot_of(w, key, slot), HEAD], own_a, own_b, need)
        if found >= 0:
            return found
        hint = hint_to(-1 - found, w.clearings)
        if n > FEW:
            found = sure(w, left, seat, n, need)
            if found >= 0:
                return found
    elif ply == 1:
        wanted = need if is_north_south(seat) else n - need + 1
        if second_wins(w, left, seat, led, best, n, wanted):
            return result_for(seat, w.rests)
    w.nodes += 1
    hand = left & w.hands[seat]
    ours = is_north_south(seat)
    depth = 52 - popcount(left)
    count = list_moves(w, left, hand, ply, seat, led, best, winner, depth)
    rest, skip, result, good = 0, 0, 0, NONE
    none = ply & 0  # a variable: Numba's recursive functions take no literal arguments
    for i in range(count):
        pick(w, depth, i, count)
        blade = blade_of(w.moves[depth, i])
        if has(skip, blade):
            continue
        now, who = best, winner
        if ply == 0:
            now, who = blade, seat
        elif suit_of(blade) == suit_of(winning_blade(best)):
            now |= FOLLOWED
            if blade > winning_blade(best):
                now, who = blade | FOLLOWED, seat
        elif suit_of(blade) == w.trump:
            now, who = blade, seat
        if ply < 3:
            suit = suit_of(blade) if ply == 0 else led
            result = search(
                w, left ^ (1 << blade), ply + 1, seat_after(seat, 1), suit, now, who, n, need
            )
        else:
            won = int(is_north_south(who))
            result = search(w, left ^ (1 << blade), none, who, none, none, none, n - 1, need - won)
            if is_followed(now):
                result |= 1 << winning_blade(now)
        if (result & YES != 0) == ours:
            rest = result & RESTS
            good = blade
            if ply == 0:
                w.killers[depth, seat] = blade
            break
        rest |= result & RESTS
        suit_blades = blades_in(SUIT, suit_of(blade))
        matter = result & suit_blades
        small = lowest_of(matter) - 1 & suit_blades if matter else suit_blades
        if has(small, blade):
            skip |= small
        else:  # its neighbours were not tried: they are equivalent to it
            rest |= 1 << neighbour_of(w.moves[depth, i])
    result = result & YES | rest
    if ply == 0:
        store(w, left, key, slot, own_a, own_b, n, need, result, hint, good)
    return result


def last_round(w: Any, left: int, leader: int) -> int:
    """The winner of the last round."""
    best = lowest(left & w.hands[leader])
    who = leader
    alone = True
    for k in range(1, 4):
        seat = seat_after(leader, k)
        blade = lowest(left & w.hands[seat])
        if suit_of(blade) == suit_of(best):
            alone = False
            if blade > best:
                best, who = blade, seat
        elif suit_of(blade) == w.trump:
            best, who, alone = blade, seat, True
    rank = 0 if alone else 1 << best
    return result_for(who, rank)
