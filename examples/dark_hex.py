"""# Dark Hex

Hex on a small board, without seeing your opponent's stones.

## How to move

Black begins. In turn, each player names a cell. If it is empty, a stone of the player's colour is put
there. If your opponent has a stone there, you learn of it and lose the turn; your opponent does not
learn that you found it.

## How it ends

Black wins with a chain from the top to the bottom, White with a chain from left to right.
"""

from parlour.kernel.boards import rhombus
from parlour.kernel.layout import OVER, record
from parlour.kernel.moves import SILENT
from parlour.kernel.primitives import below, mix
from parlour.kernel.spec import Option, Spec

GAME = Spec(
    id="dark-hex",
    title="Dark Hex",
    goal="Connect your two sides, without seeing your opponent's stones.",
    package=__name__,
    seats=("Black", "White"),
    options=(Option("size", 2, range(2, 8), "cells along each side of the board"),),
    parameters=lambda chosen: {"SIZE": chosen["size"]},
    repetition=False,  # stones only arrive
    hidden=True,
)

SIZE = 2

BOARD = rhombus(SIZE)
CELLS = SIZE * SIZE
STEP = BOARD.neighbours
SIDES = BOARD.side_table()
FIRST, LAST = (1, 8), (4, 2)  # by seat, the bits of the sides that its chain connects
TRIES = 50  # at a layout in which the opponent has no chain

# `board` has all stones, `found` 1 where the opponent of a stone has found it; `linked` is for counting.
STATE = record(turn=1, reason=1, winner=1, board=CELLS, found=CELLS, linked=CELLS)
SCRATCH = ("linked",)
MAX_MOVES = CELLS
MOVE_CODES = CELLS
LONGEST = 2 * CELLS  # each stone arrives once and is found once
LAYERS = ("own stones", "stones found")  # what learners see
LAYER_CELLS = CELLS
SEATS = 2
REASONS = ("chain",)


def start(s):
    """An empty board, Black to move."""
    s.turn = 0
    s.reason = 0
    s.winner = -1
    for cell in range(CELLS):
        s.board[cell] = 0
        s.found[cell] = 0
        s.linked[cell] = 0


def knows(s, seat, cell):
    """Whether `seat` knows that there is a stone on `cell`."""
    return s.board[cell] == seat + 1 or (s.board[cell] != 0 and s.found[cell] == 1)


def legal_moves(s, out):
    """Write every cell that the player does not know to be taken."""
    n = 0
    for cell in range(CELLS):
        if not knows(s, s.turn, cell):
            out[n] = cell
            n += 1
    return n


def play(s, m):
    """Put a stone on cell `m`, or find the opponent's stone there."""
    seat = s.turn
    s.turn = 1 - seat
    if s.board[m] != 0:
        s.found[m] = 1
        return
    s.board[m] = seat + 1
    if has_chain(s, seat):
        s.turn = OVER
        s.winner = seat


def has_chain(s, seat):
    """Whether the stones of `seat` connect its two sides."""
    for cell in range(CELLS):
        s.linked[cell] = 0
        if s.board[cell] == seat + 1 and SIDES[cell] & FIRST[seat] != 0:
            s.linked[cell] = 1
    growing = True
    while growing:
        growing = False
        for cell in range(CELLS):
            if s.linked[cell] == 0 and s.board[cell] == seat + 1 and is_beside_linked(s, cell):
                s.linked[cell] = 1
                growing = True
    for cell in range(CELLS):  # noqa: SIM110 (the compiler knows no generators)
        if s.linked[cell] != 0 and SIDES[cell] & LAST[seat] != 0:
            return True
    return False


def is_beside_linked(s, cell):
    """Whether a neighbour of `cell` is linked to the first side."""
    for direction in range(6):
        at = STEP[cell, direction]
        if at >= 0 and s.linked[at] != 0:
            return True
    return False


def payoff(s, seat):
    """The score of `seat` at the end."""
    return 1.0 if s.winner == seat else 0.0


def key(s):
    """A hash of the whole position."""
    h = s.turn
    for cell in range(CELLS):
        h = mix(h, 2 * s.board[cell] + s.found[cell])
    return h


def view_key(s, seat):
    """A hash of what `seat` knows."""
    h = s.turn
    for cell in range(CELLS):
        h = mix(h, s.board[cell] if knows(s, seat, cell) else 0)
    return h


def redeal(s, seat, rng):
    """Play the moves of the opponent that `seat` does not know of again: any cells, without a chain."""
    if s.turn == OVER:
        return
    moves = 0
    for cell in range(CELLS):
        if s.board[cell] != 0 and (s.board[cell] == seat + 1) == (s.found[cell] == 1):
            moves += 1
    for _ in range(TRIES):
        for cell in range(CELLS):
            if s.board[cell] == seat + 1:
                s.found[cell] = 0
            elif s.found[cell] == 0:
                s.board[cell] = 0
        scatter(s, seat, moves, rng)
        if not has_chain(s, 1 - seat):
            return


def scatter(s, seat, moves, rng):
    """Let the opponent of `seat` name so many cells, all sets alike: it takes empty ones and finds others."""
    left = 0
    for cell in range(CELLS):
        if s.board[cell] != 2 - seat:
            left += 1
    for cell in range(CELLS):
        if s.board[cell] != 2 - seat:
            if below(rng, left) < moves:
                moves -= 1
                if s.board[cell] == 0:
                    s.board[cell] = 2 - seat
                else:
                    s.found[cell] = 1
            left -= 1


def observe(s, seat, out):
    """Write what `seat` (-1: a spectator) knows to the layers, which are zeros."""
    for cell in range(CELLS):
        if knows(s, seat, cell) and seat >= 0:
            out[0 if s.board[cell] == seat + 1 else 1, cell] = 1


def hide(s, seat):
    """Take from the copy `s` what `seat` (None: a spectator) does not know, until the end."""
    if s.turn == OVER:
        return
    for cell in range(CELLS):
        if seat is None or not knows(s, seat, cell):
            s.board[cell] = 0
        if seat is None or s.board[cell] != 2 - seat:
            s.found[cell] = 0


def observed_text(s, m, seat):
    """What `seat` hears of the move `m`: its own moves, and whether it found a stone."""
    if seat != s.turn:
        return SILENT
    return BOARD.names[m] + ("!" if s.board[m] != 0 else "")
