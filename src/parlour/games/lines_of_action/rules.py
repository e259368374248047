"""The rules of Lines of Action on two 64-bit boards: cell a1 is bit 0, b1 bit 1, a2 bit 8, h8 bit 63.

A smaller board is the lower left part of that one; what lies beyond it stays empty.

The boards lie by who is next to move, `own` and `opposing`, so that no function asks for the colour.
"""

from __future__ import annotations

import numpy as np

from parlour.kernel.boards import square
from parlour.kernel.layout import OVER, Moves, Record, Rng, record
from parlour.kernel.move_codes import from_to, origin_of, target_of
from parlour.kernel.primitives import below, lowest, mix, popcount, random_word, shr, wrap

SIZE = 8  # cells on a side, 8 at most
SETUP = "standard"
BOTH = "mover"
BLOCKED = "lose"

SEATS = 2
BLACK, WHITE = 0, 1
DRAWN = -1  # s.winner of a drawn game
REASONS = ("joined", "both-joined", "no-move")
JOINED, BOTH_JOINED, NO_MOVE = 0, 1, 2

STATE = record(turn=1, next=1, own=1, opposing=1, winner=1, reason=1)
MAX_MOVES = 420  # the king's steps on a board: no cell has two moves in one direction
TRIES = 40  # draws before the moves are listed after all
PASS = 1 << 12  # every other move is `from_to`
MOVE_CODES = PASS + 1

BOARD = square(8, 8)
DIRECTIONS = len(BOARD.steps)
ON_BOARD = [8 * y + x for y in range(SIZE) for x in range(SIZE)]


def _cells(cells: list[int]) -> int:
    return wrap(sum(1 << cell for cell in cells))


def _edge() -> list[int]:
    """The cells round the edge without the corners, from b1 to the right and on."""
    last, inner = SIZE - 1, range(1, SIZE - 1)
    bottom, right = [(i, 0) for i in inner], [(last, i) for i in inner]
    top, left = [(last - i, last) for i in inner], [(0, last - i) for i in inner]
    return [8 * y + x for x, y in (*bottom, *right, *top, *left)]


def _starts() -> tuple[int, int]:
    """The cells of Black's tokens and of White's at the start."""
    edge, side = _edge(), SIZE - 2
    if SETUP == "scrambled-eggs":
        return _cells(edge[::2]), _cells(edge[1::2])
    sides = [edge[k * side : (k + 1) * side] for k in range(4)]
    return _cells(sides[0] + sides[2]), _cells(sides[1] + sides[3])


BLACK_START, WHITE_START = _starts()
BOTH_DRAW = BOTH == "draw"
BLOCKED_LOSES = BLOCKED == "lose"


def _ray(cell: int, direction: int) -> int:
    return _cells([i for i in BOARD.line(cell, direction) if i in ON_BOARD])


BIT = np.array([wrap(1 << i) for i in range(64)], dtype=np.int64)
STEP = np.array([dx + 8 * dy for dx, dy in BOARD.steps], dtype=np.int64)
RAY = np.array([[_ray(i, d) for d in range(8)] for i in range(64)], dtype=np.int64)
LINE = RAY | np.roll(RAY, 4, axis=1) | BIT[:, None]
NOT_FILE_A = ~_cells(list(range(0, 64, 8)))
NOT_FILE_H = ~_cells(list(range(7, 64, 8)))


def start(s: Record) -> None:
    s.turn = BLACK
    s.next = BLACK
    s.own = BLACK_START
    s.opposing = WHITE_START
    s.winner = DRAWN
    s.reason = 0


def reach(occupied: int, cell: int, direction: int) -> int:
    """The cell that a token on `cell` moves to; off the board it comes round to one not on its ray."""
    distance = popcount(occupied & LINE[cell, direction])
    to: int = (cell + distance * STEP[direction]) & 63
    return to


def is_open(own: int, opposing: int, cell: int, direction: int, to: int) -> bool:
    """Whether `to` lies in that direction and not under an own token, nothing opposing before it."""
    ray = RAY[cell, direction]
    passed = ray & ~RAY[to, direction] & ~BIT[to]
    hindrance: int = ((own | ~ray) & BIT[to]) | (opposing & passed)
    return hindrance == 0


def legal_moves(s: Record, out: Moves) -> int:
    own, opposing = s.own, s.opposing
    occupied = own | opposing
    n = 0
    tokens = own
    while tokens:
        cell = lowest(tokens)
        tokens ^= BIT[cell]
        for direction in range(DIRECTIONS):
            to = reach(occupied, cell, direction)
            out[n] = from_to(
                cell, to
            )  # stays only if it counts: a branch here would cost twice the time
            n += is_open(own, opposing, cell, direction, to)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


