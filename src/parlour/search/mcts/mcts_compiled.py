"""Monte Carlo tree search for any number of seats: the part that is compiled.

UCT (Kocsis and Szepesvári, 2006) in its max^n form: the seat to move at a node takes the child that
looks best for it. Results that are proven go up the tree (MCTS-Solver: Winands, Björnsson and
Saito, 2008). Chance nodes have a child for each listed outcome; where outcomes cannot be listed, for
some that were drawn.

The tree is `edges`, a pool of records. An edge is a move (or an outcome of chance) with the statistics
of the position after it; the edges out of one position lie side by side, those tried first, after the
edge that leads to it. Edge 0 is the root. An edge has

* `code`: the move or outcome; `visits`;
* `mean`: the mean score of the seat that makes the move;
* `spread`: 1 / sqrt(visits), 0 if proven; after a chance node the outcome's weight, 0 if not listed;
* `exact`: 0, or 1 + the place of its proven scores in ``w.results``;
* of the position: its `key`, `own` (the sum of the scores of the seat to move there), the place `first`
  of its own edges, their number `count`, the number `tried`.

``pool[0]`` edges are in use. `w` is the record of everything else that the search works on.
Bound to a game's rules by the loader.
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING

from parlour.kernel.layout import CHANCE, OVER, Record
from parlour.kernel.primitives import below, copy, uniform
from parlour.kernel.protocol import R
from parlour.search.random.playout_compiled import count_move, limit_reached, play_leaf, take_scores

if TYPE_CHECKING:
    from parlour.kernel.workspace import Words
    from parlour.search.tree_types import Edges, MCTSWork

__compiled__ = True


ROOT = 0
DEEPEST = 1000  # the longest path in the tree
RESULTS = 256  # different proven score rows that are kept
DRAWN = 32  # children of a chance node whose outcomes cannot be listed
WIDE = 32  # this many more moves to choose from, and a leaf needs one more visit to be expanded
PARTS = 6  # each such part of the pool that is full doubles the visits needed


def simulate(w: MCTSWork, edges: Edges, pool: Words, history: Words, simulations: int) -> int:
    """Run a number of simulations from ``w.states[0]``, or until the root is proven: how many were run.

    `history` has the keys of the positions that have stood in the game, the root's among them.
    """
    s = w.states[1]
    left = w.left[1]
    done = 0
    while done < simulations and edges[ROOT].exact == 0:
        done += 1
        copy(s, w.states[0])
        for seat in range(R.SEATS):
            left[seat] = w.left[0][seat]
        at = ROOT
        depth = 0
        w.path[0] = ROOT
        while edges[at].exact == 0 and depth < DEEPEST and has_edges(w, edges, pool, s, depth):
            w.turns[depth] = s.turn
            if s.turn == CHANCE:
                at = draw_outcome(w, edges, s, at)
            else:
                at = select(w, edges, at)
                count_move(s, edges[at].code, left, w.together)
            R.play(s, edges[at].code)
            depth += 1
            w.path[depth] = at
            if edges[at].visits == 0:
                judge(w, edges, history, s, depth)
        w.turns[depth] = s.turn
        if edges[at].exact == 0:
            play_leaf(w, s)
        else:
            take_proven(w, edges, depth)
        back_up(w, edges, depth)
    return done


# -- down ------------------------------------------------------------------------------------------


def has_edges(w: MCTSWork, edges: Edges, pool: Words, s: Record, depth: int) -> bool:
    """Whether the path's end, the running position `s`, has edges; a leaf visited enough gets them.

    Until then its playouts are as good as those of its children, and take no room.
    """
    node = edges[w.path[depth]]
    if node.first > 0:
        return True
    size = len(edges)
    if depth > 0:
        needed = 1 + edges[w.path[depth - 1]].count // WIDE
        if node.visits < needed << (PARTS * pool[0] // size):
            return False
    listed = 0
    if s.turn == CHANCE:
        listed = R.outcomes(s, w.moves, w.weights)
        n = listed if listed > 0 else DRAWN
    else:
        n = R.legal_moves(s, w.moves)
    if pool[0] + n > size:
        return False
    first = pool[0]
    pool[0] += n
    node.first = first
    node.count = n
    node.tried = listed
    for i in range(n):
        edges[first + i].code = w.moves[i]  # of outcomes not listed: anything
    for i in range(listed):
        clear(edges, first + i)
        edges[first + i].spread = w.weights[i]
    return True


def clear(edges: Edges, at: int) -> None:
    """Make an edge one that was never tried."""
    edge = edges[at]
    edge.key = 0
    edge.own = 0.0
    edge.visits = 0
    edge.first = 0
    edge.count = 0
    edge.tried = 0
    edge.exact = 0


def select(w: MCTSWork, edges: Edges, at: int) -> int:
    """The edge that the seat to move takes: the highest upper bound of its score.

    Moves not yet tried are all alike: they have the mean of the position, and ``w.urgency`` as their
    spread. One of them is drawn when that is highest.
    """
    node = edges[at]
    first: int = node.first
    end: int = first + node.tried
    growth = w.exploration * sqrt(log(node.visits + 1.0))
    best = end
    high = -1e300
    if node.tried < node.count:
        expected = node.own / node.visits if node.visits > 0 else 0.0
        high = expected + growth * w.urgency
    for i in range(first, end):
        value = edges[i].mean + growth * edges[i].spread
        if value > high:
            high = value
            best = i
    if best == end:
        other = end + below(w.rng, node.count - node.tried)
        edges[end].code, edges[other].code = edges[other].code, edges[end].code
        node.tried += 1
        clear(edges, end)
    return best


def draw_outcome(w: MCTSWork, edges: Edges, s: Record, at: int) -> int:
    """The edge of an outcome of chance, drawn as likely as it is.

    Where outcomes are not listed, a fresh one is drawn as long as there is room for it.
    """
    node = edges[at]
    first: int = node.first
    end: int = first + node.tried
    total = 0.0
    for i in range(first, end):
        total += edges[i].spread
    if total > 0.0:
        point = total * uniform(w.rng)
        for i in range(first, end):
            point -= edges[i].spread
            if point < 0.0:
                return i
        return end - 1
    outcome = R.draw(s, w.rng)
    for i in range(first, end):
        if edges[i].code == outcome:
            return i
    if node.tried == node.count:
        return first + below(w.rng, node.tried)
    edges[end].code = outcome
    edges[end].spread = 0.0
    node.tried += 1
    clear(edges, end)
    return end


def judge(w: MCTSWork, edges: Edges, history: Words, s: Record, depth: int) -> None:
    """See whether the game ends with the last edge of the path, on its first visit."""
    edge = edges[w.path[depth]]
    if s.turn == OVER:
        take_scores(w, s)
        edge.exact = noted(w)
    elif s.turn != CHANCE:
        ended = limit_reached(s, w.left[1], w.together)
        if w.repeats != 0:
            edge.key = R.key(s)
            plies = repeated(w, edges, history, edge.key, depth)
            if plies > 0:
                R.judge_repetition(s, plies)
                ended = True
        if ended:
            take_scores(w, s)
            edge.exact = noted(w)


def repeated(w: MCTSWork, edges: Edges, history: Words, key: int, depth: int) -> int:
    """How many moves ago a position first stood, if it has, in the game and on the path, as often as ends it.

    0 if it has not.
    """
    times, first = 1, 0
    before = len(history)  # the root's is the last of these, and the path's next to it
    for i in range(before):
        if history[i] == key:
            first = before - 1 + depth - i if times == 1 else first
            times += 1
    for i in range(1, depth):
        if edges[w.path[i]].key == key:
            first = depth - i if times == 1 else first
            times += 1
    return first if times >= w.repeats else 0


# -- proofs ----------------------------------------------------------------------------------------


def noted(w: MCTSWork) -> int:
    """1 + the place in ``w.results`` of the scores in ``w.scores``; the last one's if there is no room."""
    for row in range(w.known):
        same = True
        for seat in range(R.SEATS):
            same = same and w.results[row][seat] == w.scores[seat]
        if same:
            return row + 1
    w.known = min(w.known + 1, RESULTS)
    for seat in range(R.SEATS):
        w.results[w.known - 1][seat] = w.scores[seat]
    return w.known


