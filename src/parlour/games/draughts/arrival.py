"""What happens on the end rank: promotion, turning homeward, being reset, transfers, elections.

A man's arrival can end in one of a few fates (see `constants.py`); where a seat elects, its election on
that set is the fate of all its men there. To add a fate: give it a word in `constants.py`, its forms in
`list_forms`, and what it does in `settle_arrival`.
"""

from __future__ import annotations

from parlour.games.draughts.board import (
    END_RANK_OF,
    FILE,
    FILE_ACROSS,
    FIRST_RANKS,
    HOME_RANK,
)
from parlour.games.draughts.code import (
    choice_of,
    is_placed,
    jumped,
    origin_of,
    placed_set,
    placed_square,
    set_of,
    target_of,
    with_choice,
    with_place,
)
from parlour.games.draughts.constants import (
    CLOSED,
    ELECTS,
    IN_PLAY,
    PROMOTES,
    REBOUNDS,
    RESETS,
    TRANSFER,
    WINS,
)
from parlour.games.draughts.pieces import (
    add_homeward,
    add_outward,
    empty_squares,
    outward_men,
    pieces,
)
from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import lowest
from parlour.kernel.protocol import R

__compiled__ = True
__inner__ = True


def arrives(s: Record, which: int, side: int, m: int) -> bool:
    """Whether the move `m` brings an outward man to his end rank."""
    at_end = (1 << target_of(m)) & END_RANK_OF[side]
    return bool(at_end and (1 << origin_of(m)) & outward_men(s, which, side))


def fate(s: Record, which: int, side: int) -> int:
    """What becomes of a side's men on their end rank, ELECTS if that is still to be elected."""
    if R.END_RANK == ELECTS:
        return s.elected[2 * which + side]  # type: ignore[no-any-return]
    return R.END_RANK  # type: ignore[no-any-return]


def has_won(s: Record, which: int, side: int, over: int) -> bool:
    """Whether a capture of the pieces `over` wins the set: a royal champion, or the last piece."""
    if R.ROYALS and over & s.royal[2 * which + 1 - side]:
        return True
    return bool(pieces(s, which, 1 - side) & ~over == 0)


# -- the forms that an arrival can have --------------------------------------------------------------


def list_forms(s: Record, which: int, side: int, m: int, out: Moves, n: int) -> int:
    """Add every form of the arriving move `m` to the `n` moves in `out`; returns how many then."""
    over = jumped(m)
    if over and has_won(s, which, side, over):
        out[n] = m
        return n + 1
    end = fate(s, which, side)
    if R.END_RANK == ELECTS and end == ELECTS:
        n = _list_rebounds(s, which, side, with_choice(m, REBOUNDS), out, n)
        n = _list_resets(s, which, side, with_choice(m, RESETS), out, n)
        if R.ROYAL_CHOICE and s.champ[2 * which + side] and s.champ[2 * which + 1 - side] & ~over:
            out[n] = with_choice(m, PROMOTES)
            n += 1
        return n
    if end == REBOUNDS:
        return _list_rebounds(s, which, side, m, out, n)
    if end == RESETS:
        return _list_resets(s, which, side, m, out, n)
    if R.PROMOTION_TRANSFER and end == PROMOTES:
        return _list_promotions(s, which, side, m, out, n)
    out[n] = m
    return n + 1


def _list_rebounds(s: Record, which: int, side: int, m: int, out: Moves, n: int) -> int:
    """He stays, or with a transfer comes to any other empty square of the end rank."""
    out[n] = m
    n += 1
    if R.REBOUND_TRANSFER or _same_elected(s, which, side, REBOUNDS):
        here = empty_squares(s, which) & END_RANK_OF[side] & ~(1 << target_of(m))
        n = _list_places(m, which, here, out, n)
        if R.SETS == 2 and s.status[1 - which] == IN_PLAY:
            n = _list_places(m, 1 - which, empty_squares(s, 1 - which) & END_RANK_OF[side], out, n)
    return n


def _list_resets(s: Record, which: int, side: int, m: int, out: Moves, n: int) -> int:
    """He is placed on an empty square of his first ranks; with no such square he is lost."""
    first = n
    if R.RESET_LIMIT == 0 or s.resets[side] < R.RESET_LIMIT:
        across = R.RESET_SQUARES == TRANSFER or _same_elected(s, which, side, RESETS)
        here = (empty_squares(s, which) | (1 << origin_of(m))) & FIRST_RANKS[R.RANKS, side]
        if R.RESET_SQUARES == CLOSED and not across:
            here &= FILE[target_of(m)]
        n = _list_places(m, which, here, out, n)
        if R.SETS == 2 and across and s.status[1 - which] == IN_PLAY:
            n = _list_places(
                m, 1 - which, empty_squares(s, 1 - which) & FIRST_RANKS[R.RANKS, side], out, n
            )
    if n == first:
        out[n] = m
        n += 1
    return n


def _list_promotions(s: Record, which: int, side: int, m: int, out: Moves, n: int) -> int:
    """He stays, or is put on the square of his own first rank on that file, of the other set."""
    out[n] = m
    n += 1
    if s.status[1 - which] == IN_PLAY:
        there = empty_squares(s, 1 - which) & HOME_RANK[side] & FILE_ACROSS[target_of(m)]
        n = _list_places(m, 1 - which, there, out, n)
    return n


def _list_places(m: int, which: int, squares: int, out: Moves, n: int) -> int:
    while squares:
        out[n] = with_place(m, which, lowest(squares))
        squares &= squares - 1
        n += 1
    return n


def _same_elected(s: Record, which: int, side: int, end: int) -> bool:
    """Whether men may be transferred since a side has elected `end` on the other set too."""
    if not R.TRANSFERABLE:
        return False
    other = 1 - which
    return bool(s.status[other] == IN_PLAY and s.elected[2 * other + side] == end)


# -- what an arrival does ----------------------------------------------------------------------------


def settle_arrival(s: Record, m: int, side: int, won: bool) -> int:
    """Put the man who arrives by `m` where he ends; he and the jumped pieces are off the board.

    `won` says that the capture has won the set already: then nothing is elected and he is not placed.
    Returns where he ends, as square + 64 for the light set, or -1 if he is lost.
    """
    which, square = set_of(m), target_of(m)
    if R.END_RANK == ELECTS and choice_of(m):
        elect(s, which, side, choice_of(m))
    end = fate(s, which, side)
    place_set, place = which, square
    if is_placed(m):
        place_set, place = placed_set(m), placed_square(m)
    if end == RESETS and not won:
        if not is_placed(m):
            return -1
        s.resets[side] += 1
    if end == PROMOTES:
        s.champ[2 * place_set + side] |= 1 << place
    elif end == REBOUNDS:
        add_homeward(s, place_set, side, place)
    else:
        add_outward(s, place_set, side, place)
    return place + (place_set << 6)


def elect(s: Record, which: int, side: int, end: int) -> None:
    """A seat elects what becomes of its men on a set, and with it its aim there."""
    mine, theirs = 2 * which + side, 2 * which + 1 - side
    s.elected[mine] = end
    if R.FIRST_ONLY:
        s.elected[theirs] = end
    if end != REBOUNDS:
        s.royal[theirs] = s.champ[theirs]
        if R.FIRST_ONLY:
            s.royal[mine] = s.champ[mine]


def wins_by_arriving(side: int, square: int, champion: bool) -> bool:
    """Whether a piece that comes to `square` outward bound wins its set."""
    if not (R.END_RANK == WINS and (1 << square) & END_RANK_OF[side]):
        return False
    return bool(R.ANY_PIECE_WINS or not champion)
