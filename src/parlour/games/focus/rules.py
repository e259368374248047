"""The rules of Focus: stacks on a chessboard that lacks three squares at each corner.

Cells are numbered from 0 for a1 to 63 for h8. A stack is a number of six bits: one for each piece from
the bottom up (0 Red, 1 Green), and a 1 above them all; an empty square is the 1 alone. A rank is one
word, a byte for each stack. Beside that `kinds` has the cells of every kind of stack, a kind being its
owner and its height. A move is ``cell + 64 * to``; for a piece from the reserve both are the same.
"""

from __future__ import annotations

import numpy as np

from parlour.kernel.bitboard import nth_bit
from parlour.kernel.boards import square
from parlour.kernel.layout import OVER, Moves, Record, Rng, record
from parlour.kernel.move_codes import from_to, origin_of, target_of
from parlour.kernel.primitives import below, highest, lowest, mix, popcount, wrap

SEATS = 2
RED, GREEN = 0, 1
REASONS = ("no-move",)
HIGH = 5  # pieces that a stack keeps
EMPTY = 1

BOARD = square(8, 8)
ROWS = (  # the start from rank 8 down; # is no square
    "##....##",
    "#RRGGRR#",
    ".GGRRGG.",
    ".RRGGRR.",
    ".GGRRGG.",
    ".RRGGRR.",
    "#GGRRGG#",
    "##....##",
)
LETTERS = "".join(reversed(ROWS))  # by cell
START = np.array([max(EMPTY, 1 + ".RG".find(letter)) for letter in LETTERS])
SQUARES = np.array([cell for cell in range(64) if LETTERS[cell] != "#"])
ON_BOARD = len(SQUARES)

STEP = np.array([8, 1, -8, -1])  # up, right, down, left: the directions are numbered so
DIRECTIONS = len(STEP)


def _room(cell: int, direction: int) -> int:
    """How many squares there are from a cell to the board's end."""
    ahead = BOARD.line(cell, 2 * direction)  # a square board's steps go round by eighths
    return sum(i in SQUARES for i in ahead) if cell in SQUARES else 0


BIT = np.array([1 << i if i in SQUARES else 0 for i in range(64)])
ROOM = np.array([[_room(i, d) for d in range(DIRECTIONS)] for i in range(64)])
MOVE_CODES = 64 * 64
MAX_MOVES = int(np.minimum(ROOM, HIGH).sum()) + ON_BOARD

# `kinds` by kind: 0 for the empty squares, `seat * HIGH + height` for the stacks that a seat owns.
KINDS = 1 + SEATS * HIGH


def _kind(stack: int) -> int:
    pieces = stack.bit_length() - 1
    return (stack >> (pieces - 1) & 1) * HIGH + pieces if pieces > 0 else 0


KIND = np.array([_kind(stack) for stack in range(2 << HIGH)])

# `next` is the seat to move, or that would be; the game is lost by that seat.
STATE = record(turn=1, next=1, reason=1, rank=8, kinds=KINDS, reserve=2)


EMPTY_RANK = sum(EMPTY << 8 * x for x in range(8))
ALL = int(BIT.sum())


def start(s: Record) -> None:
    """Set `s` to the start."""
    clear(s)
    for cell in range(64):
        place(s, cell, START[cell])


def clear(s: Record) -> None:
    """Set `s` to an empty board and empty reserves, Red to move."""
    s.turn = RED
    s.next = RED
    s.reason = 0
    for y in range(8):
        s.rank[y] = EMPTY_RANK
    s.kinds[0] = ALL
    for kind in range(1, KINDS):
        s.kinds[kind] = 0
    s.reserve[RED] = 0
    s.reserve[GREEN] = 0


# -- stacks ----------------------------------------------------------------------------------------


def stack_on(s: Record, cell: int) -> int:
    """The stack on a cell."""
    return (s.rank[cell >> 3] >> shift_of(cell)) & 63  # type: ignore[no-any-return]


def shift_of(cell: int) -> int:
    """Where a cell's stack begins in the word of its rank, which has eight bits for each."""
    return 8 * (cell & 7)


def place(s: Record, cell: int, stack: int) -> None:
    """Let this stack stand on a cell."""
    before = stack_on(s, cell)
    s.rank[cell >> 3] ^= (before ^ stack) << shift_of(cell)
    s.kinds[KIND[before]] ^= BIT[cell]
    s.kinds[KIND[stack]] ^= BIT[cell]


def at_least(s: Record, seat: int, height: int) -> int:
    """The cells of the seat's stacks of at least that height, as bits."""
    cells = 0
    for kind in range(seat * HIGH + height, (seat + 1) * HIGH + 1):
        cells |= s.kinds[kind]
    return cells


