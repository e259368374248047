"""Rules of Unlur, compiled: bitboards, and chains that know the sides they touch.

Chains are trees of cells (union-find): a stone's word tells its parent, a root's word the sides of its
chain. So a new stone tells at once which sides its chain joins.
"""

from __future__ import annotations

import numpy as np

from parlour.kernel.boards import hexagon
from parlour.kernel.layers import Layers, fill_layer
from parlour.kernel.layout import OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, lowest, mix, random_word

SIZE = 6

SEATS = 2
BOARD = hexagon(SIZE)
CELLS = len(BOARD)
PASS = CELLS  # moves are the numbers of cells, and this
MAX_MOVES = CELLS
MOVE_CODES = CELLS + 1
LONGEST = CELLS + 1
NOBODY = -1

LINE = 0
Y = 1
MADE_LINE = 2
MADE_Y = 3
REASONS = ("line", "y", "made-line", "made-y")
GIVEN_TO_BLACK = max(0, 10 * SIZE - 35)  # of a hundred wins of White, in rollouts
RUNNING = -1

# Stones lie in rows of bits, Black's in the lower half of a row's word, White's in the upper half.
BLACK = 0
WHITE = 1
HALF = 32
ROWS = 2 * SIZE + 1  # an empty row below the board and one above it
ROW = np.array([r + SIZE for _, r in BOARD.places], dtype=np.int64)
COLUMN = np.array([q + SIZE for q, _ in BOARD.places], dtype=np.int64)

# `chain` has a word for each stone: the sides of its chain at the root, elsewhere CHILD and the parent.
NEIGHBOUR = BOARD.neighbours
SIDES = BOARD.side_table()
CHILD = 64
ONE_Y = 0b010101
OTHER_Y = 0b101010
AROUND = (4, 6, 5, 2, 0, 1)  # the bits of `around`, in the order of directions


# What searches that know of connections are told: who is beside whom, and the sides that each colour joins.
LINKS = NEIGHBOUR
GOALS = ((ONE_Y, OTHER_Y), (0b001001, 0b010010, 0b100100))
STONES_MAY_HARM = True  # they may make the other's goal


def packed_groups(directions: list[int]) -> int:
    """Directions in a word: counted from 1, four bits each, the first one lowest."""
    return sum((d + 1) << (4 * i) for i, d in enumerate(directions))


def first_group(groups: int) -> int:
    """The first of the directions in such a word."""
    return (groups & 15) - 1


def other_groups(groups: int) -> int:
    """The word without its first direction."""
    return groups >> 4


def _groups() -> list[int]:
    """For the seven bits of `around`, one direction into each group of stones round the cell.

    Stones that follow each other round a cell are of one chain.
    """
    groups = []
    for window in range(128):
        stones = [window >> bit & 1 for bit in AROUND]
        first = [d for d in range(6) if stones[d] and not stones[d - 1]]
        if sum(stones) == 6:
            first = [0]
        groups.append(packed_groups(first))
    return groups


GROUPS = np.array(_groups(), dtype=np.int64)

# The same with a bit for each direction, in their order; and which of those six cells there are.
RING = np.array([sum((w >> b & 1) << d for d, b in enumerate(AROUND)) for w in range(128)])
CELLS_ROUND = np.sum((NEIGHBOUR >= 0) << np.arange(6), axis=1)
ALL_ROUND = 0b111111

# Cells are drawn by random numbers below a power of two; numbers beyond the board are drawn again.
DRAW_BITS = CELLS.bit_length()
DRAWS = 1 << DRAW_BITS
DRAWS_IN_WORD = 64 // DRAW_BITS

# `next` is the seat to move next, also when the game is over; `black` the seat that plays Black, NOBODY
# in the contract phase; `hash` stands for the stones; `chain` tells nothing of empty cells.
STATE = record(turn=1, next=1, reason=1, winner=1, black=1, hash=1, rows=(ROWS,), chain=(CELLS,))


def start(s: Record) -> None:
    """Set up the empty board in the contract phase, seat 0 to move."""
    s.turn = 0
    s.next = 0
    s.reason = 0
    s.winner = NOBODY
    s.black = NOBODY
    s.hash = 0
    for i in range(ROWS):
        s.rows[i] = 0
    for i in range(CELLS):
        s.chain[i] = 0


def stone(s: Record, cell: int) -> int:
    """The colour of the stone on `cell`: 1 for Black, 2 for White, 0 for none."""
    row: int = s.rows[ROW[cell]] >> COLUMN[cell]
    return (row & 1) + 2 * (row >> HALF & 1)


def is_empty(s: Record, cell: int) -> bool:
    """Whether no stone lies on `cell`."""
    return stone(s, cell) == 0


