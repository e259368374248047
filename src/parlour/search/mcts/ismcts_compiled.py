"""Information-set Monte Carlo tree search: the part that is compiled.

Single-observer ISMCTS (Cowling, Powley and Whitehouse 2012), for any number of seats. Each simulation
begins with a state sampled among those that the observer, the seat to move at the root, cannot distinguish
(`R.redeal`), and plays down one tree that all these states share: its nodes are what the observer knows.
Moves that are legal in some of the states only are weighted by how often they were available.

Nodes and edges are entries of one table, found by key. A node's key hashes everything that the observer has
learnt on the way (`R.view_key`; where rules do not give it, the moves and listed outcomes played);
an edge's key is its node's with the code of the move. So moves that the observer cannot distinguish lead
to one node. An entry has

* `key`; `age`: the search that it belongs to, all others count as empty;
* `visits`; `total`: the scores of the seat that moves there, summed;
* an edge: `code`; `available`: how often it could have been chosen; `next`: 1 + the place of the next
  edge of its node, or 0;
* a node: `first`: 1 + the place of the edge that was tried last; `count`: how many were tried.

`w` is the record of everything else that the search works on. Bound to a game's rules by the loader.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, TypeAlias

from parlour.kernel.layout import CHANCE, MANY, OVER, Record
from parlour.kernel.primitives import below, copy, mix
from parlour.kernel.protocol import R
from parlour.search.random.playout_compiled import count_move, limit_reached, play_leaf, take_scores

if TYPE_CHECKING:
    from parlour.kernel.workspace import WorkRow
    from parlour.search.tree_types import ISMCTSWork

Work: TypeAlias = "ISMCTSWork"  # see ismcts_search.layout
Table: TypeAlias = "WorkRow"  # a row of records, a power of two of them; see ismcts_search.ENTRY

ROOT = 0  # what was played before the root
DEEPEST = 400  # the longest path in the tree
NOWHERE = -1  # the place of an entry that there is no room for
WIDENING = (
    2.0  # of a list too long to be made, this many moves for each square root of a node's visits
)


def simulate(w: Work, table: Table, simulations: int) -> None:
    """Run a number of simulations from ``w.states[0]``."""
    s = w.states[1]
    for _ in range(simulations):
        copy(s, w.states[0])
        R.redeal(s, w.observer, w.rng)
        for seat in range(R.SEATS):
            w.left[1][seat] = w.left[0][seat]
        descend(w, table, s)
        if s.turn == OVER:
            take_scores(w, s)
        else:
            play_leaf(w, s)
        back_up(w, table)


# -- down ------------------------------------------------------------------------------------------


def descend(w: Work, table: Table, s: Record) -> None:
    """Play `s` down the tree, as far as it goes and one new move beyond."""
    w.depth = 0
    w.inside = 1
    key = ROOT
    while w.inside != 0 and s.turn != OVER:
        if w.depth == DEEPEST or limit_reached(s, w.left[1], w.together):
            break
        node = entry(w, table, mix(key, s.turn))
        if node == NOWHERE:
            break
        if R.MAX_MOVES <= MANY:
            m = select(w, table, s, node)
        elif s.turn == w.observer and (w.depth == 0 or w.viewed != 0):
            m = widened(w, table, s, node)
        else:  # which of the moves tried are legal here would need the list
            break
        count_move(s, m, w.left[1], w.together)
        R.play(s, m)
        key = mix(key, m)
        while s.turn == CHANCE and w.inside != 0:
            key = mix(key, by_chance(w, s))
        if w.viewed != 0:
            key = mix(R.view_key(s, w.observer), w.depth)


def by_chance(w: Work, s: Record) -> int:
    """Let chance act: the outcome. Where the seat need not see it the tree ends there."""
    outcome: int = R.draw(s, w.rng)
    if w.viewed == 0 and R.MAX_OUTCOMES == 1:
        w.inside = 0
    R.play(s, outcome)
    return outcome


def select(w: Work, table: Table, s: Record, node: int) -> int:
    """The legal move with the highest upper bound of the mover's score, and a step down the path.

    Moves not yet tried are all alike: they have the mean of the node, and ``w.urgency`` as their spread.
    One of them is drawn when that is highest, and the path leaves the tree.
    """
    moves = w.moves
    n = R.legal_moves(s, moves)
    best, untried = NOWHERE, 0
    high = -1e300
    for i in range(n):
        m = moves[i]
        at = place_of(w, table, mix(table[node].key, m))
        if table[at].age != w.age:
            moves[untried] = m
            untried += 1
            continue
        value = upper_bound(w, table, at)
        if value > high:
            high = value
            best = at
    if untried > 0 and first_play(w, table, node) > high:
        m = moves[below(w.rng, untried)]
        best = tried_first(w, table, node, m)
    else:
        m = table[best].code
    step(w, s, node, best)
    return m


def widened(w: Work, table: Table, s: Record, node: int) -> int:
    """As `select`, where the moves cannot be listed: among some that were drawn, more with each visit.

    All are legal whenever the observer is here, for what it may do it knows.
    """
    if table[node].count < WIDENING * sqrt(table[node].visits + 1.0):
        m = R.random_move(s, w.moves, w.rng)
        if table[place_of(w, table, mix(table[node].key, m))].age != w.age:
            step(w, s, node, tried_first(w, table, node, m))
            return m
    best, high = NOWHERE, -1e300
    following = table[node].first
    while following > 0:
        value = upper_bound(w, table, following - 1)
        if value > high:
            high = value
            best = following - 1
        following = table[following - 1].next
    if best == NOWHERE:
        w.inside = 0
        return R.random_move(s, w.moves, w.rng)
    step(w, s, node, best)
    return table[best].code


def upper_bound(w: Work, table: Table, at: int) -> float:
    """The upper bound of an edge that can be chosen; it is counted as such."""
    edge = table[at]
    edge.available += 1
    spread = sqrt(log(edge.available + 1.0) / edge.visits)
    return edge.total / edge.visits + w.exploration * spread


def first_play(w: Work, table: Table, node: int) -> float:
    """The upper bound assumed for an untried move."""
    n = table[node]
    if n.visits == 0:
        return 0.0
    spread = w.urgency * sqrt(log(n.visits + 1.0))
    return n.total / n.visits + w.exploration * spread


def tried_first(w: Work, table: Table, node: int, m: int) -> int:
    """The place of a new edge for the move `m`; NOWHERE if there is no room. The path leaves the tree."""
    w.inside = 0
    at = entry(w, table, mix(table[node].key, m))
    if at != NOWHERE:
        table[at].code = m
        table[at].available = 1
        table[at].next = table[node].first
        table[node].first = at + 1
        table[node].count += 1
    return at


def step(w: Work, s: Record, node: int, edge: int) -> None:
    """Put a node, its mover and the edge taken on the path."""
    w.nodes[w.depth] = node
    w.edges[w.depth] = edge
    w.turns[w.depth] = s.turn
    w.depth += 1


# -- the table -------------------------------------------------------------------------------------


def place_of(w: Work, table: Table, key: int) -> int:
    """Where the entry with this key is or would be."""
    last = len(table) - 1
    at = key & last
    while table[at].age == w.age and table[at].key != key:
        at = (at + 1) & last
    return at


def entry(w: Work, table: Table, key: int) -> int:
    """The place of the entry with this key, made if need be; NOWHERE if three quarters are full."""
    at = place_of(w, table, key)
    e = table[at]
    if e.age != w.age:
        if 4 * w.used >= 3 * len(table):
            return NOWHERE
        w.used += 1
        e.key = key
        e.age = w.age
        e.visits = 0
        e.total = 0.0
        e.first = 0
        e.count = 0
    return at


# -- up --------------------------------------------------------------------------------------------


def back_up(w: Work, table: Table) -> None:
    """Count ``w.scores`` as one more result of every node and edge of the path."""
    for i in range(w.depth):
        score = w.scores[w.turns[i]]
        node = table[w.nodes[i]]
        node.visits += 1
        node.total += score
        if w.edges[i] != NOWHERE:
            edge = table[w.edges[i]]
            edge.visits += 1
            edge.total += score
