"""The rules of Stones of Fortune: two rings of 32 positions, casts of five-sided stones, Galahad.

A position is ``32 * seat + n``, n counted from 0 at L1 and D1. Its members are counted in one word. Moves: a
member's within the mover's ring, `PASS`, ``CAST + stones`` (one to three), `START_SELF`, `START_OTHER`. A
cast is a word with ascending stones; for the variation it has one stone, for who begins two, Light's
first. The words are in ``code.py``.
"""

from itertools import product
from typing import Any

import numpy as np

from parlour.games.stones_of_fortune.code import (
    kind,
    member_move,
    members_of,
    origin_of,
    side_of,
    stone_word,
    sum_of,
    target_of,
    total,
)
from parlour.kernel.layers import Layers, fill_layer
from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng, record
from parlour.kernel.primitives import below, lowest, mix

VARIATION = 0  # by number, as OWN_LIMITS has them; 4: chance casts for it
FIRST = 0  # 0 Light, 1 Dark, 2: stones are cast for it
MOVE_LIMIT = -1  # -1: the variation's own; 0: none

SEATS = 2
MAX_MOVES = 64
MAX_OUTCOMES = 35
HIGHEST = 4.0

PASS = 1024
CAST = 1024
START_SELF = 1028
START_OTHER = 1029
MOVE_CODES = START_OTHER + 1

REASONS = ("quest-successful", "quest-failed", "quest-inconclusive")
SUCCESSFUL, FAILED, INCONCLUSIVE = 0, 1, 2

# The phases: a cast for the variation; a cast for who begins; its winner chooses;
# a player chooses how many stones; they are cast; a member moves.
CAST_VARIATION, CAST_FIRST, CHOOSE, SAY, CAST_STONES, MOVE = 0, 1, 2, 3, 4, 5

PIT, NEAR_PATH, TOWER = 0, 3, 6

SIDES = 5  # of a stone
OWN_LIMITS = np.array([30, 50, 50, 70])


def _rolls(stones: int) -> list[int]:
    """The casts of `stones` stones in all ways in which they can fall."""
    ways = product(range(1, SIDES + 1), repeat=stones)
    return [sum(stone_word(side, i) for i, side in enumerate(sorted(way))) for way in ways]


def _table(rows: list[list[int]]) -> Any:
    """Rows padded with zeros to equal length, after a row of zeros."""
    length = max(map(len, rows))
    return np.array([row + [0] * (length - len(row)) for row in ([0], *rows)])


# By the number of stones: all ways to fall; the casts, in how many ways each falls, how many there are.
ROLLS = _table([_rolls(k) for k in (1, 2, 3)])
CASTS = _table([sorted(set(_rolls(k))) for k in (1, 2, 3)])
WAYS = _table([[_rolls(k).count(cast) for cast in sorted(set(_rolls(k)))] for k in (1, 2, 3)])
FALLS = np.array([0] + [len(set(_rolls(k))) for k in (1, 2, 3)])

# In how many of 125 ways each sum of one to three stones occurs.
CHANCES = np.array(
    [[0] * 16]
    + [
        [5 ** (3 - k) * [sum_of(roll) for roll in _rolls(k)].count(total) for total in range(16)]
        for k in (1, 2, 3)
    ]
)

# Weights of `evaluate` in thousandths of a point: Galahad's place, and a sure capture by the player
# who casts next and by the other.
STANDING = np.array([-4000, -2000, -1000, 0, 1000, 2000, 4000])
FIRST_THREAT = 1000
SECOND_THREAT = 800
WIN_WORTH = 4000

# `seat` acts now or says how the stones of the cast that is due are used; `ring` has the members of
# each position, `left` those of each side; `limit` is the moves of each seat; variation is -1 until cast.
STATE = record(
    turn=1, seat=1, phase=1, stones=1, cast=1, variation=1, limit=1, galahad=1, reason=1,
    made=2, left=2, ring=64,
)  # fmt: skip


def _word(technicians: int, associates: int, fellows: int) -> int:
    """A word of members."""
    return members_of(1, technicians) + members_of(2, associates) + members_of(3, fellows)


PAIR, COUPLE, ALONE = _word(2, 0, 0), _word(0, 2, 0), _word(0, 0, 1)
PLACED = np.array([PAIR, PAIR, COUPLE, ALONE, ALONE, COUPLE, PAIR, PAIR])  # L1 to L8, D17 to D24


def start(s: Record) -> None:
    """Set `s` to the start, or to the first cast if one is due."""
    for at in range(64):
        s.ring[at] = 0
    for n in range(8):
        s.ring[n] = PLACED[n]
        s.ring[32 + 16 + n] = PLACED[n]
    muster(s)
    s.galahad = NEAR_PATH
    s.reason = 0
    s.made[0] = 0
    s.made[1] = 0
    s.stones = 0
    s.cast = 0
    s.seat = 0
    if VARIATION == 4:
        s.variation = -1
        s.limit = 0
        chance(s, CAST_VARIATION)
    else:
        vary(s, VARIATION)
        _first(s)


