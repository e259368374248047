"""Sure rounds, derived from the highest remaining blades, in the double-dummy search.

They are counted in ``w.by_crests``, ``w.by_others``, ``w.run`` and ``w.ranks``; ``w.rests`` are the blades
on which the count rests.
"""

# The work record has no types.
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

from parlour.games.tiger_bridge.blade_sets import (
    blades_in,
    has,
    in_suit,
    is_north_south,
    lowest_of,
    nth,
    partner_of,
    ranks_in,
    seat_after,
)
from parlour.games.tiger_bridge.search_words import YES, length, lengths_of, owner
from parlour.kernel.primitives import highest, popcount

__compiled__ = True
__inner__ = True


def sure(w: Any, left: int, leader: int, n: int, need: int) -> int:
    """The result if the highest blades decide it, otherwise -1."""
    ours = is_north_south(leader)
    mine, theirs = (need, n - need + 1) if ours else (n - need + 1, need)
    if quick(w, left, leader, n, mine) or whatever(w, left, leader, n, mine):
        return w.rests | YES if ours else w.rests
    other = seat_after(leader, 1)
    if whatever(w, left, other, n, theirs) or later(w, left, leader, n, theirs):
        return w.rests if ours else w.rests | YES
    return -1


def whatever(w: Any, left: int, seat: int, n: int, wanted: int) -> bool:
    """Whether the side of `seat` wins that many rounds, whatever is played; ``w.rests`` are the blades."""
    if w.trump >= 0 and ranks_in(left, w.trump) != 0:
        return holds_crests(w, left, seat, wanted)
    return wanted == 1 and wins_one(w, left, seat, n)


def quick(w: Any, left: int, leader: int, n: int, wanted: int) -> bool:
    """Whether the leader's side can win `wanted` rounds at once; ``w.rests`` are then the blades.

    The leader cashes his winners, then leads to his partner's highest blade, and the partner cashes.
    """
    if at_most(w, left, leader) < wanted:
        return False
    room = n - most_crests(w, left, leader)
    danger = ruffers(w, left, leader)
    begin_count(w)
    for suit in range(4):
        if cash(w, left, leader, suit, danger, room, wanted):
            return True
    over = 0
    while over < 4 and not crosses(w, left, leader, over, danger):
        over += 1
    if over < 4:
        for k in range(4):
            suit = (over + k) % 4
            if add_partners(w, left, leader, suit, danger, room, wanted):
                return True
    return False


def at_most(w: Any, left: int, leader: int) -> int:
    """A quick upper bound on what `quick` can count, from who has the highest blades."""
    count = 0
    for suit in range(4):
        blades = ranks_in(left, suit)
        one = blades & ranks_in(w.hands[leader], suit)
        two = blades & ranks_in(w.hands[partner_of(leader)], suit)
        theirs = blades & ~(one | two)
        run = popcount((one | two) >> (highest(theirs) + 1))
        count += popcount(blades) if run >= popcount(theirs) >> 1 else run
    return count


def crosses(w: Any, left: int, leader: int, suit: int, danger: int) -> bool:
    """Whether the leader, having cashed, can lead a territory to a round that his partner wins."""
    blades = popcount(in_suit(left & w.hands[leader], suit))
    return blades > w.run[suit] and partners_run(w, left, leader, suit, danger) > 0


def add_partners(
    w: Any, left: int, leader: int, suit: int, danger: int, room: int, wanted: int
) -> bool:
    """Count the rounds that the leader's partner wins after the leader has cashed, as in `cash`."""
    run = partners_run(w, left, leader, suit, danger)
    if run == 0:
        return False
    return count_rounds(w, left, suit, w.run[suit], run, w.ranks, room, wanted)


