"""Two seats race to twelve: step two forward for sure, or roll a die (a one throws you back by three).

Whoever rolls a six moves again. The die can be listed or not.
"""

from parlour.kernel.layout import CHANCE, OVER, record
from parlour.kernel.primitives import below, mix
from parlour.kernel.spec import YES_NO, Option, Spec

GAME = Spec(
    id="toy-race",
    title="Race",
    goal="Be the first to come to twelve.",
    package=__name__,
    seats=("Red", "Blue"),
    options=(Option("listed", "yes", YES_NO, "whether the die is listed"),),
    parameters=lambda chosen: {"LISTED": int(chosen["listed"] == "yes")},
    repetition=False,
    alternating=False,
)

LISTED = 1
GOAL = 12
STATE = record(turn=1, next=1, reason=1, place=2)
MAX_MOVES = 2
MAX_OUTCOMES = 6
SEATS = 2
REASONS = ("home",)


def start(s):
    s.turn = 0
    s.next = 0
    s.reason = 0
    s.place[0] = 0
    s.place[1] = 0


def legal_moves(s, out):
    out[0] = 0
    out[1] = 1
    return 2


def outcomes(s, out, weights):
    for i in range(6):
        out[i] = i + 1
        weights[i] = 1
    return 6 * LISTED


def draw(s, rng):
    return 1 + below(rng, 6)


def play(s, m):
    mover = s.next
    if s.turn == CHANCE:
        s.next = mover if m == 6 else 1 - mover
        forward(s, mover, -3 if m == 1 else m)
    elif m == 0:
        s.next = 1 - mover
        forward(s, mover, 2)
    else:
        s.turn = CHANCE


def forward(s, mover, by):
    s.place[mover] = max(0, s.place[mover] + by)
    s.turn = OVER if s.place[mover] >= GOAL else s.next


def payoff(s, seat):
    return 1.0 if s.place[seat] >= GOAL else 0.0


def key(s):
    return mix(mix(mix(mix(0, s.turn), s.next), s.place[0]), s.place[1])


def read_draw(s, text):
    return int(text) if text in ("1", "2", "3", "4", "5", "6") else None
