"""The rules of TigerBridge: bidding and tricks for two partnerships, marks and holdings.

Seats are 0 for North to 3 for West, sides 0 for North-South and 1 for East-West. A blade is
``13 * territory + rank`` with territories in their bidding order R, M, L, F and ranks from 1 up to the
Tiger; a hand is a word with a bit for each of its blades. A bid is ``5 * (number - 5) + crests``, crests
being 0 for none, else the territory + 1.

Moves: a blade, ``BID + bid``, DECLINE, TIGERBLADE. Chance: the blades drawn for the deal, six bits each,
North's lowest; or a deal in three words, the hands of North, East and South.
"""

import numpy as np

from parlour.kernel.layers import Layers, fill_layer, put_bits
from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, lowest, mix, popcount, random_word, shr

DEALER = 0  # the first dealer; 4: decided by a draw
DEALS = 0
MOVE_LIMIT = 0
TIGERBLADES = 0

SEATS = 4
MAX_MOVES = 27
BLADES = 52
SUIT = (1 << 13) - 1  # the blades of territory 0
PACK = (1 << BLADES) - 1
BIDS = 25
BID = BLADES
DECLINE = BID + BIDS
TIGERBLADE = DECLINE + 1
MOVE_CODES = TIGERBLADE + 1
MOST_CALLS = 80  # three declines, every bid with two declines between, three declines
LONGEST = 1 << 40
if DEALS:
    LONGEST = 1 + DEALS * (1 + MOST_CALLS + BLADES)
if MOVE_LIMIT:
    LONGEST = min(LONGEST, 2 + 2 * SEATS * MOVE_LIMIT)  # each deal has a move
NONE = -1  # none: no dealer or no bid
HIGHEST = float(6 * DEALS) if DEALS else 3.0

REASONS = ("holdings", "deals", "move-limit")
HOLDINGS, ALL_DEALT, LIMIT = 0, 1, 2

DRAW, DEAL, CALL, PLAY, FINISHED = 0, 1, 2, 3, 4  # phases

# `points` are holdings won and `marks` those of the running holding, `blades` the TigerBlades played,
# by side; `moves` made by players. Of this deal: the remaining `hands` by seat; `calls`; the last
# `bid` and its `bidder`; how many `declines` came since; whether a TigerBlade `doubled` it; the blades
# `played` so far; who led the `leader`s round; how many rounds the proclaimer's side has `won`.
STATE = record(
    turn=1, reason=1, phase=1, dealer=1, points=2, marks=2, blades=2, deals=1, moves=1,
    hands=4, called=1, calls=MOST_CALLS, bid=1, bidder=1, declines=1, doubled=1,
    laid=1, played=BLADES, leader=1, won=1,
)  # fmt: skip


def _choose() -> np.ndarray:
    """Binomial coefficients, of shape (53, 14): of how many, how many."""
    table = np.zeros((BLADES + 1, 14), np.int64)
    table[:, 0] = 1
    for n in range(1, BLADES + 1):
        for k in range(1, 14):
            table[n, k] = table[n - 1, k - 1] + table[n - 1, k]
    return table


CHOOSE = _choose()


def start(s: Record) -> None:
    """Set `s` before the draw for the deal, or before the first deal."""
    s.turn = CHANCE
    s.reason = 0
    s.phase = DRAW if DEALER == SEATS else DEAL
    s.dealer = NONE if DEALER == SEATS else DEALER
    s.deals = 0
    s.moves = 0
    for side in range(2):
        s.points[side] = 0
        s.marks[side] = 0
        s.blades[side] = 0
    clear(s)


def clear(s: Record) -> None:
    """Remove all blades and calls from the table."""
    for seat in range(SEATS):
        s.hands[seat] = 0
    for k in range(MOST_CALLS):
        s.calls[k] = 0
    for k in range(BLADES):
        s.played[k] = 0
    s.called = 0
    s.bid = NONE
    s.bidder = NONE
    s.declines = 0
    s.doubled = 0
    s.laid = 0
    s.leader = NONE
    s.won = 0


