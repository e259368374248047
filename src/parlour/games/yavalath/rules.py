"""Rules of Yavalath, compiled: each colour's stones as lines packed into words, one set for each axis.

A line's cells are neighbouring bits, with three empty bits between lines. So the seven cells around a
stone on one axis are seven bits of one word, and a table tells whether the stone makes three or four;
and the cells that would make four are found for many lines at once by shifts.
"""

from __future__ import annotations

import numpy as np

from parlour.games.yavalath.evaluation import evaluate, urgent
from parlour.kernel.boards import hexagon
from parlour.kernel.layers import Layers, fill_layer
from parlour.kernel.layout import OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, lowest, mix, popcount, random_word

__all__ = ["evaluate", "urgent"]

SIZE = 5
PLAYERS = 2
SWAP = 0  # whether Black's first turn may be a swap

SEATS = PLAYERS
BOARD = hexagon(SIZE)
CELLS = len(BOARD)
SWAP_MOVE = CELLS  # moves are the numbers of cells, and this
MAX_MOVES = CELLS
MOVE_CODES = CELLS + 1
LONGEST = CELLS + SWAP
AXES = 3

FOUR_IN_A_ROW = 0
THREE_IN_A_ROW = 1  # with two players; with three the maker is out
LAST_LEFT = 2
FULL_BOARD = 3
REASONS = ("four-in-a-row", "three-in-a-row", "last-left", "full-board")
NOBODY = -1

GAP = 3
HIGHEST_BIT = 59  # so that a shift by three places to the left stays within the word


def _pack_lines() -> list[tuple[int, int, int, list[int]]]:
    """Every line of the board with its place: (axis, word of that axis, lowest bit, cells)."""
    packed = []
    for axis in range(AXES):
        ends: list[int] = []  # the first free bit of each word, the gap left out
        heads = [i for i in range(CELLS) if BOARD.neighbours[i, axis + AXES] < 0]
        for line in sorted(([i, *BOARD.line(i, axis)] for i in heads), key=len, reverse=True):
            fits = (w for w, end in enumerate(ends) if end + GAP + len(line) - 1 <= HIGHEST_BIT)
            word = next(fits, len(ends))
            if word == len(ends):
                ends.append(0)
            packed.append((axis, word, ends[word] + GAP, line))
            ends[word] += GAP + len(line)
    return packed


LINES = _pack_lines()
WORDS = 1 + max(word for _, word, _, _ in LINES)  # for each axis
PLANE = AXES * WORDS  # for each colour

# Cells are drawn by random numbers below a power of two; numbers beyond the board are drawn again.
DRAW_BITS = (CELLS - 1).bit_length()
DRAWS = 1 << DRAW_BITS
DRAWS_IN_WORD = 64 // DRAW_BITS

WORD = np.zeros((DRAWS, AXES), dtype=np.int64)  # of a cell's bit in a colour's plane
SHIFT = np.zeros((DRAWS, AXES), dtype=np.int64)  # of the seven bits around that bit
CELL = np.full((PLANE, 64), -1, dtype=np.int64)
FIELD = np.zeros(PLANE, dtype=np.int64)  # the bits that are cells
for axis, word, bit, line in LINES:
    for i, cell in enumerate(line):
        WORD[cell, axis] = axis * WORDS + word
        SHIFT[cell, axis] = bit + i - GAP
        CELL[axis * WORDS + word, bit + i] = cell
        FIELD[axis * WORDS + word] |= 1 << (bit + i)

THREE = 1
FOUR = 2


def _line_results() -> list[int]:
    """For the seven bits around a new stone, what it makes: THREE, FOUR or nothing."""
    made = []
    for window in range(128):
        left = right = GAP
        while left > 0 and window >> (left - 1) & 1:
            left -= 1
        while right < 6 and window >> (right + 1) & 1:
            right += 1
        run = right - left + 1
        made.append(FOUR if run >= 4 else THREE if run == 3 else 0)
    return made


MADE = np.array(_line_results(), dtype=np.int64)

# `next` is the seat to move next, also when the game is over; `out` a bit for each seat that is out;
# `stones` holds PLANE words for each colour.
STATE = record(
    turn=1, next=1, reason=1, winner=1, swapped=1, out=1, empty=1, stones=(PLAYERS * PLANE,)
)


