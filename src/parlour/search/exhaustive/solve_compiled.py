"""Solving by looking at everything: whether a seat can be sure of a score, whatever the others do.

For games without chance and hidden information in which no position comes back. Positions are
remembered by `R.key`, so transpositions are searched once. Bound to a game's rules
by the loader; `solve_search.py` calls it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.layout import OVER, Record
from parlour.kernel.primitives import copy, shr
from parlour.kernel.protocol import R

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.kernel.workspace import Words


def sure(
    states: Sequence[Record],
    moves: Sequence[Words],
    ply: int,
    seat: int,
    score: float,
    memo: Words,
    stop: Words,
) -> int:
    """1 if `seat` can force at least `score` from ``states[ply]``, 0 if the others can prevent it.

    `states` and `moves` have a record and a row of MAX_MOVES for each ply to come; `memo` is a row of
    words, a power of two of them, zeros at first and used for one seat and score only. Ends at once,
    with an answer that means nothing, when another thread sets ``stop[0]``.
    """
    s = states[ply]
    if s.turn == OVER or stop[0] != 0:
        return 1 if R.payoff(s, seat) >= score else 0
    key = R.key(s)
    slot = shr(key, 2) & (len(memo) - 1)
    entry = (key & -4) | 2  # the lowest bit is for the answer, the next tells a used entry
    if memo[slot] & -2 == entry:
        return memo[slot] & 1
    wish = 1 if s.turn == seat else 0
    answer = 1 - wish
    n = R.legal_moves(s, moves[ply])
    i = 0
    while i < n and answer != wish:
        copy(states[ply + 1], s)
        R.play(states[ply + 1], moves[ply][i])
        answer = sure(states, moves, ply + 1, seat, score, memo, stop)
        i += 1
    memo[slot] = entry | answer
    return answer


def winning(
    states: Sequence[Record],
    moves: Sequence[Words],
    score: float,
    memo: Words,
    out: Words,
    stop: Words,
) -> int:
    """Write the moves in ``states[0]`` that force at least `score` for its mover to `out`: how many."""
    s = states[0]
    n = R.legal_moves(s, moves[0])
    found = 0
    for i in range(n):
        copy(states[1], s)
        R.play(states[1], moves[0][i])
        if sure(states, moves, 1, s.turn, score, memo, stop):
            out[found] = moves[0][i]
            found += 1
    return found
