"""How good a position looks: what each side can move and where to, who hunts a king, in what company it is.

In hundredths of a pawn. A piece counts for the seat that may move its Piece, if the Piece moves in its
manner; the pieces of a Piece of four count for less, since it must be split first. A Piece hunts the king if
it would win by capturing it: most cannot, since the Piece that results would be too large or the king's
own colour. What that and the king's company are worth was fitted to results of the program's own games.
"""

from __future__ import annotations

import numpy as np

from parlour.games.merger_chess.board import KING, SIDE
from parlour.games.merger_chess.pieces import may_move, moved_by, movers, moving_pieces, targets
from parlour.kernel.bitboard import BIT, KNIGHT_LEAPS, slanting_reach, straight_reach
from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import lowest, popcount
from parlour.kernel.protocol import R

__compiled__ = True

QUEEN_WORTH = 900
ROOK_WORTH = 500
BISHOP_WORTH = 330
KNIGHT_WORTH = 310
PAWN_WORTH = 100
KING_WORTH = 200
MOBILITY = 4  # for each square that a Piece may go to
CAPTURES_KING = 4000  # for the seat to move, if it can win at once
IN_DANGER = 70  # for a king that the other seat could capture if it were to move
HUNTING = 20  # for each square that a Piece may go to that would win by capturing the king
# For a king in a Piece of so many pieces (row), of which so many are its own colour's (column). Best is a
# trio: only single pieces can capture it. One of its own colour alone was too rare to be fitted.
COMPANY = np.array(
    [[0] * 5, [0, -550, 0, 0, 0], [0, 0, -400, 0, 0], [0, -1250, 1050, 1050, 0],
     [0, -1100, -400, 300, 650]], dtype=np.int64,
)  # fmt: skip
TURN_WORTH = 15


def evaluate(s: Record, seat: int) -> int:
    mover, other = s.next, 1 - s.next
    at, prey = king_square(s, mover), king_square(s, other)
    value = survey(s, mover, s.board[at], s.board[prey]) + TURN_WORTH
    value -= survey(s, other, s.board[prey], s.board[at])
    if takes_a_king(s, mover):
        value += CAPTURES_KING
    elif takes_a_king(s, other):
        value -= IN_DANGER
    return value if seat == mover else -value


def survey(s: Record, seat: int, king: int, prey: int) -> int:
    """The worth of what a seat has, its king being in the Piece `king` and the other's in `prey`."""
    squares = moved_by(s, seat)
    whole, split = squares & ~s.fours, squares & s.fours
    free, bound, mobility, hunting = 0, 0, 0, 0
    while whole:
        cell = lowest(whole)
        whole ^= BIT[cell]
        pieces = s.board[cell]
        free |= movers(seat, pieces)
        reached = popcount(targets(s, seat, cell, pieces))
        mobility += reached
        if hunts(s, seat, pieces, prey):
            hunting += reached
    while split:
        cell = lowest(split)
        split ^= BIT[cell]
        bound |= movers(seat, s.board[cell])
    value = worth(s, free) + worth(s, bound) * 5 // 8 + MOBILITY * mobility + HUNTING * hunting
    return value + COMPANY[popcount(king), popcount(king & SIDE[seat])]  # type: ignore[no-any-return]


def hunts(s: Record, seat: int, pieces: int, prey: int) -> bool:
    """Whether `pieces` would win by capturing the Piece `prey`, with the king, wherever they are."""
    room = popcount(prey)
    if 2 * popcount(prey & SIDE[seat]) > room or (room < 4 and popcount(pieces) + room > 4):
        return False
    return wins(s, seat, pieces, prey)


def urgent(s: Record, out: Moves) -> int:
    mover, other = s.next, 1 - s.next
    if takes_a_king(s, mover):
        return -1
    return R.legal_moves(s, out) if takes_a_king(s, other) else 0


def takes_a_king(s: Record, seat: int) -> bool:
    """Whether a seat, if it were to move, could capture a king of the other's and win."""
    kings = s.kings & SIDE[1 - seat]
    occupied = s.white | s.black | s.grey
    while kings:
        square = lowest(occupied)
        occupied ^= BIT[square]
        if s.board[square] & kings:
            kings &= ~s.board[square]
            if takes_king(s, seat, square):
                return True
    return False


def takes_king(s: Record, seat: int, king: int) -> bool:
    """Whether a seat, if it were to move, could capture the other's king, on the square `king`, and win."""
    squares = moved_by(s, seat) & in_sight(s, king)
    whole, split = squares & ~s.fours, squares & s.fours
    while whole:
        cell = lowest(whole)
        whole ^= BIT[cell]
        pieces = s.board[cell]
        if targets(s, seat, cell, pieces) & BIT[king] and wins(s, seat, pieces, s.board[king]):
            return True
    while split:
        cell = lowest(split)
        split ^= BIT[cell]
        if splits_to(s, seat, cell, king):
            return True
    return False


def in_sight(s: Record, cell: int) -> int:
    """The squares from which any Piece at all might capture on `cell`."""
    occupied = s.white | s.black | s.grey
    found: int = (
        straight_reach(cell, occupied) | slanting_reach(cell, occupied) | KNIGHT_LEAPS[cell]
    )
    return found


def king_square(s: Record, seat: int) -> int:
    """Where the king stands with which the seat began, alone or in a Piece."""
    occupied: int = s.white | s.black | s.grey
    while not s.board[lowest(occupied)] & KING[seat]:
        occupied &= occupied - 1
    return lowest(occupied)


def worth(s: Record, pieces: int) -> int:
    value = QUEEN_WORTH * popcount(pieces & s.queens) + ROOK_WORTH * popcount(pieces & s.rooks)
    value += BISHOP_WORTH * popcount(pieces & s.bishops)
    value += KNIGHT_WORTH * popcount(pieces & s.knights)
    return value + PAWN_WORTH * popcount(pieces & s.pawns) + KING_WORTH * popcount(pieces & s.kings)


def wins(s: Record, seat: int, pieces: int, prey: int) -> bool:
    """Whether `pieces` that capture the Piece `prey`, with the king, win; of four the best are sent home."""
    own = popcount((pieces | prey) & SIDE[seat])
    size = popcount(pieces) + popcount(prey)
    if popcount(prey) == 4:
        others = popcount(prey & ~SIDE[seat]) - 1  # the king stays
        own -= max(popcount(pieces) - others, 0)
        size = 4
    return 2 * own >= size


def splits_to(s: Record, seat: int, cell: int, king: int) -> bool:
    """Whether a part of the Piece of four on `cell` captures the Piece with the king on `king` and wins."""
    for part in range(1, 15):
        if R.SPLIT_ANY or popcount(part) == 2:
            pieces = moving_pieces(s.board[cell], part)
            reached = targets(s, seat, cell, pieces) if may_move(seat, cell, pieces) else 0
            if reached & BIT[king] and wins(s, seat, pieces, s.board[king]):
                return True
    return False