def take_proven(w: MCTSWork, edges: Edges, depth: int) -> None:
    """Write the proven scores of the path's end to ``w.scores``.

    On its first visit the proof is carried up as far as it goes, and the scores are those proven there.
    """
    fresh = edges[w.path[depth]].visits == 0
    while fresh and depth > 0:
        child = edges[w.path[depth]]
        mover = w.turns[depth - 1]
        if mover != CHANCE:
            child.mean = w.results[child.exact - 1][mover]
            child.spread = 0.0
        result = proven_by(w, edges, w.path[depth - 1], child.exact, mover)
        if result == 0:
            break
        depth -= 1
        edges[w.path[depth]].exact = result
    row = edges[w.path[depth]].exact - 1
    for seat in range(R.SEATS):
        w.scores[seat] = w.results[row][seat]


def proven_by(w: MCTSWork, edges: Edges, parent: int, best: int, mover: int) -> int:
    """What `parent` is proven to be, as `exact`, when one of its edges is proven to be `best`; or 0."""
    if mover != CHANCE:
        return best_proven(w, edges, parent, best, mover)
    return averaged(w, edges, parent) if all_proven(edges, parent) else 0


def best_proven(w: MCTSWork, edges: Edges, parent: int, best: int, mover: int) -> int:
    """The same where a seat is to move.

    The highest score is taken at once; otherwise all edges must be proven. Where the mover is
    indifferent between results that differ for others, nothing is proven.
    """
    if w.results[best - 1][mover] >= R.HIGHEST:
        return best
    if not all_proven(edges, parent):
        return 0
    node = edges[parent]
    high = w.results[best - 1][mover]
    tied = False
    for i in range(node.first, node.first + node.count):
        other = edges[i].exact
        score = w.results[other - 1][mover]
        if score > high:
            high, best, tied = score, other, False
        elif score == high and other != best:
            tied = True
    return 0 if tied else best