def partners_run(w: Any, left: int, leader: int, suit: int, danger: int) -> int:
    """The rounds the partner wins from the top of a territory after the leader has cashed."""
    blades = ranks_in(left, suit)
    gone = w.run[suit]
    mine = blades & ranks_in(w.hands[partner_of(leader)], suit)
    rest = popcount(mine) - gone
    if rest <= 0:
        return 0
    for _ in range(gone):
        blades ^= 1 << highest(blades)
        mine &= mine - 1
    if mine < blades ^ mine:
        return 0
    run = popcount(mine >> (highest(blades & ~mine) + 1))
    w.ranks = run
    lengths = lengths_of(w.owners[suit, ranks_in(left, suit)])
    lho, rho = seat_after(leader, 1), seat_after(leader, 3)
    a, b = length(lengths, lho) - gone, length(lengths, rho) - gone
    if run >= max(a, b, length(lengths, leader) - gone):
        w.ranks = max(a, b, length(lengths, leader) - gone)
        run = rest
    if suit != w.trump:
        if danger & 1 << lho:
            run = min(run, a)
        if danger & 1 << rho:
            run = min(run, b)
    return max(run, 0)


def most_crests(w: Any, left: int, seat: int) -> int:
    """The number of crests of the partner with more: so often he cannot discard others."""
    if w.trump < 0:
        return 0
    lengths = lengths_of(w.owners[w.trump, ranks_in(left, w.trump)])
    return max(length(lengths, seat), length(lengths, partner_of(seat)))


def ruffers(w: Any, left: int, seat: int) -> int:
    """The opponents that may ruff, a bit for each: those whose crests `seat` cannot draw."""
    if w.trump < 0:
        return 0
    crests = ranks_in(left, w.trump)
    lengths = lengths_of(w.owners[w.trump, crests])
    run = top_run(w, crests, w.trump, seat)
    lho, rho = seat_after(seat, 1), seat_after(seat, 3)
    danger = 0
    if length(lengths, lho) > run:
        danger |= 1 << lho
    if length(lengths, rho) > run:
        danger |= 1 << rho
    return danger


def top_run(w: Any, blades: int, suit: int, seat: int) -> int:
    """How many of the highest remaining blades of a territory `seat` has."""
    mine = blades & ranks_in(w.hands[seat], suit)
    return popcount(mine >> (highest(blades & ~mine) + 1))


def begin_count(w: Any) -> None:
    """Reset the count of sure rounds."""
    w.by_crests = 0
    w.by_others = 0
    w.rests = 0


def cash(w: Any, left: int, seat: int, suit: int, danger: int, room: int, wanted: int) -> bool:
    """Count the rounds that `seat` wins from the top of a territory; returns whether all are now enough.

    Rounds that an opponent in `danger` could ruff do not count, nor more in other territories than partners
    have blades besides their crests (`room`). Once all others are out, small blades win too.
    """
    blades = ranks_in(left, suit)
    run = top_run(w, blades, suit, seat)
    w.run[suit] = run
    if run == 0:
        return False
    lengths = lengths_of(w.owners[suit, blades])
    lho, rho = seat_after(seat, 1), seat_after(seat, 3)
    a, b = length(lengths, lho), length(lengths, rho)
    longest = max(a, b, length(lengths, partner_of(seat)))
    ranks = run
    if run >= longest:
        run = length(lengths, seat)
        ranks = longest
    if suit != w.trump:
        if danger & 1 << lho:
            run = min(run, a)
        if danger & 1 << rho:
            run = min(run, b)
    w.run[suit] = run
    return count_rounds(w, left, suit, 0, run, ranks, room, wanted)


def count_rounds(
    w: Any, left: int, suit: int, gone: int, run: int, ranks: int, room: int, wanted: int
) -> bool:
    """Count `run` rounds in a territory of which `gone` are played; returns whether all are now enough.

    Its highest blades win the first `ranks` of them; only as many matter as are needed.
    """
    needed = wanted - w.by_crests - min(w.by_others, room)
    if suit == w.trump:
        w.by_crests += run
    else:
        w.by_others += run
    enough = w.by_crests + min(w.by_others, room) >= wanted
    w.rests |= nth(left, suit, gone + min(needed if enough else run, ranks))
    return enough