def vary(s: Record, variation: int) -> None:
    """Set the variation and its move limit."""
    s.variation = variation
    s.limit = OWN_LIMITS[variation] if MOVE_LIMIT < 0 else MOVE_LIMIT


def _first(s: Record) -> None:
    if FIRST == 2:
        chance(s, CAST_FIRST)
    else:
        act(s, FIRST, SAY)


def act(s: Record, seat: int, phase: int) -> None:
    """Make `seat` the player to move."""
    s.seat = seat
    s.turn = seat
    s.phase = phase


def chance(s: Record, phase: int) -> None:
    """Make an outcome of chance due."""
    s.turn = CHANCE
    s.phase = phase


def muster(s: Record) -> None:
    """Count the members of each side."""
    for seat in range(2):
        s.left[seat] = 0
        for n in range(32):
            s.left[seat] += s.ring[32 * seat + n]


# -- moves -----------------------------------------------------------------------------------------


def legal_moves(s: Record, out: Moves) -> int:
    """List the legal moves of a running game in `out`; returns their number."""
    if s.phase == CHOOSE:
        out[0] = START_SELF
        out[1] = START_OTHER
        return 2
    if s.phase == SAY:
        n = 0
        for stones in range(1, 4):
            if kind(s.left[s.seat], stones) > 0:
                out[n] = CAST + stones
                n += 1
        return n
    return _member_moves(s, out)


def _member_moves(s: Record, out: Moves) -> int:
    n = 0
    steps = sum_of(s.cast)
    for origin in range(32):
        if kind(s.ring[32 * s.seat + origin], s.stones) > 0:
            if one_way(s) == 0 or s.seat == 0:
                n += _add(s, out, n, origin, (origin - steps) & 31)
            if one_way(s) == 0 or s.seat == 1:
                n += _add(s, out, n, origin, (origin + steps) & 31)
    if n == 0:
        out[0] = PASS
        n = 1
    return n


def _add(s: Record, out: Moves, n: int, origin: int, to: int) -> int:
    """List a member's move at place `n` if it may end on `to`; returns the number of listed moves."""
    if is_limited(s) and total(s.ring[32 * s.seat + to]) >= 2:
        return 0
    out[n] = member_move(origin, to)
    return 1


def is_limited(s: Record) -> bool:
    """Whether positions hold at most two members."""
    return bool(s.variation < 2)


def one_way(s: Record) -> int:
    """1 if each side moves in one direction only, otherwise 0."""
    return 1 - int(s.variation & 1)


def captures(s: Record, m: int) -> bool:
    """Whether the member's move `m` captures: from an unshared position to face a single member."""
    if m >= PASS:
        return False
    alone = total(s.ring[32 * s.seat + origin_of(m)]) == 1
    return alone and total(s.ring[32 * (1 - s.seat) + target_of(m)]) == 1


# -- playing ---------------------------------------------------------------------------------------


def play(s: Record, m: int) -> None:
    """Play the move or cast `m`."""
    if s.turn == CHANCE:
        _fall(s, m)
    elif s.phase == CHOOSE:
        act(s, s.seat if m == START_SELF else 1 - s.seat, SAY)
    elif s.phase == SAY:
        s.stones = m - CAST
        chance(s, CAST_STONES)
    else:
        _move(s, m)


def _fall(s: Record, cast: int) -> None:
    """Apply a cast."""
    if s.phase == CAST_VARIATION:
        vary(s, min(cast, 4) - 1)
        _first(s)
    elif s.phase == CAST_FIRST:
        light, dark = side_of(cast, 0), side_of(cast, 1)
        if light != dark:
            act(s, 0 if light > dark else 1, CHOOSE)
    else:
        s.cast = cast
        act(s, s.seat, MOVE)


def _move(s: Record, m: int) -> None:
    """Move a member, or pass; then the other side is next, or the game ends."""
    seat = s.seat
    if m != PASS:
        captured = captures(s, m)
        member = members_of(s.stones, 1)
        s.ring[32 * seat + origin_of(m)] -= member
        s.ring[32 * seat + target_of(m)] += member
        if captured:
            other = 1 - seat
            s.left[other] -= s.ring[32 * other + target_of(m)]
            s.ring[32 * other + target_of(m)] = 0
            s.galahad += 1 - 2 * seat
    s.made[seat] += 1
    s.stones = 0
    s.cast = 0
    act(s, 1 - seat, SAY)
    judge(s)


def judge(s: Record) -> None:
    """End the game if `s`, with a player to choose the number of stones, shows an end."""
    if s.galahad == TOWER:
        _end(s, SUCCESSFUL)
    elif s.galahad == PIT:
        _end(s, FAILED)
    elif s.left[0] == 0 or s.left[1] == 0 or _limit_reached(s):
        _end(s, INCONCLUSIVE)


def _limit_reached(s: Record) -> bool:
    reached: bool = s.limit > 0 and s.made[0] >= s.limit and s.made[1] >= s.limit
    return reached


def _end(s: Record, reason: int) -> None:
    s.turn = OVER
    s.reason = reason