def all_proven(edges: Edges, parent: int) -> bool:
    """Whether all edges out of a position are there and proven."""
    node = edges[parent]
    if node.tried < node.count:
        return False
    for i in range(node.first, node.first + node.count):  # noqa: SIM110 (the compiler knows no generators)
        if edges[i].exact == 0:
            return False
    return True


def averaged(w: MCTSWork, edges: Edges, parent: int) -> int:
    """The mean of the proven outcomes of a chance node, as `exact`; 0 where they were not listed.

    There may be many such means; half the room is left to the ends of games.
    """
    node = edges[parent]
    total = 0.0
    for seat in range(R.SEATS):
        w.scores[seat] = 0.0
    for i in range(node.first, node.first + node.count):
        total += edges[i].spread
        for seat in range(R.SEATS):
            w.scores[seat] += edges[i].spread * w.results[edges[i].exact - 1][seat]
    if total == 0.0 or w.known > RESULTS // 2:
        return 0
    for seat in range(R.SEATS):
        w.scores[seat] /= total
    return noted(w)


# -- up --------------------------------------------------------------------------------------------


def back_up(w: MCTSWork, edges: Edges, depth: int) -> None:
    """Count ``w.scores`` as one more result of every edge of the path."""
    for i in range(depth + 1):
        edge = edges[w.path[i]]
        edge.visits += 1
        if w.turns[i] >= 0:
            edge.own += w.scores[w.turns[i]]
        if i > 0 and w.turns[i - 1] >= 0 and edge.exact == 0:
            score = w.scores[w.turns[i - 1]]
            edge.mean = edge.mean + (score - edge.mean) / edge.visits if edge.visits > 1 else score
            edge.spread = 1.0 / sqrt(edge.visits)


# -- the next move ---------------------------------------------------------------------------------


def move_root(edges: Edges, pool: Words, to: Words, root: int) -> None:
    """Make the edge `root` edge 0 and keep what hangs on it, closing up the gaps.

    An edge lies before all that hang on it, so one pass finds them. `to` has a word for each edge.
    """
    used = min(pool[0], len(edges))
    for i in range(root, used):
        to[i] = 0
    to[root] = 1
    for i in range(root, used):
        if to[i] != 0:
            node = edges[i]
            for j in range(node.first, node.first + node.count):
                to[j] = 1
                if j >= node.first + node.tried:
                    edges[j].first = 0  # what it holds is of an older tree
                    edges[j].count = 0
    place = 0
    for i in range(root, used):
        if to[i] != 0:
            to[i] = place
            place += 1
        else:
            to[i] = -1
    for i in range(root, used):
        if to[i] >= 0:
            at = to[i]
            first = edges[i].first
            copy(edges[at], edges[i])
            if first > 0:
                edges[at].first = to[first]
    pool[0] = place
