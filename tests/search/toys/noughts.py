"""Noughts and crosses: a row of three of your own wins."""

from parlour.kernel.boards import square
from parlour.kernel.layout import OVER, record
from parlour.kernel.primitives import mix
from parlour.kernel.spec import Spec

GAME = Spec(
    id="toy-noughts",
    title="Noughts",
    goal="Make a row of three.",
    package=__name__,
    seats=("Crosses", "Noughts"),
    repetition=False,
)

BOARD = square(3, 3)
STATE = record(turn=1, next=1, reason=1, winner=1, made=1, board=9)
MAX_MOVES = 9
LONGEST = 9
SEATS = 2
REASONS = ("row", "full-board")


def start(s):
    for i in range(9):
        s.board[i] = 0
    s.turn = 0
    s.next = 0
    s.reason = 0
    s.winner = -1
    s.made = 0


def legal_moves(s, out):
    n = 0
    for i in range(9):
        if s.board[i] == 0:
            out[n] = i
            n += 1
    return n


def row(s, a, step):
    return s.board[a] != 0 and s.board[a] == s.board[a + step] == s.board[a + 2 * step]


def has_row(s):
    found = row(s, 0, 4) or row(s, 2, 2)
    for i in range(3):
        found = found or row(s, i, 3) or row(s, 3 * i, 1)
    return found


def play(s, m):
    mover = s.turn
    s.board[m] = mover + 1
    s.made += 1
    s.next = 1 - mover
    s.turn = s.next
    if has_row(s):
        s.winner = mover
        s.turn = OVER
    elif s.made == 9:
        s.reason = 1
        s.turn = OVER


def payoff(s, seat):
    if s.winner < 0:
        return 0.5
    return 1.0 if s.winner == seat else 0.0


def key(s):
    h = s.turn
    for i in range(9):
        h = mix(h, s.board[i])
    return h
