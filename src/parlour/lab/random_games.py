"""Random games with everything recorded of them: the compiled part.

Bound to a game's rules by the loader; `random_play.py` calls it. Games end as they do at the table: by
the rules, then repetition, then the rules' own counts, then the move limit.
"""

from __future__ import annotations

from typing import Any

from parlour.kernel.layout import CHANCE, MANY, OVER, Moves, Record
from parlour.kernel.primitives import below, copy, mix
from parlour.kernel.protocol import R
from parlour.search.random.playout_compiled import count_move, limit_reached

__compiled__ = True

Row = Any  # a row of numbers

BY_RULES, REPEATED, LIMITED = 0, 1, 2  # how a game ended
MORE = -3  # in `turns`: one more word of an outcome of chance
BUCKETS = 256
ENDS = 256  # different ends of the games of one call, and room for one more
SEEDS = (1 << 63) - 1


def play_games(
    w: Any,
    turns: Row,
    words: Row,
    choices: Row,
    keys: Row,
    seeds: Row,
    lengths: Row,
    ended: Row,
    finals: Any,
    seed: int,
    first: int,
    count: int,
) -> int:
    """Play `count` games from number `first` on, or until a row is full; returns their number.

    `turns`, `words` and `choices` have a place for each word of a ply, `keys` for each position of one
    game, `seeds`, `lengths` and `ended` (the row of ``w.ends`` for its end) for each game,
    `finals` for each last state, if requested.
    """
    w.known = 0
    at = 0
    done = 0
    while done < count:
        seeds[done] = mix(seed, first + done) & SEEDS
        w.rng[0] = seeds[done]
        end = play_one(w, turns, words, choices, keys, at)
        if end < 0:
            break
        lengths[done] = end - at
        s = w.states[1]
        ended[done] = noted(w, s)
        if ended[done] < 0:
            break
        if done < len(finals):
            copy(finals[done], s)
        at = end
        done += 1
    return done


def noted(w: Any, s: Record) -> int:
    """The row of ``w.ends`` that has how the game `s` ended, its reason and scores; -1 if all are taken."""
    last = w.ends[w.known]
    last[0] = w.how
    last[1] = s.reason
    for seat in range(R.SEATS):
        last[2 + seat] = R.payoff(s, seat) if w.how == BY_RULES else R.limit_payoff(s, seat)
    for row in range(w.known):
        same = True
        for i in range(2 + R.SEATS):
            same = same and w.ends[row][i] == last[i]
        if same:
            return row
    if w.known == ENDS - 1:
        return -1
    w.known += 1
    return w.known - 1  # type: ignore[no-any-return]


def play_one(w: Any, turns: Row, words: Row, choices: Row, keys: Row, at: int) -> int:
    """Record one game in the rows from index `at`; returns the index after it, -1 without room.

    ``w.how`` says how it ended.
    """
    s = w.states[1]
    copy(s, w.states[0])
    left = w.left[1]
    for seat in range(R.SEATS):
        left[seat] = w.left[0][seat]
    for i in range(BUCKETS):
        w.seen[i] = 0
    stood = 0
    going_on = False
    w.how = BY_RULES
    while s.turn != OVER:
        if s.turn != CHANCE and not going_on:
            if w.repeats != 0:
                if stood == len(keys):
                    return -1
                keys[stood] = R.key(s)
                stood += 1
                plies = repeated(w, keys, stood)
                if plies > 0:
                    R.judge_repetition(s, plies)
                    if s.turn != OVER:
                        draw(w, s, REPEATED, w.repetition)
                    return at
            R.judge_counts(s)
            if s.turn == OVER:
                return at
            if R.limit_reached(s) or (w.limited != 0 and limit_reached(s, left, w.together)):
                draw(w, s, LIMITED, w.move_limit)
                return at
        if at == len(turns):
            return -1
        m = choose_random(w, s, choices, at)
        turns[at] = MORE if going_on else s.turn
        words[at] = m
        going_on = s.turn == CHANCE and R.unfinished(s, m)
        if s.turn != CHANCE:
            count_move(s, m, left, w.together)
        R.advance(s, m)
        at += 1
    return at


def draw(w: Any, s: Record, how: int, reason: int) -> None:
    """End a game that the table draws; rules that know of the `reason` (not -1) may end it themselves."""
    if reason >= 0:
        R.draw_all(s, reason)
    if s.turn != OVER:
        w.how = how


def choose_random(w: Any, s: Record, choices: Row, at: int) -> int:
    """A random move or word of an outcome; how many moves there were is written to `choices`."""
    if s.turn == CHANCE:
        choices[at] = 0
        return R.draw(s, w.rng)
    if R.MAX_MOVES > MANY:
        choices[at] = R.count_moves(s, w.moves)
        return R.random_move(s, w.moves, w.rng)
    n = R.legal_moves(s, w.moves)
    choices[at] = n
    return w.moves[below(w.rng, n)]  # type: ignore[no-any-return]


def repeated(w: Any, keys: Moves, stood: int) -> int:
    """How many moves ago the last of the `stood` positions first stood, if it has stood as often as ends it.

    0 if it has not.
    """
    key = keys[stood - 1]
    bucket = key & (BUCKETS - 1)
    w.seen[bucket] += 1
    if w.seen[bucket] < w.repeats:
        return 0
    times, first = 0, 0
    for i in range(stood):
        if keys[i] == key:
            first = stood - 1 - i if times == 0 else first
            times += 1
    return first if times >= w.repeats else 0