def payoff(s: Record, seat: int) -> float:
    """The score by Galahad's place: 4–0, 2–0, 1–0, ½–½ and so on."""
    steps = s.galahad - NEAR_PATH if seat == 0 else NEAR_PATH - s.galahad
    if steps == 0:
        return 0.5
    if steps < 0:
        return 0.0
    return 4.0 if steps == 3 else 1.0 * steps


# -- chance ----------------------------------------------------------------------------------------


def outcomes(s: Record, out: Moves, weights: Moves) -> int:
    """List the casts in `out`, with the number of ways each can fall in `weights`."""
    if s.phase == CAST_FIRST:
        for n in range(SIDES * SIDES):
            out[n] = stone_word(1 + n // SIDES, 0) + stone_word(1 + n % SIDES, 1)
            weights[n] = 1
        return SIDES * SIDES
    k = s.stones if s.phase == CAST_STONES else 1
    fall: int = FALLS[k]
    for n in range(fall):
        out[n] = CASTS[k, n]
        weights[n] = WAYS[k, n]
    return fall


def draw(s: Record, rng: Rng) -> int:
    """A random cast of the stones that are due."""
    if s.phase == CAST_FIRST:
        n = below(rng, SIDES * SIDES)
        return stone_word(1 + n // SIDES, 0) + stone_word(1 + n % SIDES, 1)
    k = s.stones if s.phase == CAST_STONES else 1
    cast: int = ROLLS[k, below(rng, SIDES**k)]
    return cast


# -- evaluation ------------------------------------------------------------------------------------


def evaluate(s: Record, seat: int) -> int:
    """Galahad's place in thousandths of a point, plus the next threats of both sides."""
    if s.phase < SAY:
        return 0
    mine, theirs = threat(s, s.seat), threat(s, 1 - s.seat)
    value: int = STANDING[s.galahad] if s.seat == 0 else -STANDING[s.galahad]
    value += (FIRST_THREAT * mine - SECOND_THREAT * theirs) // 125
    return value if s.seat == seat else -value


def noisy(s: Record, m: int) -> bool:
    """Whether a move captures."""
    return bool(s.phase == MOVE and captures(s, m))


def threat(s: Record, seat: int) -> int:
    """In how many of 125 ways a player who casts for the best kind could capture a member."""
    targets = _targets(s, seat)
    best = 0
    if targets == 0:
        return 0
    for stones in range(1, 4):
        sums = 0
        for origin in range(32):
            members = s.ring[32 * seat + origin]
            if kind(members, stones) == 1 and total(members) == 1:
                sums |= _distances(s, seat, targets, origin)
        ways = 0
        for steps in range(stones, SIDES * stones + 1):
            if sums >> steps & 1:
                ways += CHANCES[stones, steps]
        best = max(best, ways)
    return best


def _targets(s: Record, seat: int) -> int:
    """The numbers, as a word of 32 bits, on which a member of `seat` would capture."""
    mask = 0
    for n in range(32):
        if total(s.ring[32 * (1 - seat) + n]) == 1 and not (
            is_limited(s) and total(s.ring[32 * seat + n]) >= 2
        ):
            mask |= 1 << n
    return mask


def _distances(s: Record, seat: int, targets: int, origin: int) -> int:
    """The distances from `origin` to the targets in the allowed directions: bit d for d steps."""
    found = 0
    while targets:
        ahead = (lowest(targets) - origin) & 31
        if one_way(s) == 0 or seat == 1:
            found |= 1 << ahead
        if one_way(s) == 0 or seat == 0:
            found |= 1 << (32 - ahead)
        targets &= targets - 1
    return found


def key(s: Record) -> int:
    """A hash of everything that affects the rest of the game, including the moves made."""
    h = mix(s.phase * 8 + s.seat * 4 + s.stones, s.cast * 8 + s.variation)
    h = mix(h, s.galahad)
    h = mix(mix(h, s.made[0]), s.made[1])
    for at in range(64):  # independent, unlike a chain of `mix`
        if s.ring[at] != 0:
            h ^= mix(at, s.ring[at])
    return h


# -- what is observed beside the coded board -------------------------------------------------------

LAYERS = (
    *[f"{side}, {k} stones" for side in ("Light", "Dark") for k in (1, 2, 3)],
    *("phase", "seat", "stones", "cast", "variation", "limit", "galahad"),
    *("Light's moves", "Dark's moves"),
)
LAYER_CELLS = 32


def observe(s: Record, seat: int, out: Layers) -> None:
    """Members by side and kind on the 32 positions of each ring; Galahad, the stones, the next step."""
    for side in range(2):
        for k in range(1, 4):
            for n in range(32):
                out[3 * side + k - 1, n] = kind(s.ring[32 * side + n], k)
    fill_layer(out, 6, s.phase)
    fill_layer(out, 7, s.seat)
    fill_layer(out, 8, s.stones)
    fill_layer(out, 9, s.cast)
    fill_layer(out, 10, s.variation)
    fill_layer(out, 11, s.limit)
    fill_layer(out, 12, s.galahad)
    fill_layer(out, 13, s.made[0])
    fill_layer(out, 14, s.made[1])
