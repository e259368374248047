"""Step many games at once: the compiled part, bound to a game's rules by the loader.

The rows of all arrays are games; `vectors.py` describes the arrays. The work of every step is in `step`
itself, or in functions of few arrays, because passing all of them costs more than a move.
"""

from __future__ import annotations

from typing import Any

from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.primitives import below
from parlour.kernel.protocol import R

__compiled__ = True

Array = Any


def begin(g: Any, i: int) -> None:
    """Restart game `i` and advance to a learner's first turn; deal again if the game ends before that."""
    s = g.states[i]
    s.turn = OVER
    while s.turn == OVER:
        R.start(s)
        g.plies[i] = go_on(s, 0, g.moves[i], g.rng[i], g.learner, g.most)
    g.counts[i] = R.legal_moves(s, g.moves[i])
    show(s, i, g.masks, g.moves, g.counts, g.turns, g.boards)


def go_on(s: Record, plies: int, moves: Array, rng: Array, learner: int, most: int) -> int:
    """Draw chance, and play the opponents of the seat that learns, until a learner is to move.

    Returns how many plies were played by then, if it were `plies` before.
    """
    while s.turn != OVER and not is_cut(s, plies, most):
        if s.turn == CHANCE:
            R.play(s, R.draw(s, rng))
        elif learner >= 0 and s.turn != learner:
            R.play(s, R.random_move(s, moves, rng))
            plies += 1
        else:
            break
    return plies


def is_cut(s: Record, plies: int, most: int) -> bool:
    """Whether a game has reached the plies at which it is broken off."""
    return bool(s.turn != CHANCE and 0 < most <= plies)


def show(
    s: Record, i: int, masks: Array, moves: Array, counts: Array, turns: Array, boards: Array
) -> None:
    """Put the listed moves of game `i` into its mask, its board into `boards` and its turn into `turns`."""
    turns[i] = s.turn
    for k in range(counts[i]):
        masks[i, moves[i, k] if R.MOVE_CODES > 0 else k] = 1
    if R.CODED_CELLS > 0:
        R.cells(s, boards[i])


def hide(i: int, masks: Array, moves: Array, counts: Array) -> None:
    """Take the listed moves of game `i` out of its mask."""
    for k in range(counts[i]):
        masks[i, moves[i, k] if R.MOVE_CODES > 0 else k] = 0


def code_of(i: int, action: int, masks: Array, moves: Array) -> int:
    """The code of the legal move that an action means, -1 if it means none."""
    if action < 0 or action >= masks.shape[1] or masks[i, action] == 0:
        return -1
    return action if R.MOVE_CODES > 0 else moves[i, action]


def step(g: Any, actions: Array, first: int, end: int) -> int:
    """Play an action in each of the games from `first` to before `end`; how many were not legal.

    A game that ends gets its scores and restarts. An illegal action plays nothing.
    """
    wrong = 0
    for i in range(first, end):
        s = g.states[i]
        g.ended[i] = 0
        for seat in range(R.SEATS):
            g.scores[i, seat] = 0.0
        m = code_of(i, actions[i], g.masks, g.moves)
        if m < 0:
            wrong += 1
            continue
        hide(i, g.masks, g.moves, g.counts)
        R.play(s, m)
        plies = g.plies[i] + 1
        if s.turn == CHANCE or g.learner >= 0:
            plies = go_on(s, plies, g.moves[i], g.rng[i], g.learner, g.most)
        g.plies[i] = plies
        if s.turn == OVER or is_cut(s, plies, g.most):
            finish_game(g, i)
        else:
            g.counts[i] = R.legal_moves(s, g.moves[i])
            show(s, i, g.masks, g.moves, g.counts, g.turns, g.boards)
    return wrong


def finish_game(g: Any, i: int) -> None:
    """Write the scores of game `i`, over or broken off, and begin another."""
    s = g.states[i]
    g.ended[i] = 1 if s.turn == OVER else 2
    for seat in range(R.SEATS):
        g.scores[i, seat] = R.payoff(s, seat) if s.turn == OVER else R.limit_payoff(s, seat)
    begin(g, i)


def reset(g: Any, first: int, end: int) -> None:
    """Restart the games from `first` to before `end`."""
    for i in range(first, end):
        hide(i, g.masks, g.moves, g.counts)
        begin(g, i)


def choose(g: Any, actions: Array, first: int, end: int) -> None:
    """Write a random legal action for each of the games from `first` to before `end`."""
    for i in range(first, end):
        k = below(g.rng[i], g.counts[i])
        actions[i] = g.moves[i, k] if R.MOVE_CODES > 0 else k
