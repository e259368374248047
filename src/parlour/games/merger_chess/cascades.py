"""Sending home: what may go when a Piece of four is captured, and what goes in its turn to make room.

Every piece has a home of its own, so a square gets one piece at most in one capture, and the ways home of
two pieces never meet. Who goes at all says where all of them end, whatever order is thought of; and
each captured piece's way can be chosen by itself.

A cascade is a word: the set of the pieces that go, the last of them, and the number of the first among
the captured. The cascades of one capture lie at the end of the list of moves, from R.CASCADES_AT on.
"""

from __future__ import annotations

from parlour.games.merger_chess.board import ALL_PIECES, HOME
from parlour.games.merger_chess.pieces import SENT_AT
from parlour.kernel.bitboard import BIT
from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import lowest
from parlour.kernel.protocol import R

__compiled__ = True
__inner__ = True

TIP_AT, ROOT_AT = 32, 40


def tip_of(cascade: int) -> int:
    """The last of the pieces that go."""
    return cascade >> TIP_AT & 31


def root_of(cascade: int) -> int:
    """The number of the first among the captured."""
    return cascade >> ROOT_AT


def carried_on(cascade: int, piece: int) -> int:
    """The cascade (its last piece taken off) by one piece more."""
    return cascade | 1 << piece | piece << TIP_AT


def list_cascades(s: Record, out: Moves, cell: int, to: int, at: int) -> int:
    """Put all ways for one piece of the four captured on `at` to go home into `out`, from R.CASCADES_AT on.

    Returns where they end. The capturer goes from `cell` to `to`, which can be no piece's home now.
    """
    full = s.fours & ~(BIT[cell] | BIT[at])
    end: int = R.CASCADES_AT
    captured = s.board[at]
    for root in range(4):
        piece = lowest(captured)
        captured ^= 1 << piece
        if HOME[piece] != to:
            out[end] = carried_on(root << ROOT_AT, piece)
            end = extend_cascades(s, out, end, full, to)
    return end


def extend_cascades(s: Record, out: Moves, i: int, full: int, to: int) -> int:
    """Carry the cascade at ``out[i]``, the last, on until all that come of it end on squares with room."""
    end = i + 1
    while i < end:
        so_far = out[i]
        tip = tip_of(so_far)
        home = HOME[tip]
        if not full & BIT[home]:
            i += 1
            continue
        so_far ^= tip << TIP_AT
        place = i
        standing = s.board[home]
        while standing:
            piece = lowest(standing)
            standing ^= 1 << piece
            if HOME[piece] != to:
                out[place] = carried_on(so_far, piece)
                place = end if place == i else place + 1
        end = place
    return end


def count_sets(out: Moves, end: int, size: int) -> int:
    """How many sets of cascades, of `size` pieces captured, there are among those up to `end`."""
    ones, twos, threes = 0, 0, 0
    i = R.CASCADES_AT
    while i < end:
        root = root_of(out[i])
        n = 0
        while i < end and root_of(out[i]) == root:
            n += 1
            i += 1
        threes += n * twos
        twos += n * ones
        ones += n
    return ones if size == 1 else twos if size == 2 else threes


def list_sets(out: Moves, n: int, end: int, size: int) -> int:
    """List the sets that are sent home by cascades of `size` pieces captured, as far as there is room."""
    for i in range(R.CASCADES_AT, end):
        if size == 1:
            n = list_set(out, n, out[i])
            continue
        for j in range(i + 1, end):
            if root_of(out[j]) == root_of(out[i]):
                continue
            if size == 2:
                n = list_set(out, n, out[i] | out[j])
                continue
            for k in range(j + 1, end):
                if root_of(out[k]) != root_of(out[j]):
                    n = list_set(out, n, out[i] | out[j] | out[k])
    return n


def list_set(out: Moves, n: int, pieces: int) -> int:
    if n < R.ROOM:
        out[n] = (pieces & ALL_PIECES) << SENT_AT
        n += 1
    return n
