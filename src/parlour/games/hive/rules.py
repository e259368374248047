"""The rules of Hive, on cells of a ring (see ``board.py``).

A move is a piece and a cell (see ``code.py``), which is counted from that of the lowest-numbered piece in
the hive: so a move, like `key`, is the same wherever the hive lies. PASS is the move of one who has none.
"""

from __future__ import annotations

import numpy as np

from parlour.games.hive.board import (
    ANT,
    BEETLE,
    COUNT,
    EACH,
    FIRST,
    GRASSHOPPER,
    LADYBUG,
    MOSQUITO,
    PIECES,
    PIECES_OF,
    PILLBUG,
    QUEEN,
    RING,
    SPIDER,
    WAY_TO,
    WAYS,
)
from parlour.games.hive.code import counted_from, move_code, piece_of, target_of
from parlour.games.hive.evaluation import worth
from parlour.games.hive.grid import (
    NONE,
    anchor,
    around,
    beneath,  # noqa: F401 (the notation asks the rules for it)
    beside,
    is_narrow,
    is_pinned,
    lay,
    lift,
    top_at,
)
from parlour.games.hive.ways import PLACES, ROW, clear_marks, is_new, list_piece
from parlour.kernel.layers import Layers, put_bits
from parlour.kernel.layout import OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, lowest, mix, popcount

WITH_MOSQUITO = 0
WITH_LADYBUG = 0
WITH_PILLBUG = 0
QUEEN_FIRST = 0  # whether the Queen may be a side's first piece

SEATS = 2
WHITE, BLACK = 0, 1
DRAWN = -1  # s.winner of a drawn game
REASONS = ("queen-surrounded", "both-surrounded")
SURROUNDED, BOTH_SURROUNDED = 0, 1
LATEST = 4  # the Queen is a side's fourth piece at the latest
PASS = 31

# `next` is the seat that moves, or would. `hive` is the set of all pieces in it, `tops` of those that
# nothing lies on; `rim` is how many empty cells have pieces beside them. By piece: its cell (NONE: in
# hand), how many lie below it, and for those on top the set of those on top beside it. `last` is the
# piece that the move before brought where it lies, NONE where there is no Pillbug to care for it.
STATE = record(
    turn=1,
    next=1,
    reason=1,
    winner=1,
    last=1,
    hive=1,
    tops=1,
    rim=1,
    place=PIECES,
    level=PIECES,
    near=PIECES,
    grid=256,  # what `at` tells of the cells, four to a word
)
MAX_MOVES = ROW

BASE_GAME = 1 << QUEEN | 1 << SPIDER | 1 << BEETLE | 1 << GRASSHOPPER | 1 << ANT
USED = BASE_GAME | WITH_MOSQUITO << MOSQUITO | WITH_LADYBUG << LADYBUG | WITH_PILLBUG << PILLBUG
HAND = 11 + WITH_MOSQUITO + WITH_LADYBUG + WITH_PILLBUG  # pieces of a side


def start(s: Record) -> None:
    s.turn = WHITE
    s.next = WHITE
    s.reason = 0
    s.winner = DRAWN
    s.last = NONE
    s.hive = 0
    s.tops = 0
    s.rim = 0
    for piece in range(PIECES):
        s.place[piece] = NONE
        s.level[piece] = 0
        s.near[piece] = 0
    for word in range(256):
        s.grid[word] = 0


# -- moves -----------------------------------------------------------------------------------------
# While they are listed, moves hold their cells as they are; `counted_from` makes them moves as they go.


def legal_moves(s: Record, out: Moves) -> int:
    n, base = list_movements(s, out, 0), anchor(s)
    pieces = placeable(s)
    cells = find_places(s, out) if pieces else 0
    while pieces:
        piece = lowest(pieces)
        pieces ^= 1 << piece
        for i in range(cells):
            out[n] = move_code(piece, out[PLACES + i])
            n += 1
    if n == 0:
        out[0] = PASS
        return 1
    for i in range(n):
        out[i] = counted_from(base, out[i])
    return n