def may_place(s: Record, cell: int) -> bool:
    """Whether the seat to move may put a stone on `cell`."""
    return is_empty(s, cell) and (s.black >= 0 or SIDES[cell] == 0)


def legal_moves(s: Record, out: Moves) -> int:
    """Write the legal placements, and PASS in the contract phase, to `out`; returns how many."""
    n = 0
    for cell in range(CELLS):
        if may_place(s, cell):
            out[n] = cell
            n += 1
    if s.black < 0:
        out[n] = PASS
        n += 1
    return n


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """One of the legal moves, each equally likely: numbers are drawn until one is a legal move."""
    while True:
        bits = random_word(rng)
        for _ in range(DRAWS_IN_WORD):
            m = bits & (DRAWS - 1)
            if m < CELLS:
                if may_place(s, m):
                    return m
            elif m == PASS and s.black < 0:
                return PASS
            bits >>= DRAW_BITS


def around(s: Record, colour: int, cell: int) -> int:
    """Seven bits for the stones of `colour` beside `cell`: two below, two in its row, two above."""
    r = ROW[cell]
    shift = COLUMN[cell] + colour * HALF
    below_it: int = s.rows[r - 1] >> shift & 3
    beside_it: int = s.rows[r] >> (shift - 1) & 5
    above_it: int = s.rows[r + 1] >> (shift - 1) & 3
    return below_it | beside_it << 2 | above_it << 5


def find(s: Record, cell: int) -> int:
    """The root of the chain of the stone on `cell`; the way there is shortened."""
    word = s.chain[cell]
    while word >= CHILD:
        parent = word - CHILD
        word = s.chain[parent]
        if word >= CHILD:
            s.chain[cell] = word
        cell = parent
    return cell


def chain_sides(s: Record, cell: int) -> int:
    """The sides that the chain of the stone on `cell` touches, a bit for each."""
    sides: int = s.chain[find(s, cell)]
    return sides


def joined(s: Record, colour: int, cell: int) -> int:
    """The sides that the chain of a stone of `colour` on the empty `cell` would touch."""
    sides: int = SIDES[cell]
    groups = GROUPS[around(s, colour, cell)]
    while groups:
        sides |= s.chain[find(s, NEIGHBOUR[cell, first_group(groups)])]
        groups = other_groups(groups)
    return sides


def place(s: Record, colour: int, cell: int) -> int:
    """Put a stone on an empty cell; returns the sides that its chain touches."""
    sides: int = SIDES[cell]
    root = cell
    groups = GROUPS[around(s, colour, cell)]
    while groups:
        found = find(s, NEIGHBOUR[cell, first_group(groups)])
        if root == cell:
            root = found
            sides |= s.chain[found]
        elif found != root:
            sides |= s.chain[found]
            s.chain[found] = CHILD + root
        groups = other_groups(groups)
    s.chain[cell] = CHILD + root
    s.chain[root] = sides
    s.rows[ROW[cell]] |= 1 << (COLUMN[cell] + colour * HALF)
    s.hash ^= mix(cell, colour)
    return sides


def is_line(sides: int) -> bool:
    """Whether there are two opposite sides among `sides`."""
    return sides & (sides >> 3) != 0


def is_y(sides: int) -> bool:
    """Whether there are three sides among `sides` no two of which adjoin."""
    return sides & ONE_Y == ONE_Y or sides & OTHER_Y == OTHER_Y


def play(s: Record, m: int) -> None:
    """Pass, or place a stone, and see whether that ends the game."""
    seat = s.turn
    s.next = 1 - seat
    s.turn = s.next
    if m == PASS:
        s.black = seat
        return
    colour = BLACK if s.black < 0 or s.black == seat else WHITE
    reason = verdict(colour, place(s, colour, m))
    if reason != RUNNING:
        end(s, reason)


def verdict(colour: int, sides: int) -> int:
    """The end that a chain of `colour` that touches `sides` makes, or RUNNING."""
    if colour == WHITE:
        return LINE if is_line(sides) else MADE_Y if is_y(sides) else RUNNING
    return Y if is_y(sides) else MADE_LINE if is_line(sides) else RUNNING


def end(s: Record, reason: int) -> None:
    """The game is over: lines are won by White, Ys by Black, whoever made them."""
    s.turn = OVER
    s.reason = reason
    s.winner = s.black if reason in (Y, MADE_Y) else 1 - s.black


def finish(s: Record, out: Moves, rng: Rng) -> int:
    """Play to the end at random; returns the plies. Cells still free are kept in `out`."""
    plies = 0
    if s.black < 0:
        n = legal_moves(s, out) - 1  # without PASS, the last
        i = below(rng, n + 1)
        while i < n:
            play(s, out[i])
            n -= 1
            out[i] = out[n]
            plies += 1
            i = below(rng, n + 1)
        play(s, PASS)
        plies += 1
    n = legal_moves(s, out)
    while s.turn != OVER:
        i = below(rng, n)
        play(s, out[i])
        n -= 1
        out[i] = out[n]
        plies += 1
    return plies


