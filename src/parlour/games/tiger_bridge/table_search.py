"""Searching a deal of TigerBridge with all hands open: alpha-beta with a null window, trick by trick.

The hands of a deal do not change, so a position at the start of a round is the set `left` of the blades
not yet played, 52 bits as in the rules, and the leader. A result says whether North-South take so many
of the rounds that are left, and which blades' ranks that rests on; only those, the highest of each
territory, are asked for when the table of positions is looked up (M. Ginsberg, Partition search, 1996,
and B. Haglund's and S. Hein's articles on their double-dummy solver). So all positions that differ below
those ranks are one.
"""

# The work record has no types.
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from parlour.kernel.fast import highest, lowest, mix, popcount

SUIT = (1 << 13) - 1
YES = 1 << 60  # the part of a result that says that North-South take what they need
RANKS = (1 << 52) - 1  # the part that says on which blades it rests

SLOTS = 1 << 18
BLOCKS = 1 << 17
WIDTH = 8  # entries in a block

# `hands` by seat, `trump` the crests' territory or -1. `owners` gives for each territory and set of its
# blades left the owners of those from the top, two bits each (26), and above them how many each seat has
# (four bits each). The table of positions: `keys` (lengths and leader) and `heads` of chains of blocks of
# entries, each one a pattern of owners, its masks, its bounds and the blade that did it; two territories
# are in one word. `moves` by depth; what `look_up` has seen: the blade that was best in this very pattern,
# and in one with the same lengths. Sure rounds are counted in the fields from `by_crests` on.
WORK = np.dtype(
    [
        ("hands", np.int64, (4,)),
        ("trump", np.int64),
        ("owners", np.int64, (4, 8192)),
        ("keys", np.int64, (SLOTS,)),
        ("heads", np.int64, (SLOTS,)),
        ("blocks", np.int64, (BLOCKS, 7, WIDTH)),
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
        ("remembered", np.int64),
        ("familiar", np.int64),
    ]
)
OWN_A, MASK_A, OWN_B, MASK_B, BOUNDS, GOOD, LINK = 0, 1, 2, 3, 4, 5, 6  # rows of a block
NEXT, COUNT = 0, 1  # in the row LINK: the next block, and how many entries there are
NONE = -1  # no blade

# How early a move is tried: what is added for what it does. Rank and length count in eighths.
REMEMBERED = 80  # it was best here when more or fewer rounds were asked for
FAMILIAR = 40  # it was best where hands were as long as here
LEAD_CREST, LEAD_RANK = -6, -8
OWN_LENGTH, PARTNERS_LENGTH, OTHERS_LENGTH = 14, 8, -8
INTO_RUFF, BOTH_RUFF, FOR_RUFF = -53, 16, 46
TOP, TO_TOP, FINESSE, STRONG, INTO_STRENGTH = 27, 38, 18, 4, -8
DISCARD_LENGTH, DISCARD_RANK, DISCARD_CREST, UNGUARD = 2, -16, -30, -6
FOLLOW_RANK = -14
LAST_WINS, LAST_OVERTAKES = 60, -20
SECOND_WINS, SECOND_LEAVES = 40, 30
THIRD_WINS, THIRD_LEAVES, THIRD_BEATS = 50, 40, 10

# The mask of the first k owners, of 13 with two bits each.
FIRST = np.array([((1 << 2 * k) - 1) << (26 - 2 * k) for k in range(14)])


def prepare(w: Any, trump: int) -> None:
    """Begin with the deal in ``w.hands`` and these crests."""
    w.trump = trump
    clear_table(w)
    for suit in range(4):
        w.owners[suit, 0] = 0
        for left in range(1, 8192):
            top = highest(left)
            seat = 0
            while seat < 3 and not w.hands[seat] >> (13 * suit + top) & 1:
                seat += 1
            rest = w.owners[suit, left ^ (1 << top)]
            w.owners[suit, left] = (
                (rest & ~((1 << 26) - 1)) + (1 << (26 + 4 * seat))
                | seat << 24
                | (rest & ((1 << 26) - 1)) >> 2
            )


def clear_table(w: Any) -> None:
    """Forget all positions."""
    w.used = 1
    w.clearings += 1
    w.chains = 0
    for k in range(SLOTS):
        w.heads[k] = 0


