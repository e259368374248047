"""The rules of Chainn: sixteen cards in a square, moved in closed chains.

Cells are numbered from 0 for a1 to 15 for d4, cards ``4 * rank + suit`` with ranks A, 2, 3, K and suits
C, D, H, S, so a card's value is its rank plus 1. Moves are in ``code.py``. The code of a deal is its number
in lexicographic order.
"""

import numpy as np

from parlour.games.chainn.code import STEP, is_start, origin_of, start_move, step_move, target_of
from parlour.kernel.boards import square
from parlour.kernel.layers import Layers, fill_layer
from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, lowest, mix

PAR_LIMIT = 0

SEATS = 1
MAX_MOVES = 12 * 15
MOVE_CODES = STEP + 16
NONE = -1  # no card, no cell
KINGS = 12  # the first king; an ace, two or three is below
REASONS = ("contiguous", "stuck", "limit")
CONTIGUOUS, STUCK, LIMIT = 0, 1, 2

# `cells` holds the card on each cell; `hand` is the card in hand, `place` the cell that it moves from,
# where the card that was put under it now lies; `empty` is the empty space.
STATE = record(turn=1, reason=1, cells=16, hand=1, place=1, empty=1, sequences=1, moves=1)

BOARD = square(4, 4)
READING = np.array([4 * rank + file for rank in (3, 2, 1, 0) for file in range(4)])
FACTORIAL = np.cumprod([1, *range(1, 16)])


def _reach(distance: int, cell: int) -> int:
    """The cells in a straight line from `cell` at this distance, as a word of 16 bits."""
    lines = [BOARD.line(cell, direction) for direction in range(8)]
    return sum(1 << line[distance - 1] for line in lines if len(line) >= distance)


REACH = np.array([[0] * 16] + [[_reach(v, cell) for cell in range(16)] for v in (1, 2, 3)])


def start(s: Record) -> None:
    """Set `s` before the deal."""
    s.turn = CHANCE
    s.reason = 0
    for cell in range(16):
        s.cells[cell] = NONE
    s.hand = NONE
    s.place = NONE
    s.empty = NONE
    s.sequences = 0
    s.moves = 0


def legal_moves(s: Record, out: Moves) -> int:
    """List the legal moves of a running game in `out`; returns their number."""
    if s.hand == NONE:
        return _starts(s, out)
    n = 0
    left = places(s)
    while left:
        out[n] = step_move(lowest(left))
        n += 1
        left &= left - 1
    return n


def _starts(s: Record, out: Moves) -> int:
    n = 0
    for origin in range(16):
        if s.cells[origin] < KINGS:
            for to in range(16):
                if to != origin:
                    out[n] = start_move(origin, to)
                    n += 1
    return n


def places(s: Record) -> int:
    """The cells where the card in hand may come down, as a word of 16 bits."""
    reached: int = REACH[value(s), s.place]
    return reached & (1 << s.empty) if s.hand >= KINGS else reached


def value(s: Record) -> int:
    """How far the card in hand must move: the value of the card now at its origin."""
    below_it: int = s.cells[s.place]
    return below_it // 4 + 1


def play(s: Record, m: int) -> None:
    """Play the move or deal `m`."""
    if s.turn == CHANCE:
        deal(s, m)
        s.turn = 0
        judge(s)
        return
    s.moves += 1
    to = target_of(m)
    if is_start(m):
        s.empty = origin_of(m)
        s.hand = s.cells[s.empty]
        s.cells[s.empty] = NONE
        _put_under(s, to)
    elif to == s.empty:
        s.cells[s.empty] = s.hand
        s.hand = NONE
        s.place = NONE
        s.empty = NONE
        s.sequences += 1
        judge(s)
    else:
        _put_under(s, to)


def deal(s: Record, number: int) -> None:
    """Lay the cards in the order with this number, from 0 to 16! - 1."""
    left = 0xFFFF  # the cards not yet laid
    for k in range(16):
        skipped = number // FACTORIAL[15 - k]
        number %= FACTORIAL[15 - k]
        rest = left
        for _ in range(skipped):
            rest &= rest - 1
        s.cells[READING[k]] = lowest(rest)
        left ^= rest & -rest


def _put_under(s: Record, cell: int) -> None:
    """Put the card in hand under the card on `cell` and take that one; it may be stuck."""
    lifted = s.cells[cell]
    s.cells[cell] = s.hand
    s.hand = lifted
    s.place = cell
    judge(s)


def judge(s: Record) -> None:
    """End the game if `s`, once dealt, is won or lost."""
    if s.hand != NONE:
        if places(s) == 0:
            end(s, STUCK)
    elif are_contiguous(s):
        end(s, CONTIGUOUS)
    elif PAR_LIMIT > 0 and s.sequences >= PAR_LIMIT:
        end(s, LIMIT)


def end(s: Record, reason: int) -> None:
    """End the game for this reason."""
    s.turn = OVER
    s.reason = reason


def are_contiguous(s: Record) -> bool:
    """Whether the cards of each suit are connected."""
    suit = 0
    while suit < 4 and is_connected(suit_cells(s, suit)):
        suit += 1
    return suit == 4


def suit_cells(s: Record, suit: int) -> int:
    """The cells with cards of this suit, as a word of 16 bits."""
    mask = 0
    for cell in range(16):
        if s.cells[cell] != NONE and s.cells[cell] % 4 == suit:
            mask |= 1 << cell
    return mask


def is_connected(mask: int) -> bool:
    """Whether the cells of `mask`, at most four, are connected by king's steps."""
    body = mask & -mask
    for _ in range(3):
        wide = body | ((body << 1) & 0xEEEE) | ((body >> 1) & 0x7777)
        body = (wide | (wide << 4) | (wide >> 4)) & mask
    return body == mask


def draw(s: Record, rng: Rng) -> int:
    """The number of a random deal."""
    number = 0
    for k in range(16):
        number += below(rng, 16 - k) * FACTORIAL[15 - k]
    return number


def payoff(s: Record, seat: int) -> float:
    """1 for a win, 0 otherwise."""
    return 1.0 if s.reason == CONTIGUOUS else 0.0


def limit_payoff(s: Record, seat: int) -> float:
    """Endless sequences and the move limit lose."""
    return 0.0


def key(s: Record) -> int:
    """A hash of the layout and the hand, for repetition within a sequence.

    Positions between sequences never repeat, since the number of moves is part of them.
    """
    h = mix(s.sequences, s.hand * 16 + s.place if s.hand != NONE else -1 - s.moves)
    for row in range(4):
        word = 0
        for file in range(4):
            word = 32 * word + s.cells[4 * row + file] + 1
        h = mix(h, word)
    return h


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = ("rank", "suit", "in hand", "hand from", "sequences", "moves")
LAYER_CELLS = 16


def observe(s: Record, seat: int, out: Layers) -> None:
    """The rank of each cell's card from 1, its suit from 0 (-1: no card), and the card in hand."""
    for cell in range(16):
        card = s.cells[cell]
        out[0, cell] = 0 if card == NONE else card // 4 + 1
        out[1, cell] = -1 if card == NONE else card % 4
    if s.hand != NONE:
        fill_layer(out, 2, s.hand + 1)
        out[3, s.place] = 1
    fill_layer(out, 4, s.sequences)
    fill_layer(out, 5, s.moves)