def can_move(own: int, opposing: int) -> bool:
    """Whether the side of `own` has a move."""
    tokens = own
    while tokens:
        cell = lowest(tokens)
        tokens ^= BIT[cell]
        for direction in range(DIRECTIONS):
            to = reach(own | opposing, cell, direction)
            if is_open(own, opposing, cell, direction, to):
                return True
    return False


def random_move(s: Record, out: Moves, rng: Rng) -> int:
    """Pairs of a token and a direction are drawn until one is a move, so that all are as likely."""
    own, opposing = s.own, s.opposing
    count = popcount(own)
    for _ in range(TRIES):
        word = random_word(rng)
        tokens = own
        for _ in range(shr(word, 32) * count >> 32):
            tokens &= wrap(tokens - 1)
        cell, direction = lowest(tokens), word & 7
        to = reach(own | opposing, cell, direction)
        if is_open(own, opposing, cell, direction, to):
            return from_to(cell, to)
    move: int = out[below(rng, legal_moves(s, out))]
    return move


def around(cells: int) -> int:
    """The cells beside `cells` by king's steps, those of them with a neighbour among them included."""
    beside = wrap(cells << 1) & NOT_FILE_A | shr(cells, 1) & NOT_FILE_H
    rows = cells | beside
    return beside | wrap(rows << 8) | shr(rows, 8)


def is_joined(tokens: int) -> bool:
    """Whether `tokens`, one at least, form one body by king's steps."""
    if tokens & ~around(tokens):  # a lonely token: in most positions that settles it
        return popcount(tokens) == 1
    return body(tokens, BIT[lowest(tokens)]) == tokens


def body(tokens: int, part: int) -> int:
    """Those of `tokens` that hang together with `part` of them by king's steps."""
    grown = tokens & (part | around(part))
    while grown != part:
        part = grown
        grown = tokens & (part | around(part))
    return part


def play(s: Record, m: int) -> None:
    own, opposing, mover = s.own, s.opposing, s.next
    captured = False
    if m != PASS:
        cell, to = origin_of(m), target_of(m)
        captured = opposing & BIT[to] != 0
        own ^= BIT[cell] | BIT[to]
        opposing &= ~BIT[to]
    s.own, s.opposing = opposing, own
    s.next = 1 - mover
    s.turn = s.next
    judge(s, is_joined(own), captured and is_joined(opposing))


def judge(s: Record, mover_joined: bool, other_joined: bool) -> None:
    """End the game if the move just made has ended it, given which sides it has joined."""
    if mover_joined and other_joined and BOTH_DRAW:
        end(s, DRAWN, BOTH_JOINED)
    elif mover_joined:
        end(s, 1 - s.next, JOINED)
    elif other_joined:
        end(s, s.next, JOINED)
    elif BLOCKED_LOSES and not can_move(s.own, s.opposing):
        end(s, 1 - s.next, NO_MOVE)


def end(s: Record, winner: int, reason: int) -> None:
    s.turn = OVER
    s.winner = winner
    s.reason = reason


def payoff(s: Record, seat: int) -> float:
    if s.winner == DRAWN:
        return 0.5
    return 1.0 if s.winner == seat else 0.0


def key(s: Record) -> int:
    return mix(mix(s.next, s.own), s.opposing)


def urgent(s: Record, out: Moves) -> int:
    if not BOTH_DRAW and joins_next(s.own, s.opposing):
        return -1
    return legal_moves(s, out) if joins_next(s.opposing, s.own) else 0


def joins_next(own: int, opposing: int) -> bool:
    """Whether the side of `own`, were it to move, could join its tokens by one move."""
    lonely = own & ~around(own)
    if popcount(lonely) > 2:
        return False
    shared = beside_all(own)
    tokens = own if shared else lonely
    while tokens:
        cell = lowest(tokens)
        tokens ^= BIT[cell]
        goal = beside_all(own ^ BIT[cell]) if lonely & BIT[cell] else shared
        if goal and lands_joined(own, opposing, cell, goal):
            return True
    return False


def beside_all(tokens: int) -> int:
    """The cells from which a token would touch all bodies of `tokens`."""
    shared = -1
    while tokens and shared:
        part = body(tokens, BIT[lowest(tokens)])
        tokens ^= part
        shared &= around(part)
    return shared


def lands_joined(own: int, opposing: int, cell: int, goal: int) -> bool:
    """Whether the token on `cell` has a move to one of the cells `goal` that joins all."""
    for direction in range(DIRECTIONS):
        to = reach(own | opposing, cell, direction)
        lands = goal & BIT[to] and is_open(own, opposing, cell, direction, to)
        if lands and is_joined(own ^ BIT[cell] | BIT[to]):
            return True
    return False


def noisy(s: Record, m: int) -> bool:
    return m != PASS and s.opposing & BIT[target_of(m)] != 0


# -- the board as codes --------------------------------------------------------------------------

