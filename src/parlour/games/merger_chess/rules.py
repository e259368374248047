"""The rules of Merger Chess: what stands on each square as a set of pieces, and bitboards over that.

A Piece is a word with the bits of its pieces (see ``board.py``); `s.board` has one for each square, and
bitboards tell whose Pieces stand where and how many pieces they have. ``pieces.py`` tells how a move is
packed into a word.
"""

from __future__ import annotations

import numpy as np

from parlour.games.merger_chess.board import (
    BISHOPS,
    BLACK,
    CASTLES,
    EIGHTH,
    HOME,
    KEEPS,
    KINGS,
    KNIGHTS,
    NO_SQUARE,
    PAWNS,
    QUEENS,
    ROOKS,
    SIDE,
    WHITE,
)
from parlour.games.merger_chess.cascades import count_sets, list_cascades, list_sets
from parlour.games.merger_chess.cell_codes import OWN, RANKS, cells
from parlour.games.merger_chess.evaluation import evaluate, urgent
from parlour.games.merger_chess.pieces import (
    LETTER_BITS,
    PASSING,
    can_move,
    captured_square,
    castles,
    letter_of,
    may_move,
    moved_by,
    movers,
    moving_pieces,
    part_of,
    passes,
    place,
    promoted,
    promotions,
    sent_of,
    targets,
    with_letters,
    with_part,
)
from parlour.kernel.bitboard import BIT, BOARD, PAWN_LEAP, PAWN_STEP
from parlour.kernel.layers import Layers, fill_layer, put_bits
from parlour.kernel.layout import OVER, Moves, Record, Rng, record
from parlour.kernel.move_codes import from_to, origin_of, target_of
from parlour.kernel.primitives import below, highest, lowest, mix, popcount, wrap
from parlour.kernel.quiet_moves import is_worn_out

__all__ = ["cells", "evaluate", "urgent"]

SPLIT_ANY = 0  # whether a Piece of four may be split into three and one
LETTERS = 4  # what a pawn that arrives may become: QRBN, then to stay a pawn, then K
HOME_CAPTURES = 0  # whether pieces sent home may capture the king

SEATS = 2
CODED_CELLS = 64
PIECE_CODES = OWN
OTHER_CODES = RANKS
CELL_PLACES = BOARD.places
DRAWN = -1  # s.winner of a drawn game
REASONS = ("king-capture", "grey-win", "stalemate", "fifty-moves")
KING_CAPTURE, GREY_WIN, STALEMATE, FIFTY_MOVES = 0, 1, 2, 3

# `next` is the seat that moves, or would. `white`, `black` and `grey` are the squares of the Pieces of
# each colour, `twos`, `threes` and `fours` of those with so many pieces. `pawns` to `kings` are the
# pieces of each kind; a promoted one is a pawn no more. `passed` is the square that a Piece has just
# stepped over, or NO_SQUARE.
STATE = record(
    turn=1,
    next=1,
    board=64,
    white=1,
    black=1,
    grey=1,
    twos=1,
    threes=1,
    fours=1,
    pawns=1,
    knights=1,
    bishops=1,
    rooks=1,
    queens=1,
    kings=1,
    castling=1,
    passed=1,
    quiet=1,
    plies=1,
    reason=1,
    winner=1,
)
# In 5,000 random games no seat had more than 518 moves. Positions made for the purpose, of eight Pieces
# of four whose ways home are linked, and Pieces of several pawns before their eighth rank, can have some
# hundred thousand: they cannot be read, and a list that is full takes no more.
MAX_MOVES = 1 << 16
# The end of a list of moves is where they are worked out: first the parts that can move, two words
# each, then the cascades of one capture.
MOST_PARTS = 8 * 14 + 1
MOST_CASCADES = 32
CASCADES_AT = MAX_MOVES - MOST_CASCADES
PARTS_AT = CASCADES_AT - 2 * MOST_PARTS
ROOM = PARTS_AT  # for moves

QUEEN, ROOK, BISHOP, KNIGHT, PAWN = range(5)  # letters
WAYS = np.array([LETTERS**pawns for pawns in range(4)])
PASSES = 1 << 10  # in what `gather` puts


