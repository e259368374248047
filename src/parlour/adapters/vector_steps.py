"""Stepping many games at once: the part that is compiled, bound to a game's rules by the loader.

Rows of all arrays are games. `vectors.py` makes them and says what they hold.
"""

from __future__ import annotations

from typing import Any

from parlour.kernel.fast import below
from parlour.kernel.layout import CHANCE, OVER
from parlour.kernel.protocol import R

__compiled__ = True

Array = Any


def begin(g: Any, i: int) -> None:
    """Start game `i` anew and go on to the first turn of a learner; what is over by then is dealt again."""
    g.states[i].turn = OVER
    while g.states[i].turn == OVER:
        R.start(g.states[i])
        g.plies[i] = 0
        go_on(g, i)
    show(g, i)


def go_on(g: Any, i: int) -> None:
    """Draw chance, and play the opponents of the seat that learns, until a learner is to move."""
    s = g.states[i]
    while s.turn != OVER and not cut(g, i):
        if s.turn == CHANCE:
            R.play(s, R.draw(s, g.rng[i]))
        elif g.learner >= 0 and s.turn != g.learner:
            R.play(s, R.random_move(s, g.moves[i], g.rng[i]))
            g.plies[i] += 1
        else:
            break


def cut(g: Any, i: int) -> bool:
    """Whether game `i` has reached the plies at which it is broken off."""
    return g.states[i].turn != CHANCE and 0 < g.most <= g.plies[i]  # type: ignore[no-any-return]


def hide(g: Any, i: int) -> None:
    """Take the legal moves of game `i` out of its mask."""
    for k in range(g.counts[i]):
        g.masks[i, action_of(g, i, k)] = 0


def show(g: Any, i: int) -> None:
    """List the legal moves of game `i`, and put them into its mask and its board into `boards`."""
    s = g.states[i]
    g.turns[i] = s.turn
    g.counts[i] = R.legal_moves(s, g.moves[i])
    for k in range(g.counts[i]):
        g.masks[i, action_of(g, i, k)] = 1
    if g.boards.shape[1] > 0:
        R.cells(s, g.boards[i])


def action_of(g: Any, i: int, k: int) -> int:
    """The action that means the k-th legal move of game `i`: its code, or k itself."""
    return g.moves[i, k] if g.coded else k


def code_of(g: Any, i: int, action: int) -> int:
    """The code of the legal move that an action means, -1 if it means none."""
    if action < 0 or action >= g.masks.shape[1] or g.masks[i, action] == 0:
        return -1
    return action if g.coded else g.moves[i, action]


def step(g: Any, actions: Array, first: int, end: int) -> int:
    """Play an action in each of the games from `first` to before `end`; how many were not legal.

    A game that ends has its scores and is begun anew. An action that is not legal plays nothing.
    """
    wrong = 0
    for i in range(first, end):
        s = g.states[i]
        g.ended[i] = 0
        for seat in range(R.SEATS):
            g.scores[i, seat] = 0.0
        m = code_of(g, i, actions[i])
        if m < 0:
            wrong += 1
            continue
        hide(g, i)
        R.play(s, m)
        g.plies[i] += 1
        go_on(g, i)
        if s.turn == OVER or cut(g, i):
            finish_game(g, i)
        else:
            show(g, i)
    return wrong


def finish_game(g: Any, i: int) -> None:
    """Write the scores of game `i`, over or broken off, and begin another."""
    s = g.states[i]
    g.ended[i] = 1 if s.turn == OVER else 2
    for seat in range(R.SEATS):
        g.scores[i, seat] = R.payoff(s, seat) if s.turn == OVER else R.limit_payoff(s, seat)
    begin(g, i)


def reset(g: Any, first: int, end: int) -> None:
    """Begin the games from `first` to before `end` anew."""
    for i in range(first, end):
        hide(g, i)
        begin(g, i)


def choose(g: Any, actions: Array, first: int, end: int) -> None:
    """Write a random legal action for each of the games from `first` to before `end`."""
    for i in range(first, end):
        actions[i] = action_of(g, i, below(g.rng[i], g.counts[i]))
