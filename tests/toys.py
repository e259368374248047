"""Small games for tests of the kernel, the table and the searches: rules as one would write them."""

from __future__ import annotations

from pathlib import Path

NOUGHTS = """
from parlour.kernel.primitives import mix
from parlour.kernel.layout import OVER, record

SIZE = 3
CELLS = SIZE * SIZE
STATE = record(turn=1, next=1, reason=1, winner=1, made=1, board=CELLS)
MAX_MOVES = CELLS
SEATS = 2
REASONS = ("row", "full-board")


def start(s):
    for i in range(CELLS):
        s.board[i] = 0
    s.turn = 0
    s.next = 0
    s.reason = 0
    s.winner = -1
    s.made = 0


def legal_moves(s, out):
    n = 0
    for i in range(CELLS):
        if s.board[i] == 0:
            out[n] = i
            n += 1
    return n


def wins(s, m):
    x, y = m % SIZE, m // SIZE
    across = down = rising = falling = 0
    for i in range(SIZE):
        across += s.board[y * SIZE + i] == s.board[m]
        down += s.board[i * SIZE + x] == s.board[m]
        rising += s.board[i * SIZE + i] == s.board[m]
        falling += s.board[i * SIZE + SIZE - 1 - i] == s.board[m]
    return (
        across == SIZE
        or down == SIZE
        or (x == y and rising == SIZE)
        or (x + y == SIZE - 1 and falling == SIZE)
    )


def play(s, m):
    s.board[m] = s.turn + 1
    s.made += 1
    s.next = 1 - s.turn
    if wins(s, m):
        s.winner = s.turn
        s.turn = OVER
    elif s.made == CELLS:
        s.reason = 1
        s.turn = OVER
    else:
        s.turn = s.next


def payoff(s, seat):
    if s.winner < 0:
        return 0.5
    return 1.0 if s.winner == seat else 0.0


def key(s):
    h = s.turn
    for i in range(CELLS):
        h = mix(h, s.board[i])
    return h
"""


def write_rules(folder: Path, text: str = NOUGHTS, name: str = "toy_rules") -> Path:
    """Write a rules file into `folder`; returns its path."""
    path = folder / f"{name}.py"
    path.write_text(text)
    return path
