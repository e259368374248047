"""Building endgame tables: the part that is compiled.

The positions of a group of materials, such as two men against a champion and the same with the other seat
to move, are numbered material by material. Each is visited once to count the moves that stay in the group,
once more to list them backwards, and then values spread in retrograde passes: what is lost in d plies
makes wins in d + 1 of all positions with a move to it; what has moves only to wins is lost after the
longest of them. Whoever has neither holds a draw. Nothing is asked of a game but its own generator of
moves.

`w` is the record of `endgame_building.layout`. By number: `left` the moves not yet known to lose, or
NOTHING; `plan` the plies after which the position is known to end, 0 for none; `worst` the longest loss
among the moves that leave the group; `value` what is found.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.layout import OVER, Record
from parlour.kernel.primitives import copy
from parlour.kernel.protocol import R
from parlour.search.endgame.endgame_indexing import collect, is_its_board, rank, start_of, unrank

if TYPE_CHECKING:
    from collections.abc import Sequence

    from parlour.kernel.workspace import IntArray, WorkRecord

__compiled__ = True

BLOCK = 10_000  # added to `left` for a move that never loses
NOTHING = -1  # `left` of a number without a position
LONGEST = 255  # plies, the highest value

# What may be the matter: a table of the material `w.missing` is needed first; a position is more than its
# board; a move ends the game as lost for its maker; turns do not alternate; wins are too long.
FINE, MISSING, MORE_THAN_A_BOARD, SUICIDE, TURNS, TOO_LONG = range(6)


def look(
    w: WorkRecord, group: IntArray, index: IntArray, values: IntArray, material: int, number: int
) -> bool:
    """Find out all about one position; False if there is none with this number.

    `w.count` moves lead to the numbers `w.inner` of the group; the others give `w.plan`, the fewest plies
    of a win, `w.worst`, the most plies of a loss, and `w.blocked` if one is no loss. `w.trouble` says what
    is the matter, if anything is.
    """
    s, after = w.states[0], w.states[1]
    if not unrank(w.board, material, number, w.row) or not R.from_cells(s, w.row, 0):
        return False
    w.plan, w.worst, w.blocked, w.count = 0, 0, 0, 0
    n = R.legal_moves(s, w.moves)
    i = 0
    while i < n and w.plan != 1 and w.trouble == FINE:
        copy(after, s)
        R.play(after, w.moves[i])
        if after.turn == OVER:
            meet_end(w, R.payoff(after, 0) - R.payoff(after, 1))
        elif after.turn == 1:
            follow(w, group, index, values, after)
        else:
            w.trouble = TURNS
        i += 1
    if w.plan == 1:
        w.count = 0
    return True


def meet_end(w: WorkRecord, lead: float) -> None:
    """Take in a move that ends the game with this margin for the mover."""
    if lead > 0:
        w.plan = 1
    elif lead < 0:
        w.trouble = SUICIDE
    else:
        w.blocked = 1


def follow(
    w: WorkRecord, group: IntArray, index: IntArray, values: IntArray, after: Record
) -> None:
    """Take in a move to the running position `after`."""
    R.cells(after, w.board.row)
    material = collect(w.board, w.board.row)
    number = rank(w.board)
    if number < 0 or not is_its_board(after, w.board.row, w.states[2]):
        w.trouble = MORE_THAN_A_BOARD
        return
    inner = start_of(group, material)
    if inner >= 0:
        w.inner[w.count] = inner + number
        w.count += 1
        return
    start = start_of(index, material)
    if start < 0:
        w.trouble, w.missing = MISSING, material
        return
    value = int(values[start + number])
    if value == 0:
        w.blocked = 1
    elif value & 1:
        w.worst = max(w.worst, value)
    elif w.plan == 0 or value + 1 < w.plan:
        w.plan = value + 1


def count(
    w: WorkRecord,
    group: IntArray,
    index: IntArray,
    values: IntArray,
    found: Sequence[IntArray],
    degree: IntArray,
    material: int,
    low: int,
    high: int,
) -> None:
    """Look at the numbers from `low` to `high` of a material for the first time."""
    left, plan, worst = found[0], found[1], found[2]
    first = start_of(group, material)
    for number in range(low, high):
        at = first + number
        if not look(w, group, index, values, material, number):
            left[at] = NOTHING
            continue
        if w.trouble != FINE:
            return
        w.positions += 1
        left[at] = w.count + (BLOCK if w.blocked != 0 else 0)
        worst[at] = w.worst
        plan[at] = w.worst + 1 if left[at] == 0 and w.plan == 0 else w.plan
        w.last = max(w.last, plan[at])
        for i in range(w.count):
            degree[w.inner[i]] += 1


def fill(
    w: WorkRecord,
    group: IntArray,
    index: IntArray,
    values: IntArray,
    ends: IntArray,
    back: IntArray,
    material: int,
    low: int,
    high: int,
) -> None:
    """List each position among those that lead to it: ``back[ends[n]]`` and on are those that lead to `n`.

    `ends` is at first where each list ends, and is counted down to where it begins.
    """
    first = start_of(group, material)
    for number in range(low, high):
        if look(w, group, index, values, material, number):
            for i in range(w.count):
                to = w.inner[i]
                ends[to] -= 1
                back[ends[to]] = first + number


def propagate(
    w: WorkRecord,
    found: Sequence[IntArray],
    begins: IntArray,
    back: IntArray,
    wave: int,
    low: int,
    high: int,
) -> None:
    """Settle the positions from `low` to `high` that end after `wave` plies, and tell those before them."""
    left, plan, worst, value = found[0], found[1], found[2], found[3]
    for at in range(low, high):
        if plan[at] != wave or left[at] == NOTHING:
            continue
        value[at] = wave
        for k in range(begins[at], begins[at + 1]):
            before = back[k]
            if value[before] != 0:
                continue
            if wave & 1 == 0:
                if plan[before] == 0 or plan[before] > wave + 1:
                    plan[before] = wave + 1
                    w.last = max(w.last, wave + 1)
            else:
                left[before] -= 1
                if left[before] == 0 and plan[before] == 0:
                    plan[before] = max(wave, worst[before]) + 1
                    w.last = max(w.last, plan[before])
    if w.last > LONGEST:
        w.trouble = TOO_LONG