def can_move(s: Record, seat: int) -> bool:
    """Whether the seat can move or place: every stack can go one square at least."""
    return s.reserve[seat] > 0 or at_least(s, seat, 1) != 0


# -- moves -----------------------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    """List the legal moves of a running game in `out`; returns how many."""
    n = 0
    for height in range(1, HIGH + 1):
        cells = s.kinds[s.turn * HIGH + height]
        while cells:
            cell = lowest(cells)
            cells &= cells - 1
            for direction in range(DIRECTIONS):
                to = cell
                for _ in range(min(height, ROOM[cell, direction])):
                    to += STEP[direction]
                    out[n] = from_to(cell, to)
                    n += 1
    if s.reserve[s.turn] > 0:
        for i in range(ON_BOARD):
            out[n] = from_to(SQUARES[i], SQUARES[i])
            n += 1
    return n


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """A legal move, each as likely, without listing them.

    Drawn is a number of pieces, one of the stacks that have as many, and a direction, all at once, or a
    square for a piece of the reserve; again while the move would leave the board.
    """
    seat = s.turn
    ways, owned = 0, 0
    for height in range(1, HIGH + 1):
        stacks = s.kinds[seat * HIGH + height]
        ways += height * popcount(stacks)
        owned |= stacks
    ways *= DIRECTIONS
    total = ways + (ON_BOARD if s.reserve[seat] > 0 else 0)
    while True:
        drawn = below(rng, total)
        if drawn >= ways:
            to = SQUARES[drawn - ways]
            return from_to(to, to)
        direction, nth = drawn % DIRECTIONS, drawn // DIRECTIONS
        count, stacks = 1, owned
        while nth >= popcount(stacks):
            nth -= popcount(stacks)
            stacks &= ~s.kinds[seat * HIGH + count]
            count += 1
        cell = nth_bit(stacks, nth)
        if count <= ROOM[cell, direction]:
            return from_to(cell, cell + count * STEP[direction])


def distance(cell: int, to: int) -> int:
    """How many squares two cells of one file or rank are apart."""
    apart = abs(to - cell)
    return apart if apart < 8 else apart >> 3


def play(s: Record, m: int) -> None:
    """Play the legal move `m`."""
    seat, cell, to = s.turn, origin_of(m), target_of(m)
    if cell == to:
        s.reserve[seat] -= 1
        land(s, to, 2 | seat, 1, seat)
    else:
        count = distance(cell, to)
        stack = stack_on(s, cell)
        left = highest(stack) - count
        place(s, cell, stack & ((1 << left) - 1) | 1 << left)
        land(s, to, stack >> left, count, seat)
    s.next = 1 - seat
    s.turn = 1 - seat
    if not can_move(s, 1 - seat):
        end(s)


def land(s: Record, to: int, pieces: int, count: int, seat: int) -> None:
    """Put a stack of `count` pieces on top of what stands on a cell; the seat has moved them.

    What is too much goes from the bottom, into the seat's reserve or out of the game.
    """
    under = stack_on(s, to)
    height = highest(under)
    stack = under ^ (1 << height) | pieces << height
    excess = max(height + count - HIGH, 0)
    green = popcount(stack & ((1 << excess) - 1))
    s.reserve[seat] += green if seat == GREEN else excess - green
    place(s, to, stack >> excess)


def end(s: Record) -> None:
    """End the game: who is next cannot move, and has lost."""
    s.turn = OVER
    s.reason = 0


def payoff(s: Record, seat: int) -> float:
    """1 for the winner, 0 for the loser."""
    return 0.0 if seat == s.next else 1.0


def key(s: Record) -> int:
    """What repetition compares: the stacks, the reserves and the seat to move."""
    h = mix(mix(s.next, s.reserve[RED]), s.reserve[GREEN])
    for y in range(8):
        h ^= mix(y, s.rank[y])  # none waits for the one before, as in a chain of `mix`
    return h


def noisy(s: Record, m: int) -> bool:
    """Whether the move takes a stack of some height from the other side."""
    theirs: int = at_least(s, 1 - s.turn, NOISY_HEIGHT) & BIT[target_of(m)]
    return theirs != 0


# -- the board as codes ----------------------------------------------------------------------------

CODED_CELLS = ON_BOARD
PIECE_CODES = (1 << HIGH) - 1  # the stacks that a seat owns
CELL_PLACES = tuple(BOARD.places[cell] for cell in SQUARES)
CELL_SYMMETRY = "all"
EXTRAS = 2


