"""The rules of Tumbling Down: stacks on a square board, steps, tumbles and kings.

Cells are numbered from 0 for a1 to 63 for h8. Stacks are packed by `stacks`, moves by `code`;
directions are those of `square`.
"""

import numpy as np

from parlour.games.tumbling_down.code import (
    CODE_BITS,
    direction_of,
    is_tumble,
    step_code,
    tumble_code,
)
from parlour.games.tumbling_down.evaluation import MARGIN, evaluate
from parlour.games.tumbling_down.stacks import (
    BLACK,
    EMPTY,
    WHITE,
    height,
    laid_on,
    lowest_pieces,
    of_one,
    owner,
    piece,
    top,
    without_lowest,
)
from parlour.kernel.boards import square
from parlour.kernel.layers import Layers
from parlour.kernel.layout import OVER, Moves, Record, Rng, record
from parlour.kernel.move_codes import origin_of
from parlour.kernel.primitives import mix, random_word, shr

__all__ = ["MARGIN", "evaluate"]

SHORT = 0  # 1: a line of twos less
STAYS = 0  # 1: the bottom piece of a tumbling stack stays on its square

SEATS = 2
MOVE_CODES = 1 << CODE_BITS
MAX_MOVES = MOVE_CODES

REASONS = ("king-captured", "king-lost", "no-king")
KING_CAPTURED, KING_LOST, NO_KING = 0, 1, 2
CAPTURED, LOST = 1, 2  # what a move did to a king, a bit for each

# `next` is the seat that moves, or would; `pure` counts the stacks of one colour, for each seat by
# height; `king` is each seat's greatest such height, 0 if there is none.
STATE = record(turn=1, next=1, reason=1, winner=1, king=2, stack=64, pure=128)

BOARD = square(8, 8)
NEIGHBOURS = BOARD.neighbours
ROOM = np.array([[len(BOARD.line(cell, d)) for d in range(8)] for cell in range(64)])
HEIGHTS = (4, 3, 2, 1) if SHORT else (4, 3, 2, 2, 1)
PLACED = np.array(  # the height of White's stack on each cell at the start
    [HEIGHTS[x + y] if x + y < len(HEIGHTS) else 0 for x, y in BOARD.places]
)


def start(s: Record) -> None:
    """Set `s` to the start."""
    clear(s)
    for cell in range(64):
        if PLACED[cell] > 0:
            place(s, cell, of_one(WHITE, PLACED[cell]))
            place(s, 63 - cell, of_one(BLACK, PLACED[cell]))


def clear(s: Record) -> None:
    """Set `s` to an empty board with White to move."""
    s.turn = WHITE
    s.next = WHITE
    s.reason = 0
    s.winner = 0
    s.king[WHITE] = 0
    s.king[BLACK] = 0
    for i in range(128):
        s.pure[i] = 0
    for cell in range(64):
        s.stack[cell] = EMPTY


# -- stacks ----------------------------------------------------------------------------------------


def place(s: Record, cell: int, stack: int) -> None:
    """Let this stack stand on a cell; kings are counted, a lowered one by `lower`."""
    before, after = owner(s.stack[cell]), owner(stack)
    if before >= 0:
        s.pure[64 * before + height(s.stack[cell])] -= 1
    if after >= 0:
        s.pure[64 * after + height(stack)] += 1
        s.king[after] = max(s.king[after], height(stack))
    s.stack[cell] = stack


def lower(s: Record, seat: int) -> None:
    """Bring a seat's height of kings down to what stands on the board."""
    while s.king[seat] > 0 and s.pure[64 * seat + s.king[seat]] == 0:
        s.king[seat] -= 1


def is_king(s: Record, cell: int, seat: int, tall: int) -> bool:
    """Whether a king of `seat` stands on a cell, its kings being so tall."""
    return owner(s.stack[cell]) == seat and height(s.stack[cell]) == tall


