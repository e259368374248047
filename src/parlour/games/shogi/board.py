"""The shogi board and its men: squares, sets of squares, rays, and how each man moves.

A square is numbered file by file from Black's right: 1a is 0, 1b is 1, 9i is 80. A set of squares is two
words: the low one has the bits of files 1 to 7, the high one those of files 8 and 9. A man is its kind,
8 more if promoted and 16 more if White's; 0 is an empty square.
"""

from __future__ import annotations

import numpy as np

from parlour.kernel.layout import Record
from parlour.kernel.primitives import highest, lowest, mix, popcount

__compiled__ = True
__inner__ = True

BLACK, WHITE = 0, 1  # seats
SQUARES = 81
LOW = 63  # squares of the low word
PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, KING = range(1, 9)
PROMOTED, WHITES = 8, 16  # what is added to a kind
MEN = 32  # more than any man's number
HAND_BITS = 5  # of a hand's word: so many for each kind

NAMES = tuple(f"{file}{'abcdefghi'[rank]}" for file in range(1, 10) for rank in range(9))
INDEX = {name: square for square, name in enumerate(NAMES)}

# Directions as file and rank steps, up the board for Black first; the opposite of d is d ^ 4. The numbers
# of squares grow in the last four.
STEPS = ((0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1))
UP, DOWN = 0, 4
SLANTING, STRAIGHT = 0b10101010, 0b01010101

# The directions in which Black's men go one step, and those in which they go on.
_GOLD_STEPS = 0b11010111
STEPPED = {PAWN: 1, SILVER: 0b10101011, GOLD: _GOLD_STEPS, KING: 0xFF}
STEPPED |= dict.fromkeys([k + PROMOTED for k in (PAWN, LANCE, KNIGHT, SILVER)], _GOLD_STEPS)
STEPPED |= {BISHOP + PROMOTED: STRAIGHT, ROOK + PROMOTED: SLANTING}
SLID = {LANCE: 1, BISHOP: SLANTING, ROOK: STRAIGHT}
SLID |= {BISHOP + PROMOTED: SLANTING, ROOK + PROMOTED: STRAIGHT}


def man_of(kind: int, seat: int) -> int:
    """A seat's man of this kind."""
    return kind | seat << 4


def seat_of(man: int) -> int:
    return man >> 4


def kind_of(man: int) -> int:
    """A man's kind, PROMOTED more if it is promoted; 0 for none."""
    return man & 15


def basic_of(man: int) -> int:
    """The kind of a man other than the king before it was promoted."""
    return man & 7  # gold's number is below 8


def count_in_hand(s: Record, seat: int, kind: int) -> int:
    """How many men of a kind a seat has in hand."""
    return s.hands[seat] >> HAND_BITS * kind & 31  # type: ignore[no-any-return]


def some_held(kind: int, count: int) -> int:
    """The addition to a hand's word for `n` men of a kind."""
    return count << HAND_BITS * kind


def _at(file: int, rank: int) -> int | None:
    """The square's number, None if there is none."""
    return 9 * file + rank if 0 <= file < 9 and 0 <= rank < 9 else None


def _words(squares: list[int]) -> list[int]:
    """The set of these squares."""
    return [
        sum(1 << square for square in squares if square < LOW),
        sum(1 << square - LOW for square in squares if square >= LOW),
    ]


