"""The rules of Revolver: fifteen rounds of entering, placing, an auction and a showdown.

Moves: the words ENTER to GIVE_UP, ``DISCARD + bullet``, ``BID + marks``. Bullets and hands are as in
``hands.py``. A cut's code has 6 bits for each seat's bullet; a deal has a word for each entrant's hand, from
the lowest seat, and one for the Silver Bullet.
"""

import numpy as np

from parlour.games.revolver.ending import (
    end,
    how_many_lead,
    leads,
    round_over,
    showdown,
    take_barrels,
    won_unseen,
)
from parlour.games.revolver.hands import BULLETS, HOLSTER, LENGTH, draw_hand
from parlour.games.revolver.seats import (
    final_hand,
    has_shown,
    highest_placed,
    how_many,
    is_extra,
    may_withdraw,
    next_seat,
    order,
    place_of,
    players_left,
    step_of,
    still_in,
    worth,
)
from parlour.kernel.layers import Layers, fill_layer, put_bits
from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import highest, mix, shr

__all__ = ["final_hand", "is_extra", "worth"]

SEATS = 7
ROUNDS = 15
CUT_FIRST = 0  # 1: chance cuts for the first dealer
CONCEDE = 0  # 1: at a showdown each player shows his hand or concedes
FORWARD = (0, 0, 0, 0, 0, 0, 0)  # marks that each seat brings to the table
MOVE_LIMIT = 0

LONGEST = 2 + 2 * SEATS * MOVE_LIMIT if MOVE_LIMIT else 1 << 40  # each deal follows a move
MAX_MOVES = 8
REASONS = ("last-player", "rounds", "move-limit")
LAST_PLAYER, BY_ROUNDS, LIMIT = 0, 1, 2

CUT, ENTERING, DEAL, CONTEST, RICOCHET, AUCTION, DISCARDING, STEP_UP, REMATCH, ENDED, SHOWDOWN = (
    range(11)
)
ASKED, IN, DECLINED, WITHDREW, LEFT, FINISHED, SITS_OUT = range(7)  # the status of a player
ENTER, WITHDRAW, LEAVE, DECLINE, PLACE, RAISE, MATCH, NO_BID, RESERVE, SHOW, GIVE_UP = range(11)
DISCARD = 16
BID = 128

NONE = -1  # no seat, no bullet
ISSUE = 100  # marks at the start
RESERVED = 50  # marks of a Reserve
ENTRANCE = 5
WITHDRAWALS = 3
HIGHER = 5  # the most that a bid may raise the last one
EXTRA = 10  # the most extra rounds for tied players
CUT_BITS = 6

BROUGHT = np.array(FORWARD)

# `seat` is who acts next, NONE where chance does and after the end; `hand` what each seat was dealt; `turned`
# 1 once the Silver Bullet lies face up; `discard` what the highest bidder laid aside for it; `played` 1 once
# a round is over, and `last_` what that showed.
STATE = record(
    turn=1, seat=1, reason=1, phase=1, round=1, dealer=1, moves=1,
    status=(SEATS,), marks=(SEATS,), reserve=(SEATS,), withdrawals=(SEATS,), barrel=(SEATS,),
    placed=(SEATS,), hand=(SEATS,), silver=1, turned=1, discard=1, bid=1, bidder=1,
    played=1, last_winner=1, last_silver=1, last_hand=(SEATS,), last_rarity=(SEATS,),
)  # fmt: skip


def start(s: Record) -> None:
    """Set `s` to the first round, or to the cut for its dealer."""
    s.reason = 0
    s.moves = 0
    s.played = 0
    s.last_winner = NONE
    s.last_silver = NONE
    for seat in range(SEATS):
        s.status[seat] = ASKED
        s.marks[seat] = ISSUE + BROUGHT[seat]
        s.reserve[seat] = 1
        s.withdrawals[seat] = 0
        s.last_hand[seat] = 0
        s.last_rarity[seat] = 0
    clear_table(s)
    s.round = 1
    s.dealer = 0
    if CUT_FIRST:
        s.dealer = NONE
        chance(s, CUT)
    else:
        act(s, ENTERING, next_seat(s, 0, ASKED))


