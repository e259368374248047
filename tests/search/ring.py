"""A hunt round a ring: the hunter wins by reaching the hare, who may walk for ever, or wait in a hide."""

from parlour.kernel.layout import OVER, record
from parlour.kernel.primitives import mix
from parlour.kernel.spec import Option, Spec

CELLS = 8
STEP = 1  # how far the hunter may go in a move
STATE = record(turn=1, next=1, reason=1, place=2)
MAX_MOVES = 6
SEATS = 2
REASONS = ("caught",)


def start(s):
    s.turn = s.next = s.reason = 0
    s.place[0] = 0
    s.place[1] = CELLS // 2


def legal_moves(s, out):
    n = 0
    for step in range(1, (STEP if s.turn == 0 else 1) + 1):
        out[n] = step
        out[n + 1] = -step
        n += 2
    return n


def play(s, m):
    s.place[s.turn] = (s.place[s.turn] + m) % CELLS
    s.next = 1 - s.turn
    s.turn = OVER if s.place[0] == s.place[1] else s.next


def payoff(s, seat):
    return 1.0 if seat == 0 else 0.0


def key(s):
    return mix(0, (s.next * CELLS + s.place[0]) * CELLS + s.place[1])


def evaluate(s, seat):
    return 50 if seat == 0 else -50


GAME = Spec(
    id="ring",
    title="Ring",
    goal="Catch the hare.",
    package=__name__,
    seats=("hunter", "hare"),
    options=(Option("step", 1, range(1, 4), "how far the hunter goes"),),
    parameters=lambda chosen: {"STEP": chosen["step"]},
)
