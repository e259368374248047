"""The rules of chess on 64-bit boards: cell a1 is bit 0, b1 bit 1, h8 bit 63.

Legal moves are found for a whole side at once, one manner of moving after the other: sliding in each of
eight directions, each of a knight's leaps, a pawn's steps and captures. Each manner gives a set of squares
to go to; where a man comes from follows from the manner. So moves are counted without being listed.

How a move lies in a word is in ``code.py``.
"""

from __future__ import annotations

from parlour.games.chess.attacks import (
    answers,
    castles,
    danger,
    find_checks,
    has_move,
    king_goes,
    king_targets,
    men,
    passer,
    passing,
    targets,
)
from parlour.games.chess.board import (
    AXIS,
    BLACK,
    DARK,
    EAST,
    HOME,
    KING_LEAPS,
    KNIGHTS_AT,
    LAST,
    NO_SQUARE,
    NOT_A,
    NOT_H,
    OFFSET,
    SIXTH,
    THIRD,
    WEST,
    WHITE,
    back_rank,
    down,
    pawn_fill,
    up,
)
from parlour.games.chess.code import promotion_of, with_promotion
from parlour.games.chess.evaluation import MARGIN, evaluate
from parlour.games.chess.exchanges import noisy
from parlour.games.chess.san_reading import find_move, text_kind
from parlour.kernel.bitboard import BIT, BOARD, PAWN_REACH, RAY, bits, nth_bit
from parlour.kernel.layers import Layers, fill_layer
from parlour.kernel.layout import OVER, Moves, Record, Rng, record
from parlour.kernel.move_codes import from_to, origin_of, target_of
from parlour.kernel.primitives import below, highest, lowest, mix, popcount, shr, wrap
from parlour.kernel.quiet_moves import LAST_QUIET

__all__ = ["MARGIN", "evaluate", "find_move", "noisy", "targets", "text_kind"]

START = -1  # the number of a fischer random start, or -1: the standard start and castling
CLAIMS = 0  # whether fifty quiet moves by each side only let a player claim a draw

SEATS = 2
DRAWN = -1  # s.winner of a drawn game
REASONS = ("checkmate", "stalemate", "insufficient-material", "fifty-moves", "seventy-five-moves")
CHECKMATE, STALEMATE, INSUFFICIENT, FIFTY_MOVES, SEVENTY_FIVE_MOVES = 0, 1, 2, 3, 4
WORN_OUT = SEVENTY_FIVE_MOVES if CLAIMS else FIFTY_MOVES
LONGEST_QUIET = LAST_QUIET + 50 * CLAIMS  # quiet plies that end the game

# `next` is the seat that moves, or would. Queens are among both `slanting` and `straight` men. `castling`
# has the rooks that may still castle; `passed` is the square that a pawn has just stepped over, if it can
# be captured there, or NO_SQUARE; `quiet` counts plies, `number` moves, as FEN does. `checkers` and
# `pinned` follow from the rest.
STATE = record(
    turn=1,
    next=1,
    white=1,
    black=1,
    pawns=1,
    knights=1,
    slanting=1,
    straight=1,
    kings=1,
    castling=1,
    passed=1,
    quiet=1,
    number=1,
    checkers=1,
    pinned=1,
    winner=1,
    reason=1,
)
# A square is reached by one sliding man at most in each direction and by eight knights; promotions make
# four moves of each of a pawn's three; a king castles in two ways. The sets lie at the end of the list.
MANNERS = 23
KING_STEP, CASTLING, PASSING = 20, 21, 22  # manners after those of board.OFFSET
ROOM = 64 * 16 + 8 * 3 * 3 + 2
SETS_AT = ROOM
MAX_MOVES = ROOM + MANNERS

KNIGHT, BISHOP, ROOK, QUEEN = 1, 2, 3, 4  # what a pawn may be promoted to

MEN = back_rank(518 if START < 0 else START)


def _first(letters: str) -> int:
    """The squares of White's first rank occupied by these men at the start."""
    return bits([i for i in range(8) if MEN[i] in letters])


KNIGHTS, KINGS, ROOKS = _first("N"), _first("K"), _first("R")
SLANTERS, STRAIGHTS = _first("BQ"), _first("RQ")
UP = 56  # from the first rank to the eighth