def start(s: Record) -> None:
    """Set up the empty board, White to move."""
    s.turn = 0
    s.next = 0
    s.reason = 0
    s.winner = NOBODY
    s.swapped = 0
    s.out = 0
    s.empty = CELLS
    for k in range(PLAYERS * PLANE):
        s.stones[k] = 0


def occupied(s: Record, k: int) -> int:
    """Word `k` of all colours together."""
    both: int = s.stones[k] | s.stones[PLANE + k]
    if PLAYERS == 3:
        both |= s.stones[2 * PLANE + k]
    return both


def swap_is_on_offer(s: Record) -> bool:
    """Whether Black is at his first turn, after White's one stone."""
    return SWAP == 1 and s.turn == 1 and s.swapped == 0 and s.empty == CELLS - 1 and is_first(s)


def is_first(s: Record) -> bool:
    """Whether some stone of the first colour lies on the board."""
    any_stone = 0
    for k in range(WORDS):
        any_stone |= s.stones[k]
    return any_stone != 0


def completing(b: int) -> int:
    """The bits between the stones `b` of one word that make four or more in a line, if they are empty.

    A seat that is still in has no three, so it makes four only as XX.X or X.XX.
    """
    ends = b & (b >> 3)
    return (ends & (b >> 1)) << 2 | (ends & (b >> 2)) << 1


def fours(s: Record, colour: int, out: Moves) -> int:
    """Write the empty cells where `colour` would make four to `out`, each once; returns how many."""
    n = 0
    for k in range(PLANE):
        found = completing(s.stones[colour * PLANE + k])
        if found:
            found &= FIELD[k] & ~occupied(s, k)
            while found:
                n = add(out, n, CELL[k, lowest(found)])
                found &= found - 1
    return n


def add(out: Moves, n: int, cell: int) -> int:
    """Write `cell` to `out`, which holds `n` cells, if it is not there; returns how many there are."""
    for i in range(n):
        if out[i] == cell:
            return n
    out[n] = cell
    return n + 1


def stopping(s: Record, out: Moves) -> int:
    """Write to `out` the moves that keep the duty to stop the next player; 0: any move does, or none.

    The mover's own fours stop him, and so does the one cell where he would make four. Two such cells
    cannot both be filled.
    """
    n = fours(s, following(s, s.turn), out)
    if n == 0:
        return 0
    only = out[0] if n == 1 else NOBODY
    n = fours(s, s.turn, out)
    return add(out, n, only) if only >= 0 else n


def empties(s: Record, out: Moves) -> int:
    """Write the empty cells to `out`; returns how many."""
    n = 0
    for k in range(WORDS):
        free = FIELD[k] & ~occupied(s, k)
        while free:
            out[n] = CELL[k, lowest(free)]
            n += 1
            free &= free - 1
    return n


def legal_moves(s: Record, out: Moves) -> int:
    """Write the legal moves to `out`; returns how many."""
    if PLAYERS == 3:
        n = stopping(s, out)
        return n if n else empties(s, out)
    n = empties(s, out)
    if swap_is_on_offer(s):
        out[n] = SWAP_MOVE
        n += 1
    return n


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """One of the legal moves, each equally likely: cells are drawn until one is empty."""
    if PLAYERS == 3:
        n = stopping(s, out)
        if n:
            move: int = out[below(rng, n)]
            return move
    elif swap_is_on_offer(s) and below(rng, CELLS) == 0:
        return SWAP_MOVE
    return random_cell(s, rng)


def random_cell(s: Record, rng: Rng) -> int:
    """One of the empty cells, each equally likely."""
    while True:
        bits = random_word(rng)
        for _ in range(DRAWS_IN_WORD):
            cell = bits & (DRAWS - 1)
            k = WORD[cell, 0]
            if cell < CELLS and occupied(s, k) >> (SHIFT[cell, 0] + GAP) & 1 == 0:
                return cell
            bits >>= DRAW_BITS


def following(s: Record, seat: int) -> int:
    """The next seat after `seat` that is still in."""
    if PLAYERS == 2:
        return 1 - seat
    after = seat + 1 if seat < 2 else 0
    if s.out >> after & 1:
        after = after + 1 if after < 2 else 0
    return after