def rollout(s: Record, out: Moves, rng: Rng) -> int:
    """Play to the end at random, but keep stones joined, and make the other's goal only if need be.

    In the contract phase the seat to move passes: what a position is worth to it there is what it is worth
    to Black, or the offer that the other seat will leave. Such play is too kind to White, above all on
    large boards: without some of White's wins given to Black, bots pass so late that Black mostly wins.
    Returns the plies.
    """
    plies = 0
    if s.black < 0:
        play(s, PASS)
        plies = 1
    n = legal_moves(s, out)
    m = NOBODY
    while s.turn != OVER:
        colour = BLACK if s.turn == s.black else WHITE
        if m != NOBODY:
            m = saving(s, colour, m)
        if m == NOBODY or verdict(colour, joined(s, colour, m)) > Y:
            m = draw_cell(s, colour, out, n, rng)
            n -= 1
        play(s, m)
        plies += 1
    if s.winner != s.black and below(rng, 100) < GIVEN_TO_BLACK:
        s.winner = s.black
    return plies


def draw_cell(s: Record, colour: int, out: Moves, n: int, rng: Rng) -> int:
    """A random one of the `n` cells in `out` that is empty and does not make the other's goal.

    It becomes the last of them. Where there is none, any empty one.
    """
    m = NOBODY
    left = n
    while left > 0:
        i = below(rng, left)
        left -= 1
        out[i], out[left] = out[left], out[i]
        if is_empty(s, out[left]):
            m = out[left]
            if verdict(colour, joined(s, colour, m)) <= Y:
                out[left], out[n - 1] = out[n - 1], m
                break
    return m


def saving(s: Record, colour: int, last: int) -> int:
    """The cell that keeps joined what the other's stone on `last` would part; NOBODY if there is none.

    Two stones of `colour` beside `last`, with one empty cell between them, were joined by a bridge; a
    stone and the edge of the board likewise.
    """
    stones = RING[around(s, colour, last)]
    cells = CELLS_ROUND[last]
    free = cells & ~stones & ~RING[around(s, 1 - colour, last)]
    held = stones | (ALL_ROUND & ~cells)
    left = held << 1 | held >> 5
    right = held >> 1 | held << 5
    beside = stones << 1 | stones >> 5 | stones >> 1 | stones << 5
    found = free & left & right & beside
    cell: int = NEIGHBOUR[last, lowest(found)] if found else NOBODY
    return cell


def stones(s: Record, out: Moves) -> None:
    """Put the colour of the stone on each cell into `out`: 1 for Black, 2 for White, 0 for none."""
    for cell in range(CELLS):
        out[cell] = stone(s, cell)


def colour_of(s: Record, seat: int) -> int:
    """The colour that `seat` places, 0 for Black and 1 for White; NOBODY in the contract phase."""
    if s.black < 0:
        return NOBODY
    return BLACK if seat == s.black else WHITE


def settled(s: Record) -> bool:
    """Whether it is settled who plays which colour."""
    return bool(s.black >= 0)


def commit(s: Record) -> None:
    """Settle who plays which colour, before a playout: the seat to move passes (see `rollout`)."""
    if s.black < 0:
        play(s, PASS)


def barred(s: Record, colour: int, cell: int) -> bool:
    """Whether a stone of `colour` on the empty `cell` would lose at once."""
    return verdict(colour, joined(s, colour, cell)) > Y


def place_stone(s: Record, colour: int, cell: int) -> None:
    """Put a stone on the board in a playout, and end the game if it joins its sides."""
    reason = verdict(colour, place(s, colour, cell))
    if reason != RUNNING:
        end(s, reason)


def settle(s: Record, rng: Rng) -> None:
    """End the game after a playout: some of White's wins are given to Black (see `rollout`)."""
    if s.winner != s.black and below(rng, 100) < GIVEN_TO_BLACK:
        s.winner = s.black


def payoff(s: Record, seat: int) -> float:
    """1 for the winner, 0 for the loser."""
    return 1.0 if s.winner == seat else 0.0


def key(s: Record) -> int:
    """A hash of the stones, the seat to move and who plays Black."""
    return mix(s.hash, s.next + 2 * s.black)


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = ("black", "white", "seat of black")
LAYER_CELLS = CELLS


def observe(s: Record, seat: int, out: Layers) -> None:
    """The stones of each colour; -1 in the contract phase, then Black's seat."""
    for cell in range(CELLS):
        colour = stone(s, cell)
        if colour > 0:
            out[colour - 1, cell] = 1
    fill_layer(out, 2, s.black)
