"""Whole games of alpha-beta against itself: the part that is compiled.

Games begin with some random plies; each move is searched with a fixed number of nodes. `w` is a searcher's
work record (alphabeta_search.searcher), its `states[0]` the game; `g` the game's own record
(`playing.game_layout`).
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any

import numpy as np

from parlour.kernel.layout import CHANCE, OVER
from parlour.kernel.primitives import below, copy
from parlour.kernel.protocol import R
from parlour.search.alphabeta.alphabeta_compiled import PROVEN, SEEN, begin, deepen

NO_ROWS = np.zeros(
    (0, 2), dtype=np.int64
)  # no endgame tables: what is learnt must not rest on them
NO_VALUES = np.zeros(1, dtype=np.uint8)

WHOLE = 1000  # a won game's lead; other results are parts of it
SURE = 2000  # a game that is so unequal after its opening is not played


def begin_game(w: Any, g: Any) -> bool:
    """Set up a new game with `g.opening` random plies; False if that ended it."""
    s = w.states[0]
    R.start(s)
    w.base, g.count, g.plies = 0, 0, 0
    while g.plies < g.opening or s.turn == CHANCE:
        if s.turn == OVER:
            return False
        if s.turn == CHANCE:
            R.play(s, R.draw(s, g.rng))
        else:
            R.play(s, R.random_move(s, w.moves[0], g.rng))
            g.plies += 1
    return s.turn != OVER


def think(w: Any, table: Any, nodes: int, deepest: int) -> int:
    """The move for the state of the game, searched with `nodes` nodes; ``w.best`` is its value."""
    begin(w)
    for i in range(w.base):
        w.seen[w.path[i] & (SEEN - 1)] += 1
    w.nodes, w.open, w.stopped, w.budget = 0, 0, 0, nodes
    w.best, w.best_length, w.noted = 0, 0, 0
    w.age += 1
    s = w.states[0]
    deepen(w, table, (NO_ROWS, NO_VALUES), s.turn, deepest)
    if w.best_length == 0:
        R.legal_moves(s, w.moves[0])
        return w.moves[0][0]
    return w.best_line[0]


def step(w: Any, g: Any, move: int) -> None:
    """Play `move`, draw what chance does after it, and note the position for repetition."""
    s = w.states[0]
    R.play(s, move)
    while s.turn == CHANCE:
        R.play(s, R.draw(s, g.rng))
    g.plies += 1
    g.drawn = 0
    if s.turn == OVER:
        return
    key, seen = R.key(s), 0
    for i in range(g.count):
        seen += g.keys[i] == key
    g.keys[g.count] = key
    g.count += 1
    if seen == 1 and w.base < g.returns:
        w.path[w.base] = key
        w.base += 1
    if (seen >= 2 and w.repeats != 0) or g.plies >= g.limit:
        g.drawn = 1


def lead(w: Any, g: Any) -> int:
    """By how much the first seat has won the game, which is over or drawn where it stands."""
    s = w.states[0]
    if g.drawn != 0:
        return int((R.limit_payoff(s, 0) - R.limit_payoff(s, 1)) / R.HIGHEST * WHOLE)
    return int((R.payoff(s, 0) - R.payoff(s, 1)) / R.HIGHEST * WHOLE)


def proven_lead(w: Any, mover: int) -> int:
    """The lead of the first seat where the search of the seat `mover` has proven an end; else 0."""
    if w.best > PROVEN:
        return WHOLE if mover == 0 else -WHOLE
    if w.best < -PROVEN:
        return -WHOLE if mover == 0 else WHOLE
    return 0


# -- positions to learn from -----------------------------------------------------------------------


def play_games(w: Any, table: Any, g: Any, games: int, out: Any) -> int:
    """Play games and write their quiet positions to the rows of `out`; returns their number.

    A row has the codes, the extras, the seat, the hand-written evaluation, the value of the search, and
    the game's result, all but the codes' board in the view of the seat to move.
    """
    n = 0
    for _ in range(games):
        if n + g.limit > len(out):
            break
        g.opening = g.least + below(g.rng, g.most - g.least + 1)
        if begin_game(w, g):
            n = play_game(w, table, g, out, n)
    return n


def play_game(w: Any, table: Any, g: Any, out: Any, first: int) -> int:
    s = w.states[0]
    n, result = first, 0
    g.drawn = 0
    while s.turn != OVER and g.drawn == 0:
        mover = s.turn
        move = think(w, table, g.nodes, g.deepest)
        g.searched += w.nodes
        result = proven_lead(w, mover)
        if result != 0 or (n == first and g.count == 0 and abs(w.best) > SURE * w.scale):
            break
        if w.quiesce == 0 or not R.noisy(s, move):
            describe(w, s, out[n])
            n += 1
        step(w, g, move)
    if s.turn == OVER or g.drawn != 0:
        result = lead(w, g)
    for i in range(first, n):
        row = out[i]
        row[R.CODED_CELLS + R.EXTRAS + 3] = (
            result if row[R.CODED_CELLS + R.EXTRAS] == 0 else -result
        )
    return n


def describe(w: Any, s: Any, row: Any) -> None:
    """Write the position's training data to `row`, except the game's result."""
    at = R.CODED_CELLS
    R.cells(s, row)
    R.extras(s, row[at : at + R.EXTRAS])
    at += R.EXTRAS
    row[at] = s.turn
    row[at + 1] = R.evaluate(s, s.turn)
    row[at + 2] = w.best // w.scale


# -- two evaluations against each other ---------------------------------------------------------------


def play_pair(w: Any, v: Any, table_w: Any, table_v: Any, g: Any, points: Any) -> bool:
    """Two games of the searchers `w` and `v` from one opening, the seats changing.

    ``points[0]`` and ``points[1]`` are the points of `w` in them, of 2 * WHOLE each. False if the opening
    ended the game.
    """
    g.opening = g.least + below(g.rng, g.most - g.least + 1)
    if not begin_game(w, g):
        return False
    copy(g.start[0], w.states[0])
    plies = g.plies
    for seat in range(2):
        copy(w.states[0], g.start[0])
        w.base, g.count, g.plies, g.drawn = 0, 0, plies, 0
        points[seat] = meet(w, v, table_w, table_v, g, seat)
    return True


def meet(w: Any, v: Any, table_w: Any, table_v: Any, g: Any, seat: int) -> int:
    """One game, in which `w` has `seat`: its points."""
    s = w.states[0]
    result = 0
    while s.turn != OVER and g.drawn == 0 and result == 0:
        mover = s.turn
        if mover == seat:
            move = think(w, table_w, g.nodes, g.deepest)
            result = proven_lead(w, mover)
        else:
            copy(v.states[0], s)
            v.base = w.base
            for i in range(w.base):
                v.path[i] = w.path[i]
            move = think(v, table_v, g.other_nodes, g.deepest)
            result = proven_lead(v, mover)
        if result == 0:
            step(w, g, move)
    if result == 0:
        result = lead(w, g)
    return WHOLE + (result if seat == 0 else -result)