def start(s: Record) -> None:
    s.turn = WHITE
    s.next = WHITE
    s.white = s.black = s.grey = 0
    s.twos = s.threes = s.fours = 0
    for square in range(64):
        s.board[square] = 0
    for piece in range(32):
        place(s, HOME[piece], 1 << piece)
    s.pawns = PAWNS
    s.knights = KNIGHTS
    s.bishops = BISHOPS
    s.rooks = ROOKS
    s.queens = QUEENS
    s.kings = KINGS
    s.castling = 15
    s.passed = NO_SQUARE
    s.quiet = 0
    s.plies = 0
    s.reason = 0
    s.winner = DRAWN


# -- what moves, and where to ----------------------------------------------------------------------


def gather(s: Record, out: Moves, at: int) -> int:
    """Put all that can move into `out` from `at` on; returns where they end.

    Two words each: a head (see `head_of`), and the squares to go to.
    """
    seat = s.next
    squares = moved_by(s, seat)
    whole, split = squares & ~s.fours, squares & s.fours
    while whole:
        cell = lowest(whole)
        whole ^= BIT[cell]
        at = gather_part(s, out, at, cell, 0, s.board[cell])
    while split:
        cell = lowest(split)
        split ^= BIT[cell]
        for part in range(1, 15):
            if SPLIT_ANY or popcount(part) == 2:
                pieces = moving_pieces(s.board[cell], part)
                if may_move(seat, cell, pieces):
                    at = gather_part(s, out, at, cell, part, pieces)
    return at


def gather_part(s: Record, out: Moves, at: int, cell: int, part: int, pieces: int) -> int:
    """Put `pieces` on `cell` into `out`, if they can move; returns where the list ends."""
    seat = s.next
    found = targets(s, seat, cell, pieces)
    passing = 1 if passes(s, seat, cell, pieces) else 0
    if not found and not passing:
        return at
    out[at] = head_of(cell, part, passing, pieces)
    out[at + 1] = found
    return at + 2


def head_of(cell: int, part: int, passing: int, pieces: int) -> int:
    """What can move from a cell: which part, whether it can capture in passing, and its pieces."""
    return cell | part << 6 | passing << 10 | pieces << 11


def cell_of(head: int) -> int:
    return head & 63


def pieces_of(head: int) -> int:
    return head >> 11


def base_of(head: int) -> int:
    """The moves of what can move, but for where they go."""
    return with_part(cell_of(head), head >> 6 & 15)


# -- moves -----------------------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    n = 0
    end = gather(s, out, PARTS_AT)
    for i in range(PARTS_AT, end, 2):
        head, found = out[i], out[i + 1]
        cell, pieces = cell_of(head), pieces_of(head)
        base = base_of(head)
        several = several_ways(s, cell, pieces) & found
        found ^= several
        while found and n < ROOM:
            to = lowest(found)
            found ^= BIT[to]
            out[n] = base | from_to(0, to)
            n += 1
        while several:
            to = lowest(several)
            several ^= BIT[to]
            n = list_ways(s, out, n, base | from_to(0, to), pieces)
        if head & PASSES:
            n = list_ways(s, out, n, base | from_to(0, s.passed) | PASSING, pieces)
    castling = castles(s)
    while castling:
        k = lowest(castling)
        castling ^= 1 << k
        out[n] = from_to(CASTLES[k, 0], CASTLES[k, 1])
        n += 1
    return n


def several_ways(s: Record, cell: int, pieces: int) -> int:
    """Squares to which the `pieces` on `cell` may go in several ways: by promotions, by what is sent home."""
    squares: int = s.fours
    if promoted(s, cell, pieces):
        squares |= EIGHTH[s.next]
    return squares