def start(s: Record) -> None:
    s.turn = WHITE
    s.next = WHITE
    s.white = 0xFFFF
    s.black = wrap(0xFFFF << 48)
    s.pawns = 0xFF << 8 | 0xFF << 48
    s.knights = KNIGHTS | wrap(KNIGHTS << UP)
    s.slanting = SLANTERS | wrap(SLANTERS << UP)
    s.straight = STRAIGHTS | wrap(STRAIGHTS << UP)
    s.kings = KINGS | wrap(KINGS << UP)
    s.castling = ROOKS | wrap(ROOKS << UP)
    s.passed = NO_SQUARE
    s.quiet = 0
    s.number = 1
    s.checkers = 0
    s.pinned = 0
    s.winner = DRAWN
    s.reason = 0


# -- moves -----------------------------------------------------------------------------------------


def gather(s: Record, out: Moves) -> int:
    """Put the squares to go to, by manner, into `out` from SETS_AT on; how many moves that are."""
    own, occupied = men(s, s.next), s.white | s.black
    king = lowest(own & s.kings)
    free, empty = ~s.pinned, ~occupied
    to = ~own & answers(s)
    # A pinned man may move along the line of its pin.
    file, rise = free | AXIS[0, king], free | AXIS[1, king]
    rank, fall = free | AXIS[2, king], free | AXIS[3, king]
    rooks, bishops = own & s.straight, own & s.slanting
    out[SETS_AT] = up(rooks & file, empty, 8, -1) & to
    out[SETS_AT + 1] = up(bishops & rise, empty, 9, NOT_A) & to
    out[SETS_AT + 2] = up(rooks & rank, empty, 1, NOT_A) & to
    out[SETS_AT + 3] = down(bishops & fall, empty, 7, NOT_A) & to
    out[SETS_AT + 4] = down(rooks & file, empty, 8, -1) & to
    out[SETS_AT + 5] = down(bishops & rise, empty, 9, NOT_H) & to
    out[SETS_AT + 6] = down(rooks & rank, empty, 1, NOT_H) & to
    out[SETS_AT + 7] = up(bishops & fall, empty, 7, NOT_H) & to
    gather_knights(out, own & s.knights & free, to)
    gather_pawns(s, out, own & s.pawns, to)
    attacked = danger(s)
    out[SETS_AT + KING_STEP] = king_targets(s, attacked)
    out[SETS_AT + CASTLING] = castles(s, attacked)
    out[SETS_AT + PASSING] = passing(s)
    count = 0
    for manner in range(MANNERS):
        count += popcount(out[SETS_AT + manner])
    return count + 3 * promotions(out)


def gather_knights(out: Moves, knights: int, to: int) -> None:
    west1, east1 = shr(knights, 1) & NOT_H, wrap(knights << 1) & NOT_A
    west2, east2 = shr(west1, 1) & NOT_H, wrap(east1 << 1) & NOT_A
    out[SETS_AT + KNIGHTS_AT] = wrap(east1 << 16) & to
    out[SETS_AT + KNIGHTS_AT + 1] = wrap(east2 << 8) & to
    out[SETS_AT + KNIGHTS_AT + 2] = shr(east2, 8) & to
    out[SETS_AT + KNIGHTS_AT + 3] = shr(east1, 16) & to
    out[SETS_AT + KNIGHTS_AT + 4] = shr(west1, 16) & to
    out[SETS_AT + KNIGHTS_AT + 5] = shr(west2, 8) & to
    out[SETS_AT + KNIGHTS_AT + 6] = wrap(west2 << 8) & to
    out[SETS_AT + KNIGHTS_AT + 7] = wrap(west1 << 16) & to


def gather_pawns(s: Record, out: Moves, pawns: int, to: int) -> None:
    occupied = s.white | s.black
    king = lowest(men(s, s.next) & s.kings)
    free = ~s.pinned
    step = pawns & (free | AXIS[0, king])
    rising, falling = pawns & (free | AXIS[1, king]), pawns & (free | AXIS[3, king])
    if s.next == WHITE:
        step = wrap(step << 8) & ~occupied
        double = wrap((step & THIRD) << 8) & ~occupied
        west, east = wrap(falling << 7) & NOT_H, wrap(rising << 9) & NOT_A
    else:
        step = shr(step, 8) & ~occupied
        double = shr(step & SIXTH, 8) & ~occupied
        west, east = shr(rising, 9) & NOT_H, shr(falling, 7) & NOT_A
    out[SETS_AT + KNIGHTS_AT + 8] = step & to
    out[SETS_AT + KNIGHTS_AT + 9] = double & to
    out[SETS_AT + WEST] = west & occupied & to
    out[SETS_AT + EAST] = east & occupied & to