def count_moves(s: Record, out: Moves) -> int:
    n, pieces = list_movements(s, out, 0), placeable(s)
    if pieces:
        n += find_places(s, out) * popcount(pieces)
    return n if n else 1


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """Placings are not listed: their cells and pieces are drawn. Nor are Ants' moves at first.

    An Ant counts as if it could go to all of the rim; if what is drawn is none of its moves, these are
    listed, and it is drawn again. A Pillbug's moves must not be listed twice: then all are listed.
    """
    ants = 0 if WITH_PILLBUG else free_ants(s)
    n, base, pieces = list_movements(s, out, ants), anchor(s), placeable(s)
    cells = find_places(s, out) if pieces else 0
    placings = cells * popcount(pieces)
    while True:
        total = n + placings + s.rim * popcount(ants)
        if total == 0:
            return PASS
        i = below(rng, total)
        if i < n:
            return counted_from(base, out[i])
        i -= n
        if i < placings:
            m = move_code(nth(pieces, i // cells), out[PLACES + i % cells])
            return counted_from(base, m)
        i -= placings
        ant = nth(ants, i // s.rim)
        end = list_piece(s, out, n, ant)
        if i % s.rim < end - n:
            return counted_from(base, out[n + i % s.rim])
        n, ants = end, ants ^ 1 << ant


def nth(pieces: int, count: int) -> int:
    """The piece at index `n` of a set."""
    for _ in range(count):
        pieces &= pieces - 1
    return lowest(pieces)


def free_ants(s: Record) -> int:
    """The set of the Ants that the seat to move may move."""
    first = s.next * EACH
    ants = s.tops & (7 << first + FIRST[ANT]) if s.hive >> first & 1 else 0
    left = ants
    while left:
        ant = lowest(left)
        left &= left - 1
        if is_pinned(s, ant):
            ants ^= 1 << ant
    return ants


# -- placing ---------------------------------------------------------------------------------------


def placeable(s: Record) -> int:
    """The set of the pieces that the seat to move may place: the first in hand of each kind."""
    own: int = s.next * EACH
    placed = popcount(s.hive & PIECES_OF[s.next])
    if placed == HAND:
        return 0
    has_queen = s.hive >> own & 1
    if not has_queen and placed >= LATEST - 1:
        return 1 << own
    found = 0
    for kind in range(8):
        if USED >> kind & 1 and (kind != QUEEN or placed or QUEEN_FIRST):
            for piece in range(own + FIRST[kind], own + FIRST[kind] + COUNT[kind]):
                if not s.hive >> piece & 1:
                    found |= 1 << piece
                    break
    return found


def find_places(s: Record, out: Moves) -> int:
    """Put the cells on which the seat to move may place pieces into `out` from PLACES on: how many."""
    if s.hive == 0:
        out[PLACES] = 0
        return 1
    own = s.tops & PIECES_OF[s.next]
    if not s.hive & PIECES_OF[s.next]:  # a side's first piece lies beside the other's
        return find_free(s, out, s.tops, 0)
    return find_free(s, out, own, PIECES_OF[1 - s.next])


def find_free(s: Record, out: Moves, tops: int, shunned: int) -> int:
    """Put the empty cells beside `tops` and beside none of the `shunned` into `out`: how many."""
    clear_marks(out)
    n = 0
    while tops:
        piece = lowest(tops)
        tops ^= 1 << piece
        for way in range(6):
            cell = beside(s.place[piece], way)
            if not top_at(s, cell) and is_new(out, cell) and not touches(s, cell, shunned):
                out[PLACES + n] = cell
                n += 1
    return n


def touches(s: Record, cell: int, pieces: int) -> bool:
    """Whether one of `pieces` is on top beside a cell."""
    if not pieces:
        return False
    ways = around(s, cell)
    while ways:
        if pieces >> (top_at(s, beside(cell, lowest(ways))) - 1) & 1:
            return True
        ways &= ways - 1
    return False


# -- moving ----------------------------------------------------------------------------------------


def list_movements(s: Record, out: Moves, but: int) -> int:
    """List the moves of the pieces in the hive, `but` some; none before the own Queen is there."""
    if not s.hive >> s.next * EACH & 1:
        return 0
    n = 0
    pieces = s.tops & PIECES_OF[s.next] & ~but
    while pieces:
        piece = lowest(pieces)
        pieces ^= 1 << piece
        if piece != s.last and not is_pinned(s, piece):
            n = list_piece(s, out, n, piece)
    if WITH_PILLBUG:
        n = list_throws(s, out, n)
    return n


def is_listed(s: Record, out: Moves, piece: int, cell: int) -> bool:
    """Whether the seat to move may place or move this piece to a cell; `out` is room to list in."""
    if s.place[piece] < 0:
        cells = find_places(s, out) if placeable(s) >> piece & 1 else 0
        for i in range(cells):  # noqa: SIM110 (compiled code has no generators)
            if out[PLACES + i] == cell:
                return True
        return False
    own: int = s.next * EACH
    n = 0
    if s.hive >> own & 1:
        if s.tops & PIECES_OF[s.next] & 1 << piece and piece != s.last and not is_pinned(s, piece):
            n = list_piece(s, out, n, piece)
        if WITH_PILLBUG:
            n = list_throws(s, out, n)
    return not is_unlisted(out, n, move_code(piece, cell))


# -- throwing --------------------------------------------------------------------------------------


def list_throws(s: Record, out: Moves, n: int) -> int:
    """List what the Pillbug, or a Mosquito beside one, moves of the pieces beside it."""
    own = s.next * EACH
    pillbug, mosquito = own + FIRST[PILLBUG], own + FIRST[MOSQUITO]
    if s.tops >> pillbug & 1 and pillbug != s.last:
        n = list_throws_by(s, out, n, pillbug)
    beside_one = s.near[mosquito] & (1 << FIRST[PILLBUG] | 1 << (EACH + FIRST[PILLBUG])) != 0
    if s.tops >> mosquito & 1 and mosquito != s.last and not s.level[mosquito] and beside_one:
        n = list_throws_by(s, out, n, mosquito)
    return n


def list_throws_by(s: Record, out: Moves, n: int, thrower: int) -> int:
    cell = s.place[thrower]
    ways = around(s, cell)
    free = ~ways & 63
    while ways:
        way = lowest(ways)
        ways &= ways - 1
        piece = top_at(s, beside(cell, way)) - 1
        if piece == s.last or s.level[piece] or is_narrow(s, cell, way) or is_pinned(s, piece):
            continue
        onward = free
        while onward:
            way = lowest(onward)
            onward &= onward - 1
            m = move_code(piece, beside(cell, way))
            if not is_narrow(s, cell, way) and is_unlisted(out, n, m):
                out[n] = m
                n += 1
    return n


def is_unlisted(out: Moves, n: int, m: int) -> bool:
    """Whether a move is not among the first `n`: what a Pillbug moves may have come there by itself."""
    for i in range(n):  # noqa: SIM110 (compiled code has no generators)
        if out[i] == m:
            return False
    return True


# -- playing ---------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    piece = piece_of(m)
    if m != PASS:
        cell = target_of(m, anchor(s))
        if s.hive >> piece & 1:
            lift(s, piece)
        lay(s, piece, cell)
    if WITH_PILLBUG:
        s.last = piece if m != PASS else NONE
    s.next = 1 - s.next
    s.turn = s.next
    judge(s)


def judge(s: Record) -> None:
    """End the game if a Queen is surrounded."""
    white, black = is_surrounded(s, WHITE), is_surrounded(s, BLACK)
    if white or black:
        s.turn = OVER
        s.reason = BOTH_SURROUNDED if white and black else SURROUNDED
        s.winner = DRAWN if white and black else WHITE if black else BLACK


def is_surrounded(s: Record, seat: int) -> bool:
    """Whether there are pieces on all six sides of a seat's Queen."""
    return crowd(s, seat) == 6


def crowd(s: Record, seat: int) -> int:
    """How many sides of a seat's Queen are taken; 0 if she is not in the hive."""
    cell = s.place[seat * EACH]
    return popcount(around(s, cell)) if cell >= 0 else 0


def payoff(s: Record, seat: int) -> float:
    if s.winner == DRAWN:
        return 0.5
    return 1.0 if s.winner == seat else 0.0


def key(s: Record) -> int:
    h = mix(s.next, s.last)
    base, pieces = anchor(s), s.hive
    while pieces:
        piece = lowest(pieces)
        pieces ^= 1 << piece
        h = mix(h, piece | s.level[piece] << 5 | (s.place[piece] - base & RING) << 10)
    return h


def noisy(s: Record, m: int) -> bool:
    """Whether `m` crowds the opposing Queen: a piece from elsewhere comes beside her."""
    cell = s.place[(1 - s.next) * EACH]
    if m == PASS or cell < 0:
        return False
    to, origin = target_of(m, anchor(s)), s.place[piece_of(m)]
    near = WAY_TO[to - cell & RING] != 0
    return bool(near and (origin < 0 or WAY_TO[origin - cell & RING] == 0))


def evaluate(s: Record, seat: int) -> int:
    """The lead in what pieces can do and in how free the Queens are, in hundredths of a Queen's step."""
    return worth(s, seat) - worth(s, 1 - seat)


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = ("in the hive", "q", "r", "level", "on top", "rests")
LAYER_CELLS = PIECES
WAY_Q, WAY_R = np.array(WAYS, dtype=np.int64).T.copy()


def observe(s: Record, seat: int, out: Layers) -> None:
    """A number for each tile: where it lies, from the lowest-numbered one there is.

    A board of cells would be nearly empty and as wide as the longest hive; tiles are 28, and moves name
    them. `q` and `r` are the steps to the right and to the upper right, `level` the tiles below it.
    """
    found, reached = 0, 1
    while reached != found:  # until all places next to known ones are known
        found = reached
        reached = spread(s, found, out)
    for tile in range(PIECES):
        out[0, tile] = 1 if s.place[tile] >= 0 else 0
        out[3, tile] = s.level[tile]
        out[5, tile] = 1 if tile == s.last else 0
    put_bits(out, 4, s.tops, PIECES)


def spread(s: Record, known: int, out: Layers) -> int:
    """Give places to the tiles beside those in the set `known`, the first tile at 0, 0; the larger set.

    Bit 0 of a set says that there is a first tile; tile k is bit k + 1.
    """
    for tile in range(PIECES):
        if s.place[tile] < 0 or known >> (tile + 1) & 1:
            continue
        if known == 1:
            return known | 2 << tile
        for other in range(PIECES):
            if known >> (other + 1) & 1:
                way = way_between(s.place[other], s.place[tile])
                if way >= 0:
                    out[1, tile] = out[1, other] + (WAY_Q[way] if way < 6 else 0)
                    out[2, tile] = out[2, other] + (WAY_R[way] if way < 6 else 0)
                    known |= 2 << tile
                    break
    return known


def way_between(cell: int, other: int) -> int:
    """The way from a cell to a neighbour, 6 for the same cell, -1 for any other."""
    if cell == other:
        return 6
    for way in range(6):
        if beside(cell, way) == other:
            return way
    return -1
