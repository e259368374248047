"""An evaluation by pattern tables: the part that is compiled.

A pattern is a row of cells; the codes on them are the digits of an index into the pattern's table. Patterns
that are images of each other under the board's symmetry share a table, and since codes are seen by the
seat to move, both colours do. Each table has two weights for an entry, for a full board and for an empty
one, between which the number of pieces interpolates (M. Buro, "Experiments with Multi-ProbCut and a new
high-quality evaluation function for Othello", 1997, for pattern tables with phases).

Nothing need be known about moves: the codes are compared with those of the last position that was evaluated
with the same seat to move, and only the indices of patterns with changed cells are brought up to date.
`w` is the searcher's work record, with the fields of `pattern_model.model_layout`.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.layout import Record
from parlour.kernel.protocol import R
from parlour.search.evaluation.network_compiled import FULL, network_value, shift

if TYPE_CHECKING:
    from parlour.kernel.workspace import WorkRecord

__compiled__ = True
__inner__ = True

EVEN = 128  # the place of no lead in `expectations`
FRACTION = 16  # bits of a place in `expectations` below one

PAIR_BITS = 16  # of each weight in a pair: two are read at once
PLUS = 1 << (PAIR_BITS - 1)  # added to the lower one, so that it is never negative
HALF = (1 << PAIR_BITS) - 1

FINE = 4  # bits of a weight below one unit
HAND_FINE = 8  # bits of the hand-written evaluation's weight below one


def table_value(w: WorkRecord, s: Record, hand: int) -> int:
    """The value of the running state `s` for the seat to move, `hand` being the hand-written one."""
    seat = s.turn
    follow(w, s, seat)
    full, empty = 0, 0
    at = w.at[seat]
    for p in range(len(at)):
        pair = w.pairs[at[p]]
        full += (pair & HALF) - PLUS
        empty += pair >> PAIR_BITS
    if R.EXTRAS:
        R.extras(s, w.counts)
        for k in range(R.EXTRAS):
            full += w.counts[k] * w.count_weights[2 * k]
            empty += w.counts[k] * w.count_weights[2 * k + 1]
    phase = w.phase[w.filled[seat]]
    fine = full * phase + empty * (FULL - phase)
    if len(w.unit_weights) > 1:
        fine += network_value(w, seat, phase)
    return fine * w.grain // (FULL << FINE) + ((w.hand * hand) >> HAND_FINE)


def expectation(w: WorkRecord, value: int) -> int:
    """What a value is worth on the scale of results, which chance and ends with grades are averaged on."""
    at = min(max(value * w.steepness + (EVEN << FRACTION), 0), (2 * EVEN << FRACTION) - 1)
    low = at >> FRACTION
    rise = w.expectations[low + 1] - w.expectations[low]
    return w.expectations[low] + (rise * (at & ((1 << FRACTION) - 1)) >> FRACTION)


def follow(w: WorkRecord, s: Record, seat: int) -> None:
    """Bring the indices of the patterns up to date with `s`."""
    if R.KEPT_WORDS:
        changed = w.changed
        for i in range(R.changes(s, w.kept[seat], changed)):
            put_code(w, seat, changed[2 * i], changed[2 * i + 1])
    else:
        R.cells(s, w.now)
        now, codes = w.now, w.codes[seat]
        for cell in range(R.CODED_CELLS):
            if now[cell] != codes[cell]:
                put_code(w, seat, cell, now[cell])


def put_code(w: WorkRecord, seat: int, cell: int, code: int) -> None:
    """Let `code` stand on a cell in place of what stood there."""
    codes, at = w.codes[seat], w.at[seat]
    before = codes[cell]
    codes[cell] = code
    w.filled[seat] += (before == 0) - (code == 0)
    if len(w.unit_weights) > 1:
        shift(w, seat, cell, before, code)
    pattern, new, old = w.pattern[cell], w.steps[cell][code], w.steps[cell][before]
    for k in range(w.patterns[cell]):
        at[pattern[k]] += new[k] - old[k]
