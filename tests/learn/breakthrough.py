"""Breakthrough (Dan Troyka, 2000): men step ahead, straight or slanting, capture slanting, and race."""

import numpy as np

from parlour.kernel.boards import square
from parlour.kernel.layout import OVER, record
from parlour.kernel.primitives import mix
from parlour.kernel.spec import Option, Spec

SIZE = 8

GAME = Spec(
    id="breakthrough",
    title="Breakthrough",
    goal="Bring a man to the far side.",
    package=__name__,
    seats=("White", "Black"),
    options=(Option("size", 8, range(5, 9), "cells on a side"),),
    parameters=lambda chosen: {"SIZE": chosen["size"]},
    repetition=False,
)

BOARD = square(SIZE, SIZE)
CELLS = SIZE * SIZE
SEATS = 2
REASONS = ("breakthrough", "no-men")
MAX_MOVES = 6 * SIZE
STATE = record(turn=1, next=1, reason=1, board=CELLS)

CODED_CELLS = CELLS
PIECE_CODES = 1
CELL_PLACES = BOARD.places
CELL_SYMMETRY = "mirror"

AHEAD = np.array([[0, 1, 7], [4, 3, 5]])  # directions by seat: straight, then slanting
NEXT = BOARD.neighbours


def start(s):
    for cell in range(CELLS):
        s.board[cell] = 1 if cell < 2 * SIZE else 2 if cell >= CELLS - 2 * SIZE else 0
    s.turn = s.next = s.reason = 0


def legal_moves(s, out):
    n = 0
    for cell in range(CELLS):
        if s.board[cell] == s.turn + 1:
            for way in range(3):
                to = NEXT[cell, AHEAD[s.turn, way]]
                if to >= 0 and s.board[to] != s.turn + 1 and (way > 0 or s.board[to] == 0):
                    out[n] = cell * CELLS + to
                    n += 1
    return n


def noisy(s, m):
    return s.board[m % CELLS] != 0


def play(s, m):
    to = m % CELLS
    s.board[m // CELLS] = 0
    s.board[to] = s.turn + 1
    s.next = s.turn = 1 - s.turn
    if to < SIZE or to >= CELLS - SIZE:
        s.turn, s.reason = OVER, 0
    elif not any_man(s, s.next):
        s.turn, s.reason = OVER, 1


def any_man(s, seat):
    for cell in range(CELLS):  # noqa: SIM110 (the compiler knows no generators)
        if s.board[cell] == seat + 1:
            return True
    return False


def payoff(s, seat):
    return 0.0 if seat == s.next else 1.0


def key(s):
    h = s.next
    for cell in range(CELLS):
        h = mix(h, s.board[cell])
    return h


def cells(s, out):
    for cell in range(CELLS):
        piece = s.board[cell if s.next == 0 else CELLS - 1 - cell]
        out[cell] = 0 if piece == 0 else 1 if piece == s.next + 1 else 2
