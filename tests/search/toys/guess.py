"""Guess the number: one seat (or chance) hides one of seven, the other has three guesses.

Each guess is answered by higher, lower or found. Halving finds the number in three guesses for certain.
"""

from parlour.errors import BadPosition
from parlour.kernel.fields import expect
from parlour.kernel.layout import CHANCE, OVER, record
from parlour.kernel.primitives import below, mix
from parlour.kernel.scene import Scene
from parlour.kernel.spec import YES_NO, Option, Spec
from parlour.table.outcome import winner_takes_all

GAME = Spec(
    id="toy-guess",
    title="Guess the number",
    goal="Find the number, or hide it well.",
    package=__name__,
    seats=("Guesser", "Hider"),
    options=(Option("chance", "no", YES_NO, "whether chance hides the number"),),
    parameters=lambda chosen: {"BY_CHANCE": int(chosen["chance"] == "yes")},
    repetition=False,
    alternating=False,
    hidden=True,
)

BY_CHANCE = 0
NUMBERS = 7
GUESSES = 3
STATE = record(turn=1, reason=1, made=1, number=1, guesses=GUESSES)
MAX_MOVES = NUMBERS
SEATS = 2
LONGEST = GUESSES + 1
REASONS = ("found", "not-found")


def start(s):
    s.turn = CHANCE if BY_CHANCE else 1
    s.reason = 0
    s.made = 0
    s.number = 0
    for i in range(GUESSES):
        s.guesses[i] = 0


def draw(s, rng):
    return 1 + below(rng, NUMBERS)


def legal_moves(s, out):
    for i in range(NUMBERS):
        out[i] = i + 1
    return NUMBERS


def play(s, m):
    if s.turn != 0:
        s.number = m
        s.turn = 0
        return
    s.guesses[s.made] = m
    s.made += 1
    if m == s.number or s.made == GUESSES:
        s.turn = OVER
        s.reason = 0 if m == s.number else 1


def payoff(s, seat):
    return 1.0 if seat == s.reason else 0.0


def answer(s, i):
    """What the guess `i` was answered: -1 lower, 1 higher, 0 found."""
    return (s.number > s.guesses[i]) - (s.number < s.guesses[i])


def key(s):
    return mix(view_key(s, 1), s.number)


def view_key(s, seat):
    h = mix(s.turn, s.number if seat == 1 or s.turn == OVER else 0)
    for i in range(s.made):
        h = mix(mix(h, s.guesses[i]), answer(s, i))
    return h


def redeal(s, seat, rng):
    if seat == 1 or s.turn != 0:
        return
    low = 1
    high = NUMBERS
    for i in range(s.made):
        if answer(s, i) > 0:
            low = max(low, s.guesses[i] + 1)
        else:
            high = min(high, s.guesses[i] - 1)
    s.number = low + below(rng, high - low + 1)


# -- texts -----------------------------------------------------------------------------------------

ANSWERS = ("=", "+", "-")  # found, higher, lower


def move_text(s, m):
    return f"hide{m}" if s.turn != 0 else str(m)


def read_draw(s, text):
    texts = {f"hide{n}": n for n in range(1, NUMBERS + 1)}
    return texts.get(text)


def observed_text(s, m, seat):
    if s.turn != 0:
        return f"hide{m}" if seat == 1 else "hide"
    return f"{m}{ANSWERS[(s.number > m) - (s.number < m)]}"


def write(s):
    guesses = [f"{s.guesses[i]}{ANSWERS[answer(s, i)]}" for i in range(s.made)]
    return [str(s.number or "-"), ",".join(guesses) or "-"]


def view(state, seat):
    return " ".join([state.game.name, *seen(state.record, seat), *_end(state)])


def _end(state):
    return [] if state.outcome is None else [state.outcome.text]


def seen(s, seat):
    number, guesses = write(s)
    return [number if seat == 1 or s.turn == OVER or number == "-" else "?", guesses]


def read(s, given, end):
    expect(given, "NUMBER", "GUESSES")
    number, guesses = given
    digits = [str(n) for n in range(1, NUMBERS + 1)]
    start(s)
    if number != "-":
        if number not in digits:
            raise BadPosition("expected a number from 1 to 7, or - where it is not yet hidden")
        play(s, int(number))
        for text in guesses.split(",") if guesses != "-" else []:
            if text[:-1] not in digits or s.turn == OVER:
                raise BadPosition("expected up to three guesses with their answers, as 4+,6=")
            play(s, int(text[:-1]))
    if end is not None and s.turn != OVER:
        raise BadPosition("the game is still running")


def endings():
    return dict.fromkeys(REASONS, winner_takes_all(2))


def scene(s, seat=None):
    return Scene("card", (), notes=tuple(seen(s, seat)))
