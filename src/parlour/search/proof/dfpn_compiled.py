"""Depth-first proof-number search for any game of two seats: the part that is compiled.

Whether one seat, the prover, can force a goal: a score of at least, or at most, a bound
(A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications", 2002). Of a position's two
numbers, `pn` says how hard it seems to prove and `dn` to disprove; 0 is done, INFINITE is out of the
question. Instead of a sum, the largest number and the count of the rest are used, since
lines come together again (T. Ueda and others, "Weak proof-number search", 2008).

A position that stands again on the path counts as what the game makes of a repetition. Such a result holds
on this path alone: it is remembered for good only where the path behind it is that of the position itself
(`low` is the earliest ply whose repetition it rests on), and elsewhere for as long as that path stands.
Where a repetition is good for the prover (`w.cycles`), that costs too much: each result is remembered, and
whoever asked has the proof checked, which needs no path (`proof`).

`w` is the record of `dfpn_search.layout`. An entry of `table` is four words: key, pn and dn, move, effort.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.layout import CHANCE, OVER
from parlour.kernel.primitives import copy
from parlour.kernel.protocol import R

if TYPE_CHECKING:
    from parlour.kernel.workspace import Words, WorkRecord

__compiled__ = True

INFINITE = (1 << 30) - 1
NEVER = 1 << 30  # `low` of a result that rests on no repetition
BUCKET = 4  # entries
PROVEN = 1 << 60  # more than any effort


def prove(w: WorkRecord, table: Words) -> int:
    """Search ``w.states[0]`` until it is proven (1), disproved (-1), or the budget is spent (0)."""
    search(w, table, 0, INFINITE, INFINITE)
    return verdict(w)


def verdict(w: WorkRecord) -> int:
    """What a search from the root came to: 1 proven, -1 disproved, 0 neither, or not at its end."""
    if w.stopped != 0:
        return 0
    return 1 if w.pn == 0 else -1 if w.dn == 0 else 0


def search(w: WorkRecord, table: Words, ply: int, pn_limit: int, dn_limit: int) -> None:
    """Search the state at `ply` until one of its numbers reaches its limit; they are left in `w`."""
    mine = enter(w, ply)
    begun = w.nodes
    for i in range(w.counts[ply]):
        follow(w, ply, i)
        arrive(w, table, ply, i)
    best = combine(w, ply, mine)
    while is_open(w, ply, pn_limit, dn_limit):
        child_pn, child_dn = shares(w, ply, best, pn_limit, dn_limit, mine)
        follow(w, ply, best)
        search(w, table, ply + 1, child_pn, child_dn)
        take(w, ply, best)
        best = combine(w, ply, mine)
    settle(w, table, ply, mine, best, w.nodes - begun)


def enter(w: WorkRecord, ply: int) -> bool:
    """Put the state at `ply` on the path, list its moves: whether the prover is to move."""
    s = w.states[ply]
    w.path[ply] = R.key(s)
    w.counts[ply] = R.legal_moves(s, w.moves[ply])
    return s.turn == w.prover


def arrive(w: WorkRecord, table: Words, ply: int, i: int) -> bool:
    """Set the numbers of move `i` at `ply` to those of the position after it, at ``ply + 1``.

    Whether nothing is.
    """
    w.nodes += 1
    s = w.states[ply + 1]
    w.lows[ply][i] = NEVER
    if s.turn == OVER:
        note(w, ply, i, holds(w, R.payoff(s, w.seat)))
        return False
    if s.turn == CHANCE:
        w.chance = 1
        w.stopped = 1
    if s.turn == CHANCE or ply + 2 >= len(w.path):
        note(w, ply, i, False)
        w.lows[ply][i] = -1
        return False
    key = R.key(s)
    if w.repeats != 0:
        for back in range(ply, -1, -1):
            if w.path[back] == key:
                note(w, ply, i, w.cycles != 0 and holds(w, R.limit_payoff(s, w.seat)))
                w.lows[ply][i] = back
                return False
    at = find(table, key)
    if at < 0:
        w.pns[ply][i], w.dns[ply][i] = 1, 1
        return True
    w.pns[ply][i], w.dns[ply][i] = proof_of(table[at + 1]), disproof_of(table[at + 1])
    return False


def is_open(w: WorkRecord, ply: int, pn_limit: int, dn_limit: int) -> bool:
    """Whether the node at `ply` is to be searched on; stops all when the budget is spent."""
    pn, dn = w.node_pn[ply], w.node_dn[ply]
    if pn == 0 or dn == 0 or pn >= pn_limit or dn >= dn_limit:
        return False
    if w.nodes >= w.budget:
        w.stopped = 1
    return w.stopped == 0


def shares(
    w: WorkRecord, ply: int, i: int, pn_limit: int, dn_limit: int, mine: bool
) -> tuple[int, int]:
    """The limits of both numbers for move `i`, which looks best."""
    second = w.second[ply]
    return (
        share(pn_limit, w.node_pn[ply], w.pns[ply][i], second, mine),
        share(dn_limit, w.node_dn[ply], w.dns[ply][i], second, not mine),
    )


def take(w: WorkRecord, ply: int, i: int) -> None:
    """Take the numbers that the search of move `i` left."""
    w.pns[ply][i], w.dns[ply][i], w.lows[ply][i] = w.pn, w.dn, w.low


def follow(w: WorkRecord, ply: int, i: int) -> None:
    copy(w.states[ply + 1], w.states[ply])
    R.play(w.states[ply + 1], w.moves[ply][i])


def holds(w: WorkRecord, score: float) -> bool:
    """Whether a score is what the prover wants."""
    return score >= w.bound if w.at_least != 0 else score <= w.bound


def note(w: WorkRecord, ply: int, i: int, proven: bool) -> None:
    w.pns[ply][i] = 0 if proven else INFINITE
    w.dns[ply][i] = INFINITE if proven else 0


def combine(w: WorkRecord, ply: int, mine: bool) -> int:
    """Set the numbers of the node at `ply` from its moves'; returns the move to search next.

    The seat to move needs one move only: its number is the least, the other's covers all.
    """
    ours, theirs = (w.pns[ply], w.dns[ply]) if mine else (w.dns[ply], w.pns[ply])
    best, least, second, most, open_moves = 0, INFINITE + 1, INFINITE, 0, 0
    for i in range(w.counts[ply]):
        if ours[i] < least:
            second = min(least, INFINITE)
            least = ours[i]
            best = i
        elif ours[i] < second:
            second = ours[i]
        if theirs[i] > 0:
            open_moves += 1
            most = max(most, theirs[i])
    total = 0 if open_moves == 0 else min(most + open_moves - 1, INFINITE)
    w.second[ply] = second
    if least == 0:
        total = INFINITE
    w.node_pn[ply], w.node_dn[ply] = (least, total) if mine else (total, least)
    return best


def share(limit: int, whole: int, part: int, second: int, least: bool) -> int:
    """The limit of the move searched: somewhat beyond the second best, or what the others leave of it."""
    if least:
        return min(limit, second + 1 + (second >> 2))
    return min(max(limit - (whole - part), part + 1), INFINITE)


def settle(w: WorkRecord, table: Words, ply: int, mine: bool, best: int, effort: int) -> None:
    """Leave the node's numbers in `w`, and in the table unless they hold on this path alone."""
    w.pn, w.dn = w.node_pn[ply], w.node_dn[ply]
    w.low = NEVER
    if w.pn == 0 or w.dn == 0:
        w.low = rests_on(w, ply, best, (w.pn == 0) == mine)
        if w.low >= ply or (w.pn == 0 and w.cycles != 0):
            w.low = NEVER
    if w.low == NEVER and w.stopped == 0:
        keep(table, w.path[ply], both_numbers(w.pn, w.dn), w.moves[ply][best], effort)