def clear_table(s: Record) -> None:
    """Clear barrels, bullets and the highest bid."""
    for seat in range(SEATS):
        s.barrel[seat] = 0
        s.placed[seat] = 0
        s.hand[seat] = 0
    s.silver = NONE
    s.turned = 0
    s.discard = NONE
    s.bid = 0
    s.bidder = NONE


def act(s: Record, phase: int, seat: int) -> None:
    """Make `seat` the player to move."""
    s.phase = phase
    s.seat = seat
    s.turn = seat


def chance(s: Record, phase: int) -> None:
    """Make an outcome of chance due."""
    s.phase = phase
    s.seat = NONE
    s.turn = CHANCE


# -- moves -----------------------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    """List the legal moves of a running game in `out`; returns their number."""
    if s.phase == DISCARDING:
        return _discards(s, out)
    if CONCEDE and s.phase == SHOWDOWN:
        out[0], out[1] = SHOW, GIVE_UP
        return 2
    n = 0
    if s.phase == ENTERING:
        n = _entering_moves(s, out)
    elif s.phase == AUCTION:
        n = _auction_moves(s, out)
    else:
        n = _placing_moves(s, out)
    if s.marks[s.seat] == 0 and s.reserve[s.seat] == 1:
        out[n] = RESERVE
        n += 1
    return n


def _entering_moves(s: Record, out: Moves) -> int:
    n = 0
    if s.marks[s.seat] >= ENTRANCE:
        out[n] = ENTER
        n += 1
    if s.withdrawals[s.seat] < WITHDRAWALS and may_withdraw(s):
        out[n] = WITHDRAW
        n += 1
    out[n] = LEAVE
    return n + 1


def _placing_moves(s: Record, out: Moves) -> int:
    out[0] = DECLINE
    n = 1
    most = highest_placed(s)
    if s.phase == RICOCHET or s.phase == REMATCH:
        if s.marks[s.seat] >= most - s.placed[s.seat]:
            out[n] = MATCH
            n += 1
        return n
    if s.marks[s.seat] >= max(most, step_of(s)):
        out[n] = PLACE
        n += 1
    if most > 0 and s.marks[s.seat] >= most + step_of(s):
        out[n] = RAISE
        n += 1
    return n


def _auction_moves(s: Record, out: Moves) -> int:
    out[0] = NO_BID
    n = 1
    for bid in range(s.bid + 1, min(s.bid + HIGHER, s.marks[s.seat]) + 1):
        out[n] = BID + bid
        n += 1
    return n


def _discards(s: Record, out: Moves) -> int:
    left = s.hand[s.seat]
    n = 0
    while left:
        bullet = highest(left)
        out[n] = DISCARD + bullet
        left ^= 1 << bullet
        n += 1
    return n


# -- playing ---------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    """Play the move, or the word of a cut or deal, `m`."""
    if s.turn == CHANCE:
        if s.phase == CUT:
            _cut_pack(s, m)
        else:
            _deal(s, m)
        return
    seat = s.seat
    s.moves += 1
    if m == RESERVE:
        s.marks[seat] = RESERVED
        s.reserve[seat] = 0
    elif s.phase == ENTERING:
        _enter(s, seat, m)
    elif s.phase == AUCTION:
        _auction(s, seat, m)
    elif s.phase == DISCARDING:
        s.discard = m - DISCARD
        begin(s, STEP_UP)
    elif CONCEDE and s.phase == SHOWDOWN:
        _speak(s, seat, m)
    else:
        _play_placing(s, seat, m)
    if s.turn != OVER and is_at_limit(s):
        end(s, LIMIT)


def is_at_limit(s: Record) -> bool:
    """Whether the total number of moves has reached the limit times the players."""
    return bool(MOVE_LIMIT > 0 and s.moves >= MOVE_LIMIT * SEATS)


