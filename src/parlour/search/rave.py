"""Monte Carlo tree search for games of connections: the part that is compiled.

UCT as in `mcts`, with what is known of stones wherever they were put later (all moves as first, AMAF) mixed
in as RAVE (Gelly and Silver, 2011): its weight goes down as a move's own visits go up. Playouts keep
bridges. All edges of a position are made when it has been visited often enough.

An edge has `code`, `visits`, `mean`, `exact`, `first`, `count` and `tried` as in `mcts`, and

* `later`: how many simulations through the position before it had the mover's stone on its cell at the end;
* `later_mean`: the mover's mean score in these;
* `known`: whether the connections in the position were looked at.

Where a move limit can bind (``w.limited``), playouts are random to it, and connections prove nothing.

Bound to a game's rules by the loader.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from parlour.kernel.fast import copy
from parlour.kernel.layout import OVER, Record
from parlour.kernel.protocol import R
from parlour.search.connections import connect, has_cell
from parlour.search.joining import NONE, back_to_root, look, play_on, stand
from parlour.search.mcts import (
    DEEPEST,
    ROOT,
    best_proven,
    move_root,  # noqa: F401 (for the driver)
    noted,
)
from parlour.search.playout import count_move, limit_reached, play_out, take_scores

NEVER = 1 << 40  # visits that no position has

Work = Any  # see rave_search.layout
Edges = Any  # a row of records, see rave_search.EDGE
Room = Any  # see connections_search.layout


def begin(w: Work) -> None:
    """Look at the root's position in ``w.states[0]``."""
    look(w, w.states[0])


def simulate(w: Work, v: Room, edges: Edges, simulations: int) -> int:
    """Run a number of simulations from ``w.states[0]``, or until the root is proven: how many were run."""
    s = w.states[1]
    done = 0
    while done < simulations and edges[ROOT].exact == 0:
        done += 1
        copy(s, w.states[0])
        back_to_root(w)
        for seat in range(R.SEATS):
            w.left[1][seat] = w.left[0][seat]
        at = ROOT
        last = w.last
        depth = 0
        w.path[0] = ROOT
        while edges[at].exact == 0 and depth < DEEPEST and has_edges(w, edges, s, depth):
            if edges[at].known == 0 and knows(w, edges, at, s):
                consult(w, v, edges, at, s)
                if edges[at].exact != 0:
                    break
            seat = s.turn
            colour = R.colour_of(s, seat)
            w.turns[depth] = seat
            w.hues[depth] = colour
            at = chosen(w, edges, at, colour)
            code = edges[at].code
            if code < R.CELLS:
                stand(w, max(colour, 0), code)
                last = code
            if w.limited != 0:
                count_move(s, code, w.left[1], w.together)
            R.play(s, code)
            depth += 1
            w.path[depth] = at
            if edges[at].visits == 0:
                judge(w, edges, at, s)
        w.turns[depth] = s.turn
        w.hues[depth] = NONE
        if edges[at].exact == 0:
            w.hues[depth] = R.colour_of(s, s.turn)
            finish(w, s, last)
        else:
            take_proven(w, edges, depth)
        back_up(w, edges, depth)
    return done


def judge(w: Work, edges: Edges, at: int, s: Record) -> None:
    """See whether the game ends with the edge `at`, by the rules or by the move limit."""
    if s.turn == OVER or (w.limited != 0 and limit_reached(s, w.left[1], w.together)):
        take_scores(w, s)
        edges[at].exact = noted(w)


def finish(w: Work, s: Record, last: int) -> None:
    """Play the running position `s` to its end: scores in ``w.scores``, stones in ``w.colour``."""
    if w.limited == 0:
        play_on(w, s, last)
    else:
        play_out(s, w.moves, w.rng, w.left[1], w.together, NEVER)
        R.stones(s, w.colour)
    take_scores(w, s)


def has_edges(w: Work, edges: Edges, s: Record, depth: int) -> bool:
    """Whether the path's end, the running position `s`, has edges; a leaf visited enough gets them."""
    node = edges[w.path[depth]]
    if node.first > 0:
        return True
    if depth > 0 and node.visits < w.patience:
        return False
    n = R.legal_moves(s, w.moves)
    if w.used + n > len(edges):
        return False
    n = useful(w, n)
    first = w.used
    w.used += n
    node.first = first
    node.count = n
    node.tried = n
    for i in range(n):
        clear(edges, first + i)
        edge = edges[first + i]
        edge.code = w.moves[i]
        edge.mean = R.HIGHEST - node.mean
    return True


