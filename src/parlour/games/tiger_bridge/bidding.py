"""Bidding in TigerBridge by the balancing point, on sampled deals.

A caller samples deals that contain his hand and weights each by how well it explains the calls so far.
All calls are natural, and every player is assumed to read them so. The rounds that both sides would take
give the value of each bid in marks, and these the point where the bidding will settle if both sides
bid on while it pays: the balancing point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from parlour.games.tiger_bridge import rules
from parlour.games.tiger_bridge.estimate import (
    CRESTS,
    Bools,
    Floats,
    as_blades,
    hand_rounds,
    pair_rounds,
)
from parlour.kernel.layout import Record

MOST, MOST_DOUBLED = 5, 6  # marks for a deal
CHOOSY = 0.6  # rounds: how strictly callers choose their best crests
FIRM = 1.0  # rounds: how strictly they avoid overbidding
HOPE = 1.5  # rounds above the value of a hand alone, up to which it is bid
SUPPORT = 1.5  # rounds that partner's crests gain
WISH = 0.1  # weight of the marks if all decline, to rank bids that settle alike
BARGAIN = 0.8  # the least gain in marks for using the only TigerBlade


@dataclass(frozen=True)
class Outlook:
    """The values of the bids, in marks for their makers: arrays of shape (sides, bids).

    `standing` if all decline, `doubled` the same with a TigerBlade, `settled` if both sides bid on while it
    pays. `rounds` are the mean rounds by side and crests.
    """

    rounds: Floats
    standing: Floats
    doubled: Floats
    settled: Floats


def possible_deals(hand: int, seat: int, count: int, rng: np.random.Generator) -> Bools:
    """Deals in which `seat` has this hand: an array of shape (count, seats, 4, 13)."""
    rest = np.array([blade for blade in range(rules.BLADES) if not hand >> blade & 1])
    shuffled = rng.permuted(np.tile(rest, (count, 1)), axis=1)
    deals = np.zeros((count, rules.SEATS, rules.BLADES), np.bool_)
    deals[:, seat] = as_blades([hand]).reshape(rules.BLADES)
    for k in range(3):
        held = shuffled[:, 13 * k : 13 * k + 13]
        np.put_along_axis(deals[:, (seat + 1 + k) % rules.SEATS], held, True, axis=1)
    return deals.reshape(count, rules.SEATS, 4, 13)


def likelihoods(deals: Bools, calls: Sequence[int], first: int, seat: int) -> Floats:
    """How well each deal explains the calls of the players other than `seat`; normalized to 1."""
    alone = [hand_rounds(deals[:, caller]) for caller in range(rules.SEATS)]
    named = np.zeros((rules.SEATS, CRESTS))  # by whom which crests
    logs, bid, bidder = np.zeros(len(deals)), rules.NONE, rules.NONE
    for k, call in enumerate(calls):
        caller = (first + k) % rules.SEATS
        hopes = alone[caller] + HOPE + SUPPORT * named[caller ^ 2]
        is_bid = rules.BID <= call < rules.DECLINE
        if is_bid:
            bid, bidder = call - rules.BID, caller
            named[caller, bid % 5] = 1
        if caller == seat:
            continue
        if is_bid:
            logs += _log_chosen(hopes, bid % 5) + _log_sigmoid(
                (hopes[:, bid % 5] - number(bid)) / FIRM
            )
        elif bidder != caller ^ 2:
            logs += _log_sigmoid((number(bid + 1) + 0.5 - hopes.max(axis=1)) / FIRM)
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum())


def number(bid: int) -> int:
    """The number of rounds that a bid proclaims; five for no bid."""
    return 5 + max(bid, 0) // 5


def _log_chosen(hopes: Floats, crests: int) -> Floats:
    scaled = (hopes - hopes.max(axis=1, keepdims=True)) / CHOOSY
    return np.asarray(scaled[:, crests] - np.log(np.exp(scaled).sum(axis=1)))


def _log_sigmoid(values: Floats) -> Floats:
    return np.asarray(-np.logaddexp(0, -values))


def outlook(deals: Bools, weights: Floats, errors: Floats) -> Outlook:
    """The value of each bid over the weighted deals; `errors`, by side and crests, are misjudgements."""
    rounds = np.stack([pair_rounds(deals[:, side], deals[:, side + 2]) for side in (0, 1)], axis=1)
    rounds = np.clip(rounds + errors, 0, 13)
    over = np.stack([rounds[:, :, bid % 5] - number(bid) for bid in range(rules.BIDS)], axis=2)
    standing = np.tensordot(weights, np.clip(over, -MOST, MOST), 1)
    doubled = np.tensordot(weights, np.clip(2 * over, -MOST_DOUBLED, MOST_DOUBLED), 1)
    return Outlook(np.tensordot(weights, rounds, 1), standing, doubled, settle(standing))


def settle(standing: Floats) -> Floats:
    """The value of each side's bids if the other side bids on whenever that costs less."""
    settled = np.array(standing)
    best = np.full(2, -np.inf)  # the best value that a side can still reach by bidding higher
    for bid in reversed(range(standing.shape[1])):
        settled[:, bid] = np.minimum(standing[:, bid], -best[::-1])
        best = np.maximum(best, settled[:, bid])
    return settled


def best_call(s: Record, side: int, view: Outlook, may_double: bool) -> tuple[int, float]:
    """The best call of `side` and its value in marks; no bid skips a number."""
    values = {rules.DECLINE: _value_of_declining(s, side, view)}
    for bid in range(s.bid + 1, min(s.bid + 1 + CRESTS, rules.BIDS)):
        values[rules.BID + bid] = view.settled[side, bid] + WISH * view.standing[side, bid]
    if may_double:
        values[rules.TIGERBLADE] = -view.doubled[1 - side, s.bid] * (1 + WISH) - BARGAIN
    call = max(values, key=lambda call: (values[call], -call))
    return call, float(values[call])


def _value_of_declining(s: Record, side: int, view: Outlook) -> float:
    """The value of declining: the bid stands or, without a bid, the others may open."""
    if s.bid == rules.NONE:
        others = float(view.settled[1 - side].max())
        return 0.0 if s.declines == 3 else -max(0.0, others) * (1 + WISH)
    if s.bidder % 2 == side:
        return float(view.settled[side, s.bid] + WISH * view.standing[side, s.bid])
    return float(-view.standing[1 - side, s.bid] * (1 + WISH))
