"""Step many games at once: the compiled part, bound to a game's rules by the loader.

The rows of all arrays are games; `vectors.py` describes the arrays. Games end as at the table: by the
rules, by repetition, by the move limit.
"""

from __future__ import annotations

from typing import Any

from parlour.adapters.move_numbers import number_moves
from parlour.adapters.observation_layers import observe_position
from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.primitives import below
from parlour.kernel.protocol import R
from parlour.search.random.playout_compiled import count_move, limit_reached, score

__compiled__ = True

Array = Any

RUNNING, ENDED, CUT = 0, 1, 2
GRACE = 1000  # plies in which opponents may still bring a game to the learner that is to be cut off


def begin(g: Any, i: int) -> None:
    """Restart game `i` and advance to a learner's first turn; deal again if the game ends before that."""
    s = g.states[i]
    how = ENDED
    while how == ENDED:
        R.start(s)
        g.plies[i] = 0
        g.stood[i] = 0
        for seat in range(R.SEATS):
            g.left[i, seat] = g.limit
        how = go_on(g, i)
    show(g, i)


def go_on(g: Any, i: int) -> int:
    """Draw chance, and play the opponents of the seat that learns, until a learner is to move, or the end."""
    s = g.states[i]
    while True:
        if s.turn == CHANCE:
            R.play(s, R.draw(s, g.rng[i]))
            continue
        if is_ended(g, i):
            return ENDED
        if g.learner < 0 or s.turn == g.learner:
            return CUT if g.plies[i] >= g.most else RUNNING
        if g.plies[i] >= g.most + GRACE:
            return CUT
        play_move(g, i, R.random_move(s, g.moves[i], g.rng[i]))


def play_move(g: Any, i: int, m: int) -> None:
    """Play a seat's move in game `i`; `is_ended` judges the position after it."""
    s = g.states[i]
    count_move(s, m, g.left[i], g.together)
    R.advance(s, m)
    g.plies[i] += 1


def is_ended(g: Any, i: int) -> bool:
    """Whether game `i` has ended: as `Endings.judge` of the table has it, asked once for each position."""
    s = g.states[i]
    if s.turn == OVER:
        return True
    if g.repetitions > 0:
        ago = repeated(g, i, R.key(s))
        if ago > 0:
            R.judge_repetition(s, ago)
            if s.turn != OVER and g.repetition_reason >= 0:
                R.draw_all(s, g.repetition_reason)
            return True
    R.judge_counts(s)
    if s.turn == OVER:
        return True
    if limit_reached(s, g.left[i], g.together) or (g.rules_count != 0 and R.limit_reached(s)):
        if g.limit_reason >= 0:
            R.draw_all(s, g.limit_reason)
        return True
    return False


def repeated(g: Any, i: int, key: int) -> int:
    """Note a position: how many moves ago it first occurred, if that ends the game, else 0."""
    now, times = g.stood[i], 1
    first = now
    for k in range(now):
        if g.keys[i, now - 1 - k] == key:
            times += 1
            first = now - 1 - k
    g.keys[i, now] = key
    g.stood[i] = now + 1
    return now - first if times >= g.repetitions else 0


def show(g: Any, i: int) -> None:
    """Fill the rows of game `i`: its mask, its seat to move, its board and its observation."""
    s, moves = g.states[i], g.moves[i]
    n = R.legal_moves(s, moves)
    g.counts[i] = n
    g.turns[i] = s.turn
    if R.MOVE_CODES > 0:
        for k in range(n):
            g.masks[i, moves[k]] = 1
    else:
        number_moves(moves, n, g.masks[i], g.numbers[i])
    if g.observations.shape[1] > 0:
        see(g, s, i)
    elif R.CODED_CELLS > 0:
        R.cells(s, g.boards[i])


def see(g: Any, s: Record, i: int) -> None:
    """Fill the observation of game `i`: what the seat to move sees."""
    seen = g.observations[i]
    for k in range(seen.shape[0]):
        for cell in range(seen.shape[1]):
            seen[k, cell] = 0
    observe_position(s, s.turn, g.is_hidden != 0, g.boards[i], g.extras[i], seen)


def hide(mask: Array, numbers: Array, count: int) -> None:
    """Take the first `count` actions out of a mask."""
    for k in range(count):
        mask[numbers[k]] = 0


def code_of(mask: Array, moves: Array, numbers: Array, action: int) -> int:
    """The code of the legal move that an action means, -1 if it means none."""
    if action < 0 or action >= mask.shape[0] or mask[action] == 0:
        return -1
    if R.MOVE_CODES > 0:
        return action
    k = 0
    while numbers[k] != action:
        k += 1
    return moves[k]  # type: ignore[no-any-return]


def step(g: Any, actions: Array, first: int, end: int) -> int:
    """Play an action in each of the games from `first` to before `end`; how many were not legal.

    A game that ends gets its scores and restarts. An illegal action plays nothing.
    """
    wrong = 0
    for i in range(first, end):
        g.ended[i] = 0
        for seat in range(R.SEATS):
            g.scores[i, seat] = 0.0
        m = code_of(g.masks[i], g.moves[i], g.numbers[i], int(actions[i]))
        if m < 0:
            wrong += 1
            continue
        hide(g.masks[i], g.numbers[i], g.counts[i])
        play_move(g, i, m)
        how = go_on(g, i)
        g.ended[i] = how
        if how == RUNNING:
            show(g, i)
        else:
            for seat in range(R.SEATS):
                g.scores[i, seat] = score(g.states[i], seat)
            begin(g, i)
    return wrong


def reset(g: Any, first: int, end: int) -> None:
    """Restart the games from `first` to before `end`."""
    for i in range(first, end):
        hide(g.masks[i], g.numbers[i], g.counts[i])
        begin(g, i)


def choose(g: Any, actions: Array, first: int, end: int) -> None:
    """Write a random legal action for each of the games from `first` to before `end`."""
    for i in range(first, end):
        k = below(g.rng[i], g.counts[i])
        actions[i] = g.moves[i][k] if R.MOVE_CODES > 0 else g.numbers[i][k]