# -- moves -----------------------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    """List the legal moves of a running game in `out`; returns their number."""
    return _calls(s, out) if s.phase == CALL else _follow(s, out)


def _calls(s: Record, out: Moves) -> int:
    n = 0
    for bid in range(s.bid + 1, BIDS):
        out[n] = BID + bid
        n += 1
    out[n] = DECLINE
    n += 1
    if may_double(s):
        out[n] = TIGERBLADE
        n += 1
    return n


def may_double(s: Record) -> bool:
    """Whether the next caller may play a TigerBlade, in place of the third decline after a bid."""
    third: bool = s.bid != NONE and s.declines == 2
    return TIGERBLADES > 0 and third and s.blades[1 - s.bidder % 2] == 0


def _follow(s: Record, out: Moves) -> int:
    left = playable(s)
    n = 0
    while left:
        out[n] = lowest(left)
        n += 1
        left &= left - 1
    return n


def playable(s: Record) -> int:
    """The blades that may be played next, as a hand."""
    hand: int = s.hands[next_hand(s)]
    if s.laid % 4 == 0:
        return hand
    following = hand & territory(s.played[s.laid - s.laid % 4])
    return following if following else hand


def next_hand(s: Record) -> int:
    """The seat from whose hand the next blade is played."""
    seat: int = (s.leader + s.laid) & 3
    return seat