def later(w: Any, left: int, leader: int, n: int, wanted: int) -> bool:
    """Whether the leader's opponents win `wanted` rounds; ``w.rests`` are then the blades.

    One of them wins whatever is led and can cash.
    """
    ranks, checked = 0, 0
    crests = in_suit(left, max(w.trump, 0))
    for suit in range(4):
        blades = in_suit(left, suit)
        if not blades & w.hands[leader]:
            continue
        if has(w.hands[seat_after(leader, 1)], highest(blades)):
            who = seat_after(leader, 1)
        elif has(w.hands[seat_after(leader, 3)], highest(blades)):
            who = seat_after(leader, 3)
        else:
            return False
        partner = w.hands[partner_of(leader)]
        if w.trump >= 0 and suit != w.trump and not blades & partner and crests & partner:
            return False
        ranks |= 1 << highest(blades)
        if wanted > 1 and not has(checked, who):
            checked |= 1 << who
            if not quick(w, left, who, n, wanted):
                return False
            ranks |= w.rests
    w.rests = ranks
    return True


def cashes(w: Any, left: int, seat: int, n: int, wanted: int) -> bool:
    """Whether `seat`, once on lead, wins that many rounds at once without his partner."""
    room = n - most_crests(w, left, seat)
    danger = ruffers(w, left, seat)
    begin_count(w)
    for suit in range(4):  # noqa: SIM110 (the compiler knows no generators)
        if cash(w, left, seat, suit, danger, room, wanted):
            return True
    return False


def holds_crests(w: Any, left: int, seat: int, wanted: int) -> bool:
    """Whether the side of `seat` wins that many rounds by crests, whatever is played.

    The one with fewer plays his high crests while the other still has low ones, so all of their highest win,
    but no more than the longer hand has crests. A single higher crest of the other side takes one away.
    """
    crests = ranks_in(left, w.trump)
    one = crests & ranks_in(w.hands[seat], w.trump)
    two = crests & ranks_in(w.hands[partner_of(seat)], w.trump)
    longest = max(popcount(one), popcount(two))
    if longest < wanted:
        return False
    others = crests & ~(one | two)
    if popcount((one | two) >> (highest(others) + 1)) >= wanted:
        w.rests = nth(left, w.trump, wanted) if others else 0
        return True
    others ^= 1 << highest(others)
    if longest > wanted and popcount((one | two) >> (highest(others) + 1)) > wanted:
        w.rests = nth(left, w.trump, wanted + 2)
        return True
    return False


def wins_one(w: Any, left: int, seat: int, n: int) -> bool:
    """Whether the side of `seat` wins one of the remaining `n` rounds, for want of others to lead.

    There are no crests. The other side has the highest blade of too few territories, or too short ones, to
    win all rounds in them; and none is forced to discard a highest blade that decides.
    """
    ranks, rounds = 0, 0
    for suit in range(4):
        blades = ranks_in(left, suit)
        if blades == 0:
            continue
        owners = w.owners[suit, blades]
        if owner(owners, 0, seat) & 1 == 0:
            ranks |= blades_in(1 << highest(blades), suit)
        else:
            one, two = seat_after(seat, 1), seat_after(seat, 3)
            rounds += max(length(lengths_of(owners), one), length(lengths_of(owners), two))
    if rounds >= n:
        return False
    w.rests = ranks
    return True


def second_wins(w: Any, left: int, seat: int, led: int, best: int, n: int, wanted: int) -> bool:
    """Whether the second player wins this round with the highest blade and then cashes enough."""
    blades = in_suit(left, led)
    blade = highest(blades)
    if blade < best or not has(w.hands[seat], blade):
        return False
    third, partner = seat_after(seat, 1), partner_of(seat)
    if w.trump >= 0 and led != w.trump:
        crests = in_suit(left, w.trump)
        if not blades & w.hands[third] and crests & w.hands[third]:
            return False
        if not blades & w.hands[partner] and crests & w.hands[partner]:
            return False
    # The third will have one blade less of the territory: the smallest, at best.
    small = blades & w.hands[third]
    after = left & ~lowest_of(small) ^ (1 << blade)
    if wanted > 1 and not cashes(w, after, seat, n - 1, wanted - 1):
        return False
    w.rests = (w.rests if wanted > 1 else 0) | 1 << blade
    return True