def useful(w: Work, n: int) -> int:
    """Leave dead cells out of the `n` moves in ``w.moves``, unless all are: how many are left."""
    left = 0
    for i in range(n):
        code = w.moves[i]
        if code >= R.CELLS or w.dead[w.near[code]] == 0:
            w.moves[left] = code
            left += 1
    return left if left > 0 else n


def clear(edges: Any, at: int) -> None:
    """Make an edge one that was never tried."""
    edge = edges[at]
    edge.visits = 0
    edge.later = 0
    edge.mean = 0.5
    edge.later_mean = 0.5
    edge.first = 0
    edge.count = 0
    edge.tried = 0
    edge.exact = 0
    edge.known = 0


def chosen(w: Work, edges: Edges, at: int, colour: int) -> int:
    """The edge that looks best for the seat to move.

    Of n simulations through it and m with the stone put later, the mean of the later ones has the share
    m / (m + n + m * n * ``w.trust``), its own mean the rest (Silver's schedule).
    """
    node = edges[at]
    growth = w.exploration * sqrt(log(node.visits + 1.0))
    best: int = node.first
    high = -1e300
    for i in range(node.first, node.first + node.count):
        edge = edges[i]
        n = edge.visits
        value = edge.mean
        if edge.exact == 0:
            if edge.later > 0:
                m = edge.later
                share = m / (m + n + m * n * w.trust)
                value += share * (edge.later_mean - value)
            value += growth / sqrt(n + 1.0)
        if value > high:
            high = value
            best = i
    return best


def knows(w: Work, edges: Edges, at: int, s: Record) -> bool:
    """Whether it is time to look at the connections in a position: at once at the root."""
    enough: bool = edges[at].visits >= w.knowing or (at == ROOT and w.knowing < NEVER)
    return enough and R.settled(s)


def consult(w: Work, v: Room, edges: Edges, at: int, s: Record) -> None:
    """Look at the connections on the board, that of `s`: what they win is proven.

    Where the other would win by moving once more, all moves lose that leave one of its ways to do so alone.
    A root that is lost so is searched on, for the most obstinate move.
    """
    node = edges[at]
    node.known = 1
    seat = s.turn
    colour = R.colour_of(s, seat)
    connect(v, w.colour, colour + 1)
    if v.won > 0:
        node.exact = won_by(w, seat)
        for i in range(node.first, node.first + node.count):
            if edges[i].code == v.key:
                edges[i].exact = node.exact
                edges[i].mean = R.HIGHEST
        return
    connect(v, w.colour, 2 - colour)
    if v.won == 2 and at != ROOT:
        node.exact = won_by(w, 1 - seat)
    elif v.won == 1:
        for i in range(node.first, node.first + node.count):
            code = edges[i].code
            if edges[i].exact == 0 and not has_cell(v.must, code):
                edges[i].exact = won_by(w, 1 - seat)
                edges[i].mean = 0.0


def won_by(w: Work, seat: int) -> int:
    """The result of a win of `seat`, as `exact`."""
    w.scores[seat] = R.HIGHEST
    w.scores[1 - seat] = 0.0
    exact: int = noted(w)
    return exact


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


def back_up(w: Work, edges: Edges, depth: int) -> None:
    """Count ``w.scores`` as one more result of every edge of the path, and of the stones put later."""
    for i in range(depth + 1):
        edge = edges[w.path[i]]
        edge.visits += 1
        if i > 0 and edge.exact == 0:
            score = w.scores[w.turns[i - 1]]
            edge.mean = edge.mean + (score - edge.mean) / edge.visits
        if w.hues[i] >= 0 and edge.first > 0:
            score = w.scores[w.turns[i]]
            mine = w.hues[i] + 1
            for k in range(edge.first, edge.first + edge.count):
                child = edges[k]
                if w.colour[child.code] == mine:
                    child.later += 1
                    child.later_mean = child.later_mean + (score - child.later_mean) / child.later