def pay_in(s: Record, seat: int, marks: int) -> None:
    """Place marks in a barrel; a player with nothing left is finished."""
    s.marks[seat] -= marks
    s.barrel[seat] += marks
    finish_if_empty(s, seat)


def finish_if_empty(s: Record, seat: int) -> None:
    """Finish a player with no marks and no Reserve."""
    if s.marks[seat] == 0 and s.reserve[seat] == 0:
        s.status[seat] = FINISHED


def _enter(s: Record, seat: int, m: int) -> None:
    """Enter, withdraw or leave; then ask the next player, deal the hands, or void the round."""
    if m == ENTER:
        s.status[seat] = IN
        pay_in(s, seat, ENTRANCE)
    elif m == WITHDRAW:
        s.status[seat] = WITHDREW
        s.withdrawals[seat] += 1
    else:
        s.status[seat] = LEFT
    if players_left(s) > 1 and how_many(s, ASKED) > 0:
        act(s, ENTERING, next_seat(s, seat, ASKED))
        return
    if players_left(s) > 1 and how_many(s, IN) > 0 and s.status[s.dealer] != IN:
        s.dealer = next_seat(s, s.dealer, IN)
    if players_left(s) > 1 and how_many(s, IN) > 1:
        chance(s, DEAL)
    else:
        _void(s)


def _void(s: Record) -> None:
    """End the round without hands: the only player left takes the placings, if there is one."""
    receiver = NONE
    for seat in range(SEATS):
        if s.status[seat] == IN or (players_left(s) == 1 and still_in(s, seat)):
            receiver = seat
    take_barrels(s, receiver)
    round_over(s, NONE, 0)


def _play_placing(s: Record, seat: int, m: int) -> None:
    """Contest, step up, match, or decline."""
    most = highest_placed(s)
    marks = 0
    if m == DECLINE:
        s.status[seat] = DECLINED
    elif m == MATCH:
        marks = most - s.placed[seat]
    elif m == PLACE:
        marks = max(most, step_of(s))
    else:
        marks = most + step_of(s)
    s.placed[seat] += marks
    if marks > 0:
        pay_in(s, seat, marks)
    if not won_unseen(s):
        _next_to_place(s, place_of(s, seat) + 1)


def begin(s: Record, phase: int) -> None:
    """Begin a step at the dealer's left; the auction first turns up the Silver Bullet."""
    if phase == AUCTION:
        s.turned = 1
    for seat in range(SEATS):
        s.placed[seat] = 0
    act(s, phase, next_seat(s, s.dealer, IN))


def _next_to_place(s: Record, k: int) -> None:
    """Ask the next player from place `k` on; a ricochet follows the pass, then the next step."""
    if s.phase == CONTEST or s.phase == STEP_UP:
        seat = _first_owing(s, k, 1 << 62)
        if seat != NONE:
            act(s, s.phase, seat)
            return
        s.phase += 1
        k = 0
    seat = _first_owing(s, k, highest_placed(s))
    if seat != NONE:
        act(s, s.phase, seat)
    elif s.phase == RICOCHET:
        begin(s, AUCTION)
    elif CONCEDE:
        begin(s, SHOWDOWN)
    else:
        showdown(s)


def _speak(s: Record, seat: int, m: int) -> None:
    """Show or concede; the last, if no hand was shown, wins unseen, else the highest shown."""
    shown = m == SHOW or s.seat != next_seat(s, s.dealer, IN)
    if m == GIVE_UP:
        s.status[seat] = DECLINED
        if not shown and won_unseen(s):
            return
    for k in range(place_of(s, seat) + 1, SEATS):
        if s.status[order(s, k)] == IN:
            act(s, SHOWDOWN, order(s, k))
            return
    showdown(s)


def _first_owing(s: Record, k: int, most: int) -> int:
    """The first player in, from place `k` on, who has placed less than `most`; NONE if none."""
    while k < SEATS:
        seat = order(s, k)
        if s.status[seat] == IN and s.placed[seat] < most:
            return seat
        k += 1
    return NONE