def rounds(w: Any, left: int, leader: int, n: int, guess: int) -> int:
    """How many of the `n` rounds left North-South take, `leader` leading, both sides playing their best."""
    return value(w, left, 0, leader, 0, 0, 0, n, guess)


def after(w: Any, left: int, leader: int, laid: Any, count: int, n: int, guess: int) -> int:
    """How many of the `n` rounds left North-South take after the first `count` blades of a round, `laid`.

    `left` has the last of them still in it.
    """
    best, winner = laid[0], leader
    for k in range(1, count):
        if laid[k] // 13 == (best & 63) // 13:
            best |= 64
            if laid[k] > best & 63:
                best, winner = laid[k] | 64, (leader + k) & 3
        elif laid[k] // 13 == w.trump:
            best, winner = laid[k], (leader + k) & 3
    left &= ~(1 << laid[count - 1])
    if count < 4:
        return value(w, left, count, (leader + count) & 3, laid[0] // 13, best, winner, n, guess)
    won = 1 - (winner & 1)
    if n == 1:
        return won
    return won + value(w, left, 0, winner, 0, 0, 0, n - 1, guess - won)


def value(
    w: Any, left: int, ply: int, seat: int, led: int, best: int, winner: int, n: int, guess: int
) -> int:
    """How many of the `n` rounds left North-South take: arguments as `search` has them."""
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
    """Whether North-South take `need` of the `n` rounds left: YES or 0, and the blades it rests on.

    `ply` blades of the running round are played; `best` is the one that wins so far, plus 64 if others
    of its territory are among them, and `winner` who played it.
    """
    key, own_a, own_b, hint = 0, 0, 0, 0
    if ply == 0:
        if need <= 0:
            return YES
        if need > n:
            return 0
        if n == 1:
            return last_round(w, left, seat)
        a, b = w.owners[0, left & SUIT], w.owners[1, left >> 13 & SUIT]
        c, d = w.owners[2, left >> 26 & SUIT], w.owners[3, left >> 39]
        key = (a >> 26) | (b >> 26) << 16 | (c >> 26) << 32 | n << 48 | seat << 52
        own_a = (a & ((1 << 26) - 1)) << 26 | (b & ((1 << 26) - 1))
        own_b = (c & ((1 << 26) - 1)) << 26 | (d & ((1 << 26) - 1))
        found = look_up(w, left, key, own_a, own_b, need)
        if found >= 0:
            return found
        hint = (-1 - found) + (w.clearings << 32)
        found = sure(w, left, seat, n, need)
        if found >= 0:
            return found
    elif ply == 1:
        wanted = need if seat & 1 == 0 else n - need + 1
        if second_wins(w, left, seat, led, best, n, wanted):
            return w.rests | YES if seat & 1 == 0 else w.rests
    w.nodes += 1
    hand = left & w.hands[seat]
    ours = seat & 1 == 0
    depth = 52 - popcount(left)
    count = list_moves(w, left, hand, ply, seat, led, best, winner, depth)
    rest, skip, result, good = 0, 0, 0, NONE
    none = ply & 0  # a word: in a function that calls itself, Numba takes no numbers for arguments
    for i in range(count):
        pick(w, depth, i, count)
        blade = w.moves[depth, i] & 63
        if skip >> blade & 1:
            continue
        now, who = best, winner
        if ply == 0:
            now, who = blade, seat
        elif blade // 13 == (best & 63) // 13:
            now |= 64
            if blade > best & 63:
                now, who = blade | 64, seat
        elif blade // 13 == w.trump:
            now, who = blade, seat
        if ply < 3:
            suit = blade // 13 if ply == 0 else led
            result = search(
                w, left ^ (1 << blade), ply + 1, (seat + 1) & 3, suit, now, who, n, need
            )
        else:
            won = 1 - (who & 1)
            result = search(w, left ^ (1 << blade), none, who, none, none, none, n - 1, need - won)
            if now & 64:
                result |= 1 << (now & 63)
        if (result & YES != 0) == ours:
            rest = result & RANKS
            good = blade
            break
        rest |= result & RANKS
        suit_blades = SUIT << (blade // 13 * 13)
        matter = result & suit_blades
        small = (matter & -matter) - 1 & suit_blades if matter else suit_blades
        if small >> blade & 1:
            skip |= small
        else:  # its neighbours, not tried, are like it as long as they are its neighbours
            rest |= 1 << (w.moves[depth, i] >> 6 & 63)
    result = result & YES | rest
    if ply == 0:
        store(w, left, key, own_a, own_b, n, need, result, hint, good)
    return result


def last_round(w: Any, left: int, leader: int) -> int:
    """Who wins the last round."""
    best = lowest(left & w.hands[leader])
    who = leader
    alone = True
    for k in range(1, 4):
        seat = (leader + k) & 3
        blade = lowest(left & w.hands[seat])
        if blade // 13 == best // 13:
            alone = False
            if blade > best:
                best, who = blade, seat
        elif blade // 13 == w.trump:
            best, who, alone = blade, seat, True
    rank = 0 if alone else 1 << best
    return rank | YES if who & 1 == 0 else rank


# -- the table of positions ------------------------------------------------------------------------


def slot_of(w: Any, key: int) -> int:
    """The place of a key in the table, or the free place where it would go."""
    k = mix(0, key) & (SLOTS - 1)
    while w.heads[k] != 0 and w.keys[k] != key:
        k = (k + 1) & (SLOTS - 1)
    return k


def look_up(w: Any, left: int, key: int, own_a: int, own_b: int, need: int) -> int:
    """The result that the table has; else -1, less the place of an entry that fits but says too little."""
    at, fits = w.heads[slot_of(w, key)], 0
    w.remembered = NONE
    w.familiar = w.blocks[at, GOOD, w.blocks[at, LINK, COUNT] - 1] if at != 0 else NONE
    while at != 0:
        fitting = matches(w, at, own_a, own_b)
        while fitting:
            i = lowest(fitting)
            fitting &= fitting - 1
            low, high = w.blocks[at, BOUNDS, i] & 15, w.blocks[at, BOUNDS, i] >> 4
            if low >= need or high < need:
                ranks = ranks_of(left, w.blocks[at, MASK_A, i], w.blocks[at, MASK_B, i])
                return YES | ranks if low >= need else ranks
            fits = at * WIDTH + i
            w.remembered = w.blocks[at, GOOD, i]
        at = w.blocks[at, LINK, NEXT]
    return -1 - fits


def matches(w: Any, at: int, own_a: int, own_b: int) -> int:
    """Which of a block's patterns fit, a bit for each; without branches, for the processor's wide words."""
    fitting = 0
    for i in range(WIDTH):
        differ = (own_a ^ w.blocks[at, OWN_A, i]) & w.blocks[at, MASK_A, i]
        differ |= (own_b ^ w.blocks[at, OWN_B, i]) & w.blocks[at, MASK_B, i]
        fitting |= (1 << i) * (differ == 0)
    return fitting


def ranks_of(left: int, mask_a: int, mask_b: int) -> int:
    """The lowest blade in each territory that a pattern asks for."""
    return (
        nth(left, 0, popcount(mask_a >> 26) >> 1)
        | nth(left, 1, popcount(mask_a & ((1 << 26) - 1)) >> 1)
        | nth(left, 2, popcount(mask_b >> 26) >> 1)
        | nth(left, 3, popcount(mask_b & ((1 << 26) - 1)) >> 1)
    )


def nth(left: int, suit: int, k: int) -> int:
    """The k-th highest blade left of a territory, as a set; none for 0."""
    blades = left >> 13 * suit & SUIT
    blade = 0
    for _ in range(k):
        blade = 1 << highest(blades)
        blades ^= blade
    return blade << 13 * suit


def first(left: int, ranks: int, suit: int) -> int:
    """The mask for the owners of the blades left of a territory, down to the lowest in `ranks`."""
    matter = ranks >> 13 * suit & SUIT
    if matter == 0:
        return 0
    down = matter & -matter
    return FIRST[popcount((left >> 13 * suit & SUIT) & ~(down - 1))]


def store(
    w: Any,
    left: int,
    key: int,
    own_a: int,
    own_b: int,
    n: int,
    need: int,
    result: int,
    hint: int,
    good: int,
) -> None:
    """Put a result into the table: into the entry that fits if it is the same pattern, or a new one."""
    low, high = (need, n) if result & YES else (0, need - 1)
    mask_a = first(left, result, 0) << 26 | first(left, result, 1)
    mask_b = first(left, result, 2) << 26 | first(left, result, 3)
    fits = hint & 0xFFFFFFFF if hint >> 32 == w.clearings else 0
    if fits != 0:
        at, i = fits // WIDTH, fits % WIDTH
        old_a, old_b = w.blocks[at, MASK_A, i], w.blocks[at, MASK_B, i]
        bounds = w.blocks[at, BOUNDS, i]
        if (old_a & ~mask_a) | (old_b & ~mask_b) == 0:  # what it says rests on no more
            low, high = max(low, bounds & 15), min(high, bounds >> 4)
        if old_a == mask_a and old_b == mask_b:
            w.blocks[at, BOUNDS, i] = low | high << 4
            if good != NONE:
                w.blocks[at, GOOD, i] = good
            return
    if w.used == BLOCKS or w.chains > SLOTS // 2:
        clear_table(w)
    k = slot_of(w, key)
    at = w.heads[k]
    if at == 0 or w.blocks[at, LINK, COUNT] == WIDTH:
        at = new_block(w, k, key)
    i = w.blocks[at, LINK, COUNT]
    w.blocks[at, OWN_A, i] = own_a
    w.blocks[at, OWN_B, i] = own_b
    w.blocks[at, MASK_A, i] = mask_a
    w.blocks[at, MASK_B, i] = mask_b
    w.blocks[at, BOUNDS, i] = low | high << 4
    w.blocks[at, GOOD, i] = good
    w.blocks[at, LINK, COUNT] = i + 1


def new_block(w: Any, k: int, key: int) -> int:
    """A block at the head of the chain in slot `k`; its patterns fit nothing."""
    at: int = w.used
    w.used += 1
    for i in range(WIDTH):
        w.blocks[at, OWN_A, i] = -1
        w.blocks[at, MASK_A, i] = YES
    if w.heads[k] == 0:
        w.chains += 1
    w.blocks[at, LINK, NEXT] = w.heads[k]
    w.blocks[at, LINK, COUNT] = 0
    w.heads[k] = at
    w.keys[k] = key
    return at


# -- rounds that are sure --------------------------------------------------------------------------


def sure(w: Any, left: int, leader: int, n: int, need: int) -> int:
    """The result where it follows from the highest blades left, else -1."""
    ours = leader & 1 == 0
    mine, theirs = (need, n - need + 1) if ours else (n - need + 1, need)
    if quick(w, left, leader, n, mine):
        return w.rests | YES if ours else w.rests
    if later(w, left, leader, n, theirs):
        return w.rests if ours else w.rests | YES
    return -1


def quick(w: Any, left: int, leader: int, n: int, wanted: int) -> bool:
    """Whether the leader's side is seen to win `wanted` rounds at once; ``w.rests`` are then the blades.

    The leader cashes what it can, then leads to a highest blade of its partner's, who cashes the rest.
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
            suit = (over + k) & 3
            if add_partners(w, left, leader, suit, danger, room, wanted):
                return True
    return False


def at_most(w: Any, left: int, leader: int) -> int:
    """No fewer rounds than `quick` can count: a quick look at who has the highest blades."""
    count = 0
    for suit in range(4):
        blades = left >> 13 * suit & SUIT
        one = blades & w.hands[leader] >> 13 * suit
        two = blades & w.hands[leader ^ 2] >> 13 * suit
        theirs = blades & ~(one | two)
        run = popcount((one | two) >> (highest(theirs) + 1))
        count += popcount(blades) if run >= popcount(theirs) >> 1 else run
    return count


def crosses(w: Any, left: int, leader: int, suit: int, danger: int) -> bool:
    """Whether the leader, who has cashed, can lead a territory to a round that its partner wins."""
    blades = popcount(left & w.hands[leader] & SUIT << 13 * suit)
    return blades > w.run[suit] and partners_run(w, left, leader, suit, danger) > 0


def add_partners(
    w: Any, left: int, leader: int, suit: int, danger: int, room: int, wanted: int
) -> bool:
    """Count the rounds that the leader's partner wins after the leader has cashed; as `cash`."""
    run = partners_run(w, left, leader, suit, danger)
    if run == 0:
        return False
    if suit == w.trump:
        w.by_crests += run
    else:
        w.by_others += run
    w.rests |= nth(left, suit, w.run[suit] + min(run, w.ranks))
    return w.by_crests + min(w.by_others, room) >= wanted


def partners_run(w: Any, left: int, leader: int, suit: int, danger: int) -> int:
    """How many rounds the leader's partner wins from the top of a territory once the leader has cashed."""
    blades = left >> 13 * suit & SUIT
    gone = w.run[suit]
    mine = blades & w.hands[leader ^ 2] >> 13 * suit
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
    lengths = w.owners[suit, left >> 13 * suit & SUIT] >> 26
    lho, rho = (leader + 1) & 3, (leader + 3) & 3
    a, b = (lengths >> 4 * lho & 15) - gone, (lengths >> 4 * rho & 15) - gone
    if run >= max(a, b, (lengths >> 4 * leader & 15) - gone):
        w.ranks = max(a, b, (lengths >> 4 * leader & 15) - gone)
        run = rest
    if suit != w.trump:
        if danger >> lho & 1:
            run = min(run, a)
        if danger >> rho & 1:
            run = min(run, b)
    return max(run, 0)


def most_crests(w: Any, left: int, seat: int) -> int:
    """How many crests the one of two partners has that has more: so often it cannot throw others away."""
    if w.trump < 0:
        return 0
    lengths = w.owners[w.trump, left >> 13 * w.trump & SUIT] >> 26
    return max(lengths >> 4 * seat & 15, lengths >> 4 * (seat ^ 2) & 15)


def ruffers(w: Any, left: int, seat: int) -> int:
    """The opponents that may ruff, a bit for each: those whose crests `seat` cannot draw from the top."""
    if w.trump < 0:
        return 0
    crests = left >> 13 * w.trump & SUIT
    lengths = w.owners[w.trump, crests] >> 26
    run = top_run(w, crests, w.trump, seat)
    lho, rho = (seat + 1) & 3, (seat + 3) & 3
    danger = 0
    if lengths >> 4 * lho & 15 > run:
        danger |= 1 << lho
    if lengths >> 4 * rho & 15 > run:
        danger |= 1 << rho
    return danger


def top_run(w: Any, blades: int, suit: int, seat: int) -> int:
    """How many of the highest of the blades left of a territory `seat` has."""
    mine = blades & w.hands[seat] >> 13 * suit
    return popcount(mine >> (highest(blades & ~mine) + 1))


def begin_count(w: Any) -> None:
    """Begin to count sure rounds."""
    w.by_crests = 0
    w.by_others = 0
    w.rests = 0


def cash(w: Any, left: int, seat: int, suit: int, danger: int, room: int, wanted: int) -> bool:
    """Count the rounds that `seat` wins from the top of a territory; whether all are now enough.

    Rounds that an opponent in `danger` could ruff are not counted, nor more with other territories than
    partners have blades beside their crests (`room`). When all others are out, the small ones win too.
    """
    blades = left >> 13 * suit & SUIT
    run = top_run(w, blades, suit, seat)
    w.run[suit] = run
    if run == 0:
        return False
    lengths = w.owners[suit, blades] >> 26
    lho, rho = (seat + 1) & 3, (seat + 3) & 3
    a, b = lengths >> 4 * lho & 15, lengths >> 4 * rho & 15
    longest = max(a, b, lengths >> 4 * (seat ^ 2) & 15)
    ranks = run
    if run >= longest:
        run = lengths >> 4 * seat & 15
        ranks = longest
    if suit == w.trump:
        w.by_crests += run
    else:
        if danger >> lho & 1:
            run = min(run, a)
        if danger >> rho & 1:
            run = min(run, b)
        w.by_others += run
    w.run[suit] = run
    w.rests |= nth(left, suit, min(run, ranks))
    return w.by_crests + min(w.by_others, room) >= wanted


def later(w: Any, left: int, leader: int, n: int, wanted: int) -> bool:
    """Whether the leader's opponents are seen to win `wanted` rounds; ``w.rests`` are then the blades.

    Either by crests that nothing beats, or since whatever is led one of them wins it and can cash.
    """
    if w.trump >= 0 and holds_crests(w, left, leader, wanted):
        return True
    ranks, checked = 0, 0
    crests = left & SUIT << 13 * max(w.trump, 0)
    for suit in range(4):
        blades = left & SUIT << 13 * suit
        if not blades & w.hands[leader]:
            continue
        if w.hands[(leader + 1) & 3] >> highest(blades) & 1:
            who = (leader + 1) & 3
        elif w.hands[(leader + 3) & 3] >> highest(blades) & 1:
            who = (leader + 3) & 3
        else:
            return False
        partner = w.hands[leader ^ 2]
        if w.trump >= 0 and suit != w.trump and not blades & partner and crests & partner:
            return False
        ranks |= 1 << highest(blades)
        if wanted > 1 and not checked >> who & 1:
            checked |= 1 << who
            if not quick(w, left, who, n, wanted):
                return False
            ranks |= w.rests
    w.rests = ranks
    return True


def cashes(w: Any, left: int, seat: int, n: int, wanted: int) -> bool:
    """Whether `seat` alone, once it leads, wins so many rounds at once."""
    room = n - most_crests(w, left, seat)
    danger = ruffers(w, left, seat)
    begin_count(w)
    for suit in range(4):  # noqa: SIM110 (the compiler knows no generators)
        if cash(w, left, seat, suit, danger, room, wanted):
            return True
    return False


def holds_crests(w: Any, left: int, leader: int, wanted: int) -> bool:
    """Whether an opponent of the leader has so many crests above all of the leader's side."""
    crests = left >> 13 * w.trump & SUIT
    one, two = (leader + 1) & 3, (leader + 3) & 3
    theirs = crests & (w.hands[one] | w.hands[two]) >> 13 * w.trump
    above = highest(crests & ~theirs) + 1
    held = max(
        popcount((crests & w.hands[one] >> 13 * w.trump) >> above),
        popcount((crests & w.hands[two] >> 13 * w.trump) >> above),
    )
    w.rests = nth(left, w.trump, popcount(theirs >> above))
    return held >= wanted


def second_wins(w: Any, left: int, seat: int, led: int, best: int, n: int, wanted: int) -> bool:
    """Whether the second to play wins this round with the highest blade and then cashes so many in all."""
    blades = left & SUIT << 13 * led
    blade = highest(blades)
    if blade < best or not w.hands[seat] >> blade & 1:
        return False
    third, partner = (seat + 1) & 3, seat ^ 2
    if w.trump >= 0 and led != w.trump:
        crests = left & SUIT << 13 * w.trump
        if not blades & w.hands[third] and crests & w.hands[third]:
            return False
        if not blades & w.hands[partner] and crests & w.hands[partner]:
            return False
    # The third will have one blade less of the territory: the smallest, at best.
    small = blades & w.hands[third]
    after = left & ~(small & -small) ^ (1 << blade)
    if wanted > 1 and not cashes(w, after, seat, n - 1, wanted - 1):
        return False
    w.rests = (w.rests if wanted > 1 else 0) | 1 << blade
    return True


# -- moves -----------------------------------------------------------------------------------------


def list_moves(
    w: Any, left: int, hand: int, ply: int, seat: int, led: int, best: int, winner: int, depth: int
) -> int:
    """List in ``w.moves[depth]`` the blades to be tried, of neighbours the highest: how many.

    Each is its number, times 64 that of the lowest of its neighbours, and above that how early it is
    to be tried.
    """
    others = left & ~hand
    if ply > 0:
        others |= 1 << (best & 63)
        following = hand & SUIT << 13 * led
        if following:
            hand = following
    count = 0
    above = -1
    while hand:
        blade = highest(hand)
        hand ^= 1 << blade
        between = others >> blade
        # The next blade above, in its own territory, that is still there: is it in this hand too?
        if above >= 0 and above // 13 == blade // 13 and not between & ((1 << (above - blade)) - 1):
            above = blade
            w.moves[depth, count - 1] = (w.moves[depth, count - 1] & 63) | blade << 6
            continue
        above = blade
        w.moves[depth, count] = blade | blade << 6
        count += 1
    if count > 1:
        weigh(w, left, ply, seat, led, best, winner, depth, count)
    return count


def pick(w: Any, depth: int, i: int, count: int) -> None:
    """Bring the best of the moves from number `i` on to its place."""
    found = i
    for k in range(i + 1, count):
        if w.moves[depth, k] > w.moves[depth, found]:
            found = k
    move = w.moves[depth, found]
    w.moves[depth, found] = w.moves[depth, i]
    w.moves[depth, i] = move


def weigh(
    w: Any, left: int, ply: int, seat: int, led: int, best: int, winner: int, depth: int, count: int
) -> None:
    """Say how early each of the moves is to be tried."""
    for i in range(count):
        blade = w.moves[depth, i] & 63
        if ply == 0:
            worth = weigh_lead(w, left, seat, blade)
            if blade == w.remembered:
                worth += REMEMBERED
            elif blade == w.familiar:
                worth += FAMILIAR
        else:
            worth = weigh_follow(w, left, ply, seat, led, best & 63, winner, blade)
        w.moves[depth, i] |= (worth + 500) << 12


def weigh_lead(w: Any, left: int, seat: int, blade: int) -> int:
    """How promising a lead is."""
    suit = blade // 13
    shift = 13 * suit
    blades = left >> shift & SUIT
    rank = blade - shift
    partner = blades & w.hands[seat ^ 2] >> shift
    lho = blades & w.hands[(seat + 1) & 3] >> shift
    rho = blades & w.hands[(seat + 3) & 3] >> shift
    mine = blades & w.hands[seat] >> shift
    lengths = popcount(mine) * OWN_LENGTH + popcount(partner) * PARTNERS_LENGTH
    lengths += popcount(lho | rho) * OTHERS_LENGTH
    worth = (lengths >> 3) + (LEAD_CREST if suit == w.trump else 0)
    low = rank * LEAD_RANK >> 3
    partner_ruffs = can_ruff(w, left, seat ^ 2, suit, partner)
    if can_ruff(w, left, (seat + 1) & 3, suit, lho) or can_ruff(w, left, (seat + 3) & 3, suit, rho):
        return worth + INTO_RUFF + low + (BOTH_RUFF if partner_ruffs else 0)
    if partner_ruffs:
        return worth + FOR_RUFF + low
    theirs = highest(lho | rho)
    if rank > theirs:
        return worth + TOP + rank // 4
    if partner > 0 and highest(partner) > theirs:
        return worth + TO_TOP + low
    if partner > 0 and highest(partner) > highest(rho):
        worth += FINESSE
    if highest(mine) > highest(partner) and highest(mine) > highest(lho):
        worth += STRONG
    if highest(rho) > highest(lho):
        worth += INTO_STRENGTH
    if rank == highest(mine) and rank > 0 and mine >> (rank - 1) & 1:
        return worth
    return worth + low


def can_ruff(w: Any, left: int, seat: int, suit: int, held: int) -> bool:
    """Whether `seat`, which has `held` of a territory, can ruff it."""
    if w.trump < 0 or suit == w.trump or held != 0:
        return False
    crests: bool = left & w.hands[seat] & SUIT << 13 * w.trump != 0
    return crests


def weigh_follow(
    w: Any, left: int, ply: int, seat: int, led: int, best: int, winner: int, blade: int
) -> int:
    """How promising it is to play a blade to a round that is led to."""
    suit = blade // 13
    rank = blade - 13 * suit
    ours = (winner ^ seat) & 1 == 0
    wins = blade > best if suit == best // 13 else suit == w.trump
    if suit != led and not wins:
        return weigh_discard(w, left, seat, suit, rank)
    low = rank * FOLLOW_RANK >> 3
    if ply == 3:
        if ours:
            return low + (LAST_OVERTAKES if wins else 0)
        return LAST_WINS + low if wins else low
    theirs = 0  # the highest that an opponent may still play, plus one
    ruffed = False
    for k in range(1, 4 - ply):
        who = (seat + k) & 3
        held = left & w.hands[who] & SUIT << 13 * led
        if (who ^ seat) & 1 == 0:
            continue
        if held:
            theirs = max(theirs, highest(held) + 1)
        elif can_ruff(w, left, who, led, 0):
            ruffed = True
    if ruffed and suit == led:
        return low
    safe = wins and (suit != led or blade + 1 > theirs)
    if ply == 1:
        partner = left & w.hands[seat ^ 2] & SUIT << 13 * led
        if safe:
            return SECOND_WINS + low
        if partner > 0 and highest(partner) + 1 > max(theirs, best + 1) and best // 13 == led:
            return SECOND_LEAVES + low
        return low
    if ours and best + 1 > theirs:
        return THIRD_LEAVES + low
    if safe:
        return THIRD_WINS + low
    return low + (THIRD_BEATS if wins else 0)


def weigh_discard(w: Any, left: int, seat: int, suit: int, rank: int) -> int:
    """How promising it is to throw a blade away."""
    blades = left >> 13 * suit & SUIT
    held = blades & w.hands[seat] >> 13 * suit
    worth = (popcount(held) * DISCARD_LENGTH >> 3) + (rank * DISCARD_RANK >> 3)
    if suit == w.trump:
        worth += DISCARD_CREST
    top = highest(held)
    if popcount(held) == 2 and popcount(blades >> top) == 2:  # the second highest and one small
        worth += UNGUARD
    return worth
