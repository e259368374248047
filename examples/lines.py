"""# Lines

Make a row of your own stones on a hexagonal board, but not one that is too short.

## How to move

White begins. In turn, each player puts a stone of their colour on an empty cell. With `move=beside` it must
touch another stone, except for the first. With `start=corners` each player has a stone in a corner.

## How it ends

A row of `win` stones or more wins. Otherwise a row of exactly `lose` stones loses. A full
board is a draw. Yavalath is Lines with `win=4,lose=3`.
"""

from parlour.errors import BadOption
from parlour.kernel.boards import hexagon
from parlour.kernel.layout import OVER, record
from parlour.kernel.primitives import mix
from parlour.kernel.spec import Option, Spec


def parameters(chosen):
    """The constants below, by the options."""
    return {
        "SIZE": chosen["size"],
        "WIN": chosen["win"],
        "LOSE": 0 if chosen["lose"] == "none" else int(chosen["lose"]),
        "CORNERS": int(chosen["start"] == "corners"),
        "BESIDE": int(chosen["move"] == "beside"),
    }


def check(chosen):
    """Refuse a losing row that would win."""
    if chosen["lose"] != "none" and int(chosen["lose"]) >= chosen["win"]:
        raise BadOption(f"lose={chosen['lose']}: expected less than win={chosen['win']}, or none")


GAME = Spec(
    id="lines",
    title="Lines",
    goal="Make a row of your own stones, but not one that is too short.",
    package=__name__,
    seats=("White", "Black"),
    options=(
        Option("size", 5, range(3, 9), "cells along each side of the board"),
        Option("win", 4, range(3, 7), "how many stones in a row win"),
        Option("lose", "3", ("none", "2", "3", "4", "5"), "how many stones in a row lose"),
        Option("start", "empty", ("empty", "corners"), "the board at the start"),
        Option("move", "anywhere", ("anywhere", "beside"), "where a stone may be put"),
    ),
    parameters=parameters,
    check=check,
    repetition=False,  # stones only arrive
)

SIZE = 5
WIN = 4
LOSE = 3
CORNERS = 0
BESIDE = 0

BOARD = hexagon(SIZE)
CELLS = len(BOARD)
STEP = BOARD.neighbours

STATE = record(turn=1, reason=1, winner=1, stones=1, board=CELLS)
MAX_MOVES = CELLS
LONGEST = CELLS
SEATS = 2
REASONS = ("winning-row", "losing-row", "full-board")


def start(s):
    """The board at the start, White to move."""
    s.turn = 0
    s.reason = 0
    s.winner = -1
    s.stones = 0
    for cell in range(CELLS):
        s.board[cell] = 0
    if CORNERS == 1:
        s.board[0] = 1
        s.board[CELLS - 1] = 2
        s.stones = 2


def legal_moves(s, out):
    """Write the empty cells where a stone may be put."""
    n = 0
    for cell in range(CELLS):
        if s.board[cell] == 0 and (BESIDE == 0 or s.stones == 0 or is_beside(s, cell)):
            out[n] = cell
            n += 1
    return n


def is_beside(s, cell):
    """Whether a stone touches `cell`."""
    for direction in range(6):
        at = STEP[cell, direction]
        if at >= 0 and s.board[at] != 0:
            return True
    return False


def play(s, m):
    """Put a stone on cell `m`, and see what row it makes."""
    seat = s.turn
    s.board[m] = seat + 1
    s.stones += 1
    s.turn = 1 - seat
    longest, loses = 0, False
    for direction in range(3):
        row = 1 + run(s, m, direction) + run(s, m, direction + 3)
        longest = max(longest, row)
        loses = loses or row == LOSE
    if longest >= WIN:
        end(s, 0, seat)
    elif loses:
        end(s, 1, 1 - seat)
    elif s.stones == CELLS:
        end(s, 2, -1)


def end(s, reason, winner):
    """End the game."""
    s.turn = OVER
    s.reason = reason
    s.winner = winner


def run(s, cell, direction):
    """Count the stones of the same colour that follow `cell` in a direction."""
    length = 0
    at = STEP[cell, direction]
    while at >= 0 and s.board[at] == s.board[cell]:
        length += 1
        at = STEP[at, direction]
    return length


def payoff(s, seat):
    """The score of `seat` at the end."""
    if s.winner < 0:
        return 0.5
    return 1.0 if s.winner == seat else 0.0


def key(s):
    """A hash of the position."""
    h = s.turn
    for cell in range(CELLS):
        h = mix(h, s.board[cell])
    return h