def promotions(out: Moves) -> int:
    """How many ways there are to a pawn's last rank, by the sets in `out`."""
    return (
        popcount(out[SETS_AT + KNIGHTS_AT + 8] & LAST)
        + popcount(out[SETS_AT + WEST] & LAST)
        + popcount(out[SETS_AT + EAST] & LAST)
    )


def is_pawns(manner: int) -> bool:
    """Whether a manner's moves are promotions where they come to the last rank."""
    return KNIGHTS_AT + 8 <= manner <= EAST


def way(s: Record, manner: int, square: int) -> int:
    """The move in a manner that goes to `square`; for captures en passant, that comes from there."""
    if manner < KNIGHTS_AT:
        back = manner ^ 4
        line = RAY[back, square] & (s.white | s.black)
        cell = highest(line) if 2 < back < 7 else lowest(line)
    elif manner <= EAST:
        cell = square - OFFSET[s.next, manner]
    elif manner == PASSING:
        return from_to(square, s.passed)
    else:
        cell = lowest(men(s, s.next) & s.kings)
    return from_to(cell, square)


def legal_moves(s: Record, out: Moves) -> int:
    gather(s, out)
    n = 0
    for manner in range(MANNERS):
        found = out[SETS_AT + manner]
        while found:
            square = lowest(found)
            found ^= BIT[square]
            m = way(s, manner, square)
            if is_pawns(manner) and LAST & BIT[square]:
                for into in range(KNIGHT, QUEEN + 1):
                    out[n] = with_promotion(m, into)
                    n += 1
            else:
                out[n] = m
                n += 1
    return n


def urgent(s: Record, out: Moves) -> int:
    return legal_moves(s, out) if s.checkers else 0


def count_moves(s: Record, out: Moves) -> int:
    return gather(s, out)


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """A number is drawn below the number of moves; only the move of that number is made."""
    wanted = below(rng, gather(s, out))
    for manner in range(MANNERS):
        found = out[SETS_AT + manner]
        if is_pawns(manner) and found & LAST:
            last = found & LAST
            found ^= last
            count = 4 * popcount(last)
            if wanted < count:
                m = way(s, manner, nth_bit(last, wanted >> 2))
                return with_promotion(m, KNIGHT + (wanted & 3))
            wanted -= count
        count = popcount(found)
        if wanted < count:
            return way(s, manner, nth_bit(found, wanted))
        wanted -= count
    return 0


# -- play ------------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    advance(s, m)
    judge_counts(s)


