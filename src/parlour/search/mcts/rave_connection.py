"""Monte Carlo tree search for games of connections: the part that is compiled.

RAVE as in `rave`, a move being a stone on a cell: AMAF statistics of stones placed anywhere later are
mixed in. Every position of the tree is filled in (see `fill_in`). Playouts keep bridges; connections are
computed in positions that are visited often.

Of an edge, `later` counts the simulations that had the mover's stone on its cell at the end; `known` says
how often the connections in the position were computed: a first time soon, and once more, closely, if
many simulations pass; `fill` is the row of the cells that are filled in there.

Where a move limit can bind (``w.limited``), playouts are random to it, and connections prove nothing.

Bound to a game's rules by the loader.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from parlour.kernel.layout import OVER, Record
from parlour.kernel.primitives import copy
from parlour.kernel.protocol import R
from parlour.search.connection.connection_board import (
    NONE,
    back_to_root,
    look,
    play_on,
    see_idle,
    stand,
)
from parlour.search.connection.fill_in import fill_again, fill_in, keep_row, take_back
from parlour.search.connection.virtual_connections import CLOSELY, QUICKLY, connect, has_cell
from parlour.search.mcts.mcts_compiled import (
    DEEPEST,
    ROOT,
    move_root,  # noqa: F401 (for the driver)
    noted,
)
from parlour.search.mcts.rave_compiled import (
    NEVER,
    clear,
    count_later,
    count_result,
    is_ripe,
    judge,
    make_edges,
    select,
    take_proven,
)
from parlour.search.random.playout_compiled import count_move, play_out, take_scores

if TYPE_CHECKING:
    from parlour.kernel.workspace import Words, WorkRecord
    from parlour.search.tree_types import RAVEEdges, RAVEWork

LOOKS = 2  # at a position's connections, the second closely
PATIENT = 20  # times the visits before the first look, and there is the second;
NEARBY = 4  # so many times in the root and after its moves

Work: TypeAlias = "RAVEWork"  # see rave_search.joining_layout
Edges: TypeAlias = "RAVEEdges"  # a row of records, see rave_search.EDGE
Room: TypeAlias = "WorkRecord"  # see connections_search.layout


def begin(w: Work, edges: Edges) -> None:
    """Examine the root's position in ``w.states[0]``; claims of proof there must be shown again.

    Connections prove a position without giving the answer to each move. So a root in which no edge is
    proven to reach the root's value is searched, and its connections are computed closely at once
    (``w.claimed``), as after a root that was proven.
    """
    look(w, w.states[0])
    node = edges[ROOT]
    if node.exact != 0 and not is_shown(w, edges, w.states[0].turn):
        node.exact = 0
        w.claimed = 1
    if w.claimed != 0:
        node.known = 0


def is_shown(w: Work, edges: Edges, mover: int) -> bool:
    """Whether the proven edges of the root give what it is worth to the seat `mover`."""
    node = edges[ROOT]
    won = w.results[node.exact - 1][mover] >= R.HIGHEST
    for i in range(node.first, node.first + node.count):
        if edges[i].exact == node.exact and won:
            return True
        if edges[i].exact == 0 and not won:
            return False
    return not won and node.first > 0


def simulate(w: Work, v: Room, edges: Edges, pool: Words, rows: Words, simulations: int) -> int:
    """Run a number of simulations from ``w.states[0]``, or until the root is proven: how many were run."""
    s = w.states[1]
    done = 0
    while done < simulations and edges[ROOT].exact == 0:
        done += 1
        copy(s, w.states[0])
        back_to_root(w)
        take_back(w)
        for seat in range(R.SEATS):
            w.left[1][seat] = w.left[0][seat]
        at = ROOT
        last = w.last
        depth = 0
        w.path[0] = ROOT
        while (
            edges[at].exact == 0 and depth < DEEPEST and has_edges(w, edges, pool, rows, s, depth)
        ):
            if wants_look(w, edges, depth, s):
                consult(w, v, edges, depth, s)
                if edges[at].exact != 0:
                    break
            seat = s.turn
            colour = R.colour_of(s, seat)
            w.turns[depth] = seat
            w.hues[depth] = colour
            at = select(w, edges, at)
            code = edges[at].code
            if code < R.CELLS:
                stand(w, max(colour, 0), code)
                last = code
            if w.limited != 0:
                count_move(s, code, w.left[1], w.together)
            R.play(s, code)
            depth += 1
            w.path[depth] = at
            if edges[at].visits == 0 or s.turn == OVER:  # another thread may not have judged it yet
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


def finish(w: Work, s: Record, last: int) -> None:
    """Play the running position `s` to its end: scores in ``w.scores``, stones in ``w.colour``."""
    if w.limited == 0:
        play_on(w, s, last)
    else:
        play_out(s, w.moves, w.rng, w.left[1], w.together, NEVER)
        R.stones(s, w.colour)
    take_scores(w, s)


def has_edges(w: Work, edges: Edges, pool: Words, rows: Words, s: Record, depth: int) -> bool:
    """As in `rave`, but for idle cells, and the position `s` of the path's end is filled in."""
    at = w.path[depth]
    node = edges[at]
    if node.first > 0:
        if node.fill != w.row:
            fill_again(w, s, rows, node.fill)
    elif is_ripe(w, edges, pool, depth):
        if is_plain(w, s) and fill_in(w, s) > 0:
            keep_row(w, rows)
        node.fill = w.row
        n = useful(w, s, R.legal_moves(s, w.moves))
        if n > 0:
            make_edges(w, edges, pool, at, n)
        else:
            R.settle(s, w.rng)
            take_scores(w, s)
            node.exact = noted(w)
    return edges[at].first > 0