def list_ways(s: Record, out: Moves, n: int, m: int, pieces: int) -> int:
    """List the move `m` of `pieces` with all that may be chosen in it."""
    at, first = captured_square(s, m), n
    if s.fours & BIT[at]:
        end = list_cascades(s, out, origin_of(m), target_of(m), at)
        n = list_sets(out, n, end, popcount(pieces))
    elif n < ROOM:
        out[n] = 0
        n += 1
    ways = WAYS[promotions(s, m, pieces)]
    count = min((n - first) * ways, ROOM - first)
    for i in range(count - 1, -1, -1):  # from the end: what is read is not yet written over
        out[first + i] = with_letters(m | out[first + i // ways], letters_of_way(i % ways))
    return first + count  # type: ignore[no-any-return]


def letters_of_way(way: int) -> int:
    """The letters of the way number `way` to promote the pawns of a move."""
    letters, at = 0, 0
    while way:
        letters |= way % LETTERS << at
        way //= LETTERS
        at += LETTER_BITS
    return letters


def count_ways(s: Record, out: Moves, m: int, pieces: int) -> int:
    """How many moves `list_ways` would list."""
    at, n = captured_square(s, m), 1
    if s.fours & BIT[at]:
        end = list_cascades(s, out, origin_of(m), target_of(m), at)
        n = count_sets(out, end, popcount(pieces))
    return n * WAYS[promotions(s, m, pieces)]  # type: ignore[no-any-return]


def count_moves(s: Record, out: Moves) -> int:
    return tally(s, out) + popcount(castles(s))


def tally(s: Record, out: Moves) -> int:
    """Gather what can move, and put the number of moves so far after each into `out`; returns the last."""
    end = gather(s, out, PARTS_AT)
    total = 0
    for i in range(PARTS_AT, end, 2):
        total += count_part(s, out, i)
        out[i - PARTS_AT >> 1] = total
    return total


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """What can move is weighed by its number of moves; then the move is found by its number."""
    total = tally(s, out)
    castling = castles(s)
    wanted = below(rng, total + popcount(castling))
    if wanted >= total:
        k = lowest(castling) if wanted == total else highest(castling)
        return from_to(CASTLES[k, 0], CASTLES[k, 1])
    part = 0
    while out[part] <= wanted:
        part += 1
    if part:
        wanted -= out[part - 1]
    return nth_of_part(s, out, PARTS_AT + 2 * part, wanted)


def count_part(s: Record, out: Moves, i: int) -> int:
    """How many moves there are of the part that was put into ``out[i]`` and the word after it."""
    head, found = out[i], out[i + 1]
    cell, pieces = cell_of(head), pieces_of(head)
    several = several_ways(s, cell, pieces) & found
    n = popcount(found ^ several)
    while several:
        to = lowest(several)
        several ^= BIT[to]
        n += count_ways(s, out, from_to(cell, to), pieces)
    if head & PASSES:
        n += count_ways(s, out, from_to(cell, s.passed) | PASSING, pieces)
    return n


def nth_of_part(s: Record, out: Moves, i: int, wanted: int) -> int:
    """The move number `wanted` of the part in ``out[i]`` and the word after it."""
    head, found = out[i], out[i + 1]
    cell, pieces = cell_of(head), pieces_of(head)
    base = base_of(head)
    several = several_ways(s, cell, pieces) & found
    found ^= several
    plain = popcount(found)
    if wanted < plain:
        for _ in range(wanted):
            found &= found - 1
        return base | from_to(0, lowest(found))
    wanted -= plain
    while several:
        to = lowest(several)
        several ^= BIT[to]
        m = base | from_to(0, to)
        n = count_ways(s, out, m, pieces)
        if wanted < n:
            return nth_way(s, out, m, pieces, wanted)
        wanted -= n
    return nth_way(s, out, base | from_to(0, s.passed) | PASSING, pieces, wanted)


def nth_way(s: Record, out: Moves, m: int, pieces: int, wanted: int) -> int:
    """The way number `wanted` among those that `list_ways` lists."""
    list_ways(s, out, 0, m, pieces)
    return out[wanted]  # type: ignore[no-any-return]


def has_move(s: Record) -> bool:
    """Whether the seat to move has a legal move; castling is never the only one."""
    seat = s.next
    squares = moved_by(s, seat)
    whole, split = squares & ~s.fours, squares & s.fours
    while whole:
        cell = lowest(whole)
        whole ^= BIT[cell]
        if can_move(s, seat, cell, s.board[cell]):
            return True
    while split:
        cell = lowest(split)
        split ^= BIT[cell]
        for part in range(1, 15):
            if SPLIT_ANY or popcount(part) == 2:
                pieces = moving_pieces(s.board[cell], part)
                if may_move(seat, cell, pieces) and can_move(s, seat, cell, pieces):
                    return True
    return False


# -- play ------------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    advance(s, m)
    judge_counts(s)


def judge_counts(s: Record) -> None:
    """End a game that goes on after fifty quiet moves by each seat; repetition comes before that."""
    if is_worn_out(s):
        end(s, FIFTY_MOVES, DRAWN)


def advance(s: Record, m: int) -> None:
    """Play `m`, quiet moves only being counted."""
    seat, at = s.next, captured_square(s, m)
    whole, captured, sent = s.board[origin_of(m)], s.board[at], sent_of(m)
    pieces = moving_pieces(whole, part_of(m))
    note(s, m, pieces, captured)
    promote(s, m, pieces)
    kept = captured & ~sent
    place(s, origin_of(m), whole ^ pieces)
    if m & PASSING:
        place(s, at, 0)
    place(s, target_of(m), pieces | kept)
    if sent:
        send_home(s, sent, captured)
    s.plies += 1
    s.next = 1 - seat
    s.turn = s.next
    if kept & s.kings & SIDE[1 - seat]:
        capture_king(s, seat, pieces | kept)
    if HOME_CAPTURES:
        capture_at_homes(s, seat, sent)
    if s.turn != OVER and not has_move(s):
        end(s, STALEMATE, DRAWN)


def note(s: Record, m: int, pieces: int, captured: int) -> None:
    """Note what the move leaves behind: quiet plies, a square stepped over, castlings; the rook's move."""
    cell, to = origin_of(m), target_of(m)
    side = WHITE if to > cell else BLACK
    moving = movers(s.next, pieces)
    as_pawn = moving & s.pawns & SIDE[side] != 0
    leaps = as_pawn and PAWN_LEAP[side, cell] & BIT[to] != 0
    steps = as_pawn and PAWN_STEP[side, cell] & BIT[to] != 0
    s.quiet = 0 if captured or leaps or steps else s.quiet + 1
    s.passed = NO_SQUARE
    if leaps and not moving & (s.rooks | s.queens):
        s.passed = (cell + to) >> 1
    if s.castling:
        move_rook(s, cell, to)
        s.castling &= KEEPS[cell] & KEEPS[to]


def move_rook(s: Record, cell: int, to: int) -> None:
    """Move the rook if a king goes from `cell` to `to` by castling: who still may has no other such move.

    A king in a Piece goes two squares as a queen or a rook, wherever it is.
    """
    for k in range(4):
        if s.castling >> k & 1 and CASTLES[k, 0] == cell and CASTLES[k, 1] == to:
            place(s, CASTLES[k, 3], s.board[CASTLES[k, 2]])
            place(s, CASTLES[k, 2], 0)


def promote(s: Record, m: int, pieces: int) -> None:
    """Promote the pawns that arrive, in order, to what the move says."""
    pawns = promoted(s, origin_of(m), pieces)
    for i in range(promotions(s, m, pieces)):
        bit = pawns & -pawns
        pawns ^= bit
        letter = letter_of(m, i)
        s.pawns ^= bit if letter != PAWN else 0
        if letter == QUEEN:
            s.queens |= bit
        elif letter == ROOK:
            s.rooks |= bit
        elif letter == BISHOP:
            s.bishops |= bit
        elif letter == KNIGHT:
            s.knights |= bit
        elif letter > PAWN:
            s.kings |= bit


def send_home(s: Record, sent: int, captured: int) -> None:
    """Send pieces home: some were just `captured`, the others are in Pieces of four."""
    leaving = sent & ~captured
    while leaving:
        bit = leaving & -leaving
        leaving ^= bit
        fours = s.fours
        while not s.board[lowest(fours)] & bit:
            fours &= fours - 1
        place(s, lowest(fours), s.board[lowest(fours)] ^ bit)
    pawns = sent & PAWNS
    s.pawns |= pawns
    s.queens &= ~pawns
    s.rooks &= ~pawns
    s.bishops &= ~pawns
    s.knights &= ~pawns
    s.kings &= ~pawns
    while sent:
        home = HOME[lowest(sent)]
        place(s, home, s.board[home] | sent & -sent)
        sent &= sent - 1


def capture_at_homes(s: Record, seat: int, sent: int) -> None:
    """End the game if a piece sent home met a king of the other seat's there that is captured so."""
    for piece in range(32):
        met = s.board[HOME[piece]] if sent >> piece & 1 else 0
        if s.turn != OVER and met & ~sent & s.kings & SIDE[1 - seat]:
            capture_king(s, seat, met)


def capture_king(s: Record, seat: int, merged: int) -> None:
    """End the game if the Piece `merged`, with the king that `seat` has captured, is not the other seat's."""
    lead = 2 * popcount(merged & SIDE[seat]) - popcount(merged)
    if lead > 0:
        end(s, KING_CAPTURE, seat)
    elif lead == 0:
        end(s, GREY_WIN, seat)


def end(s: Record, reason: int, winner: int) -> None:
    s.turn = OVER
    s.reason = reason
    s.winner = winner


def payoff(s: Record, seat: int) -> float:
    if s.winner == DRAWN:
        return 0.5
    return 1.0 if s.winner == seat else 0.0


def key(s: Record) -> int:
    h = mix(s.next | s.castling << 1 | s.passed << 5, s.pawns)
    h = mix(mix(h, s.queens | wrap(s.rooks << 32)), s.bishops | wrap(s.knights << 32))
    occupied = s.white | s.black | s.grey
    while occupied:
        square = lowest(occupied)
        occupied ^= BIT[square]
        h ^= mix(square + 1, s.board[square])
    return h


def noisy(s: Record, m: int) -> bool:
    """Whether `m` captures the opposing king and wins."""
    sent, moving = sent_of(m), moving_pieces(s.board[origin_of(m)], part_of(m))
    kept = s.board[captured_square(s, m)] & ~sent
    if wins_king(s, kept, moving):
        return True
    if HOME_CAPTURES:
        for piece in range(32):
            if sent >> piece & 1:
                met = s.board[HOME[piece]] & ~(sent | moving)
                if wins_king(s, met, 1 << piece):
                    return True
    return False


def wins_king(s: Record, met: int, more: int) -> bool:
    """Whether the seat to move wins by letting `more` pieces merge with `met`."""
    if not met & s.kings & SIDE[1 - s.next]:
        return False
    merged = met | more
    return 2 * popcount(merged & SIDE[s.next]) >= popcount(merged)


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = ("cells of pieces", "kinds of pieces", "castling", "passed", "quiet")
LAYER_CELLS = 64


def observe(s: Record, seat: int, out: Layers) -> None:
    """Of the 32 pieces, White's first: the cell of each, turned as the coded board is (-1: off it); its kind.

    Kinds are king, queen, rook, bishop, knight, pawn, from 1. Castling is White's on the king's side, on
    the queen's, then Black's.
    """
    flip = 0 if s.next == WHITE else 56
    for piece in range(32):
        out[0, piece] = -1
    for square in range(64):
        pieces = s.board[square]
        while pieces:
            piece = lowest(pieces)
            pieces &= pieces - 1
            out[0, piece] = square ^ flip
            out[1, piece] = kind_number(s, piece)
    put_bits(out, 2, s.castling, 4)
    if s.passed != NO_SQUARE:
        out[3, s.passed ^ flip] = 1
    fill_layer(out, 4, s.quiet)


def kind_number(s: Record, piece: int) -> int:
    """What a piece moves as: 1 king, 2 queen, 3 rook, 4 bishop, 5 knight, 6 pawn."""
    k = 1 * (s.kings >> piece & 1) + 2 * (s.queens >> piece & 1) + 3 * (s.rooks >> piece & 1)
    k += 4 * (s.bishops >> piece & 1) + 5 * (s.knights >> piece & 1) + 6 * (s.pawns >> piece & 1)
    return k  # type: ignore[no-any-return]
