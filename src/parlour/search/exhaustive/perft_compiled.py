"""Counting the leaves of the tree of moves (perft): the part that is compiled.

Bound to a game's rules by the loader; `leaves_search.py` calls it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.layout import CHANCE, OVER
from parlour.kernel.primitives import copy
from parlour.kernel.protocol import R

if TYPE_CHECKING:
    from parlour.kernel.workspace import WorkRecord


def leaves(w: WorkRecord, ply: int, depth: int) -> int:
    """How many lines of `depth` plies begin at ``w.states[ply]``, `depth` being at least 1.

    Lines that end sooner are not counted, but the rules' own move counts end none; each listed outcome
    of a chance event is a ply. Sets ``w.unlisted`` where outcomes cannot be listed. Ends at once, with a
    number that means nothing, when another thread sets ``w.stop``.
    """
    s = w.states[ply]
    if s.turn == OVER or w.stop != 0:
        return 0
    moves = w.moves[ply]
    if s.turn == CHANCE:
        n = R.outcomes(s, moves, w.weights)
        if n == 0:
            w.unlisted = 1
    elif depth == 1:
        return R.count_moves(s, moves)
    else:
        n = R.legal_moves(s, moves)
    if depth == 1:
        return n
    total = 0
    following = w.states[ply + 1]
    for i in range(n):
        copy(following, s)
        R.advance(following, moves[i])
        total += leaves(w, ply + 1, depth - 1)
    return total


def listed(w: WorkRecord) -> int:
    """Write the moves, or the listed outcomes, of ``w.states[0]`` to ``w.moves[0]``: how many."""
    s = w.states[0]
    if s.turn == OVER:
        return 0
    if s.turn == CHANCE:
        return R.outcomes(s, w.moves[0], w.weights)
    return R.legal_moves(s, w.moves[0])


def below_move(w: WorkRecord, i: int, depth: int) -> int:
    """The leaves below the move ``w.moves[0][i]``, `depth` plies from the root (at least 2)."""
    copy(w.states[1], w.states[0])
    R.advance(w.states[1], w.moves[0][i])
    return leaves(w, 1, depth - 1)
