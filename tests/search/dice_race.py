"""A race with dice: move yourself on by the throw, or the other back; who is ahead at the end wins."""

from parlour.kernel.layout import CHANCE, OVER, record
from parlour.kernel.primitives import below, mix
from parlour.kernel.spec import Spec

GOAL = 5
TURNS = 6
STATE = record(turn=1, next=1, reason=1, die=1, made=1, place=2)
MAX_MOVES = 2
MAX_OUTCOMES = 3
SEATS = 2
REASONS = ("home", "time")


def start(s):
    s.turn = CHANCE
    s.next = s.reason = s.die = s.made = 0
    s.place[0] = s.place[1] = 0


def outcomes(s, out, weights):
    for i in range(3):
        out[i] = i + 1
        weights[i] = 3 - i
    return 3


def draw(s, rng):
    i = below(rng, 6)
    return 1 if i < 3 else 2 if i < 5 else 3


def legal_moves(s, out):
    out[0] = 0
    out[1] = 1
    return 2 if s.place[1 - s.turn] > 0 else 1


def play(s, m):
    if s.turn == CHANCE:
        s.die = m
        s.turn = s.next
        return
    seat = s.turn
    if m == 0:
        s.place[seat] += s.die
    else:
        s.place[1 - seat] = max(s.place[1 - seat] - s.die, 0)
    s.made += 1
    s.next = 1 - seat if s.die != 3 else seat
    s.die = 0
    s.turn = CHANCE
    if s.place[seat] >= GOAL:
        s.turn = OVER
    elif s.made == TURNS:
        s.turn = OVER
        s.reason = 1


def payoff(s, seat):
    if s.reason == 0:
        return 1.0 if s.place[seat] >= GOAL else 0.0
    if s.place[0] == s.place[1]:
        return 0.5
    return 0.75 if s.place[seat] > s.place[1 - seat] else 0.25


def key(s):
    return mix(0, (((s.next * 4 + s.die) * 8 + s.made) * 16 + s.place[0]) * 16 + s.place[1])


def evaluate(s, seat):
    return 1000 * (s.place[seat] - s.place[1 - seat])


GAME = Spec(
    id="dice-race",
    title="Dice race",
    goal="Be first.",
    package=__name__,
    seats=("first", "second"),
    repetition=False,
    alternating=False,
)