def rests_on(w: WorkRecord, ply: int, best: int, chosen: bool) -> int:
    """The earliest ply whose repetition a result rests on: by one move chosen, or by all moves."""
    if chosen:
        return w.lows[ply][best]
    low = NEVER
    for i in range(w.counts[ply]):
        low = min(low, w.lows[ply][i])
    return low


# -- the table ---------------------------------------------------------------------------------------


def both_numbers(pn: int, dn: int) -> int:
    """The word of an entry that has a proof number and a disproof number, each below 2**32."""
    return pn << 32 | dn


def proof_of(numbers: int) -> int:
    """The proof number of such a word."""
    return numbers >> 32


def disproof_of(numbers: int) -> int:
    """The disproof number of such a word."""
    return numbers & 0xFFFFFFFF


def find(table: Words, key: int) -> int:
    """Where the entry of `key` begins; -1 if there is none."""
    at = (key & (len(table) // (4 * BUCKET) - 1)) * 4 * BUCKET
    for k in range(at, at + 4 * BUCKET, 4):
        if table[k] == key and table[k + 3] != 0:
            return k
    return -1


def keep(table: Words, key: int, numbers: int, move: int, effort: int) -> None:
    """Store an entry in place of its last, or of the one of its bucket that took least effort.

    What is proven keeps its first proof, and goes last: a later one may rest on positions whose proofs rest
    on this one.
    """
    at = (key & (len(table) // (4 * BUCKET) - 1)) * 4 * BUCKET
    to = at
    for k in range(at, at + 4 * BUCKET, 4):
        if table[k] == key:
            if proof_of(table[k + 1]) == 0:
                table[k + 3] += effort
                return
            to = k
            effort += table[k + 3]
            break
        if worth(table, k) < worth(table, to):
            to = k
    table[to] = key
    table[to + 1] = numbers
    table[to + 2] = move
    table[to + 3] = effort + 1


def worth(table: Words, at: int) -> int:
    """How much the entry at `at` is worth keeping, 0 for an empty one."""
    effort: int = table[at + 3]
    return effort + PROVEN if effort > 0 and proof_of(table[at + 1]) == 0 else effort


def move_over(table: Words, larger: Words) -> None:
    """Put all entries of a table into a larger one."""
    for k in range(0, len(table), 4):
        if table[k + 3] != 0:
            keep(larger, table[k], table[k + 1], table[k + 2], table[k + 3] - 1)


def kept_move(w: WorkRecord, table: Words) -> int:
    """The proving move kept for ``w.states[0]``, or -1 if there is none."""
    at = find(table, R.key(w.states[0]))
    if at < 0 or proof_of(table[at + 1]) != 0:
        return -1
    return table[at + 2]
