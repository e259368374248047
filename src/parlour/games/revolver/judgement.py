"""Judgement for Revolver's bots: the value of hands, models of opponents, the prospects of moves.

A temper is a row of numbers that describes how a player plays; see the columns PLAYS to BIDS. His notes are
a row of words, one for each time he was asked to place. The fields of the work record `w` are in
``players.py``. Bound to the game's rules by the loader.
"""

from __future__ import annotations

from itertools import combinations
from math import exp, sqrt
from typing import Any

import numpy as np

from parlour.games.revolver.hands import (
    BRIDGE,
    CROSSING,
    FLING,
    FOREMOST_BRIDGE,
    GATHERING,
    HOLSTER,
    LENGTH,
    MARSHALL,
    MATCH,
    PRIMARY_RIVER,
    RANKS,
    REGION_ROWS,
    RIVER,
    STEPPING_STONES,
    STREAM,
    draw_hand,
    strength,
)
from parlour.kernel.layout import CHANCE, OVER, Record, Rng
from parlour.kernel.primitives import below, copy, highest, lowest, uniform
from parlour.kernel.protocol import R

Row = Any  # a row of floats or of words
Work = Any  # see players.LAYOUT

# The columns of a temper: the quantile of a hand with which he places in the
# contest, raises there, places in the step-up, raises there; how much more he asks for each further
# amount; how often he acts as if his hand were the best; how much of the barrels he bids for what a hand
# gains.
PLAYS, RAISES, STEPS_UP, RAISES_LATE, DEARER, BLUFFS, BIDS = 0, 1, 2, 3, 4, 5, 6

NO, YES, MORE = 0, 1, 2  # answers: decline; place or match; raise

SUNK = 0.1  # hands for matching may be lower than those for placing by this quantile
SLIP = 0.05  # the probability of acting against one's temper
STRANGE_GAIN = 0.3  # the quantile gain that a bluffer expects of the Silver Bullet
PARTS = 20  # sample hands from the lowest to the highest
CANDIDATES = 24  # candidate hands, drawn by how well they fit their holder's actions
SPREAD = 30.0  # the marks at stake in a typical round

# The tempers considered for opponents.
TEMPERS = np.array(
    [
        [plays, raises, min(plays + 0.1, 0.9), raises, 0.06, bluffs, 0.6]
        for plays in (0.05, 0.3, 0.5, 0.7, 0.85)
        for raises in (0.8, 0.95)
        for bluffs in (0.0, 0.15, 0.4)
    ]
)

# The player's own plans for the rest of a simulated round.
PLANS = np.array(
    [
        [0.6, 0.8, 0.7, 0.85, 0.06, 0.1, 0.6],
        [0.75, 0.9, 0.82, 0.94, 0.05, 0.0, 0.4],
        [0.35, 0.85, 0.45, 0.9, 0.03, 0.05, 0.8],
        [0.5, 0.65, 0.55, 0.7, 0.05, 0.4, 0.8],
    ]
)

LOW_RANKS: int = RANKS * RANKS * REGION_ROWS  # strengths that do not differ in kind and two ranks


def _lower() -> Any:
    """By ``strength // LOW_RANKS``: the share of hands that are lower, plus half of the equal ones."""
    counts = np.zeros((FOREMOST_BRIDGE + 1, RANKS, RANKS))
    for d, _, b, a in combinations(range(RANKS), LENGTH):
        in_a_row = a - d == LENGTH - 1
        river = PRIMARY_RIVER if a == MARSHALL else RIVER
        counts[river if in_a_row else GATHERING, a, b] += 4
        counts[STREAM if in_a_row else FLING, a, b] += 4**LENGTH - 4
    for a in range(RANKS):
        counts[FOREMOST_BRIDGE if a == MARSHALL else BRIDGE, a, a] = 1
        counts[CROSSING, a, a] = 4 * 4 * (RANKS - 1)
        counts[STEPPING_STONES, a, a] = 6 * 6 * a
        counts[MATCH, a, a] = 6 * 4 * 4 * (RANKS - 1) * (RANKS - 2) // 2
    row = counts.ravel()
    return (np.cumsum(row) - row / 2) / row.sum()