def territory(blade: int) -> int:
    """All blades of the territory of `blade`, as a hand."""
    return SUIT << (blade // 13 * 13)


def play(s: Record, m: int) -> None:
    """Play the move, or the word of an outcome of chance, `m`."""
    if s.turn == CHANCE:
        _play_chance(s, m)
        return
    s.moves += 1
    if s.phase == CALL:
        call(s, m)
    else:
        lay(s, m)
    judge_length(s)


def judge_length(s: Record) -> None:
    """End a running game whose moves have reached the limit."""
    if s.turn != OVER and at_limit(s):
        _end(s, LIMIT)


def at_limit(s: Record) -> bool:
    """Whether the total number of moves has reached the limit times the players."""
    return bool(MOVE_LIMIT > 0 and s.moves >= SEATS * MOVE_LIMIT)


def _end(s: Record, reason: int) -> None:
    s.turn = OVER
    s.reason = reason


# -- bidding ---------------------------------------------------------------------------------------


def call(s: Record, m: int) -> None:
    """Make a call and apply its consequences."""
    seat = caller(s)
    s.calls[s.called] = m
    s.called += 1
    if m == TIGERBLADE:
        s.blades[seat % 2] = 1
        s.doubled = 1
        s.declines = 3
    elif m == DECLINE:
        s.declines += 1
    else:
        s.bid = m - BID
        s.bidder = seat
        s.declines = 0
    if s.bid == NONE and s.declines == 4:
        close_deal(s)
    elif s.bid != NONE and s.declines == 3:
        s.phase = PLAY
        s.leader = (s.bidder + 1) & 3
        s.turn = s.leader
    else:
        s.turn = caller(s)


def caller(s: Record) -> int:
    """The player whose call is next; the first is on the dealer's left."""
    seat: int = (s.dealer + 1 + s.called) & 3
    return seat


# -- play ------------------------------------------------------------------------------------------


def lay(s: Record, blade: int) -> None:
    """Play a blade from the hand whose turn it is; a full round goes to its winner."""
    s.hands[next_hand(s)] &= ~(1 << blade)
    s.played[s.laid] = blade
    s.laid += 1
    if s.laid % 4 == 0:
        s.leader = (s.leader + best_of(s, s.laid - 4)) & 3
        s.won += 1 - ((s.leader ^ s.bidder) & 1)
    if s.laid == BLADES:
        score(s)
    else:
        seat = next_hand(s)
        s.turn = s.bidder if seat == lookout(s) else seat


def best_of(s: Record, first: int) -> int:
    """Which of the four blades played from number `first` on won the round, from 0."""
    best = 0
    for k in range(1, 4):
        if beats(s.played[first + k], s.played[first + best], crests(s)):
            best = k
    return best


def beats(blade: int, best: int, trump: int) -> bool:
    """Whether a blade beats the best so far: by rank in its territory, or as a crest."""
    if blade // 13 == best // 13:
        return blade > best
    return blade // 13 == trump


def crests(s: Record) -> int:
    """The territory that is crests, or NONE."""
    trump: int = s.bid % 5 - 1
    return trump


def number(s: Record) -> int:
    """The number of rounds proclaimed."""
    rounds: int = 5 + s.bid // 5
    return rounds


def lookout(s: Record) -> int:
    """The player whose hand is open and played by the proclaimer."""
    seat: int = s.bidder ^ 2
    return seat


# -- scoring ---------------------------------------------------------------------------------------


def score(s: Record) -> None:
    """Award the marks of a finished deal."""
    over = s.won - number(s)
    side = s.bidder % 2 if over > 0 else 1 - s.bidder % 2
    s.marks[side] += worth(abs(over), s.doubled)
    if DEALS == 0:
        close_holding(s, side)
    close_deal(s)


def worth(rounds: int, doubled: int) -> int:
    """The marks for a number of rounds over or under."""
    return min(2 * rounds, 6) if doubled else min(rounds, 5)


def close_holding(s: Record, side: int) -> None:
    """Award `side` the holding if its marks suffice, and carry over the surplus."""
    mine, theirs = s.marks[side], s.marks[1 - side]
    if not wins_holding(mine, theirs):
        return
    s.points[side] += 1
    s.marks[side] = mine - min(15, max(6, theirs + 2))
    s.marks[1 - side] = 0


def wins_holding(mine: int, theirs: int) -> bool:
    """Whether these marks win a holding against the other side's."""
    return (mine >= 6 and mine >= theirs + 2) or mine >= 15


def close_deal(s: Record) -> None:
    """Start the next deal, or end the game."""
    clear(s)
    s.deals += 1
    s.dealer = (s.dealer + 1) & 3
    s.phase = DEAL
    s.turn = CHANCE
    if max(s.points[0], s.points[1]) == 2:
        s.marks[0] = 0
        s.marks[1] = 0
        finish_game(s, HOLDINGS)
    elif DEALS > 0 and s.deals >= DEALS:
        finish_game(s, ALL_DEALT)


def finish_game(s: Record, reason: int) -> None:
    """End the game by the rulebook's conditions."""
    s.phase = FINISHED
    _end(s, reason)


def payoff(s: Record, seat: int) -> float:
    """Game points by holdings (one more if the others have none), or marks, or the share of a draw."""
    side = seat % 2
    if s.reason == LIMIT:
        return limit_payoff(s, seat)
    if s.reason == ALL_DEALT:
        return float(s.marks[side])
    alone = s.points[side] == 2 and s.points[1 - side] == 0
    return float(s.points[side] + alone)


def limit_payoff(s: Record, seat: int) -> float:
    """The score of a draw."""
    return 0.25


def evaluate(s: Record, seat: int) -> int:
    """The value of a game for `seat`: a holding counts as ten marks."""
    side = seat % 2
    lead: int = s.marks[side] - s.marks[1 - side] + 10 * (s.points[side] - s.points[1 - side])
    return 100 * lead


# -- chance ----------------------------------------------------------------------------------------


def draw(s: Record, rng: Rng) -> int:
    """Four blades for the first deal, or the next hand of a deal."""
    if s.phase == DEAL:
        return random_subset(undealt(s), 13, rng)
    drawn, word = 0, 0
    for seat in range(SEATS):
        blade = random_subset(PACK & ~drawn, 1, rng)
        drawn |= blade
        word |= draw_word(seat, lowest(blade))
    return word


def unfinished(s: Record, m: int) -> bool:
    """Whether another hand of the deal follows after `m`, until East's is dealt."""
    more: bool = s.phase == DEAL and s.hands[1] == 0
    return more


def undealt(s: Record) -> int:
    """The blades that are in no hand."""
    dealt: int = s.hands[0] | s.hands[1] | s.hands[2] | s.hands[3]
    return PACK & ~dealt


def random_subset(blades: int, count: int, rng: Rng) -> int:
    """A random subset of the `blades` with this size, all equally likely."""
    chosen = 0
    for left in range(popcount(blades), popcount(blades) - count, -1):
        rest = blades & ~chosen
        for _ in range(below(rng, left)):
            rest &= rest - 1
        chosen |= rest & -rest
    return chosen


def _play_chance(s: Record, m: int) -> None:
    if s.phase == DRAW:
        s.dealer = highest_drawn(m)
        s.phase = DEAL
        return
    dealt = int(s.hands[0] != 0) + int(s.hands[1] != 0)
    s.hands[dealt] = m
    if dealt == 2:
        s.hands[3] = undealt(s)
        s.phase = CALL
        s.turn = caller(s)


def draw_word(seat: int, blade: int) -> int:
    """The bits of a player's blade in the word of the four drawn for the first deal."""
    return blade << 6 * seat


def blade_drawn(m: int, seat: int) -> int:
    """The blade that a player drew for the first deal."""
    return m >> 6 * seat & 63


def highest_drawn(m: int) -> int:
    """The player with the highest drawn blade: by rank, then by territory."""
    best = 0
    for seat in range(1, SEATS):
        if _drawn_rank(m, seat) > _drawn_rank(m, best):
            best = seat
    return best


def _drawn_rank(m: int, seat: int) -> int:
    blade = blade_drawn(m, seat)
    return 4 * (blade % 13) + blade // 13


# -- what a seat cannot know -----------------------------------------------------------------------


def sees(s: Record, seat: int, hand: int) -> bool:
    """Whether `seat` sees the blades in `hand` (both are seat numbers); the Lookout's are open."""
    return seat == hand or (s.phase == PLAY and s.laid > 0 and hand == lookout(s))


def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Resample the blades that `seat` does not see, uniformly among the deals consistent with play.

    At most three hands are hidden. One blade after another goes to a possible hand, with probability equal
    to the share of the remaining deals in which that hand has it.
    """
    a, b, c = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    may_a, may_b, may_c = may_hold(s, seat, a), may_hold(s, seat, b), may_hold(s, seat, c)
    left = unseen(s, seat)
    room_a, room_b = popcount(s.hands[a] & left), popcount(s.hands[b] & left)
    s.hands[a] &= ~left
    s.hands[b] &= ~left
    s.hands[c] &= ~left
    while left:
        blade = left & -left
        left ^= blade
        to_a = deals_of(left, may_a, may_b, may_c, room_a - 1, room_b) if blade & may_a else 0
        to_b = deals_of(left, may_a, may_b, may_c, room_a, room_b - 1) if blade & may_b else 0
        to_c = deals_of(left, may_a, may_b, may_c, room_a, room_b) if blade & may_c else 0
        drawn = below_word(rng, to_a + to_b + to_c)
        if drawn < to_a:
            s.hands[a] |= blade
            room_a -= 1
        elif drawn < to_a + to_b:
            s.hands[b] |= blade
            room_b -= 1
        else:
            s.hands[c] |= blade


def unseen(s: Record, seat: int) -> int:
    """The blades in hands that `seat` does not see."""
    blades = 0
    for hand in range(SEATS):
        if not sees(s, seat, hand):
            blades |= s.hands[hand]
    return blades


def may_hold(s: Record, seat: int, hand: int) -> int:
    """The blades that `hand` may have, as far as `seat` knows; empty if `seat` sees them."""
    return 0 if sees(s, seat, hand) else unseen(s, seat) & ~shown_void(s, hand)


def shown_void(s: Record, hand: int) -> int:
    """All blades of the territories in which `hand` has failed to follow.

    In a position that could not arise in play the hand may have such blades; then nothing is implied.
    """
    void = 0
    leader = (s.bidder + 1) & 3
    for k in range(s.laid):
        first = k - k % 4
        if k > 0 and k == first:
            leader = (leader + best_of(s, first - 4)) & 3
        led = territory(s.played[first])
        if (leader + k) & 3 == hand and not led >> s.played[k] & 1 and not s.hands[hand] & led:
            void |= led
    return void


def deals_of(left: int, may_a: int, may_b: int, may_c: int, room_a: int, room_b: int) -> int:
    """The number of ways to deal the blades `left` to three hands.

    The third hand takes what the first two, with this room, do not. The first may have `x` blades that else
    only the second may have, `y` that else only the third may have, and `w` of those that all may have.
    """
    only_a = popcount(left & may_a & ~may_b & ~may_c)
    only_b = popcount(left & may_b & ~may_a & ~may_c)
    ab, ac = popcount(left & may_a & may_b & ~may_c), popcount(left & may_a & may_c & ~may_b)
    bc, every = popcount(left & may_b & may_c & ~may_a), popcount(left & may_a & may_b & may_c)
    ways = 0
    for x in range(ab + 1):
        for y in range(ac + 1):
            w = room_a - only_a - x - y
            first = choose(ab, x) * choose(ac, y) * choose(every, w)
            if first > 0:
                ways += first * choose(bc + every - w, room_b - only_b - (ab - x))
    return ways


def choose(n: int, k: int) -> int:
    """The number of subsets of size `k`, at most 13, of `n` elements; 0 if `k` is out of range."""
    ways: int = CHOOSE[n, k] if 0 <= k <= min(n, 13) else 0
    return ways


def below_word(rng: Rng, n: int) -> int:
    """A random integer from 0 to n-1, for n up to 2^62."""
    whole = (1 << 62) - (1 << 62) % n
    drawn = shr(random_word(rng), 2)
    while drawn >= whole:
        drawn = shr(random_word(rng), 2)
    return drawn % n


def key(s: Record) -> int:
    """A hash of everything in the position text."""
    h = mix(4 * s.phase + s.dealer + 1, s.deals)
    h = mix(h, s.moves)
    for side in range(2):
        h = mix(h, s.points[side] + 4 * s.blades[side] + 8 * s.marks[side])
    for seat in range(SEATS):
        h = mix(h, s.hands[seat])
    for k in range(s.called):
        h = mix(h, s.calls[k])
    for k in range(s.laid):
        h = mix(h, s.played[k])
    return h


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = (
    *[
        f"{who} {what}" if what != "hand" else f"{who}'s hand"
        for who in ("North", "East", "South", "West")
        for what in ("hand", "laid", "bid")
    ],
    *[
        f"{what} of {who}"
        for who in ("North–South", "East–West")
        for what in ("holdings", "marks", "TigerBlades")
    ],
    *("phase", "dealer", "deals", "moves", "bidder", "declines", "doubled", "leader", "won"),
)
LAYER_CELLS = BLADES


def observe(s: Record, seat: int, out: Layers) -> None:
    """For each hand its visible blades; the blades played (by round, from 1) and the bids (of 25)."""
    for hand in range(SEATS):
        if sees(s, seat, hand):
            put_bits(out, 3 * hand, s.hands[hand], BLADES)
    first = s.bidder + 1 & 3
    for k in range(s.laid):
        out[3 * (first + k & 3) + 1, s.played[k]] = 1 + k // 4
        if k % 4 == 3:
            first = first + best_of(s, k - 3) & 3
    for k in range(s.called):
        if s.calls[k] < DECLINE:
            out[3 * (s.dealer + 1 + k & 3) + 2, s.calls[k] - BID] = 1
    for side in range(2):
        fill_layer(out, 12 + 3 * side, s.points[side])
        fill_layer(out, 13 + 3 * side, s.marks[side])
        fill_layer(out, 14 + 3 * side, s.blades[side])
    fill_layer(out, 18, s.phase)
    fill_layer(out, 19, s.dealer)
    fill_layer(out, 20, s.deals)
    fill_layer(out, 21, s.moves)
    fill_layer(out, 22, s.bidder)
    fill_layer(out, 23, s.declines)
    fill_layer(out, 24, s.doubled)
    fill_layer(out, 25, s.leader)
    fill_layer(out, 26, s.won)
