"""Kuhn's poker (1950): three cards, one each, one bet; the first game for which optimal play was shown.

Both put in one. The first passes or bets one; after a pass the second passes or bets; a bet is called or
passed up. Scores are (gain + 2) / 4, the gain being from -2 to 2.
"""

from fractions import Fraction

from parlour.errors import BadPosition
from parlour.kernel.fields import expect
from parlour.kernel.layout import CHANCE, OVER, record
from parlour.kernel.primitives import below, mix
from parlour.kernel.scene import Scene
from parlour.kernel.spec import Spec

GAME = Spec(
    id="toy-kuhn",
    title="Kuhn's poker",
    goal="Have the higher card, or let the other believe it.",
    package=__name__,
    seats=("First", "Second"),
    repetition=False,
    hidden=True,
)

STATE = record(turn=1, reason=1, made=1, line=1, cards=2)  # line: a bit for each move, 1 for a bet
PASS, BET = 0, 1
MAX_MOVES = 2
MAX_OUTCOMES = 6
SEATS = 2
LONGEST = 3
REASONS = ("showdown", "passed-up")
NONE = -1


def start(s):
    s.turn = CHANCE
    s.reason = 0
    s.made = 0
    s.line = 0
    s.cards[0] = NONE
    s.cards[1] = NONE


def outcomes(s, out, weights):
    for i in range(6):
        out[i] = _deal(i)
        weights[i] = 1
    return 6


def draw(s, rng):
    return _deal(below(rng, 6))


def _deal(i):
    first = i // 2
    return 3 * first + (first + 1 + i % 2) % 3


def legal_moves(s, out):
    out[0] = PASS
    out[1] = BET
    return 2


def play(s, m):
    if s.turn == CHANCE:
        s.cards[0] = m // 3
        s.cards[1] = m % 3
        s.turn = 0
        return
    s.line = 2 * s.line + m
    s.made += 1
    s.turn = 1 - s.turn
    if s.made == 1 or (s.made == 2 and s.line == 1):
        return
    s.turn = OVER
    s.reason = 1 if m == PASS and s.line != 0 else 0


def gain(s):
    """What the first seat has won."""
    higher = 1 if s.cards[0] > s.cards[1] else -1
    if s.reason == 1:
        return 1 if s.made == 2 else -1
    return higher if s.line == 0 else 2 * higher


def payoff(s, seat):
    return (2 + (gain(s) if seat == 0 else -gain(s))) / 4


def key(s):
    return mix(mix(mix(mix(0, s.turn), 8 * s.made + s.line), s.cards[0]), s.cards[1])


def view_key(s, seat):
    h = mix(mix(mix(0, s.turn), 8 * s.made + s.line), s.cards[seat])
    return mix(h, s.cards[1 - seat]) if s.turn == OVER else h


def redeal(s, seat, rng):
    if s.turn != OVER and s.turn != CHANCE:
        s.cards[1 - seat] = (s.cards[seat] + 1 + below(rng, 2)) % 3


# -- texts -----------------------------------------------------------------------------------------

CARDS = "JQK"
MOVES = ("pass", "bet")
LINES = ("-", "p", "b", "pp", "pb", "bp", "bb", "pbp", "pbb")


def move_text(s, m):
    return f"deal:{CARDS[m // 3]}{CARDS[m % 3]}" if s.turn == CHANCE else MOVES[m]


def observed_text(s, m, seat):
    if s.turn != CHANCE:
        return MOVES[m]
    hand = (m // 3, m % 3)
    return "deal:" + "".join(CARDS[card] if i == seat else "?" for i, card in enumerate(hand))


def write(s):
    return fields(s, (0, 1))


def view(state, seat):
    open_to = (0, 1) if state.outcome is not None else (seat,)
    end = [state.outcome.text] if state.outcome is not None else []
    return " ".join([state.game.name, *fields(state.record, open_to), *end])


def fields(s, open_to):
    """HANDS and the moves so far; only the cards of the seats `open_to` are shown."""
    if s.cards[0] == NONE:
        return ["-", "-"]
    moves = "".join("pb"[s.line >> i & 1] for i in reversed(range(s.made)))
    return ["".join(CARDS[c] if i in open_to else "?" for i, c in enumerate(s.cards)), moves or "-"]


def read(s, given, end):
    expect(given, "HANDS", "MOVES")
    hands, moves = given
    start(s)
    deals = {CARDS[a] + CARDS[b]: 3 * a + b for a in range(3) for b in range(3) if a != b}
    if hands != "-":
        if hands not in deals or moves not in LINES:
            raise BadPosition("expected two cards of J, Q, K, and what was done, as KQ pb")
        play(s, deals[hands])
        for letter in moves.replace("-", ""):
            play(s, "pb".index(letter))
    if end is not None and s.turn != OVER:
        raise BadPosition("the game is still running")


def endings():
    scores = [(Fraction(n, 4), Fraction(4 - n, 4)) for n in (0, 1, 3, 4)]
    return {"showdown": scores, "passed-up": scores[1:3]}


def scene(s, seat=None):
    open_to = (0, 1) if s.turn == OVER else (seat,)
    return Scene("card", (), notes=tuple(fields(s, open_to)))
