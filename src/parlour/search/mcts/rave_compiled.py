"""Monte Carlo tree search that knows of moves wherever they were made later: the part that is compiled.

UCT as in `mcts`, with the results of all simulations in which a move was made sooner or later (all moves
as first, AMAF) mixed in as RAVE (Gelly and Silver, 2011): their weight goes down as a move's own visits go
up. For games in which what is put down stays, whose rules give `stands`; `rave_joining` is for games of
connections. All edges of a position are made when it has been visited often enough.

Several threads may grow one tree without locks (Enzenberger and Müller, 2010): where two count something at
once, one count may be lost, and nothing else is.

An edge has `code`, `visits`, `mean`, `exact`, `first`, `count` and `tried` as in `mcts`, and

* `later`: how many simulations through the position before it had its move made sooner or later;
* `later_sum`: the mover's scores in these, added up;
* `spread`: 1 / sqrt(visits + 1);
* `known`, `fill`: for `rave_joining`.

Bound to a game's rules by the loader.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, TypeAlias

from parlour.kernel.layout import OVER, Record
from parlour.kernel.primitives import copy, publish, reserve
from parlour.kernel.protocol import R
from parlour.search.mcts.mcts_compiled import (
    DEEPEST,
    ROOT,
    best_proven,
    move_root,  # noqa: F401 (for the driver)
    noted,
)
from parlour.search.random.playout_compiled import count_move, limit_reached, play_out, take_scores

if TYPE_CHECKING:
    from parlour.kernel.workspace import Words, WorkRecord
    from parlour.search.tree_types import RAVEEdges, RAVEWork

__compiled__ = True

EIGHTHS = 8  # of the pool: each that is filled of the second half doubles the visits needed
NEVER = 1 << 40  # plies or visits that there never are

Work: TypeAlias = "RAVEWork"  # see rave_search.layout
Edges: TypeAlias = "RAVEEdges"  # a row of records, see rave_search.EDGE


def simulate(w: Work, edges: Edges, pool: Words, simulations: int) -> int:
    """Run a number of simulations from ``w.states[0]``, or until the root is proven: how many were run."""
    s = w.states[1]
    done = 0
    while done < simulations and edges[ROOT].exact == 0:
        done += 1
        copy(s, w.states[0])
        for seat in range(R.SEATS):
            w.left[1][seat] = w.left[0][seat]
        at = ROOT
        depth = 0
        w.path[0] = ROOT
        while edges[at].exact == 0 and depth < DEEPEST and has_edges(w, edges, pool, s, depth):
            w.turns[depth] = s.turn
            at = select(w, edges, at)
            if w.limited != 0:
                count_move(s, edges[at].code, w.left[1], w.together)
            R.play(s, edges[at].code)
            depth += 1
            w.path[depth] = at
            if edges[at].visits == 0:
                judge(w, edges, at, s)
        w.turns[depth] = s.turn
        if edges[at].exact == 0:
            finish(w, s)
        else:
            take_proven(w, edges, depth)
        back_up(w, edges, depth, s)
    return done


def finish(w: Work, s: Record) -> None:
    """Play the running position `s` to its end: scores in ``w.scores``."""
    if w.limited == 0:
        R.rollout(s, w.moves, w.rng)
    else:
        play_out(s, w.moves, w.rng, w.left[1], w.together, NEVER)
    take_scores(w, s)


def has_edges(w: Work, edges: Edges, pool: Words, s: Record, depth: int) -> bool:
    """Whether the path's end, the running position `s`, has edges; a leaf visited enough gets them."""
    at = w.path[depth]
    if edges[at].first == 0 and is_ripe(w, edges, pool, depth):
        make_edges(w, edges, pool, at, R.legal_moves(s, w.moves))
    return edges[at].first > 0


def back_up(w: Work, edges: Edges, depth: int, s: Record) -> None:
    """Count ``w.scores`` as one more result of every edge of the path, and of the moves made later.

    `s` is the simulation's last position.
    """
    for i in range(depth + 1):
        edge = edges[w.path[i]]
        count_result(w, edge, i)
        if edge.first > 0 and w.turns[i] >= 0:
            score = w.scores[w.turns[i]]
            for k in range(edge.first, edge.first + edge.count):
                count_later(edges[k], R.stands(s, w.turns[i], edges[k].code), score)


