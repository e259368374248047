"""Each of two seats names a number below 100 000 in secret; the higher has won. Moves are never listed."""

from parlour.kernel.layout import OVER, record
from parlour.kernel.primitives import below, mix
from parlour.kernel.scene import Scene
from parlour.kernel.spec import Spec

GAME = Spec(
    id="toy-wide",
    title="The higher number",
    goal="Name the higher number.",
    package=__name__,
    seats=("First", "Second"),
    repetition=False,
    hidden=True,
)

STATE = record(turn=1, reason=1, named=2)
MAX_MOVES = 100_000
SEATS = 2
LONGEST = 2
REASONS = ("higher",)


def start(s):
    s.turn = 0
    s.reason = 0
    s.named[0] = 0
    s.named[1] = 0


def legal_moves(s, out):
    for i in range(MAX_MOVES):
        out[i] = i
    return MAX_MOVES


def count_moves(s, out):
    return MAX_MOVES


def random_move(s, out, rng):
    return below(rng, MAX_MOVES)


def play(s, m):
    s.named[s.turn] = m
    s.turn = OVER if s.turn == 1 else 1


def payoff(s, seat):
    if s.named[0] == s.named[1]:
        return 0.5
    return 1.0 if s.named[seat] > s.named[1 - seat] else 0.0


def key(s):
    return mix(mix(s.turn, s.named[0]), s.named[1])


def redeal(s, seat, rng):
    if s.turn == 1 and seat == 1:
        s.named[0] = below(rng, MAX_MOVES)


# -- texts -----------------------------------------------------------------------------------------


def move_text(s, m):
    return str(m)


def read_move(s, text):
    short = text.isascii() and text.isdigit() and len(text) <= 5
    return int(text) if short and str(int(text)) == text else None


def observed_text(s, m, seat):
    return str(m) if seat == s.turn else "-"


def view(state, seat):
    if state.outcome is not None:
        return state.text
    named = state.record.named
    return f"{state.game.name} " + " ".join(
        str(n) if i == seat else "?" for i, n in enumerate(named)
    )


def scene(s, seat=None):
    return Scene("card", ())