def makes(s: Record, colour: int, cell: int) -> int:
    """What a stone of `colour` on `cell` makes, or is part of: a sum of THREE and FOUR, or 0."""
    made = 0
    for axis in range(AXES):
        made |= made_on(s, colour, cell, axis)
    return made


def made_on(s: Record, colour: int, cell: int, axis: int) -> int:
    """What a stone of `colour` on `cell` makes on one axis: THREE, FOUR or 0."""
    made: int = MADE[s.stones[colour * PLANE + WORD[cell, axis]] >> SHIFT[cell, axis] & 127]
    return made


def place(s: Record, colour: int, cell: int) -> None:
    """Put a stone on an empty cell."""
    for axis in range(AXES):
        s.stones[colour * PLANE + WORD[cell, axis]] |= 8 << SHIFT[cell, axis]
    s.empty -= 1


def play(s: Record, m: int) -> None:
    """Place a stone for the seat to move, or swap colours, and see whether that ends the game."""
    seat = s.turn
    s.next = following(s, seat)
    s.turn = s.next
    if m == SWAP_MOVE:
        s.swapped = 1
        return
    colour = seat ^ s.swapped
    made = makes(s, colour, m)
    place(s, colour, m)
    if made >= FOUR:
        end(s, FOUR_IN_A_ROW, seat)
    elif made == THREE:
        lose(s, seat)
    if s.empty == 0 and s.turn != OVER:
        end(s, FULL_BOARD, NOBODY)


def lose(s: Record, seat: int) -> None:
    """A three was made: with two players the game is lost, with three `seat` is out."""
    if PLAYERS == 2:
        end(s, THREE_IN_A_ROW, 1 - seat)
        return
    s.out |= 1 << seat
    s.next = following(s, seat)
    s.turn = s.next
    if popcount(s.out) == 2:
        end(s, LAST_LEFT, s.next)


def end(s: Record, reason: int, winner: int) -> None:
    """The game is over."""
    s.turn = OVER
    s.reason = reason
    s.winner = winner


def payoff(s: Record, seat: int) -> float:
    """1 for the winner and 0 for the others; a share on a full board for those still in."""
    if s.winner >= 0:
        return 1.0 if s.winner == seat else 0.0
    return limit_payoff(s, seat)


def limit_payoff(s: Record, seat: int) -> float:
    """An equal share for each seat still in."""
    if s.out >> seat & 1:
        return 0.0
    return 1.0 / (PLAYERS - popcount(s.out))


def still_in(s: Record, seat: int) -> bool:
    """Whether `seat` has made no three."""
    out: int = s.out
    return out >> seat & 1 == 0


def key(s: Record) -> int:
    """A hash of the stones, the seat to move, the swap and the seats that are out."""
    h = mix(s.next + 4 * s.out, s.swapped)
    for colour in range(PLAYERS):
        for k in range(WORDS):
            h = mix(h, s.stones[colour * PLANE + k])
    return h


def noisy(s: Record, m: int) -> bool:
    """Whether the move makes a four, prevents one, or threatens one."""
    if PLAYERS == 3 or m == SWAP_MOVE:
        return False
    colour = s.turn ^ s.swapped
    if makes(s, colour, m) >= FOUR or makes(s, 1 - colour, m) >= FOUR:
        return True
    for axis in range(AXES):
        k = WORD[m, axis]
        b = s.stones[colour * PLANE + k]
        more = completing(b | 8 << SHIFT[m, axis]) & ~completing(b)
        if more & FIELD[k] & ~occupied(s, k):
            return True
    return False


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = (
    *("White", "Black", "Red")[:PLAYERS],
    *[f"seat {seat} in" for seat in range(PLAYERS)],
    "swapped",
)
LAYER_CELLS = CELLS


def observe(s: Record, seat: int, out: Layers) -> None:
    """The stones of each colour, which seats are still in, and whether colours are swapped."""
    for colour in range(PLAYERS):
        for cell in range(CELLS):
            k, shift = colour * PLANE + WORD[cell, 0], SHIFT[cell, 0] + GAP
            out[colour, cell] = s.stones[k] >> shift & 1
    for player in range(PLAYERS):
        fill_layer(out, PLAYERS + player, 1 - (s.out >> player & 1))
    fill_layer(out, 2 * PLAYERS, s.swapped)
