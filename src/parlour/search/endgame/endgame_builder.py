"""Building endgame tables: materials one after the other, each kept on the disk as soon as it is done.

    build(game, 4, progress=print)

A material is built after those that its moves lead to, which are found out by looking: the first position
with a move to a material that is not there yet tells so, and that one comes first.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from parlour.kernel.workspace import work_record
from parlour.search.budget import run_until
from parlour.search.endgame.endgame_indexing import MOST, MOST_CODES, number_of, unit_of
from parlour.search.endgame.endgame_table import (
    VALUES,
    BadTables,
    Slice,
    Tables,
    board_layout,
    board_record,
    fill_board,
    forget_tables,
    material_text,
    tables_folder,
)
from parlour.search.endgame.retrograde import (
    FINE,
    MISSING,
    MORE_THAN_A_BOARD,
    NOTHING,
    SUICIDE,
    TOO_LONG,
    TURNS,
)
from parlour.search.evaluation.ntuple_model import code_count
from parlour.search.interrupts import interruptible
from parlour.table.game import Game

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import Rules
    from parlour.kernel.workspace import WorkRecord
    from parlour.search.endgame import retrograde

    class Retrograde:
        """`retrograde`, bound to the rules of a game."""

        count = staticmethod(retrograde.count)
        fill = staticmethod(retrograde.fill)
        propagate = staticmethod(retrograde.propagate)

    from parlour.search.endgame import endgame_indexing

    class Indexing:
        """`endgame_indexing`, bound to the rules of a game."""

        size = staticmethod(endgame_indexing.size)


# What is being done, and which part of it is done, 0 to 1.
ProgressReport = Callable[[str, float], None]

WHY = {
    MORE_THAN_A_BOARD: "its positions are more than their boards",
    SUICIDE: "a move can lose the game at once",
    TURNS: "turns do not alternate, or chance acts",
    TOO_LONG: "a win takes more than 255 plies",
}


def build(game: Game, pieces: int, progress: ProgressReport | None = None) -> Tables:
    """The tables of `game` with at most `pieces` pieces; what is on the disk already is kept.

    `progress` is called now and then. Ctrl-C ends it at once; finished materials
    stay. Raises BadTables for a game whose positions are not determined by their boards, and for damaged
    tables.
    """
    refuse(game, pieces)
    stop = threading.Event()

    def report(what: str, part: float) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        if progress is not None:
            progress(what, part)

    return interruptible(lambda: _build(game, pieces, report), stop.set)


def _build(game: Game, pieces: int, progress: ProgressReport) -> Tables:
    folder = tables_folder(game)
    folder.mkdir(parents=True, exist_ok=True)
    tables = Tables.load(game, folder)
    tables.check()
    builder = TableBuilder(tables, progress)
    for count in range(tables.pieces + 1, pieces + 1):
        for material in materials(game.plain.rules, count):
            builder.need(material)
        tables.pieces = count
        tables.save()
    forget_tables()
    return tables


def refuse(game: Game, pieces: int) -> None:
    """Raise BadTables for games that have no endgame tables, and for a number of pieces out of range."""
    rules, spec = game.plain.rules, game.spec
    if not 1 <= pieces <= MOST:
        raise BadTables(f"{pieces} pieces: tables are for 1 to {MOST}")
    why = ""
    if not rules.BOARD_TELLS:
        why = "its positions are more than their boards"
    elif game.seats != 2 or not spec.alternating or spec.hidden:
        why = "they are for two seats that alternate and see all"
    elif (
        rules.GRADED
        or not rules.SEATS_ALIKE
        or rules.CODED_CELLS > 64
        or code_count(rules) > MOST_CODES
    ):
        why = "they are for games with alike seats, won, drawn or lost, on up to 64 cells"
    if why:
        raise BadTables(f"{game.name} has no endgame tables: {why}")


def materials(rules: Rules, pieces: int) -> Iterator[int]:
    """All materials of `pieces` pieces that a running game may have."""
    codes = range(1, code_count(rules))
    for chosen in combinations_with_replacement(codes, pieces):
        if all(chosen.count(code) == 1 for code in rules.SOLE_CODES):
            yield sum(map(unit_of, chosen))


def swapped(rules: Rules, material: int) -> int:
    """The same material seen by the other seat."""
    kinds, total = rules.PIECE_CODES, 0
    for code in range(1, code_count(rules)):
        theirs = code + kinds if code <= kinds else code - kinds if code <= 2 * kinds else code
        total += number_of(material, code) * unit_of(theirs)
    return total


class TableBuilder:
    """Adds materials to tables."""

    def __init__(self, tables: Tables, progress: ProgressReport) -> None:
        self.tables, self.progress = tables, progress
        self.rules = tables.game.plain.rules
        self.passes = cast(
            "Retrograde", tables.game.compiled.algorithm("parlour.search.endgame.retrograde")
        )
        self.indexing = cast(
            "Indexing", tables.game.plain.algorithm("parlour.search.endgame.endgame_indexing")
        )
        self.board = board_record(self.rules, False)
        self.w: WorkRecord = work_record(layout(self.rules), True)
        fill_board(self.w.board, self.rules)
        self.done = {one.material for one in tables.slices}
        self.begun: list[int] = []

    def need(self, material: int) -> None:
        """Build a material and its opposite, unless they are there."""
        if material in self.done:
            return
        if material in self.begun:
            raise BadTables(f"{self.tables.game.name} has no endgame tables: pieces come back")
        group = sorted({material, swapped(self.rules, material)})
        self.begun += group
        while not self._build_group(group):
            self.need(int(self.w.missing))

    def _build_group(self, materials: list[int]) -> bool:
        """Build a group; False if another material is missing first."""
        w, waves = self.w, self.passes
        group, total = self._group(materials)
        self.name = material_text(self.tables.game, materials[-1])
        w.positions, w.last, w.trouble = 0, 0, FINE
        left, plan = np.zeros(total, np.int16), np.zeros(total, np.int16)
        worst, value = np.zeros(total, np.uint8), np.zeros(total, np.uint8)
        found = (left, plan, worst, value)
        degree = np.zeros(total + 1, np.int32)
        index, values = self.tables.index, self.tables.values
        self._sweep(partial(waves.count, w, group, index, values, found, degree), materials, 0.0)
        if w.trouble == MISSING:
            return False
        if w.positions:
            ends = np.cumsum(degree, dtype=np.int64)
            back = np.zeros(int(ends[-1]), np.int32)
            self._sweep(partial(waves.fill, w, group, index, values, ends, back), materials, 0.5)
            wave = 1
            while wave <= w.last:
                progress = partial(self._tell, 1.0, 0.0)
                self._run(partial(waves.propagate, w, found, ends, back, wave), total, progress)
                wave += 1
        self._keep(group, total, left, value)
        return True

    def _group(self, materials: list[int]) -> tuple[npt.NDArray[np.int64], int]:
        """Rows (material, first number) of a group, and how many numbers it has."""
        rows, total = [], 0
        for one in materials:
            rows.append((one, total))
            total += self._numbers(one)
        return np.array(rows, np.int64), total

    def _numbers(self, material: int) -> int:
        return int(self.indexing.size(self.board, material))

    def _sweep(self, work: Callable[[int, int, int], None], group: list[int], begun: float) -> None:
        """Do `work` on all numbers of a group: half of what there is to do."""
        for part, one in enumerate(group):
            progress = partial(self._tell, begun + part / len(group) / 2, 1 / len(group) / 2)
            self._run(partial(work, one), self._numbers(one), progress)

    def _tell(self, begun: float, share: float, part: float) -> None:
        self.progress(self.name, begun + share * part)

    def _run(
        self,
        work: Callable[[int, int], None],
        count: int,
        progress: Callable[[float], None],
    ) -> None:
        """Do `work` on 0 to `count`, bit by bit; raises BadTables if something is the matter."""
        done = 0

        def some(size: int) -> int:
            nonlocal done
            work(done, done + size)
            done += size
            return size if self.w.trouble == FINE else 0

        run_until(some, count, None, progress)
        if self.w.trouble not in (FINE, MISSING):
            name = self.tables.game.name
            raise BadTables(f"{name} has no endgame tables: {WHY[int(self.w.trouble)]}")

    def _keep(
        self,
        group: npt.NDArray[np.int64],
        total: int,
        left: npt.NDArray[np.int16],
        value: npt.NDArray[np.uint8],
    ) -> None:
        """Append what was found to the values on the disk; then to the index, which makes it count."""
        tables = self.tables
        path = tables.folder / VALUES
        start = max((one.start + one.numbers for one in tables.slices), default=0)
        with path.open("r+b" if path.exists() else "wb") as file:
            file.seek(start)
            file.truncate()
            for (material, low), high in zip(group, [*group[1:, 1], total], strict=True):
                there, part = left[low:high] != NOTHING, value[low:high]
                if there.any():
                    file.write(part.tobytes())
                    tables.slices.append(_slice(int(material), start, there, part))
                    start += len(part)
                self.done.add(int(material))
        tables.__dict__.pop("index", None)
        tables.__dict__.pop("values", None)
        tables.save()


def _slice(
    material: int, start: int, there: npt.NDArray[np.bool_], part: npt.NDArray[np.uint8]
) -> Slice:
    return Slice(
        material=material,
        start=start,
        numbers=len(part),
        positions=int(there.sum()),
        wins=int((part & 1).sum()),
        losses=int(((part > 0) & (part & 1 == 0)).sum()),
        longest=int(part.max()),
        sha256=hashlib.sha256(part.tobytes()).hexdigest(),
    )


def layout(rules: Rules) -> list[tuple[Any, ...]]:
    """The record `w` of `endgame_waves`."""
    word = np.int64
    names = ("plan", "worst", "blocked", "count", "trouble", "missing", "positions", "last")
    return [
        *((name, word) for name in names),
        ("states", rules.STATE, (3,)),
        ("moves", word, (rules.MAX_MOVES,)),
        ("inner", word, (rules.MAX_MOVES,)),
        ("row", word, (rules.CODED_CELLS,)),
        ("board", np.dtype(board_layout(rules))),
    ]