LOWER = _lower()


def quantile(hand: int) -> float:
    """The share of hands that are lower than `hand`, from 0 to 1."""
    part: float = LOWER[strength(hand) // LOW_RANKS]
    return part


def exchange(hand: int, silver: int) -> int:
    """The bullet of `hand` that is best exchanged for the bullet `silver`."""
    best = -1
    given = -1
    left = hand
    while left:
        worth = strength(hand ^ (left & -left) | (1 << silver))
        if worth > best:
            best = worth
            given = lowest(left)
        left &= left - 1
    return given


def exchange_bullet(hand: int, silver: int) -> int:
    """The hand with the bullet `silver` in the best place."""
    return hand ^ (1 << exchange(hand, silver)) | (1 << silver)


def equity(hand: int, seen: int, others: int, deals: int, rng: Rng) -> float:
    """The probability that `hand` beats that many others, from `deals` samples of bullets not `seen`."""
    mine = strength(hand)
    won = 0
    for _ in range(deals):
        left = HOLSTER & ~seen
        beaten = 0
        while beaten < others:
            other = draw_hand(left, LENGTH, rng)
            if strength(other) > mine:
                break
            left &= ~other
            beaten += 1
        if beaten == others:
            won += 1
    return won / deals


def exact_equity(hand: int, seen: int) -> float:
    """The probability that `hand` beats one other, over all hands of bullets not `seen`."""
    mine = strength(hand)
    won = 0
    count = 0
    a = HOLSTER & ~seen
    while a:
        b = a & (a - 1)
        while b:
            c = b & (b - 1)
            while c:
                d = c & (c - 1)
                while d:
                    other = (a & -a) | (b & -b) | (c & -c) | (d & -d)
                    count += 1
                    if strength(other) < mine:
                        won += 1
                    d &= d - 1
                c &= c - 1
            b &= b - 1
        a &= a - 1
    return won / count


# -- what a temper does ----------------------------------------------------------------------------


def request_note(s: Record) -> int:
    """The placing that the player to move is asked for, as a note: phase, amount, possible answers."""
    step = R.step_of(s)
    most = max(R.highest_placed(s), step)
    price = most - s.placed[s.seat]
    matching = s.phase == R.RICOCHET or s.phase == R.REMATCH
    can = NO
    if spares(s, price):
        can = MORE if not matching and R.highest_placed(s) > 0 and spares(s, most + step) else YES
    return note_of(s.phase, most // step, can)


def spares(s: Record, marks: int) -> bool:
    """Whether the player to move can place that many marks and stay in the game."""
    return bool(s.marks[s.seat] > marks or (s.marks[s.seat] == marks and s.reserve[s.seat] == 1))


def note_of(phase: int, amount: int, can: int) -> int:
    """A note: the phase (4 bits), the amount in steps (8), the possible answers (2), the answer."""
    return phase | amount << 4 | can << 12


def phase_of(note: int) -> int:
    return note & 15


def amount_of(note: int) -> int:
    """The amount asked for, in steps."""
    return note >> 4 & 255


def can_of(note: int) -> int:
    """The highest possible answer: NO, YES or MORE."""
    return note >> 12 & 3


def with_answer(note: int, did: int) -> int:
    """The note with the answer: NO, YES or MORE."""
    return note | did << 14


def did_of(note: int) -> int:
    """The answer of a note."""
    return note >> 14


def wish(row: Row, note: int, part: float) -> int:
    """The answer of a temper with a hand of this quantile."""
    phase = phase_of(note)
    late = phase == R.STEP_UP or phase == R.REMATCH
    matching = phase == R.RICOCHET or phase == R.REMATCH
    dearer = row[DEARER] * (amount_of(note) - 1)
    can = can_of(note)
    least = (row[STEPS_UP] if late else row[PLAYS]) + dearer
    if can == NO or part < (least - SUNK if matching else least):
        return NO
    if can == MORE and part >= (row[RAISES_LATE] if late else row[RAISES]) + dearer:
        return MORE
    return YES


def likelihood(row: Row, notes: Row, count: int, part: float) -> float:
    """The probability that a temper with a hand of this quantile gives the answers of the notes."""
    product = 1.0
    for i in range(count):
        note = notes[i]
        did = did_of(note)
        agrees = 0.0
        if wish(row, note, part) == did:
            agrees += 1.0 - row[BLUFFS]
        if wish(row, note, 1.0) == did:
            agrees += row[BLUFFS]
        product *= SLIP / 2 + (1.0 - SLIP) * agrees
    return product


def act(s: Record, row: Row, rng: Rng) -> int:
    """The move of a temper for the player to move; of hidden information it uses only his own hand."""
    hand = R.final_hand(s, s.seat)
    bluffs = uniform(rng) < row[BLUFFS]
    move: int = R.ENTER
    if s.phase == R.ENTERING:
        move = _enter(s)
    elif s.phase == R.AUCTION:
        move = _bid(s, row, hand, bluffs, rng)
    elif s.phase == R.DISCARDING:
        move = R.DISCARD + exchange(hand, s.silver)
    elif s.phase == R.SHOWDOWN:
        move = show_or_concede(s, hand)
    else:
        move = _place(s, row, 1.0 if bluffs else quantile(hand))
    return move


def show_or_concede(s: Record, hand: int) -> int:
    """Show a hand that none shown so far beats: to concede costs what the barrels hold."""
    for other in range(R.SEATS):
        if R.has_shown(s, other) and strength(R.final_hand(s, other)) > strength(hand):
            return R.GIVE_UP  # type: ignore[no-any-return]
    return R.SHOW  # type: ignore[no-any-return]


def is_broke(s: Record) -> bool:
    """Whether the player to move has no marks and may ask for his Reserve."""
    return bool(s.marks[s.seat] == 0 and s.reserve[s.seat] == 1)


def _enter(s: Record) -> int:
    """Enter, unless that finishes the player."""
    move: int = R.LEAVE
    if is_broke(s):
        move = R.RESERVE
    elif spares(s, R.ENTRANCE):
        move = R.ENTER
    elif s.withdrawals[s.seat] < R.WITHDRAWALS and R.may_withdraw(s):
        move = R.WITHDRAW
    return move


def _place(s: Record, row: Row, part: float) -> int:
    """Place, raise, match or decline, by the temper's answer and the rules."""
    note = request_note(s)
    wished = wish(row, note | 4096 * YES if is_broke(s) else note, part)
    move: int = R.DECLINE
    if wished != NO:
        if is_broke(s):
            move = R.RESERVE
        elif s.phase == R.RICOCHET or s.phase == R.REMATCH:
            move = R.MATCH
        else:
            move = R.RAISE if wished == MORE else R.PLACE
    return move


def _bid(s: Record, row: Row, hand: int, bluffs: bool, rng: Rng) -> int:
    """A bid slightly above the highest, while the Silver Bullet is worth it."""
    gain = STRANGE_GAIN if bluffs else quantile(exchange_bullet(hand, s.silver)) - quantile(hand)
    barrels = 0
    for seat in range(R.SEATS):
        barrels += s.barrel[seat]
    most = int(row[BIDS] * gain * barrels)
    bid = min(s.bid + 1 + below(rng, R.HIGHER), most)
    move: int = R.NO_BID
    if bid > s.bid and spares(s, bid):
        move = R.BID + bid
    return move


# -- what a move may bring -------------------------------------------------------------------------


def weigh(w: Work, count: int, deals: int) -> None:
    """Play out the round `deals` times after each of the `count` moves in ``w.moves``, with each plan.

    ``w.states[0]`` is the position; information hidden from its player to move is not used. Adds to
    ``w.values``, by move and plan, that player's estimated probability of winning the game.
    """
    me = w.states[0].seat
    for _ in range(deals):
        copy(w.states[1], w.states[0])
        imagine(w, w.states[1], me)
        for k in range(count):
            for plan in range(len(PLANS)):
                s = w.states[2]
                copy(s, w.states[1])
                R.play(s, w.moves[k])
                finish_round(w, s, me, plan, w.states[0].round)
                w.values[k][plan] += promise(s, me)


def imagine(w: Work, s: Record, me: int) -> None:
    """Give each opponent a temper and a hand that fit his actions, in place of his own."""
    for seat in range(R.SEATS):
        w.temper[seat] = pick(w.belief[seat], len(TEMPERS), w.rng)
    if s.silver == R.NONE:
        return
    left = HOLSTER & ~s.hand[me]
    if s.turned:
        left &= ~(1 << s.silver)
    for seat in range(R.SEATS):
        if seat != me and s.hand[seat] != 0:
            s.hand[seat] = fitting_hand(w, s, seat, left)
            left &= ~s.hand[seat]
    if not s.turned:
        s.silver = highest(draw_hand(left, 1, w.rng))
    if s.discard != R.NONE and s.bidder != me:
        s.discard = exchange(s.hand[s.bidder], s.silver)


def pick(weights: Row, count: int, rng: Rng) -> int:
    """A random index below `count`, by these weights."""
    total = 0.0
    for i in range(count):
        total += weights[i]
    rest = uniform(rng) * total
    i = 0
    while i < count - 1 and rest >= weights[i]:
        rest -= weights[i]
        i += 1
    return i


def fitting_hand(w: Work, s: Record, seat: int, left: int) -> int:
    """A random hand from the bullets `left`, weighted by how well it fits the actions of `seat`."""
    if w.count[seat] == 0 or s.status[seat] != R.IN:
        return draw_hand(left, LENGTH, w.rng)
    row = TEMPERS[w.temper[seat]]
    has_silver = s.discard != R.NONE and s.bidder == seat
    for i in range(CANDIDATES):
        hand = draw_hand(left, LENGTH, w.rng)
        shown = exchange_bullet(hand, s.silver) if has_silver else hand
        w.hands[i] = hand
        w.fits[i] = likelihood(row, w.notes[seat], w.count[seat], quantile(shown))
    return int(w.hands[pick(w.fits, CANDIDATES, w.rng)])


def finish_round(w: Work, s: Record, me: int, plan: int, number: int) -> None:
    """Play the round with this number to its end: `me` by a plan, the others by their tempers."""
    while s.turn != OVER and s.round == number:
        if s.turn == CHANCE:
            R.play(s, R.draw(s, w.rng))
        elif s.seat == me:
            R.play(s, act(s, PLANS[plan], w.rng))
        else:
            R.play(s, act(s, TEMPERS[w.temper[s.seat]], w.rng))


def promise(s: Record, seat: int) -> float:
    """The probability that `seat` wins the game, from each player's marks at the start of a round."""
    if s.turn == OVER:
        return R.payoff(s, seat)
    if not R.still_in(s, seat):
        return 0.0
    spread = SPREAD * sqrt(max(R.ROUNDS + 1.0 - s.round, 0.5))
    mine = R.worth(s, seat)
    total = 0.0
    for other in range(R.SEATS):
        if R.still_in(s, other):
            total += exp(min((R.worth(s, other) - mine) / spread, 50.0))
    return 1.0 / total


def learn(w: Work, seat: int, part: float) -> None:
    """Update beliefs about tempers by the actions of `seat` with a hand of this quantile (-1: unseen)."""
    total = 0.0
    for t in range(len(TEMPERS)):
        fits = 0.0
        if part >= 0:
            fits = likelihood(TEMPERS[t], w.notes[seat], w.count[seat], part)
        else:
            for i in range(PARTS):
                half = (i + 0.5) / PARTS
                fits += likelihood(TEMPERS[t], w.notes[seat], w.count[seat], half) / PARTS
        w.belief[seat][t] *= fits
        total += w.belief[seat][t]
    for t in range(len(TEMPERS)):
        w.belief[seat][t] = 0.98 * w.belief[seat][t] / total + 0.02 / len(TEMPERS)
    w.count[seat] = 0