def _code(stack: int, mover: int) -> int:
    """The code of a stack as `mover` sees it, its own pieces being 0."""
    height = stack.bit_length() - 1
    if height <= 0:
        return 0
    seen = (stack ^ (1 << height)) ^ (((1 << height) - 1) if mover == GREEN else 0)
    under = seen & ((1 << (height - 1)) - 1)
    return (1 << (height - 1)) + under + (PIECE_CODES if seen >> (height - 1) else 0)


CODE = np.array([[_code(stack, mover) for stack in range(2 << HIGH)] for mover in (RED, GREEN)])


def cells(s: Record, out: Moves) -> None:
    for i in range(ON_BOARD):
        out[i] = CODE[s.next, stack_on(s, SQUARES[i])]


KEPT_WORDS = 8  # the ranks
CODED = np.cumsum(BIT != 0) - 1  # the number of a square among the coded cells
SQUARES_OF_RANK = np.array(
    [wrap(sum(255 << 8 * x for x in range(8) if BIT[8 * y + x])) for y in range(8)]
)


def changes(s: Record, kept: Moves, out: Moves) -> int:
    """The stacks in which a rank's bytes differ."""
    n = 0
    for y in range(8):
        stacks = s.rank[y]
        differ = (stacks ^ kept[y]) & SQUARES_OF_RANK[y]
        kept[y] = stacks
        while differ:
            x = lowest(differ) >> 3
            differ &= ~(255 << 8 * x)
            out[2 * n] = CODED[8 * y + x]
            out[2 * n + 1] = CODE[s.next, stacks >> 8 * x & 63]
            n += 1
    return n


def extras(s: Record, out: Moves) -> None:
    """The reserves."""
    out[0] = s.reserve[s.next]
    out[1] = s.reserve[1 - s.next]


# -- evaluation ------------------------------------------------------------------------------------
# The weights are a logistic regression on 27,000 positions of the searcher's own games, in hundredths
# (100 more make the odds e times as good), with neighbours among them evened out.

NOISY_HEIGHT = 2
MARGIN = 50
TURN = 20
PIECE = 48  # on the board, in whosever stack
IN_RESERVE = 164
STACK = np.array([0, 0, 26, 53, 85, 85])  # a stack that is owned, by height
# One that the other side reaches: by whether it is the other's turn, whether the owner's stacks reach
# it as well, and height.
REACHED = np.array(
    [
        [[0, 0, -18, -20, -34, -36], [0, 0, -9, -15, -18, -18]],
        [[0, 0, -22, -36, -48, -80], [0, 0, -6, -10, -24, -46]],
    ]
)

CAN = np.array(  # by number of pieces and direction: the cells from which they stay on the board
    [
        [sum(1 << i for i in range(64) if ROOM[i, d] >= count > 0) for d in range(DIRECTIONS)]
        for count in range(HIGH + 1)
    ]
)


def evaluate(s: Record, seat: int) -> int:
    """Pieces, stacks by their heights, and those that the other side reaches."""
    mover = s.turn
    own, other = reach(s, mover), reach(s, 1 - mover)
    value = TURN + PIECE * lead(s, mover) + IN_RESERVE * (s.reserve[mover] - s.reserve[1 - mover])
    value += standing(s, mover, 0, own, other) - standing(s, 1 - mover, 1, other, own)
    return value if seat == mover else -value  # type: ignore[no-any-return]


def lead(s: Record, seat: int) -> int:
    """How many more pieces a seat has on the board than the other, in whosever stacks."""
    green = -64  # every stack's number has a bit more than it has green pieces
    for y in range(8):
        green += popcount(s.rank[y])
    pieces = 0
    for height in range(1, HIGH + 1):
        pieces += height * popcount(s.kinds[height] | s.kinds[HIGH + height])
    return 2 * green - pieces if seat == GREEN else pieces - 2 * green


def standing(s: Record, seat: int, waits: int, own: int, other: int) -> int:
    """What a seat's stacks are worth, given whether it waits, and what it and the other side reach."""
    value = 0
    for height in range(1, HIGH + 1):
        stacks = s.kinds[seat * HIGH + height]
        reached = stacks & other
        value += STACK[height] * popcount(stacks)
        value += REACHED[waits, 0, height] * popcount(reached & ~own)
        value += REACHED[waits, 1, height] * popcount(reached & own)
    return value


def reach(s: Record, seat: int) -> int:
    """The cells to which the seat's stacks can move, as bits."""
    found, stacks = 0, 0
    for count in range(HIGH, 0, -1):
        stacks |= s.kinds[seat * HIGH + count]
        found |= (stacks & CAN[count, 0]) << 8 * count | (stacks & CAN[count, 1]) << count
        found |= (stacks & CAN[count, 2]) >> 8 * count | (stacks & CAN[count, 3]) >> count
    return found