# -- what `rave_joining` does in the same way ------------------------------------------------------


def judge(w: Work, edges: Edges, at: int, s: Record) -> None:
    """See whether the game ends with the edge `at`, by the rules or by the move limit."""
    if s.turn == OVER or (w.limited != 0 and limit_reached(s, w.left[1], w.together)):
        take_scores(w, s)
        edges[at].exact = noted(w)


def is_ripe(w: Work, edges: Edges, pool: Words, depth: int) -> bool:
    """Whether the path's end was visited enough to be given edges: the oftener, the less room is left."""
    eighths = EIGHTHS * pool[0] // len(edges)
    needed = w.patience << max(eighths - EIGHTHS // 2, 0)
    ripe: bool = depth == 0 or edges[w.path[depth]].visits >= needed
    return ripe


def make_edges(w: Work, edges: Edges, pool: Words, at: int, n: int) -> None:
    """Give the edge `at` those of the `n` moves in ``w.moves``, if there is room.

    Its `first` is written last, since another thread may be reading it.
    """
    if pool[0] + n > len(edges):
        return
    first = reserve(pool, n)
    if first + n > len(edges):  # another thread took what was left
        return
    node = edges[at]
    for i in range(n):
        clear(edges, first + i)
        edge = edges[first + i]
        edge.code = w.moves[i]
        edge.mean = R.HIGHEST - node.mean
    node.count = n
    node.tried = n
    publish()
    node.first = first


def clear(edges: Edges, at: int) -> None:
    """Make an edge one that was never tried."""
    edge = edges[at]
    edge.visits = 0
    edge.later = 0
    edge.mean = R.HIGHEST / 2
    edge.later_sum = 0.0
    edge.spread = 1.0
    edge.first = 0
    edge.count = 0
    edge.tried = 0
    edge.exact = 0
    edge.known = 0
    edge.fill = 0


def select(w: Work, edges: Edges, at: int) -> int:
    """The edge that looks best for the seat to move.

    Of n simulations through it and m with its move made later, the mean of the later ones has the share
    m / (m + n + m * n * ``w.trust``), its own mean the rest (Silver's schedule).
    """
    node = edges[at]
    growth = w.exploration * sqrt(log(node.visits + 1.0))
    best: int = node.first
    high = -1e300
    for i in range(node.first, node.first + node.count):
        edge = edges[i]
        value = edge.mean
        if edge.exact == 0:
            n = edge.visits
            m = edge.later
            value += (edge.later_sum - m * value) / max(m + n + m * n * w.trust, 1.0)
            value += growth * edge.spread
        if value > high:
            high = value
            best = i
    return best


def take_proven(w: Work, edges: Edges, depth: int) -> None:
    """Write the proven scores of the path's end to ``w.scores``, carry the proof up as far as it goes."""
    while depth > 0:
        child = edges[w.path[depth]]
        mover = w.turns[depth - 1]
        child.mean = w.results[child.exact - 1][mover]
        result = best_proven(w, edges, w.path[depth - 1], child.exact, mover)
        if result == 0:
            break
        depth -= 1
        edges[w.path[depth]].exact = result
    row = edges[w.path[depth]].exact - 1
    for seat in range(R.SEATS):
        w.scores[seat] = w.results[row][seat]


def count_result(w: Work, edge: WorkRecord, depth: int) -> None:
    """Count ``w.scores`` as one more result of an edge at this depth of the path."""
    edge.visits += 1
    edge.spread = 1.0 / sqrt(edge.visits + 1.0)
    if depth > 0 and edge.exact == 0:
        score = w.scores[w.turns[depth - 1]]
        edge.mean = edge.mean + (score - edge.mean) / edge.visits


def count_later(edge: WorkRecord, made: bool, score: float) -> None:
    """Count the mover's score in a simulation, if an edge's move was `made` sooner or later.

    Without a branch, which could not be foretold.
    """
    times = int(made)
    edge.later += times
    edge.later_sum += times * score
