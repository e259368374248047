"""Move ordering for the double-dummy search.

Candidates are listed in ``w.moves``, by depth.
"""

# The work record has no types.
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from parlour.games.tiger_bridge.blade_sets import (
    has,
    in_suit,
    partner_of,
    rank_of,
    ranks_in,
    same_side,
    seat_after,
    suit_of,
)
from parlour.games.tiger_bridge.search_words import (
    blade_of,
    move_code,
    neighbour_of,
    owner,
    weighted_move,
    winning_blade,
)
from parlour.kernel.primitives import highest, popcount

__compiled__ = True
__inner__ = True

DECK = (1 << 52) - 1
LOWEST = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the lowest blade of each territory

# Contributions to a move's priority, found by counting nodes. Rank and length count in eighths. Of two
# numbers the first is for games with crests, the second for those without.
REMEMBERED = np.array([54, 80])  # best here for another number of rounds
FAMILIAR = 126  # best in a position with the same lengths
KILLER = np.array([2, 20])  # decided last at this depth
LEAD_CREST, LEAD_RANK = -6, -4
OWN_LENGTH, PARTNERS_LENGTH, OTHERS_LENGTH = 14, 9, -2
INTO_RUFF, BOTH_RUFF, FOR_RUFF = -40, 16, 38
OPPONENT_VOID = -48
TOP, TO_TOP, LEFT_SECOND, RIGHT_SECOND = 36, 52, 6, -11
TRAP, SHARED, LONE_TOP = np.array([58, 40]), np.array([25, 56]), 20
FINESSE, STRONG, INTO_STRENGTH = np.array([12, 24]), np.array([4, -5]), -10
DISCARD_LENGTH, DISCARD_RANK, DISCARD_CREST, UNGUARD = 3, -16, -30, -7
FOLLOW_RANK = np.array([-14, -10])
LAST_WINS, LAST_OVERTAKES = 60, -16
SECOND_WINS, SECOND_LEAVES = 40, 30
THIRD_WINS, THIRD_LEAVES, THIRD_BEATS = 50, 40, 18

LEFT, PARTNER, RIGHT = 1, 2, 3  # seats after the leader


def list_moves(
    w: Any, left: int, hand: int, ply: int, seat: int, led: int, best: int, winner: int, depth: int
) -> int:
    """List the candidates in ``w.moves[depth]``, of neighbours only the highest; returns their number.

    Each is its number, plus 64 times that of the lowest of its neighbours, and above that its priority.
    """
    others = left & ~hand
    if ply > 0:
        others |= 1 << winning_blade(best)
        following = in_suit(hand, led)
        if following:
            hand = following
    lows = lowest_neighbours(hand, others)
    count = 0
    while hand:
        low = highest(lows)
        w.moves[depth, count] = move_code(highest(hand), low)
        lower = (1 << low) - 1
        hand &= lower
        lows &= lower
        count += 1
    if count > 1:
        weigh_moves(w, left, ply, seat, led, best, winner, depth, count)
    return count


def lowest_neighbours(hand: int, others: int) -> int:
    """Those blades of a hand below which the next remaining one of the territory is one of `others`, or none.

    From each blade a bit is carried upwards over those that are gone, to the next that remains.
    """
    gone = DECK & ~(hand | others | LOWEST)
    above = hand << 1
    reached = above & ~gone | (above & gone) + gone & ~gone
    return hand & ~(reached & ~LOWEST)


def pick(w: Any, depth: int, i: int, count: int) -> None:
    """Bring the best of the moves from number `i` on to that place."""
    found = i
    for k in range(i + 1, count):
        if w.moves[depth, k] > w.moves[depth, found]:
            found = k
    move = w.moves[depth, found]
    w.moves[depth, found] = w.moves[depth, i]
    w.moves[depth, i] = move


def weigh_moves(
    w: Any, left: int, ply: int, seat: int, led: int, best: int, winner: int, depth: int, count: int
) -> None:
    """Set the priority of each move."""
    for i in range(count):
        blade = blade_of(w.moves[depth, i])
        if ply == 0:
            worth = weigh_lead(w, left, seat, blade)
            if blade == w.remembered:
                worth += REMEMBERED[int(w.trump < 0)]
            elif blade == w.familiar:
                worth += FAMILIAR
            if neighbour_of(w.moves[depth, i]) <= w.killers[depth, seat] <= blade:
                worth += KILLER[int(w.trump < 0)]
        else:
            worth = weigh_follow(w, left, ply, seat, led, winning_blade(best), winner, blade)
        w.moves[depth, i] = weighted_move(w.moves[depth, i], worth)


