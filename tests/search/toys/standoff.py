"""In turn the two seats step to the other foot, or yield and lose.

If nobody yields, the position stands for the third time before long: a draw.
"""

from parlour.kernel.layout import OVER, record
from parlour.kernel.primitives import mix
from parlour.kernel.spec import Spec

GAME = Spec(
    id="toy-standoff",
    title="Standoff",
    goal="Wait for the other to yield.",
    package=__name__,
    seats=("Left", "Right"),
)

STATE = record(turn=1, next=1, reason=1, foot=2)
MAX_MOVES = 2
SEATS = 2
REASONS = ("yielded",)
STEP, YIELD = 0, 1


def start(s):
    s.turn = 0
    s.next = 0
    s.reason = 0
    s.foot[0] = 0
    s.foot[1] = 0


def legal_moves(s, out):
    out[0] = STEP
    out[1] = YIELD
    return 2


def play(s, m):
    mover = s.turn
    s.next = 1 - mover
    if m == STEP:
        s.foot[mover] = 1 - s.foot[mover]
        s.turn = s.next
    else:
        s.turn = OVER


def payoff(s, seat):
    return 1.0 if seat == s.next else 0.0


def key(s):
    return mix(mix(mix(0, s.next), s.foot[0]), s.foot[1])
