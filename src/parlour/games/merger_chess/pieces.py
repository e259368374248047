"""Pieces as sets of pieces: whose they are, how they move, what a move's word says.

A move is ``from | to << 6 | part << 12 | passing << 16 | letters << 17 | sent << 26``. `part` are the
pieces that move, of the four on `from` in order, or 0 for the whole Piece; `passing` is 1 for a capture
en passant; `letters` has three bits for each pawn that arrives, in order; `sent` is the set of the pieces
that are sent home.
"""

from __future__ import annotations

from parlour.games.merger_chess.board import (
    BLACK,
    CASTLES,
    EIGHTH,
    GREY_SQUARES,
    KING_LEAPS,
    NO_SQUARE,
    SIDE,
    WHITE,
    WHITE_PIECES,
    passer,
    pawn_reach,
)
from parlour.kernel.bitboard import BIT, KNIGHT_LEAPS, PAWN_REACH, slanting_reach, straight_reach
from parlour.kernel.layout import Record
from parlour.kernel.move_codes import origin_of, target_of
from parlour.kernel.primitives import popcount

__compiled__ = True
__inner__ = True

PASSING = 1 << 16
LETTERS_AT, SENT_AT = 17, 26
LETTER_BITS = 3


def with_part(m: int, part: int) -> int:
    """The move `m` by the pieces of this part (see `part_of`)."""
    return m | part << 12


def with_letters(m: int, letters: int) -> int:
    """The move `m` with what its pawns become, LETTER_BITS for each."""
    return m | letters << LETTERS_AT


def part_of(m: int) -> int:
    """Which of the four pieces on the first square move, by their places; 0: the whole Piece."""
    return (m >> 12) & 15


def sent_of(m: int) -> int:
    """The pieces that are sent home, as a set."""
    return m >> SENT_AT


def letter_of(m: int, i: int) -> int:
    """What the pawn number `i` that arrives by the move `m` becomes."""
    return (m >> (LETTERS_AT + LETTER_BITS * i)) & ((1 << LETTER_BITS) - 1)


def place(s: Record, square: int, pieces: int) -> None:
    """Set the contents of `square` to `pieces`, perhaps none."""
    bit = BIT[square]
    rest = ~bit
    size, whites = popcount(pieces), popcount(pieces & WHITE_PIECES)
    s.board[square] = pieces
    s.white = s.white & rest | (bit if 2 * whites > size else 0)
    s.black = s.black & rest | (bit if 2 * whites < size else 0)
    s.grey = s.grey & rest | (bit if 2 * whites == size and size > 0 else 0)
    s.twos = s.twos & rest | (bit if size == 2 else 0)
    s.threes = s.threes & rest | (bit if size == 3 else 0)
    s.fours = s.fours & rest | (bit if size == 4 else 0)


def owned(s: Record, seat: int) -> int:
    """The squares of the Pieces of a seat's colour."""
    squares: int = s.white if seat == WHITE else s.black
    return squares


def moved_by(s: Record, seat: int) -> int:
    """The squares of the Pieces that a seat moves: its own, and grey ones on squares of its colour."""
    squares: int = owned(s, seat) | s.grey & GREY_SQUARES[seat]
    return squares


def moving_pieces(pieces: int, part: int) -> int:
    """The pieces that move: all of them, or those that `part` has the bits of, counted in order."""
    if part == 0:
        return pieces
    found = 0
    while part:
        bit = pieces & -pieces
        if part & 1:
            found |= bit
        pieces ^= bit
        part >>= 1
    return found


def may_move(seat: int, cell: int, pieces: int) -> bool:
    """Whether `pieces` on the square `cell` are of the seat's colour, or grey on a square of its own."""
    lead = 2 * popcount(pieces & SIDE[seat]) - popcount(pieces)
    return lead > 0 or (lead == 0 and GREY_SQUARES[seat] & BIT[cell] != 0)


def movers(seat: int, pieces: int) -> int:
    """Those of the `pieces` that the seat moves whose manners they have: its own, of grey ones all."""
    own: int = pieces & SIDE[seat]
    return pieces if 2 * popcount(own) == popcount(pieces) else own


def barred(s: Record, seat: int, pieces: int) -> int:
    """Squares of Pieces that the moving `pieces` may not capture: their own colour's, and too large ones."""
    size = popcount(pieces)
    found: int = 0 if 2 * popcount(pieces & SIDE[seat]) == size else owned(s, seat)
    if size == 2:
        found |= s.threes
    elif size == 3:
        found |= s.twos | s.threes
    return found


def targets(s: Record, seat: int, cell: int, pieces: int) -> int:
    """The squares to which the `pieces` on `cell` may go, but for castling and en passant."""
    occupied = s.white | s.black | s.grey
    moving = movers(seat, pieces)
    found: int = 0
    if moving & (s.rooks | s.queens):
        found |= straight_reach(cell, occupied)
    if moving & (s.bishops | s.queens):
        found |= slanting_reach(cell, occupied)
    if moving & s.knights:
        found |= KNIGHT_LEAPS[cell]
    if moving & s.kings:
        found |= KING_LEAPS[cell]
    pawns = moving & s.pawns
    if pawns & WHITE_PIECES:
        found |= pawn_reach(WHITE, cell, occupied)
    if pawns & ~WHITE_PIECES:
        found |= pawn_reach(BLACK, cell, occupied)
    found &= ~barred(s, seat, pieces)
    return found


def passes(s: Record, seat: int, cell: int, pieces: int) -> bool:
    """Whether the `pieces` on `cell` may capture en passant."""
    if s.passed == NO_SQUARE:
        return False
    side = BLACK if s.passed < 32 else WHITE  # of the pawns that capture so
    if not movers(seat, pieces) & s.pawns & SIDE[side]:
        return False
    reached = PAWN_REACH[side, cell] & BIT[s.passed]
    return reached != 0 and not barred(s, seat, pieces) & BIT[passer(s.passed)]


def can_move(s: Record, seat: int, cell: int, pieces: int) -> bool:
    return targets(s, seat, cell, pieces) != 0 or passes(s, seat, cell, pieces)


def promoted(s: Record, cell: int, pieces: int) -> int:
    """The pawns that are promoted if the `pieces` on `cell` arrive on their eighth rank."""
    if EIGHTH[s.next] & BIT[cell]:
        return 0
    pawns: int = pieces & s.pawns & SIDE[s.next]
    return pawns


def castles(s: Record) -> int:
    """The castlings that the seat to move may make, as bits of s.castling."""
    found: int = s.castling & (3 << 2 * s.next)
    if found:
        occupied = s.white | s.black | s.grey
        for k in range(4):
            if occupied & CASTLES[k, 4]:
                found &= ~(1 << k)
    return found


def promotions(s: Record, m: int, pieces: int) -> int:
    """How many pawns can be promoted by the move `m` of `pieces`."""
    if not EIGHTH[s.next] & BIT[target_of(m)]:
        return 0
    return popcount(promoted(s, origin_of(m), pieces))


def captured_square(s: Record, m: int) -> int:
    """Where the Piece stands that the move `m` would capture."""
    square: int = passer(s.passed) if m & PASSING else target_of(m)
    return square