def _sets(rows: list[list[int]]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """One set of squares for each row."""
    return np.array([_words(row) for row in rows], dtype=np.int64)


def _ray(square: int, direction: int) -> list[int]:
    """The squares from `square`, not itself, to the board's edge."""
    found, (file, rank) = [], divmod(square, 9)
    df, dr = STEPS[direction]
    while (to := _at(file := file + df, rank := rank + dr)) is not None:
        found.append(to)
    return found


def _reverse_directions(directions: int) -> int:
    """The directions as White's men go them."""
    return (directions << 4 | directions >> 4) & 0xFF


def _ways(black: dict[int, int], man: int) -> int:
    """The directions that `black` gives for a man of either side."""
    ways = black.get(kind_of(man), 0)
    return _reverse_directions(ways) if man & WHITES else ways


def _jumps(square: int, side: int) -> list[int]:
    """Where a knight of a side can go."""
    file, rank = divmod(square, 9)
    onward = rank + (-2 if side == BLACK else 2)
    return [to for df in (-1, 1) if (to := _at(file + df, onward)) is not None]


def _steps(man: int, square: int) -> list[int]:
    """Where a man can step or jump on an empty board; where it slides is not among it."""
    if kind_of(man) == KNIGHT:
        return _jumps(square, seat_of(man))
    rays = [_ray(square, d)[:1] for d in range(8) if _ways(STEPPED, man) >> d & 1]
    return [to for ray in rays for to in ray]


def _ranks(*ranks: int) -> list[int]:
    return [square for square in range(SQUARES) if square % 9 in ranks]


# Sets have their two words as the last index.
BIT = _sets([*([square] for square in range(SQUARES)), []])  # the last for no square, -1
RAY = np.array([[_words(_ray(i, d)) for i in range(SQUARES)] for d in range(8)], dtype=np.int64)
AROUND = _sets([_steps(KING, i) for i in range(SQUARES)])
WITHIN_REACH = _sets(  # from where men that do not slide may attack what is around a square
    [
        [j for j in range(SQUARES) if abs(i // 9 - j // 9) < 3 and abs(i % 9 - j % 9) < 4]
        for i in range(SQUARES)
    ]
)
LINES = _sets([[to for d in range(8) for to in _ray(i, d)] for i in range(SQUARES)])
STEP = np.array(
    [[_words(_steps(man, i)) for i in range(SQUARES)] for man in range(MEN)], dtype=np.int64
)
JUMPED_FROM = np.array(  # by side: from where its knights attack a square
    [[_words(_jumps(i, 1 - side)) for i in range(SQUARES)] for side in (BLACK, WHITE)],
    dtype=np.int64,
)
DIRECTION = np.full(
    (SQUARES, SQUARES), -1, dtype=np.int64
)  # in which the second lies from the first
for _square in range(SQUARES):
    for _direction in range(8):
        DIRECTION[_square, _ray(_square, _direction)] = _direction

# The directions in which a man lies from a square that it attacks, next to it or from afar.
NEXT_TO = np.array(
    [_reverse_directions(_ways(STEPPED, man) | _ways(SLID, man)) for man in range(MEN)],
    dtype=np.int64,
)
FROM_AFAR = np.array([_reverse_directions(_ways(SLID, man)) for man in range(MEN)], dtype=np.int64)

CAMP = _sets([_ranks(0, 1, 2), _ranks(6, 7, 8)])  # where each side promotes
_LAST = {PAWN: 1, LANCE: 1, KNIGHT: 2}  # ranks from which these could not move again
DEAD = _sets(
    [
        _ranks(*[8 - r if man & WHITES else r for r in range(_LAST.get(kind_of(man), 0))])
        for man in range(MEN)
    ]
)
ALL = _sets([list(range(SQUARES))])[0]
EVERY_LOW, EVERY_HIGH = int(ALL[0]), int(ALL[1])
_ENDS = _words(_ranks(8))  # the last square of each file
END_LOW, END_HIGH = int(_ENDS[0]), int(_ENDS[1])


def _most(man: int, square: int) -> int:
    """How many moves a man has on an empty board, promotions counted."""
    rays = [_ray(square, d) for d in range(8) if _ways(SLID, man) >> d & 1]
    found = {*_steps(man, square), *(to for ray in rays for to in ray)}
    camp = set(_ranks(6, 7, 8) if man & WHITES else _ranks(0, 1, 2))
    if kind_of(man) > ROOK:
        return len(found)
    return len(found) + len(found if square in camp else found & camp)


MOST = np.array([[_most(man, i) for i in range(SQUARES)] for man in range(MEN)], dtype=np.int64)
ZOBRIST = np.array(
    [
        [mix(man + 1, square) if kind_of(man) else 0 for square in range(SQUARES)]
        for man in range(MEN)
    ],
    dtype=np.int64,
)


def holds(low: int, high: int, square: int) -> bool:
    """Whether a set has a square."""
    found: int = low & BIT[square, 0] | high & BIT[square, 1]
    return found != 0


def first_on(direction: int, square: int, low: int, high: int) -> int:
    """The first of a set's squares in a direction from `square`, -1 if there is none."""
    near = RAY[direction, square, 0] & low
    far = RAY[direction, square, 1] & high
    if direction < DOWN:
        return LOW + highest(far) if far else highest(near)
    if near:
        return lowest(near)
    return LOW + lowest(far) if far else -1


def slide(direction: int, square: int, low: int, high: int) -> tuple[int, int]:
    """The squares in a direction up to the first occupied one, it included."""
    end = first_on(direction, square, low, high)
    if end < 0:
        return RAY[direction, square, 0], RAY[direction, square, 1]
    return (
        RAY[direction, square, 0] ^ RAY[direction, end, 0],
        RAY[direction, square, 1] ^ RAY[direction, end, 1],
    )


def reach(man: int, square: int, low: int, high: int) -> tuple[int, int]:
    """The squares that a man attacks; `low` and `high` are all that are occupied."""
    near: int = STEP[man, square, 0]
    far: int = STEP[man, square, 1]
    ways = FROM_AFAR[man]
    while ways:
        more, beyond = slide(lowest(ways) ^ DOWN, square, low, high)
        ways &= ways - 1
        near |= more
        far |= beyond
    return near, far


def files_of(low: int, high: int) -> tuple[int, int]:
    """All squares of the files on which a set has a square."""
    # In each file's nine bits: the last is set if any is; then it is drawn out over the others.
    marks = ((low & ~END_LOW) + (EVERY_LOW ^ END_LOW) | low) & END_LOW
    others = ((high & ~END_HIGH) + (EVERY_HIGH ^ END_HIGH) | high) & END_HIGH
    return marks - (marks >> 8) | marks, others - (others >> 8) | others


def nth_square(low: int, high: int, wanted: int) -> int:
    """The square of a set that `wanted` others come before."""
    base = 0
    if wanted >= popcount(low):
        wanted -= popcount(low)
        low, base = high, LOW
    for _ in range(wanted):
        low &= low - 1
    return base + lowest(low)
