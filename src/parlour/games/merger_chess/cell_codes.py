"""The board as codes, for evaluations that are learnt: each Piece by whose it is and its strongest piece."""

from __future__ import annotations

from parlour.games.merger_chess.board import SIDE, WHITE
from parlour.games.merger_chess.pieces import movers
from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import popcount

__compiled__ = True

RANKS = 6  # king, queen, rook, bishop, knight, pawn
OWN = 2 * RANKS  # alone, or with company


def cells(s: Record, out: Moves) -> None:
    seat = s.next
    for cell in range(64):  # the second seat sees the board from its own side
        pieces = s.board[cell if seat == WHITE else cell ^ 56]
        out[cell] = code(s, seat, pieces) if pieces else 0


def code(s: Record, seat: int, pieces: int) -> int:
    """The code of a Piece as `seat` sees it; grey ones come after those of both seats."""
    count, own = popcount(pieces), popcount(pieces & SIDE[seat])
    if 2 * own == count:
        return 1 + 2 * OWN + strongest(s, pieces)
    owner = seat if 2 * own > count else 1 - seat
    company = RANKS if count > 1 else 0
    others = OWN if owner != seat else 0
    return 1 + strongest(s, movers(owner, pieces)) + company + others


def strongest(s: Record, pieces: int) -> int:
    """The number of the strongest kind among `pieces`, 0 a king."""
    if pieces & s.kings:
        return 0
    if pieces & s.queens:
        return 1
    if pieces & s.rooks:
        return 2
    if pieces & s.bishops:
        return 3
    return 4 if pieces & s.knights else 5