def _auction(s: Record, seat: int, m: int) -> None:
    """Bid or not; the auction ends when all others have refused in a row, or all without a bid."""
    if m != NO_BID:
        s.bid = m - BID
        s.bidder = seat
    following = next_seat(s, seat, IN)
    if s.bidder == NONE:
        if place_of(s, following) <= place_of(s, seat):
            begin(s, STEP_UP)
        else:
            act(s, AUCTION, following)
    elif following != s.bidder:
        act(s, AUCTION, following)
    else:
        _sell_bullet(s)


def _sell_bullet(s: Record) -> None:
    """The highest bidder pays and discards a bullet, unless the payment finished him."""
    pay_in(s, s.bidder, s.bid)
    if s.status[s.bidder] == IN:
        act(s, DISCARDING, s.bidder)
    elif not won_unseen(s):
        begin(s, STEP_UP)


def payoff(s: Record, seat: int) -> float:
    """1 for the winner; a share of it for each player still tied after the last extra round."""
    if s.reason == LIMIT:
        return 1.0 / SEATS
    if s.reason == LAST_PLAYER:
        return 1.0 if still_in(s, seat) else 0.0
    return 1.0 / how_many_lead(s) if leads(s, seat) else 0.0


# -- chance ----------------------------------------------------------------------------------------


def draw(s: Record, rng: Rng) -> int:
    """A bullet cut by each player; or the next word of a deal: a hand, or the Silver Bullet."""
    if s.phase == DEAL:
        return draw_hand(undealt(s), LENGTH if next_hand(s) != NONE else 1, rng)
    cut = 0
    taken = 0
    for seat in range(SEATS):
        one = draw_hand(HOLSTER & ~taken, 1, rng)
        taken |= one
        cut |= cut_word(seat, highest(one))
    return cut


def unfinished(s: Record, m: int) -> bool:
    """Whether more bullets are dealt after `m`: the Silver Bullet is the last word."""
    return bool(s.phase == DEAL and next_hand(s) != NONE)


def next_hand(s: Record) -> int:
    """The entrant who gets the next hand; NONE if all have theirs."""
    for seat in range(SEATS):
        if s.status[seat] == IN and s.hand[seat] == 0:
            return seat
    return NONE


def undealt(s: Record) -> int:
    """The bullets that are not dealt."""
    left = HOLSTER
    for seat in range(SEATS):
        left &= ~s.hand[seat]
    return left


def cut_word(seat: int, bullet: int) -> int:
    """The bits of a player's bullet in the code of a cut."""
    return bullet << CUT_BITS * seat


def cut_bullet(cut: int, seat: int) -> int:
    """The bullet that `seat` cut."""
    return shr(cut, CUT_BITS * seat) & 63


def _cut_pack(s: Record, cut: int) -> None:
    """Give the first deal to the highest bullet."""
    s.dealer = 0
    for seat in range(1, SEATS):
        if cut_bullet(cut, seat) > cut_bullet(cut, s.dealer):
            s.dealer = seat
    act(s, ENTERING, next_seat(s, s.dealer, ASKED))


def _deal(s: Record, m: int) -> None:
    seat = next_hand(s)
    if seat != NONE:
        s.hand[seat] = m
    else:
        s.silver = highest(m)
        begin(s, CONTEST)


# -- what a seat knows -----------------------------------------------------------------------------


def redeal(s: Record, seat: int, rng: Rng) -> None:
    """Resample everything that `seat` has not seen, all deals being equally likely.

    An opponent's discard is drawn uniformly from his new hand, since his choice is unknown.
    """
    if s.silver == NONE:
        return
    left = HOLSTER & ~s.hand[seat]
    if s.turned:
        left &= ~(1 << s.silver)
    if CONCEDE:
        for other in range(SEATS):
            if has_shown(s, other):
                left &= ~final_hand(s, other)
    for other in range(SEATS):
        if other != seat and s.hand[other] != 0 and not has_shown(s, other):
            s.hand[other] = draw_hand(left, LENGTH, rng)
            left &= ~s.hand[other]
    if not s.turned:
        s.silver = highest(draw_hand(left, 1, rng))
    if s.discard != NONE and s.bidder != seat:
        if has_shown(
            s, s.bidder
        ):  # what he was dealt was this hand, with the discard for the Silver Bullet
            kept = final_hand(s, s.bidder) & ~(1 << s.silver)
            s.discard = highest(draw_hand(left, 1, rng))
            s.hand[s.bidder] = kept | 1 << s.discard
        else:
            s.discard = highest(draw_hand(s.hand[s.bidder], 1, rng))