CODED_CELLS = SIZE * SIZE
PIECE_CODES = 1
CELL_PLACES = square(SIZE, SIZE).places
CELL_SYMMETRY = "all"


def cells(s: Record, out: Moves) -> None:
    for i in range(CODED_CELLS):
        cell = i % SIZE + 8 * (i // SIZE)
        out[i] = (s.own >> cell & 1) | (s.opposing >> cell & 1) << 1


KEPT_WORDS = 2


def changes(s: Record, kept: Moves, out: Moves) -> int:
    """The cells on which tokens of a side differ."""
    n, differ = 0, (s.own ^ kept[0]) | (s.opposing ^ kept[1])
    kept[0], kept[1] = s.own, s.opposing
    while differ:
        cell = lowest(differ)
        differ ^= BIT[cell]
        out[2 * n] = (cell & 7) + SIZE * (cell >> 3)
        out[2 * n + 1] = (s.own >> cell & 1) | (s.opposing >> cell & 1) << 1
        n += 1
    return n


# -- evaluation ----------------------------------------------------------------------------------
# The terms are of the kind that Winands and van den Herik weighed for MIA ("An Evaluation Function for
# Lines of Action", 2004): concentration about the centre of mass, pairs, places, walls, the turn. In
# place of mobility there is the mobility that matters: whether a far token has a move towards the
# others. The weights are a logistic regression on 100,000 positions of the searcher's own games, in
# hundredths: 100 more make the odds e times as good.

MARGIN = 15
TURN = 28
TOKEN = 14
STEP_APART = 216  # for the mean of the king's steps that tokens are from being beside the centre
FAR = 17  # more for each token more than 2 steps from the centre
ON_EDGE = 6
WALLED = 7  # for each opposing token beside one on the edge
PAIR = 8  # two neighbours
COMES_BESIDE = 6  # a token more than 1 step from the centre that has a move to within 1
COMES_NEAR = 23  # one more than 2 steps from it that has a move to within 2

EDGE = _cells([i for i in ON_BOARD if i % 8 in (0, SIZE - 1) or i // 8 in (0, SIZE - 1)])
PLACE_BITS = np.array(
    [_cells([i for i in range(64) if i >> k & 1]) for k in range(6)], dtype=np.int64
)  # the cells that have bit k in their number: three bits tell the file, three the rank


def _around(cell: int, steps: int) -> int:
    """The cells within `distance` king's steps."""
    x, y = BOARD.places[cell]
    near = (max(abs(x - a), abs(y - b)) <= steps for a, b in BOARD.places)
    return _cells([i for i, is_near in enumerate(near) if is_near])


WITHIN = np.array([[_around(i, k) for k in range(6)] for i in range(64)], dtype=np.int64)


def evaluate(s: Record, seat: int) -> int:
    value = TURN + standing(s.own, s.opposing) - standing(s.opposing, s.own)
    return value if seat == s.next else -value


def standing(own: int, opposing: int) -> int:
    """How well the tokens of `own` stand."""
    centre = centre_of_mass(own)
    beside, near = WITHIN[centre, 1], WITHIN[centre, 2]
    steps = 0
    for k in range(1, 6):
        steps += popcount(own & ~WITHIN[centre, k])
    edge = own & EDGE
    count = popcount(own)
    value = TOKEN * count + PAIR * pairs(own) - STEP_APART * steps // count
    value -= FAR * popcount(own & ~near)
    value -= ON_EDGE * popcount(edge) + WALLED * popcount(opposing & around(edge))
    outside = own & ~beside
    while outside:
        cell = lowest(outside)
        outside ^= BIT[cell]
        ahead = landings(own, opposing, cell)
        value += COMES_BESIDE * (ahead & beside != 0)
        value += COMES_NEAR * ((ahead & near != 0) & (near & BIT[cell] == 0))
    return value


def centre_of_mass(tokens: int) -> int:
    """The cell nearest to the mean place of `tokens`."""
    n, x, y = popcount(tokens), 0, 0
    for k in range(3):
        x += popcount(tokens & PLACE_BITS[k]) << k
        y += popcount(tokens & PLACE_BITS[k + 3]) << k
    return (2 * x + n) // (2 * n) + 8 * ((2 * y + n) // (2 * n))


def pairs(tokens: int) -> int:
    """How many pairs of `tokens` are neighbours."""
    right, up = shr(tokens, 1) & NOT_FILE_H, shr(tokens, 8)
    across = popcount(tokens & shr(right, 8)) + popcount(right & up)
    return popcount(tokens & right) + popcount(tokens & up) + across


def landings(own: int, opposing: int, cell: int) -> int:
    """The cells that the token of `own` on `cell` can move to."""
    found = 0
    for direction in range(DIRECTIONS):
        to = reach(own | opposing, cell, direction)
        found |= BIT[to] * is_open(own, opposing, cell, direction, to)  # no branch, as above
    return found
