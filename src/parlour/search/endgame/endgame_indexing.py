"""Positions with few pieces as numbers: the part of endgame tables that is compiled.

A position is the codes on the board's cells, seen by the seat to move (`R.cells`). Its *material* says how
many pieces of each code there are, in three bits a code; positions of one material are numbered from 0 on.
Codes that may not stand everywhere come first, and are numbered by the cells that they may stand on; the
others by the remaining cells, so that few numbers are wasted.

`t` is the record of `endgame.layout`: what follows from the board alone, and room to work in.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.kernel.layout import Record
from parlour.kernel.protocol import R

if TYPE_CHECKING:
    from parlour.kernel.workspace import IntArray, Words, WorkRecord

__compiled__ = True
__inner__ = True

MOST = 7  # pieces at most: what three bits hold
MOST_CODES = 21  # that have three bits in a word
UNKNOWN = -1  # the value of what no table has


def unit_of(code: int) -> int:
    """The material of one piece of a code; materials add up."""
    return 1 << 3 * (code - 1)


def number_of(material: int, code: int) -> int:
    """How many pieces of a code a material has."""
    return material >> 3 * (code - 1) & 7


def collect(t: WorkRecord, row: Words) -> int:
    """Note the pieces of a row of codes in `t`: their material, or -1 for more than MOST (one is counted)."""
    material, n = 0, 0
    t.count = MOST + 1
    for cell in range(R.CODED_CELLS):
        code = row[cell]
        if code != 0:
            if n == MOST:
                return -1
            t.cell[n] = cell
            t.code[n] = code
            n += 1
            material += unit_of(code)
    t.count = n
    return material


def rank(t: WorkRecord) -> int:
    """The number of the collected position; -1 if a piece stands where it cannot."""
    number, ranked = 0, 0
    for k in range(len(t.order)):
        code = t.order[k]
        part, found = 0, 0
        for i in range(t.count):
            if t.code[i] == code:
                place = t.below[code][t.cell[i]]
                if place < 0:
                    return -1
                if t.everywhere[code]:
                    place -= _ranked_below(t, i, k)
                found += 1
                part += t.binomial[place][found]
        if found:
            number = number * t.binomial[_free(t, code, ranked)][found] + part
            ranked += found
    return number


def _ranked_below(t: WorkRecord, i: int, k: int) -> int:
    """How many pieces of codes before the `k`th stand on lower cells than piece `i`."""
    n = 0
    for j in range(i):
        n += t.place[t.code[j]] < k
    return n


def _free(t: WorkRecord, code: int, ranked: int) -> int:
    """How many cells a code is numbered by, with that many pieces on the board."""
    return t.room[code] - (ranked if t.everywhere[code] else 0)


def size(t: WorkRecord, material: int) -> int:
    """How many numbers the positions of a material have."""
    numbers, ranked = 1, 0
    for k in range(len(t.order)):
        code = t.order[k]
        n = number_of(material, code)
        numbers *= t.binomial[_free(t, code, ranked)][n]
        ranked += n
    return numbers


def unrank(t: WorkRecord, material: int, number: int, row: Words) -> bool:
    """Put the position with a number into `row`; whether there is one: no two pieces on one cell."""
    for cell in range(R.CODED_CELLS):
        row[cell] = 0
    ranked = 0
    for k in range(len(t.order)):
        ranked += number_of(material, t.order[k])
    for k in range(len(t.order) - 1, -1, -1):
        code = t.order[k]
        n = number_of(material, code)
        ranked -= n
        numbers = t.binomial[_free(t, code, ranked)][n]
        t.part[k] = number % numbers
        number //= numbers
    for k in range(len(t.order)):  # noqa: SIM110 - compiled code has no generators
        if not _decode_row(t, material, k, row):
            return False
    return True


def _decode_row(t: WorkRecord, material: int, k: int, row: Words) -> bool:
    """Put the pieces of the `k`th code into `row`; False if another piece is in the way."""
    code, rest = t.order[k], t.part[k]
    place = t.room[code] - 1
    for n in range(number_of(material, code), 0, -1):
        while t.binomial[place][n] > rest:
            place -= 1
        rest -= t.binomial[place][n]
        cell = _free_cell(row, code, place) if t.everywhere[code] else t.above[code][place]
        if row[cell] != 0:
            return False
        row[cell] = code
    return True


def _free_cell(row: Words, code: int, place: int) -> int:
    """The cell with that many lower ones that hold no other code."""
    cell = 0
    while True:
        if row[cell] == 0 or row[cell] == code:
            if place == 0:
                return cell
            place -= 1
        cell += 1


def start_of(index: IntArray, material: int) -> int:
    """Where the values of a material begin, by the rows (material, start) of `index`, sorted; or -1."""
    low, high = 0, len(index)
    while low < high:
        middle = (low + high) >> 1
        if index[middle, 0] < material:
            low = middle + 1
        else:
            high = middle
    if low < len(index) and index[low, 0] == material:
        return index[low, 1]
    return -1


def value_of(
    t: WorkRecord, index: IntArray, values: Words | IntArray, s: Record, shadow: Record
) -> int:
    """What the tables have for the running state `s`: 0 a draw, odd a win in that many plies, even a loss.

    UNKNOWN where they do not have it, where more than the board decides, and where the rules' own counts of
    moves may end the game before it is won. `shadow` is room for a state.
    """
    R.cells(s, t.row)
    material = collect(t, t.row)
    start = start_of(index, material) if material > 0 else -1
    number = rank(t) if start >= 0 else -1
    if number < 0 or not is_its_board(s, t.row, shadow):
        return UNKNOWN
    value = int(values[start + number])
    return value if value <= R.plies_left(s) else UNKNOWN


def is_its_board(s: Record, row: Words, shadow: Record) -> bool:
    """Whether the codes in `row` tell all of the state `s` that a repetition would compare."""
    return R.from_cells(shadow, row, s.turn) and R.key(shadow) == R.key(s)