def is_plain(w: Work, s: Record) -> bool:
    """Whether a bad move is never a good one: not before a swap, or where a move limit can bind."""
    return bool(w.limited == 0 and R.settled(s))


def useful(w: Work, s: Record, n: int) -> int:
    """Leave idle cells out of the `n` moves in ``w.moves``, unless all are: how many are left."""
    if not is_plain(w, s):
        return n
    see_idle(w, R.colour_of(s, s.turn))
    left = 0
    for i in range(n):
        code = w.moves[i]
        if code >= R.CELLS or w.idle[code] == 0:
            w.moves[left] = code
            left += 1
    return left if left > 0 else n


def wants_look(w: Work, edges: Edges, depth: int, s: Record) -> bool:
    """Whether it is time to look at the connections of the path's end: twice at most.

    At once at the root; the second look comes sooner there and after the root's moves.
    """
    node = edges[w.path[depth]]
    if node.known == LOOKS or w.knowing == NEVER:
        return False
    if node.known == 0:
        enough = depth == 0 or node.visits >= w.knowing
    else:
        enough = node.visits >= w.knowing * (NEARBY if depth <= 1 else PATIENT)
    return bool(enough and R.settled(s))


def consult(w: Work, v: Room, edges: Edges, depth: int, s: Record) -> None:
    """Look at the connections on the board, that of `s`: what they win is proven.

    Where the other would win by moving once more, all moves lose that leave one of its ways to do so alone;
    so do the moves beside the last one, where that would be such a move.
    A root that is lost so is searched on, for the most obstinate move.
    """
    at = w.path[depth]
    node = edges[at]
    closely = node.known > 0 or (at == ROOT and w.claimed != 0)
    how = CLOSELY if closely else QUICKLY
    node.known = LOOKS if closely else 1
    seat = s.turn
    colour = R.colour_of(s, seat)
    connect(v, w.colour, colour + 1, how)
    if v.won > 0:
        node.exact = won_by(w, seat)
        edge = edges[edge_of(edges, node, v.key)]
        edge.exact = node.exact
        edge.mean = R.HIGHEST
        if depth > 0:
            drop_moves(w, v, edges, edges[w.path[depth - 1]], node.exact)
        return
    connect(v, w.colour, 2 - colour, how)
    if v.won == 2 and at != ROOT:
        node.exact = won_by(w, 1 - seat)
    elif v.won == 1:
        drop_moves(w, v, edges, node, won_by(w, 1 - seat))


def drop_moves(w: Work, v: Room, edges: Edges, node: WorkRecord, lost: int) -> None:
    """Prove the moves lost that leave alone one of the ways in which the other then wins."""
    for i in range(node.first, node.first + node.count):
        code = edges[i].code
        alone = code < R.CELLS and w.colour[code] == 0 and not has_cell(v.must, code)
        if edges[i].exact == 0 and alone:
            edges[i].exact = lost
            edges[i].mean = 0.0


def edge_of(edges: Edges, node: WorkRecord, code: int) -> int:
    """The edge of a move in a position, the last one being made that if the move was left out as idle."""
    if code == NONE:  # the sides are joined: any move will do
        return int(node.first)
    for i in range(node.first, node.first + node.count):
        if edges[i].code == code:
            return i
    last: int = node.first + node.count - 1
    clear(edges, last)
    edges[last].code = code
    return last


def won_by(w: Work, seat: int) -> int:
    """The result of a win of `seat`, as `exact`."""
    w.scores[seat] = R.HIGHEST
    w.scores[1 - seat] = 0.0
    exact: int = noted(w)
    return exact


def back_up(w: Work, edges: Edges, depth: int) -> None:
    """Count ``w.scores`` as one more result of every edge of the path, and of the stones put later."""
    for i in range(depth + 1):
        edge = edges[w.path[i]]
        count_result(w, edge, i)
        if w.hues[i] >= 0 and edge.first > 0:
            score = w.scores[w.turns[i]]
            mine = w.hues[i] + 1
            for k in range(edge.first, edge.first + edge.count):
                count_later(edges[k], w.colour[edges[k].code] == mine, score)
