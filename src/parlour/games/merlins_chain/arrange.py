"""Arrange the unplayed pieces of Merlin's Chain into a valid board, moving as few of them as possible."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

Board = tuple[int, ...]  # the number on each cell, a1, b1, … first
Places = dict[int, int]  # the cell of each number
Column = tuple[int, ...]  # the numbers on its cells from the bottom up, 0 where free
Columns = tuple[Column, ...]


def arrange(files: int, ranks: int, played: Places, before: Sequence[int] | None) -> Board:
    """A valid board with the `played` pieces, which must exist: the number on each cell.

    As few unplayed pieces as possible leave their place on the valid board `before`; without it, the
    unplayed numbers are dealt to the columns from the lowest on.
    """
    columns = _columns(files, ranks, played)
    if before is not None:
        columns = _unmoved(columns, _columns(files, ranks, {n: c for c, n in enumerate(before)}))
    filled = _fill_runs(columns)
    return tuple(filled[x][y] for y in range(ranks) for x in range(files))


def can_be_arranged(files: int, ranks: int, placed: Places) -> bool:
    """Whether a valid board has these pieces on these cells."""
    return not _hindrances(_columns(files, ranks, placed))


def _columns(files: int, ranks: int, places: Places) -> Columns:
    by_cell = {cell: number for number, cell in places.items()}
    return tuple(tuple(by_cell.get(y * files + x, 0) for y in range(ranks)) for x in range(files))


def _unmoved(played: Columns, before: Columns) -> Columns:
    """The `played` pieces, and as many unplayed ones as can stay where they are on `before`."""
    numbers = frozenset(n for column in played for n in column)
    kept = tuple(
        tuple(new or (0 if old in numbers else old) for new, old in zip(*pair, strict=True))
        for pair in zip(played, before, strict=True)
    )
    lifts = 0
    while (found := _after_lifting(kept, numbers, lifts, set())) is None:
        lifts += 1
    return found


def _after_lifting(
    kept: Columns, played: frozenset[int], lifts: int, seen: set[Columns]
) -> Columns | None:
    """The pieces that stay when at most `lifts` more are lifted and the rest can be arranged.

    None if that is impossible. Only pieces of hindrances are lifted; `seen` has the sets already tried.
    """
    hindrances = [found - played for found in _hindrances(kept)]
    if not hindrances:
        return kept
    if _apart(hindrances) > lifts:
        return None
    smallest = min(hindrances, key=len)
    for number in sorted(smallest):
        rest = tuple(
            tuple(0 if n == number else n for n in column) if number in column else column
            for column in kept
        )
        if rest not in seen:
            seen.add(rest)
            if found := _after_lifting(rest, played, lifts - 1, seen):
                return found
    return None


def _apart(sets: list[frozenset[int]]) -> int:
    """A lower bound on the lifts: how many of the `sets` are pairwise disjoint."""
    together: set[int] = set()
    count = 0
    for pieces in sorted(sets, key=len):
        if not pieces & together:
            together |= pieces
            count += 1
    return count


def _hindrances(kept: Columns) -> list[frozenset[int]]:
    """Why the other pieces cannot be arranged around `kept`: of each set one piece must be lifted.

    A set is two pieces of a column that do not rise; or, if the runs between two numbers need more pieces
    than there are between them, the lowest and the highest piece of each column there: lifting others
    changes neither need nor supply.
    """
    falling = [pair for column in kept for pair in _read(column).falling]
    if falling:
        return falling
    free, runs = _free_and_runs(kept)
    found = []
    for low in {run.low for run in runs}:
        for high in {run.high for run in runs}:
            need = sum(run.room for run in runs if low <= run.low and run.high <= high)
            if need > (free & _between(low, high)).bit_count():
                inside = [[n for n in column if n and low <= n <= high] for column in kept]
                found.append(frozenset(n for column in inside for n in (*column[:1], *column[-1:])))
    return found


class _Run(NamedTuple):
    """`room` free cells of a column without a piece between them, from `rank` up.

    They take numbers between `low` and `high`, the pieces below and above.
    """

    high: int
    low: int
    rank: int
    room: int


class _Facts(NamedTuple):
    """Facts about one column: its numbers as bits, runs, pairs that do not rise."""

    numbers: int
    runs: tuple[_Run, ...]
    falling: tuple[frozenset[int], ...]


TOP = 1 << 10  # above all numbers


@lru_cache(maxsize=1 << 14)
def _read(column: Column) -> _Facts:
    runs = []
    low, start = 0, 0
    for rank, high in enumerate((*column, TOP)):
        if high:
            if rank > start:
                runs.append(_Run(high, low, start, rank - start))
            low, start = high, rank + 1
    there = [n for n in column if n]
    falling = tuple(frozenset(pair) for pair in combinations(there, 2) if pair[0] > pair[1])
    return _Facts(sum(1 << n for n in there), tuple(runs), falling)


def _between(low: int, high: int) -> int:
    """The bits of the numbers between `low` and `high`."""
    return (1 << high) - (2 << low) if high > low else 0


def _free_and_runs(kept: Columns) -> tuple[int, list[_Run]]:
    """The numbers that are not in `kept`, as bits, and all runs."""
    facts = [_read(column) for column in kept]
    free = _between(0, sum(map(len, kept)) + 1) - sum(read.numbers for read in facts)
    return free, [run for read in facts for run in read.runs]


def _fill_runs(kept: Columns) -> Columns:
    """The board with `kept`, each run filled with the lowest possible numbers.

    Runs are filled in order of the numbers above them: no other choice leaves more to later runs.
    """
    free, _ = _free_and_runs(kept)
    filled = [list(column) for column in kept]
    runs = [(run, x) for x, column in enumerate(kept) for run in _read(column).runs]
    for run, x in sorted(runs, key=lambda item: item[0].high):
        for rank in range(run.rank, run.rank + run.room):
            above = free & _between(run.low, TOP)
            number = (above & -above).bit_length() - 1
            filled[x][rank] = number
            free -= 1 << number
    return tuple(map(tuple, filled))