def weigh_lead(w: Any, left: int, seat: int, blade: int) -> int:
    """The priority of a lead."""
    suit = suit_of(blade)
    blades = ranks_in(left, suit)
    rank = rank_of(blade)
    partner = blades & ranks_in(w.hands[partner_of(seat)], suit)
    lho = blades & ranks_in(w.hands[seat_after(seat, 1)], suit)
    rho = blades & ranks_in(w.hands[seat_after(seat, 3)], suit)
    mine = blades & ranks_in(w.hands[seat], suit)
    plain = int(w.trump < 0)
    lengths = popcount(mine) * OWN_LENGTH + popcount(partner) * PARTNERS_LENGTH
    lengths += popcount(lho | rho) * OTHERS_LENGTH
    worth = (lengths >> 3) + (LEAD_CREST if suit == w.trump else 0)
    low = rank * LEAD_RANK >> 3
    partner_ruffs = can_ruff(w, left, partner_of(seat), suit, partner)
    if can_ruff(w, left, seat_after(seat, 1), suit, lho) or can_ruff(
        w, left, seat_after(seat, 3), suit, rho
    ):
        return worth + INTO_RUFF + low + (BOTH_RUFF if partner_ruffs else 0)
    if partner_ruffs:
        return worth + FOR_RUFF + low
    if lho == 0 or rho == 0:
        worth += OPPONENT_VOID
    theirs = highest(lho | rho)
    if rank > theirs:
        return worth + weigh_second(w, seat, suit, blades, lho, rho) + TOP + rank // 4
    if partner > 0 and highest(partner) > theirs:
        return worth + weigh_second(w, seat, suit, blades, lho, rho) + TO_TOP + low
    worth += weigh_tops(w, seat, suit, blades, lho, partner, rho)
    if partner > 0 and highest(partner) > highest(rho):
        worth += FINESSE[plain]
    if highest(mine) > highest(partner) and highest(mine) > highest(lho):
        worth += STRONG[plain]
    if highest(rho) > highest(lho):
        worth += INTO_STRENGTH
    if rank == highest(mine) and rank > 0 and has(mine, rank - 1):
        return worth
    return worth + low


def weigh_second(w: Any, seat: int, suit: int, blades: int, lho: int, rho: int) -> int:
    """What an opponent's second highest blade adds to a lead of a territory that the leader's side wins."""
    second = owner(w.owners[suit, blades], 1, seat)
    if second == LEFT and is_several(lho):
        return LEFT_SECOND
    if second == RIGHT and is_several(rho):
        return RIGHT_SECOND
    return 0


def weigh_tops(w: Any, seat: int, suit: int, blades: int, lho: int, partner: int, rho: int) -> int:
    """What the owners of the highest blades add to a lead that the leader's side does not surely win."""
    plain = int(w.trump < 0)
    owners = w.owners[suit, blades]
    one, two, three = owner(owners, 0, seat), owner(owners, 1, seat), owner(owners, 2, seat)
    worth = 0
    if one == LEFT and two == PARTNER and is_several(partner):
        worth += TRAP[plain]
    # The leader's side has the next two blades, one in each hand.
    if two + three == PARTNER and two != three and is_several(partner):
        worth += SHARED[plain]
    if (one == LEFT and not is_several(lho)) or (one == RIGHT and not is_several(rho)):
        worth += LONE_TOP
    return worth


def is_several(blades: int) -> bool:
    """Whether there are two blades or more."""
    return blades & (blades - 1) != 0


def can_ruff(w: Any, left: int, seat: int, suit: int, held: int) -> bool:
    """Whether `seat`, which has `held` of a territory, can ruff it."""
    if w.trump < 0 or suit == w.trump or held != 0:
        return False
    return in_suit(left & w.hands[seat], w.trump) != 0


def weigh_follow(
    w: Any, left: int, ply: int, seat: int, led: int, best: int, winner: int, blade: int
) -> int:
    """The priority of following to a round."""
    suit = suit_of(blade)
    rank = rank_of(blade)
    ours = same_side(winner, seat)
    wins = blade > best if suit == suit_of(best) else suit == w.trump
    if suit != led and not wins:
        return weigh_discard(w, left, seat, suit, rank)
    low = rank * FOLLOW_RANK[int(w.trump < 0)] >> 3
    if ply == 3:
        if ours:
            return low + (LAST_OVERTAKES if wins else 0)
        return LAST_WINS + low if wins else low
    theirs = 0  # the highest rank that an opponent may still play, plus one
    ruffed = False
    for k in range(1, 4 - ply):
        who = seat_after(seat, k)
        held = in_suit(left & w.hands[who], led)
        if same_side(who, seat):
            continue
        if held:
            theirs = max(theirs, highest(held) + 1)
        elif can_ruff(w, left, who, led, 0):
            ruffed = True
    if ruffed and suit == led:
        return low
    safe = wins and (suit != led or blade + 1 > theirs)
    if ply == 1:
        partner = in_suit(left & w.hands[partner_of(seat)], led)
        if safe:
            return SECOND_WINS + low
        if partner > 0 and highest(partner) + 1 > max(theirs, best + 1) and suit_of(best) == led:
            return SECOND_LEAVES + low
        return low
    if ours and best + 1 > theirs:
        return THIRD_LEAVES + low
    if safe:
        return THIRD_WINS + low
    return low + (THIRD_BEATS if wins else 0)


def weigh_discard(w: Any, left: int, seat: int, suit: int, rank: int) -> int:
    """The priority of a discard."""
    blades = ranks_in(left, suit)
    held = blades & ranks_in(w.hands[seat], suit)
    worth = (popcount(held) * DISCARD_LENGTH >> 3) + (rank * DISCARD_RANK >> 3)
    if suit == w.trump:
        worth += DISCARD_CREST
    top = highest(held)
    if popcount(held) == 2 and popcount(blades >> top) == 2:  # the second highest and one small
        worth += UNGUARD
    return worth
