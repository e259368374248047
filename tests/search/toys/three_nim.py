"""Three seats take one or two of ten stones in turn; who takes the last one wins alone."""

from parlour.kernel.layout import OVER, record
from parlour.kernel.primitives import mix
from parlour.kernel.spec import Option, Spec

GAME = Spec(
    id="toy-three-nim",
    title="Nim for Three",
    goal="Take the last stone.",
    package=__name__,
    seats=("Ann", "Ben", "Cat"),
    options=(Option("stones", 10, range(1, 60), "stones at the start"),),
    parameters=lambda chosen: {"STONES": chosen["stones"]},
    repetition=False,
)

STONES = 10
STATE = record(turn=1, reason=1, winner=1, left=1)
MAX_MOVES = 2
SEATS = 3
REASONS = ("last-stone",)


def start(s):
    s.turn = 0
    s.reason = 0
    s.winner = 0
    s.left = STONES


def legal_moves(s, out):
    out[0] = 1
    out[1] = 2
    return min(s.left, 2)


def play(s, m):
    s.left -= m
    if s.left == 0:
        s.winner = s.turn
        s.turn = OVER
    else:
        s.turn = (s.turn + 1) % 3


def payoff(s, seat):
    return 1.0 if s.winner == seat else 0.0


def key(s):
    return mix(mix(0, s.turn), s.left)
