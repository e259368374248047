"""Step a game whose chance events and end its caller handles: bound to a game's rules by the loader.

`tree_positions.py` calls it. Games end as at the table, like those of `vector_steps`.
"""

from __future__ import annotations

from typing import Any

from parlour.adapters.move_numbers import number_moves
from parlour.adapters.vector_steps import is_ended, play_move
from parlour.kernel.layout import CHANCE, OVER
from parlour.kernel.protocol import R
from parlour.search.random.playout_compiled import score

__compiled__ = True

Array = Any


def play_word(g: Any, m: int) -> int:
    """Play a move, or a word of a chance outcome; returns what `look` returns."""
    s = g.states[0]
    if s.turn == CHANCE:
        R.advance(s, m)
    else:
        play_move(g, 0, m)
    return look(g)


def look(g: Any) -> int:
    """Judge the position, once: OVER with the scores, CHANCE, or the number of moves, which are listed."""
    s = g.states[0]
    if s.turn == CHANCE:
        return CHANCE
    if is_ended(g, 0):
        for seat in range(R.SEATS):
            g.scores[0, seat] = score(s, seat)
        return OVER
    n = R.legal_moves(s, g.moves[0])
    if R.MOVE_CODES == 0:
        number_moves(g.moves[0], n, g.masks[0], g.numbers[0])
        for k in range(n):
            g.masks[0, g.numbers[0, k]] = 0
    return n


def list_outcomes(g: Any, out: Array, weights: Array) -> int:
    """Write the outcomes of the chance event that is due, with their weights: how many can be listed."""
    return R.outcomes(g.states[0], out, weights)
