"""Random play to the end of a game, or to a limit: the part that is compiled.

Bound to a game's rules by the loader; `playout_search.py` and the tree searches call it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from parlour.kernel.layout import CHANCE, OVER, Moves, Record, Rng
from parlour.kernel.primitives import copy
from parlour.kernel.protocol import R
from parlour.search.evaluation.scale import share

if TYPE_CHECKING:
    from parlour.kernel.workspace import Words, WorkRecord
    from parlour.search.tree_types import TreeWork

__compiled__ = True

Left: TypeAlias = (
    "Words"  # a row of SEATS words: the moves that each seat has left before the move limit
)


def limit_reached(s: Record, left: Left, together: int) -> bool:
    """Whether the running state `s` is drawn by the move limit.

    `together`: all moves count towards one number, ``left[0]`` (where seats do not simply alternate).
    """
    if together:
        return left[0] <= 0
    for seat in range(R.SEATS):  # noqa: SIM110 (the compiler knows no generators)
        if left[seat] > 0 and R.still_in(s, seat):
            return False
    return True


def count_move(s: Record, m: int, left: Left, together: int) -> None:
    """Subtract the move `m`, about to be played in `s`, from the moves left."""
    if R.counts(s, m):
        left[0 if together else s.turn] -= 1


def play_out(s: Record, out: Moves, rng: Rng, left: Left, together: int, most: int) -> int:
    """Play `s` at random to its end, to the move limit, or for `most` plies: how many were played."""
    plies = 0
    while s.turn != OVER and (plies < most or s.turn == CHANCE):
        if s.turn == CHANCE:
            m = R.draw(s, rng)
        else:
            if limit_reached(s, left, together):
                break
            m = R.random_move(s, out, rng)
            count_move(s, m, left, together)
            plies += 1
        R.play(s, m)
    return plies


def play_leaf(w: TreeWork, s: Record) -> None:
    """Write the scores of one playout of `s` to ``w.scores``, or of an evaluation where it is cut."""
    if w.quick != 0:
        R.rollout(s, w.moves, w.rng)
    else:
        play_out(s, w.moves, w.rng, w.left[1], w.together, w.cut)
    if s.turn == OVER or limit_reached(s, w.left[1], w.together):
        take_scores(w, s)
    else:
        estimate(w, s)


def take_scores(w: TreeWork, s: Record) -> None:
    """Write the scores of a game that has ended, by the rules or where it stands, to ``w.scores``."""
    for seat in range(R.SEATS):
        w.scores[seat] = score(s, seat)


def score(s: Record, seat: int) -> float:
    """A seat's score in a game that has ended, by the rules or where it stands."""
    return R.payoff(s, seat) if s.turn == OVER else R.limit_payoff(s, seat)


def estimate(w: TreeWork, s: Record) -> None:
    """Turn the evaluations of a running position into expected scores.

    An evaluation of ``w.scale`` stands half way between even and won; the seats' shares are made to add
    up to the highest score.
    """
    total = 0.0
    for seat in range(R.SEATS):
        w.scores[seat] = share(R.evaluate(s, seat), w.scale)
        total += w.scores[seat]
    if R.SEATS == 1:
        total = 1.0
    for seat in range(R.SEATS):
        w.scores[seat] *= R.HIGHEST / total


def many(w: WorkRecord, count: int) -> int:
    """Play ``w.states[0]`` out `count` times; adds up ``w.plies`` and ``w.scores``. Returns `count`.

    If no limit can bind (``w.limited`` is 0), by the rules' own fast playout.
    """
    s = w.states[1]
    for _ in range(count):
        copy(s, w.states[0])
        if w.limited == 0:
            w.plies += R.finish(s, w.moves, w.rng)
        else:
            for seat in range(R.SEATS):
                w.left[1][seat] = w.left[0][seat]
            w.plies += play_out(s, w.moves, w.rng, w.left[1], w.together, w.limited)
        for seat in range(R.SEATS):
            w.scores[seat] += score(s, seat)
    return count