def view_key(s: Record, seat: int) -> int:
    """A hash of the information of `seat`."""
    h = mix(_open_key(s), s.hand[seat])
    if s.turned:
        h = mix(h, s.silver)
    if CONCEDE:
        for other in range(SEATS):
            h = mix(h, final_hand(s, other) if has_shown(s, other) else 0)
    return mix(h, s.discard if s.bidder == seat else NONE)


def key(s: Record) -> int:
    """A hash of everything that affects the rest of the game."""
    h = mix(_open_key(s), BULLETS * s.silver + s.discard)
    for seat in range(SEATS):
        h = mix(h, s.hand[seat])
    return h


def _open_key(s: Record) -> int:
    """A hash of the public information, without the Silver Bullet and the last round."""
    h = mix(s.round * 16 + s.phase, (s.dealer + 1) * 8 + s.seat + 1)
    h = mix(h, s.moves)
    h = mix(mix(h, s.bid), s.bidder)
    for seat in range(SEATS):
        h = mix(h, (s.status[seat] * 2 + s.reserve[seat]) * 4 + s.withdrawals[seat])
        h = mix(mix(mix(h, s.marks[seat]), s.barrel[seat]), s.placed[seat])
    return h


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = (
    *("hand", "Silver Bullet", "discard", "last Silver Bullet"),
    *[
        layer
        for seat in range(SEATS)
        for layer in (
            f"seat {seat} showed",
            *((f"seat {seat} shows",) if CONCEDE else ()),
            f"rarity of seat {seat}",
        )
    ],
    *("status", "marks", "reserve", "withdrawals", "barrel", "placed"),
    *("round", "phase", "dealer", "bid", "bidder", "moves", "last winner"),
)
LAYER_CELLS = 52
MOST_MARKS = (1 << 15) - 1  # in a layer


def observe(s: Record, seat: int, out: Layers) -> None:
    """Bullets (in rising order) that `seat` knows, what the last round showed, each player's state."""
    if seat != NONE:
        put_bits(out, 0, s.hand[seat], 52)
        if s.discard != NONE and s.bidder == seat:
            out[2, s.discard] = 1
    if s.turned:
        out[1, s.silver] = 1
    if s.last_silver != NONE:
        out[3, s.last_silver] = 1
    k = 4
    for other in range(SEATS):
        put_bits(out, k, s.last_hand[other], 52)
        if CONCEDE and has_shown(s, other):
            put_bits(out, k + 1, final_hand(s, other), 52)
        k += 2 if CONCEDE else 1
        put_bits(out, k, s.last_rarity[other], 52)
        k += 1
    for other in range(SEATS):
        out[k, other] = s.status[other]
        out[k + 1, other] = min(s.marks[other], MOST_MARKS)
        out[k + 2, other] = s.reserve[other]
        out[k + 3, other] = s.withdrawals[other]
        out[k + 4, other] = min(s.barrel[other], MOST_MARKS)
        out[k + 5, other] = min(s.placed[other], MOST_MARKS)
    fill_layer(out, k + 6, s.round)
    fill_layer(out, k + 7, s.phase)
    fill_layer(out, k + 8, s.dealer)
    fill_layer(out, k + 9, min(s.bid, MOST_MARKS))
    fill_layer(out, k + 10, s.bidder)
    fill_layer(out, k + 11, s.moves)
    fill_layer(out, k + 12, s.last_winner)
