"""The board and the hands as evaluations that are learnt see them; White's board is turned round."""

from __future__ import annotations

from parlour.games.shogi.board import BLACK, GOLD, LOW, PAWN, SQUARES, count_in_hand, kind_of
from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import lowest

__compiled__ = True

CODED_CELLS = SQUARES
PIECE_CODES = 14  # men by their numbers
CELL_PLACES = tuple(divmod(square, 9) for square in range(SQUARES))
CELL_SYMMETRY = "mirror"
EXTRAS = 2 * GOLD  # each kind in hand, of the seat to move and of the other


def cells(s: Record, out: Moves) -> None:
    for square in range(SQUARES):
        out[square] = 0
    for seat in range(2):
        base = 0 if seat == s.next else PIECE_CODES
        for word in range(2):
            men = s.men[2 * seat + word]
            while men:
                at = lowest(men) + LOW * word
                men &= men - 1
                out[at if s.next == BLACK else SQUARES - 1 - at] = base + kind_of(s.board[at])


def extras(s: Record, out: Moves) -> None:
    for kind in range(PAWN, GOLD + 1):
        out[kind - 1] = count_in_hand(s, s.next, kind)
        out[GOLD + kind - 1] = count_in_hand(s, 1 - s.next, kind)
