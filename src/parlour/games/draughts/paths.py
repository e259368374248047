"""Where pieces can go: steps, and captures with all their ways of going on."""

from __future__ import annotations

from parlour.games.draughts.arrival import arrives, list_forms
from parlour.games.draughts.board import END_RANK_OF, STEPS
from parlour.games.draughts.code import (
    jumped,
    origin_of,
    shifted,
    step_code,
    target_of,
    with_jump,
)
from parlour.games.draughts.pieces import empty_squares, pieces
from parlour.kernel.layout import Moves, Record
from parlour.kernel.primitives import lowest
from parlour.kernel.protocol import R

__compiled__ = True
__inner__ = True


def movers(s: Record, which: int, side: int, d: int) -> int:
    """The pieces that may go in direction `d`, if there is room."""
    p = 2 * which + side
    if d < 2:
        return s.up[p] | s.champ[p]  # type: ignore[no-any-return]
    return s.down[p] | s.champ[p]  # type: ignore[no-any-return]


def steppers(s: Record, which: int, side: int, d: int) -> int:
    """The pieces that can step in direction `d`."""
    return movers(s, which, side, d) & shifted(empty_squares(s, which), 3 - d)


def jumpers(s: Record, which: int, side: int, d: int) -> int:
    """The pieces that can jump in direction `d`."""
    over = shifted(pieces(s, which, 1 - side), 3 - d)
    return (
        movers(s, which, side, d) & over & shifted(shifted(empty_squares(s, which), 3 - d), 3 - d)
    )


def can_step(s: Record, which: int, side: int) -> bool:
    return (
        steppers(s, which, side, 0)
        | steppers(s, which, side, 1)
        | steppers(s, which, side, 2)
        | steppers(s, which, side, 3)
    ) != 0


def can_jump(s: Record, which: int, side: int) -> bool:
    return (
        jumpers(s, which, side, 0)
        | jumpers(s, which, side, 1)
        | jumpers(s, which, side, 2)
        | jumpers(s, which, side, 3)
    ) != 0


def list_steps(s: Record, which: int, side: int, out: Moves, n: int) -> int:
    """Add every step of a side on a set to the `n` moves in `out`; returns how many there are then."""
    first = n
    n = _list_pairs(s, which, side, 0, out, n)
    n = _list_pairs(s, which, side, 2, out, n)
    return spell_arrivals(s, which, side, out, first, n) if R.CHOICES else n


def _list_pairs(s: Record, which: int, side: int, d: int, out: Moves, n: int) -> int:
    """Add every step in the directions `d` and `d` + 1: each is written, and kept if it is one."""
    one = steppers(s, which, side, d)
    other = steppers(s, which, side, d + 1)
    left = one | other
    while left:
        origin = lowest(left)
        left &= left - 1
        out[n] = step_code(which, origin, origin + STEPS[d])
        n += (one >> origin) & 1
        out[n] = step_code(which, origin, origin + STEPS[d + 1])
        n += (other >> origin) & 1
    return n


def list_captures(s: Record, which: int, side: int, out: Moves, n: int) -> int:
    """Add every capture of a side on a set to the `n` moves in `out`; returns how many there are then.

    The moves after the first `n` are also the work list: each path is extended in every direction, the
    first in place and the others at the end, until it can go no further.
    """
    if not can_jump(s, which, side):
        return n
    first = n
    for d in range(4):
        left = jumpers(s, which, side, d)
        step = 4 + d if d < 2 else d - 7
        while left:
            origin = lowest(left)
            left &= left - 1
            out[n] = with_jump(step_code(which, origin, 0), d, origin + 2 * step)
            n += 1
    i = first
    while i < n:
        longer = _list_longer(s, which, side, out[i], out, n)
        if longer > n:
            n = longer - 1
            out[i] = out[n]
        else:
            i += 1
    return spell_arrivals(s, which, side, out, first, n) if R.CHOICES else n


def _list_longer(s: Record, which: int, side: int, m: int, out: Moves, n: int) -> int:
    """Add every extension of the capture `m` by one jump."""
    p, q = 2 * which + side, 2 * which + 1 - side
    origin, at = 1 << origin_of(m), 1 << target_of(m)
    over = jumped(m)
    if R.ROYALS and over & s.royal[q]:
        return n
    if R.ANY_PIECE_WINS and at & END_RANK_OF[side]:
        return n
    theirs = pieces(s, which, 1 - side) & ~over
    free = empty_squares(s, which) | origin
    rises = (s.up[p] | s.champ[p]) & origin
    falls = (s.down[p] | s.champ[p]) & origin
    for d in range(4):
        able = rises if d < 2 else falls
        landing = shifted(shifted(at, d) & theirs, d) & free
        if able and landing:
            out[n] = with_jump(m, d, lowest(landing))
            n += 1
    return n


def spell_arrivals(s: Record, which: int, side: int, out: Moves, first: int, n: int) -> int:
    """Put every form of a man's arrival on his end rank in place of each such move from `first` on."""
    for i in range(first, n):
        if arrives(s, which, side, out[i]):
            n = list_forms(s, which, side, out[i], out, n) - 1
            out[i] = out[n]
    return n
