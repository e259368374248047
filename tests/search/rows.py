"""K stones in a row, in many shapes: with gravity, several stones a turn, forced moves, or by points."""

from parlour.kernel.layout import OVER, record
from parlour.kernel.primitives import mix
from parlour.kernel.spec import Option, Spec

WIDTH = 3
HEIGHT = 3
ROW = 3
STONES = 1  # stones a turn, after a first turn of one
GRAVITY = False
POINTS = False  # the first row does not end the game: it is worth more, the earlier it is made
FORCED_CAPTURES = False
MARGIN = 0

CELLS = WIDTH * HEIGHT
STATE = record(turn=1, next=1, reason=1, made=1, points=2, board=CELLS)
MAX_MOVES = CELLS
SEATS = 2
REASONS = ("row", "full-board")


def start(s):
    for i in range(CELLS):
        s.board[i] = 0
    s.turn = s.next = s.reason = s.made = 0
    s.points[0] = s.points[1] = 0


def free(s, m):
    return s.board[m] == 0 and (not GRAVITY or m < WIDTH or s.board[m - WIDTH] != 0)


def legal_moves(s, out):
    n = loud = 0
    for m in range(CELLS):
        if free(s, m):
            out[n] = m
            n += 1
            loud += noisy(s, m)
    if FORCED_CAPTURES and loud > 0:
        n = 0
        for m in range(CELLS):
            if free(s, m) and noisy(s, m):
                out[n] = m
                n += 1
    return n


def noisy(s, m):
    return (m + s.made) % 3 == 0


def length(s, m, dx, dy):
    n = 1
    for way in range(2):
        x, y = m % WIDTH, m // WIDTH
        for _ in range(ROW):
            x += dx if way == 0 else -dx
            y += dy if way == 0 else -dy
            if x < 0 or x >= WIDTH or y < 0 or y >= HEIGHT:
                break
            if s.board[y * WIDTH + x] != s.board[m]:
                break
            n += 1
    return n


def rows(s, m):
    return (
        length(s, m, 1, 0) >= ROW
        or length(s, m, 0, 1) >= ROW
        or length(s, m, 1, 1) >= ROW
        or length(s, m, 1, -1) >= ROW
    )


def play(s, m):
    seat = s.turn
    s.board[m] = seat + 1
    s.made += 1
    s.next = 1 - seat if s.made % STONES == 1 or STONES == 1 else seat
    s.turn = s.next
    if rows(s, m) and s.points[0] + s.points[1] == 0:
        s.points[seat] = CELLS - s.made + 1 if POINTS else CELLS
        if not POINTS:
            s.turn = OVER
    if s.turn != OVER and s.made == CELLS:
        s.turn = OVER
        s.reason = 1


def payoff(s, seat):
    return 0.5 + (s.points[seat] - s.points[1 - seat]) / (2.0 * CELLS)


def key(s):
    h = mix(0, (s.next * 64 + s.points[0]) * 64 + s.points[1])
    for i in range(CELLS):
        h = mix(h, s.board[i])
    return h


def evaluate(s, seat):
    value = mix(key(s), 7) % 201 - 100
    return value if seat == 0 else -value


GAME = Spec(
    id="rows",
    title="Rows",
    goal="Make a row.",
    package=__name__,
    seats=("first", "second"),
    repetition=False,
    alternating=False,
    options=(
        Option("width", 3, range(2, 6), "columns"),
        Option("height", 3, range(2, 6), "lines"),
        Option("row", 3, range(2, 6), "stones in a row"),
        Option("stones", 1, range(1, 4), "stones a turn"),
        Option("gravity", "no", ("no", "yes"), "stones fall"),
        Option("points", "no", ("no", "yes"), "the row is worth more, the earlier it is made"),
        Option("margin", 0, range(1000), "how far above its window a position must stand"),
        Option("forced", "no", ("no", "yes"), "noisy moves must be made"),
    ),
    parameters=lambda chosen: {
        "WIDTH": chosen["width"],
        "HEIGHT": chosen["height"],
        "ROW": chosen["row"],
        "STONES": chosen["stones"],
        "GRAVITY": chosen["gravity"] == "yes",
        "POINTS": chosen["points"] == "yes",
        "MARGIN": chosen["margin"],
        "FORCED_CAPTURES": chosen["forced"] == "yes",
    },
)