# -- moves -----------------------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    """List the legal moves of a running game in `out`; returns how many."""
    n = 0
    for cell in range(64):
        if top(s.stack[cell]) == s.turn:
            tall = can_tumble(s.stack[cell])
            for direction in range(8):
                if ROOM[cell, direction] > 0:
                    out[n] = step_code(cell, direction)
                    n += 1
                    if tall:
                        out[n] = tumble_code(cell, direction)
                        n += 1
    return n


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """A legal move, each as likely: codes are drawn until one is legal."""
    while True:
        word = random_word(rng)
        for _ in range(64 // CODE_BITS):
            m = word & (MOVE_CODES - 1)
            if is_legal(s, m):
                return m
            word = shr(word, CODE_BITS)


def is_legal(s: Record, m: int) -> bool:
    """Whether the code `m` is a legal move of a running game."""
    stack = s.stack[origin_of(m)]
    can_go = not is_tumble(m) or can_tumble(stack)
    return bool(can_go and top(stack) == s.turn and ROOM[origin_of(m), direction_of(m)] > 0)


def can_tumble(stack: int) -> bool:
    """Whether a stack is high enough: what falls has two pieces, or would only step."""
    return height(stack) > 1 + STAYS


def play(s: Record, m: int) -> None:
    """Play the legal move `m`."""
    seat, cell, direction = s.turn, origin_of(m), direction_of(m)
    stack = s.stack[cell]
    own, others = s.king[seat], s.king[1 - seat]
    if is_tumble(m):
        place(s, cell, lowest_pieces(stack, STAYS))
        falling = without_lowest(stack, STAYS)
        done = _tumble(s, cell, direction, falling, seat, own, others)
    else:
        place(s, cell, lowest_pieces(stack, height(stack) - 1))
        done = lay(s, NEIGHBOURS[cell, direction], of_one(seat, 1), seat, own, others)
    lower(s, WHITE)
    lower(s, BLACK)
    s.next = 1 - seat
    s.turn = 1 - seat
    if done & CAPTURED:
        end(s, KING_CAPTURED, seat)
    elif done & LOST:
        end(s, KING_LOST, 1 - seat)
    elif s.king[seat] == 0:
        end(s, NO_KING, 1 - seat)


def _tumble(
    s: Record, cell: int, direction: int, stack: int, seat: int, own: int, others: int
) -> int:
    """Lay the pieces of `stack` out from `cell`, the rest on the last square; what became of kings."""
    left = height(stack)
    room = ROOM[cell, direction]
    done = 0
    while left > 0:
        cell = NEIGHBOURS[cell, direction]
        room -= 1
        count = 1 if room > 0 else left
        done |= lay(s, cell, lowest_pieces(stack, count), seat, own, others)
        stack = without_lowest(stack, count)
        left -= count
    return done


def lay(s: Record, cell: int, pieces: int, seat: int, own: int, others: int) -> int:
    """Lay a stack on a cell for `seat`; CAPTURED if that takes a king of the other's, LOST if one's own.

    Before the move kings were `own` and `others` pieces high.
    """
    topped = top(pieces)
    done = 0
    if topped == seat and is_king(s, cell, 1 - seat, others):
        done = CAPTURED
    elif topped != seat and is_king(s, cell, seat, own):
        done = LOST
    place(s, cell, laid_on(s.stack[cell], pieces))
    return done


def end(s: Record, reason: int, winner: int) -> None:
    """End the game for this reason with this winner."""
    s.turn = OVER
    s.reason = reason
    s.winner = winner


def payoff(s: Record, seat: int) -> float:
    """1 for the winner, 0 for the loser."""
    return 1.0 if s.winner == seat else 0.0


# -- the board as codes ----------------------------------------------------------------------------

CODED_CELLS = 64
CELL_PLACES = BOARD.places
TALL = 4  # stacks of this height and higher ones are coded alike
PIECE_CODES = 2 * TALL + 1  # by height, and whether of one colour; then a king


def cells(s: Record, out: Moves) -> None:
    for cell in range(64):  # the second seat sees the board from its own corner
        at = cell if s.next == WHITE else 63 - cell
        out[cell] = code(s, at) if s.stack[at] > EMPTY else 0


def code(s: Record, cell: int) -> int:
    """The code of the stack on a cell as the seat to move sees it."""
    stack = s.stack[cell]
    mixed = owner(stack) < 0
    value = min(height(stack), TALL) + (TALL if mixed else 0)
    if not mixed and height(stack) == s.king[top(stack)]:
        value = PIECE_CODES
    return value + (PIECE_CODES if top(stack) != s.next else 0)


def key(s: Record) -> int:
    """What repetition compares: the stacks and the seat to move."""
    h = mix(s.next, 0)
    for cell in range(64):  # none waits for the one before, as in a chain of `mix`
        if s.stack[cell] != EMPTY:
            h ^= mix(cell, s.stack[cell])
    return h


# -- what is observed beside the coded board -------------------------------------------------------

TALLEST = 2 * int(sum(PLACED))  # all the pieces there are
LAYERS = tuple([f"from the top {k + 1}" for k in range(TALLEST)])
LAYER_CELLS = 64


def observe(s: Record, seat: int, out: Layers) -> None:
    """The stacks piece by piece from the top: 1 the mover's, -1 the other's; turned as the coded board is."""
    for cell in range(64):
        stack = s.stack[cell]
        tall = height(stack)
        for k in range(tall):
            own = piece(stack, tall - 1 - k) == s.next
            out[k, cell if s.next == 0 else 63 - cell] = 1 if own else -1
