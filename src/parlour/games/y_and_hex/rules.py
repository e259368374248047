"""Rules of Y and of Hex, compiled: a bitboard of packed rows for each colour, winners by reduction.

Hex is a special case of Y: fill the two corners of a large triangle beside the rhombus, one for each
player. So both games have the same moves and the same test of a winner, on another board.
"""

from __future__ import annotations

import numpy as np

from parlour.kernel.boards import rhombus, triangle
from parlour.kernel.layers import Layers, fill_layer
from parlour.kernel.layout import OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, lowest, mix, popcount, random_word, shr

SIZE = 15
RHOMBUS = 0  # 1: the board of Hex; 0: that of Y
PIE = 1  # whether the second seat may swap

SEATS = 2
BOARD = rhombus(SIZE) if RHOMBUS else triangle(SIZE)
REASONS = ("red-chain", "blue-chain") if RHOMBUS else ("y",)
CELLS = len(BOARD)
SWAP = CELLS  # moves are the numbers of cells, and this
MAX_MOVES = CELLS
MOVE_CODES = CELLS + 1
LONGEST = CELLS + PIE

# A row takes SIZE bits, its first cell the lowest; a word holds as many whole rows as fit into 63 bits.
ROWS_IN_WORD = 63 // SIZE
WORDS = -(-SIZE // ROWS_IN_WORD)
PLACES = [(y // ROWS_IN_WORD, (y % ROWS_IN_WORD) * SIZE + x) for x, y in BOARD.places]
FIRST_ROW = (1 << SIZE) - 1
LAST_ROW = (ROWS_IN_WORD - 1) * SIZE  # how far a word's first row lies from its last
RIGHT_EDGE = sum(1 << (SIZE * i + SIZE - 1) for i in range(ROWS_IN_WORD)) if RHOMBUS else 0
STEPS = 2 * SIZE - 2 if RHOMBUS else SIZE - 1

# Cells are drawn by random numbers below a power of two; those beyond the board have no bit.
DRAW_BITS = (CELLS - 1).bit_length()
DRAWS = 1 << DRAW_BITS
DRAWS_IN_WORD = 64 // DRAW_BITS
BEYOND = [(0, 0)] * (DRAWS - CELLS)
WORD = np.array([w for w, _ in PLACES + BEYOND], dtype=np.int64)
BIT = np.array([1 << b for _, b in PLACES] + [0 for _ in BEYOND], dtype=np.int64)
FULL = np.array([sum(1 << b for v, b in PLACES if v == w) for w in range(WORDS)], dtype=np.int64)
CELL = np.full((WORDS, 64), -1, dtype=np.int64)
for number, place in enumerate(PLACES):
    CELL[place] = number

# What searches that know of connections are told: who is beside whom, and the sides that each colour joins.
LINKS = BOARD.neighbours
SIDES = BOARD.side_table()
GOALS = ((0b0101,), (0b1010,)) if RHOMBUS else ((0b111,), (0b111,))

# `next` is the seat to move next, also when the game is over; `offer` whether it may swap; `winner` a
# seat. `stones` holds WORDS words of the first colour, then of the second.
STATE = record(turn=1, next=1, reason=1, winner=1, swapped=1, offer=1, empty=1, stones=(2 * WORDS,))


def start(s: Record) -> None:
    """Set up the empty board, seat 0 to move with the first colour."""
    s.turn = 0
    s.next = 0
    s.reason = 0
    s.winner = 0
    s.swapped = 0
    s.offer = 0
    s.empty = CELLS
    for w in range(2 * WORDS):
        s.stones[w] = 0


def legal_moves(s: Record, out: Moves) -> int:
    """Write the empty cells to `out`, then SWAP if it is on offer; returns how many."""
    n = 0
    for w in range(WORDS):
        free = FULL[w] & ~(s.stones[w] | s.stones[WORDS + w])
        while free:
            out[n] = CELL[w, lowest(free)]
            n += 1
            free &= free - 1
    if s.offer:
        out[n] = SWAP
        n += 1
    return n


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """One of the legal moves, each equally likely: cells are drawn until one is empty."""
    while True:
        m = below(rng, CELLS + s.offer)
        if m == SWAP:
            return m
        w = WORD[m]
        if (s.stones[w] | s.stones[WORDS + w]) & BIT[m] == 0:
            return m


def play(s: Record, m: int) -> None:
    """Place a stone of the mover's colour, or change colours."""
    seat = s.turn
    s.turn = 1 - seat
    s.next = 1 - seat
    if m == SWAP:
        s.swapped = 1
        s.offer = 0
        return
    colour = seat ^ s.swapped
    s.stones[colour * WORDS + WORD[m]] |= BIT[m]
    s.empty -= 1
    s.offer = PIE & (1 - s.swapped) & (1 - seat) & (s.empty == CELLS - 1)
    if joined(s, colour):
        end(s, colour)


def end(s: Record, colour: int) -> None:
    """End the game: `colour` has won."""
    s.turn = OVER
    s.winner = colour ^ s.swapped
    s.reason = colour if RHOMBUS else 0


def joined(s: Record, colour: int) -> bool:
    """Whether the stones of `colour` join the sides that they must; SIZE stones are the fewest that can."""
    count = 0
    for w in range(WORDS):
        count += popcount(s.stones[colour * WORDS + w])
    return count >= SIZE and wins(s, colour)


def wins(s: Record, colour: int) -> bool:
    """Whether the stones of `colour` win, found by reducing the board.

    Red joins top and bottom of the rhombus where all that is not red does not join left and right.
    """
    last = reduced(
        claimed(s, colour, 0),
        claimed(s, colour, 1),
        claimed(s, colour, 2),
        claimed(s, colour, 3),
        claimed(s, colour, 4),
        claimed(s, colour, 5),
        claimed(s, colour, 6),
    )
    return last == 1 - (RHOMBUS & (1 - colour))


def claimed(s: Record, colour: int, w: int) -> int:
    """Word `w` of the set that is reduced to see whether `colour` wins; 0 beyond the board."""
    if w >= WORDS:
        return 0
    if RHOMBUS and colour == 0:
        return FULL[w] & ~s.stones[w]  # type: ignore[no-any-return]
    return s.stones[colour * WORDS + w]  # type: ignore[no-any-return]


def reduced(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """1 if the set of cells in up to seven words contains a Y, 0 if the other cells do.

    Each step makes the triangle one smaller: a cell of the new one belongs to whom two of the three
    cells that meet there belonged, which changes nobody's connections; the last cell is the winner's
    (Schensted and Titus, Mudcrack Y & Poly-Y, 1975; van Rijswijck, Search and Evaluation in Hex, 2002).
    A rhombus is reduced as the triangle that has its corner to the right filled with stones of the set
    (RIGHT_EDGE), the corner beyond the last row with the other player's.
    """
    for _ in range(STEPS):
        a = majority(a, b)
        if WORDS > 1:
            b = majority(b, c)
        if WORDS > 2:
            c = majority(c, d)
        if WORDS > 3:
            d = majority(d, e)
        if WORDS > 4:
            e = majority(e, f)
        if WORDS > 5:
            f = majority(f, g)
        if WORDS > 6:
            g = majority(g, 0)
    return a & 1


def majority(x: int, after: int) -> int:
    """The word `x` one step reduced: of each cell, its right neighbour and the one above, two of three.

    `after` is the word with the rows that follow. What falls outside the triangle is never looked at.
    """
    right = x >> 1 | RIGHT_EDGE
    above = x >> SIZE | (after & FIRST_ROW) << LAST_ROW
    return (x & right) | (above & (x | right))


def finish(s: Record, out: Moves, rng: Rng) -> int:
    """Fill the board at random and see who won; returns the plies to a full board.

    Later stones do not change who has joined his sides first: the winner is as likely as in a game
    played to its end move by move.
    """
    if s.turn == OVER:
        return 0
    plies: int = s.empty
    colour = s.turn ^ s.swapped
    if PIE and s.swapped == 0 and (s.offer or (plies == CELLS and s.turn == 0)):
        s.swapped = 1 if below(rng, CELLS) == 0 else 0
    fill(s, colour, out, rng)
    s.offer = 0
    s.empty = 0
    end(s, 1 if wins(s, 1) else 0)
    return plies


def fill(s: Record, colour: int, free: Moves, rng: Rng) -> None:
    """Put stones on all empty cells, `colour` to move; each way to do so is equally likely.

    Every cell gets a colour by a random bit; then stones drawn at random turn over until the numbers are
    right. No cell differs from another in this, so each set of the right number is equally likely.
    """
    mine = colour * WORDS
    other = WORDS - mine
    surplus = -((s.empty + 1) >> 1)
    for w in range(WORDS):
        free[w] = FULL[w] & ~(s.stones[w] | s.stones[WORDS + w])
        drawn = random_word(rng) & free[w]
        s.stones[mine + w] |= drawn
        s.stones[other + w] |= free[w] & ~drawn
        surplus += popcount(drawn)
    giver = mine if surplus > 0 else other
    taker = WORDS - giver
    surplus = abs(surplus)
    while surplus:
        draws = random_word(rng)
        for _ in range(DRAWS_IN_WORD):
            cell = draws & (DRAWS - 1)
            draws = shr(draws, DRAW_BITS)
            w = WORD[cell]
            turned = free[w] & s.stones[giver + w] & BIT[cell]
            if surplus and turned:
                s.stones[giver + w] ^= turned
                s.stones[taker + w] ^= turned
                surplus -= 1


def payoff(s: Record, seat: int) -> float:
    """1 for the winner, 0 for the loser."""
    return 1.0 if seat == s.winner else 0.0


def stones(s: Record, out: Moves) -> None:
    """Put the colour of the stone on each cell into `out`: 1, 2, or 0 for none."""
    for cell in range(CELLS):
        w = WORD[cell]
        if s.stones[w] & BIT[cell]:
            out[cell] = 1
        else:
            out[cell] = 2 if s.stones[WORDS + w] & BIT[cell] else 0


def colour_of(s: Record, seat: int) -> int:
    """The colour that `seat` places, 0 or 1."""
    colour: int = seat ^ s.swapped
    return colour


def settled(s: Record) -> bool:
    """Whether it is settled who plays which colour."""
    return bool(PIE == 0 or s.swapped or s.empty < CELLS - 1)


def commit(s: Record) -> None:
    """Settle who plays which colour, before a playout."""


def barred(s: Record, colour: int, cell: int) -> bool:
    """Whether a stone of `colour` on the empty `cell` would lose at once."""
    return False


def place_stone(s: Record, colour: int, cell: int) -> None:
    """Put a stone on the board in a playout; who has won is seen when the board is full."""
    s.stones[colour * WORDS + WORD[cell]] |= BIT[cell]


def settle(s: Record, rng: Rng) -> None:
    """End the game after a playout."""
    end(s, 1 if wins(s, 1) else 0)


def key(s: Record) -> int:
    """A hash of the stones, the seat to move and who plays which colour."""
    h: int = mix(1 + s.next + 2 * s.swapped, 0)
    for w in range(2 * WORDS):
        h = mix(h, s.stones[w])
    return h


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = (*(("red", "blue") if RHOMBUS else ("white", "black")), "swapped", "swap on offer")
LAYER_CELLS = CELLS


def observe(s: Record, seat: int, out: Layers) -> None:
    """The stones of each colour, and whether colours are, or may be, swapped."""
    for colour in range(2):
        for w in range(WORDS):
            left = s.stones[colour * WORDS + w]
            while left:
                out[colour, CELL[w, lowest(left)]] = 1
                left &= left - 1
    fill_layer(out, 2, s.swapped)
    fill_layer(out, 3, s.offer)