def advance(s: Record, m: int) -> None:
    """Play `m`; detects checkmate and stalemate, but not draws by material or by counting."""
    seat, cell, to, into = s.next, origin_of(m), target_of(m), promotion_of(m)
    origin, target = BIT[cell], BIT[to]
    pawn, castle = s.pawns & origin != 0, men(s, seat) & target != 0
    taken = BIT[passer(to)] if pawn and to == s.passed else target
    taken &= men(s, 1 - seat)
    s.quiet = 0 if pawn or taken else s.quiet + 1
    s.number += seat
    s.castling &= ~(origin | target)
    if s.kings & origin:
        s.castling &= ~HOME[seat]
    if taken:
        take(s, seat, taken)
    if castle:
        put_castled(s, seat, cell, to)
    else:
        carry(s, seat, origin, target)
    if into:
        promote(s, target, into)
    s.passed = NO_SQUARE
    s.next = 1 - seat
    s.turn = s.next
    find_checks(s)
    if pawn and (to - cell == 16 or cell - to == 16):
        note_passed(s, (cell + to) // 2)
    judge_moves(s)


def take(s: Record, seat: int, taken: int) -> None:
    """Take the other seat's man on `taken` off the board."""
    rest = ~taken
    if seat == WHITE:
        s.black &= rest
    else:
        s.white &= rest
    s.pawns &= rest
    s.knights &= rest
    s.slanting &= rest
    s.straight &= rest


def carry(s: Record, seat: int, origin: int, target: int) -> None:
    """Bring the seat's man from `origin` to the empty square `target`."""
    both = origin | target
    if seat == WHITE:
        s.white ^= both
    else:
        s.black ^= both
    s.pawns = after_move(s.pawns, origin, both)
    s.knights = after_move(s.knights, origin, both)
    s.slanting = after_move(s.slanting, origin, both)
    s.straight = after_move(s.straight, origin, both)
    s.kings = after_move(s.kings, origin, both)


def after_move(squares: int, origin: int, both: int) -> int:
    """The `squares` of a kind after the man on `origin`, if it is of that kind, has moved."""
    return squares ^ both if squares & origin else squares


def put_castled(s: Record, seat: int, cell: int, rook: int) -> None:
    """Castle the king on `cell` with the rook on `rook`; either may come to where the other was."""
    to = king_goes(cell, rook)
    rook_to = to - 1 if rook > cell else to + 1
    both, after = BIT[cell] | BIT[rook], BIT[to] | BIT[rook_to]
    if seat == WHITE:
        s.white = s.white & ~both | after
    else:
        s.black = s.black & ~both | after
    s.kings = s.kings & ~BIT[cell] | BIT[to]
    s.straight = s.straight & ~BIT[rook] | BIT[rook_to]


def promote(s: Record, target: int, into: int) -> None:
    """Make of the pawn on `target` what the move says."""
    s.pawns ^= target
    if into == KNIGHT:
        s.knights |= target
    if into in (BISHOP, QUEEN):
        s.slanting |= target
    if into in (ROOK, QUEEN):
        s.straight |= target


def note_passed(s: Record, square: int) -> None:
    """Note that a pawn has just stepped over `square`, if it may be captured there."""
    if PAWN_REACH[1 - s.next, square] & men(s, s.next) & s.pawns:
        s.passed = square
        if passing(s) == 0:
            s.passed = NO_SQUARE


# -- ends ------------------------------------------------------------------------------------------


def judge_moves(s: Record) -> None:
    """End the game if the seat to move has no legal move."""
    if not has_move(s):
        if s.checkers:
            end(s, CHECKMATE, 1 - s.next)
        else:
            end(s, STALEMATE, DRAWN)


def judge_counts(s: Record) -> None:
    """Draw by insufficient material, and after fifty or seventy-five quiet moves by each side.

    Material is checked here and not in `advance`, so that perft counts the moves beyond; such a position
    cannot also be a third repetition.
    """
    if s.turn != OVER and s.pawns == 0 and cannot_mate(s, WHITE) and cannot_mate(s, BLACK):
        end(s, INSUFFICIENT, DRAWN)
    elif s.turn != OVER and s.quiet >= LONGEST_QUIET:
        end(s, WORN_OUT, DRAWN)


def forget_counts(s: Record) -> None:
    s.quiet = 0


def can_win(s: Record, seat: int) -> bool:
    if is_blocked(s):
        return False
    return men(s, seat) & s.pawns != 0 or not cannot_mate(s, seat)


def is_blocked(s: Record) -> bool:
    """Whether only kings can ever move, and none can take a pawn: then nobody could mate."""
    others = s.knights | s.slanting | s.straight
    if others != 0 or s.passed != NO_SQUARE or s.pawns == 0:
        return False
    white, black = s.white & s.pawns, s.black & s.pawns
    steps = wrap(white << 8) & ~s.pawns | shr(black, 8) & ~s.pawns
    if steps != 0 or pawn_fill(white, WHITE) & black != 0:
        return False
    return not takes_pawn(s, WHITE) and not takes_pawn(s, BLACK)


def takes_pawn(s: Record, seat: int) -> bool:
    """Whether a king can come to a pawn that no other guards, in a game where only kings move."""
    own, other = men(s, seat), men(s, 1 - seat) & s.pawns
    barred = own & s.pawns | pawn_fill(other, 1 - seat)
    reached, new = 0, own & s.kings
    while new != 0:
        cell = lowest(new)
        reached |= BIT[cell]
        goes = KING_LEAPS[cell] & ~barred
        if goes & other != 0:
            return True
        new = (new | goes) & ~reached
    return False


def reopen(s: Record) -> None:
    s.turn = s.next


def claimable(s: Record) -> int:
    return FIFTY_MOVES if CLAIMS and s.quiet >= LAST_QUIET else -1


def cannot_mate(s: Record, seat: int) -> bool:
    """Whether a seat without pawns could not mate with what is on the board, however the other played.

    As python-chess has it: a lone knight needs a man to hem the king in that cannot take part in the
    defence; bishops of one colour need a bishop of the other, or a knight.
    """
    own, other = men(s, seat), men(s, 1 - seat)
    bishops = s.slanting & ~s.straight
    if own & s.straight:
        return False
    if own & s.knights:
        queens = s.slanting & s.straight
        alone: bool = popcount(own) <= 2 and other & ~s.kings & ~queens == 0
        return alone
    if own & bishops:
        alike: bool = bishops & DARK == 0 or bishops & ~DARK == 0
        return alike and s.knights == 0 and s.pawns == 0
    return True


def end(s: Record, reason: int, winner: int) -> None:
    s.turn = OVER
    s.reason = reason
    s.winner = winner


def payoff(s: Record, seat: int) -> float:
    if s.winner == DRAWN:
        return 0.5
    return 1.0 if s.winner == seat else 0.0


def key(s: Record) -> int:
    h = mix(1, s.white) ^ mix(2, s.pawns) ^ mix(3, s.knights) ^ mix(4, s.slanting)
    h ^= mix(5, s.straight) ^ mix(6, s.kings) ^ mix(7, s.castling) ^ mix(8, s.black)
    return mix(h, s.next | s.passed << 1)


# -- the board as codes ------------------------------------------------------------------------------

CODED_CELLS = 64
PIECE_CODES = 6  # pawn, knight, bishop, rook, queen, king
CELL_PLACES = BOARD.places
CELL_SYMMETRY = "mirror"
BOARD_TELLS = True
SOLE_CODES = (6, 12)


def cells(s: Record, out: Moves) -> None:
    """Each square's man, Black's board being turned over from top to bottom."""
    flip = 0 if s.next == WHITE else 56
    for cell in range(64):
        out[cell ^ flip] = 0
    put_codes(s, out, men(s, s.next), flip, 0)
    put_codes(s, out, men(s, 1 - s.next), flip, PIECE_CODES)


def put_codes(s: Record, out: Moves, squares: int, flip: int, base: int) -> None:
    """Put the codes of one side's men on `squares` into `out`, counted on from `base`."""
    while squares:
        cell = lowest(squares)
        squares ^= BIT[cell]
        out[cell ^ flip] = base + code(s, cell)


def code(s: Record, cell: int) -> int:
    """The kind of the man on a square, from 1 for a pawn to 6 for a king."""
    bit = BIT[cell]
    if s.pawns & bit:
        return 1
    if s.knights & bit:
        return 2
    if s.kings & bit:
        return 6
    if s.slanting & bit:
        return 5 if s.straight & bit else 3
    return 4


def may_stand(code: int, cell: int) -> bool:
    """Pawns are on neither the first nor the last rank."""
    return (code - 1) % PIECE_CODES > 0 or 8 <= cell < 56


def from_cells(s: Record, codes: Moves, seat: int) -> bool:
    """Each side has one king; no castling or en passant is possible."""
    s.white = s.black = s.pawns = s.knights = s.slanting = s.straight = s.kings = 0
    s.castling, s.passed, s.quiet, s.number, s.winner, s.reason = 0, NO_SQUARE, 0, 1, DRAWN, 0
    flip = 0 if seat == WHITE else 56
    kings = 0
    for cell in range(64):
        if codes[cell]:
            owner = seat if codes[cell] <= PIECE_CODES else 1 - seat
            kind = (codes[cell] - 1) % PIECE_CODES + 1
            kings += (1 + 15 * owner) * (kind == 6)
            set_up(s, owner, kind, BIT[cell ^ flip])
    if kings != 17:
        return False
    s.next = 1 - seat
    find_checks(s)
    if s.checkers or KING_LEAPS[lowest(s.white & s.kings)] & s.black & s.kings:
        return False
    s.turn = s.next = seat
    find_checks(s)
    judge_moves(s)
    judge_counts(s)
    return s.turn != OVER  # type: ignore[no-any-return]


def set_up(s: Record, owner: int, kind: int, square: int) -> None:
    """Put a man, 1 for a pawn to 6 for a king, on an empty square."""
    if owner == WHITE:
        s.white |= square
    else:
        s.black |= square
    if kind == 1:
        s.pawns |= square
    elif kind == 2:
        s.knights |= square
    elif kind == 6:
        s.kings |= square
    if kind in (3, 5):
        s.slanting |= square
    if kind in (4, 5):
        s.straight |= square


def plies_left(s: Record) -> int:
    return LONGEST_QUIET - s.quiet  # type: ignore[no-any-return]


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = ("castling", "passed", "quiet")
LAYER_CELLS = 64


def observe(s: Record, seat: int, out: Layers) -> None:
    """Rooks that may castle, a square passed by a pawn, quiet plies.

    The board is turned over for Black, as the coded one is.
    """
    flip = 0 if s.next == WHITE else 56
    for square in range(64):
        out[0, square] = s.castling >> (square ^ flip) & 1
    if s.passed != NO_SQUARE:
        out[1, s.passed ^ flip] = 1
    fill_layer(out, 2, s.quiet)
