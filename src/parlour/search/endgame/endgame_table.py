"""Endgame tables: the value of every position with few pieces, and the plies to the end.

    tables = endgame_tables(game)  # those on this machine; None where there are none
    tables.value(state)  # Value("win", 21), or None where they do not have it

They are built by `endgame_building` and kept in the data folder. Counts of moves and repetition are left
aside in them; a value is given only where neither can change it: a win that takes no longer than the counts
leave, and draws, to which both can only add.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from functools import cached_property
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from parlour.data_folder import data_folder
from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE
from parlour.kernel.workspace import Layout, store_state, work_record
from parlour.search.endgame.endgame_indexing import MOST, MOST_CODES, UNKNOWN, number_of
from parlour.search.evaluation.ntuple_model import code_count
from parlour.table.game import Game, State
from parlour.table.game_instance import moves_left

if TYPE_CHECKING:
    from types import ModuleType

    from parlour.kernel.rules_protocol import Rules
    from parlour.kernel.workspace import WorkRecord, WorkRow

FORMAT = 1
INDEX, VALUES = "index.json", "values.bin"


class BadTables(ParlourError):
    """A game that endgame tables cannot be made for, or tables that are damaged: says why."""


@dataclass(frozen=True)
class Value:
    """What perfect play comes to for the seat to move: "win", "draw" or "loss", and after how many plies."""

    result: str
    plies: int

    @classmethod
    def of(cls, number: int) -> Value:
        """The value that a table has as a number: 0 a draw, odd a win in that many plies, even a loss."""
        return cls("draw" if number == 0 else "win" if number & 1 else "loss", number)

    def __str__(self) -> str:
        return self.result if self.result == "draw" else f"{self.result} in {self.plies} plies"


@dataclass(frozen=True)
class Slice:
    """The positions of one material: where their values lie, how many numbers and positions there are."""

    material: int
    start: int
    numbers: int
    positions: int
    wins: int
    losses: int
    longest: int
    sha256: str

    @property
    def draws(self) -> int:
        """How many positions are drawn."""
        return self.positions - self.wins - self.losses


@dataclass
class Tables:
    """The endgame tables of one game: all its positions with up to `pieces` pieces."""

    game: Game
    folder: Path
    pieces: int = 0
    slices: list[Slice] = field(default_factory=list)

    @cached_property
    def index(self) -> npt.NDArray[np.int64]:
        """Rows (material, start), sorted, as compiled code looks them up."""
        rows = sorted((one.material, one.start) for one in self.slices)
        return np.array(rows, np.int64).reshape(-1, 2)

    @cached_property
    def values(self) -> npt.NDArray[np.uint8]:
        """All values, one byte a number, read from the disk where they are asked for."""
        if not self.slices:
            return np.zeros(1, np.uint8)
        return np.asarray(np.memmap(self.folder / VALUES, np.uint8, "c"))

    def value(self, state: State) -> Value | None:
        """What perfect play comes to in `state`, by the plain rules; None where the tables cannot tell.

        A position that stood before in the game may be closer to a draw by repetition than is seen here.
        """
        if state.turn in (None, CHANCE):
            return None
        number = self._probe(state)
        left = min(moves_left(state)) if number > 0 else number
        return None if number == UNKNOWN or number > left else Value.of(number)

    def moves(self, state: State) -> dict[str, Value]:
        """Each legal move with what it comes to for its maker, the best first; {} if one is not known."""
        found = {}
        for text in state.moves():
            after = state.copy().play(text)
            if after.outcome is not None:
                mine, theirs = (after.outcome.scores[k] for k in (state.turn, 1 - state.turn))  # type: ignore[operator,index]
                found[text] = Value(
                    "win" if mine > theirs else "draw" if mine == theirs else "loss", 1
                )
                continue
            value = self.value(after)
            if value is None:
                return {}
            turned = {"win": "loss", "draw": "draw", "loss": "win"}[value.result]
            found[text] = Value(turned, value.plies + (turned != "draw"))
        return dict(sorted(found.items(), key=lambda item: merit(item[1]), reverse=True))

    def _probe(self, state: State) -> int:
        ranks, room = self._plain
        store_state(room, 0, state.record, state.game.plain.rules.STATE.names)
        return int(ranks.value_of(self._board, self.index, self.values, room[0], room[1]))

    @cached_property
    def _plain(self) -> tuple[ModuleType, WorkRow]:
        ranks = self.game.plain.algorithm("parlour.search.endgame.endgame_indexing")
        room = work_record([("states", self.game.plain.rules.STATE, (2,))], False).states
        return ranks, room

    @cached_property
    def _board(self) -> WorkRecord:
        return board_record(self.game.plain.rules, False)

    # -- on the disk -----------------------------------------------------------------------------

    def save(self) -> None:
        """Write the index; the values are written as they are found."""
        text = json.dumps(
            {
                "format": FORMAT,
                "game": self.game.name,
                "pieces": self.pieces,
                "slices": [vars(one) for one in self.slices],
            },
            indent=1,
        )
        part = self.folder / f"{INDEX}.part"
        part.write_text(text, encoding="utf-8")
        part.replace(self.folder / INDEX)

    @classmethod
    def load(cls, game: Game, folder: Path) -> Tables:
        """The tables in `folder`, none if there are none; raises BadTables if they are damaged."""
        path = folder / INDEX
        if not path.is_file():
            return cls(game, folder)
        try:
            stored = json.loads(path.read_text(encoding="utf-8"))
            slices = [Slice(**one) for one in stored["slices"]]
            tables = cls(game, folder, int(stored["pieces"]), slices)
            room = (folder / VALUES).stat().st_size if slices else 0
            sound = stored["format"] == FORMAT and all(
                isinstance(getattr(one, name), int) and getattr(one, name) >= 0
                for one in slices
                for name in ("material", "start", "numbers", "positions")
            )
        except (OSError, ValueError, TypeError, LookupError) as trouble:
            raise BadTables(f"{path} cannot be read: {trouble}") from None
        if not sound or any(one.start + one.numbers > room for one in slices):
            raise BadTables(f"{folder} is damaged: remove it and build the tables again")
        return tables

    def check(self) -> None:
        """Compare the values with their hashes; raises BadTables."""
        for one in self.slices:
            part = self.values[one.start : one.start + one.numbers]
            if hashlib.sha256(part.tobytes()).hexdigest() != one.sha256:
                raise BadTables(f"{self.folder} is damaged: remove it and build the tables again")


def merit(value: Value) -> tuple[int, int]:
    """A key that puts the better of two values last: quick wins and late losses."""
    if value.result == "win":
        return 2, -value.plies
    return (1, 0) if value.result == "draw" else (0, value.plies)


def material_text(game: Game, material: int) -> str:
    """Such as ``MMC v C``: the pieces of the seat to move and of the other.

    ``2+1 v 0+1``, how many of each kind they have, if the game gives its pieces no letters.
    """
    rules, letters = game.plain.rules, game.notation.PIECE_LETTERS
    counts = [number_of(material, code) for code in range(1, code_count(rules))]
    kinds = rules.PIECE_CODES
    rows = (counts[:kinds], counts[kinds : 2 * kinds])
    if not letters:
        return " v ".join("+".join(map(str, row)) for row in rows)
    return " v ".join("".join(map(mul, letters, row)) for row in rows)


def piece_count(material: int) -> int:
    """How many pieces a material has."""
    return sum(number_of(material, code) for code in range(1, MOST_CODES + 1))


def tables_folder(game: Game) -> Path:
    """Where the tables of just these rules lie: ``$PARLOUR_DATA``, or the user's data folder."""
    return data_folder() / "tables" / f"{game.id}-{rules_digest(game)[:16]}"


def rules_digest(game: Game) -> str:
    """A hash of the sources and parameters that decide a game's positions."""
    plain = game.plain
    digest = hashlib.sha256(repr((FORMAT, plain.parameters)).encode())
    for source in sorted(plain.sources, key=lambda one: one.module):
        digest.update(f"{source.module}\0{source.text}\0".encode())
    return digest.hexdigest()


_known: dict[Path, Tables | None] = {}


def endgame_tables(game: Game) -> Tables | None:
    """The tables of a game that were built on this machine, checked by their hashes; None if there are none.

    Raises BadTables if they are damaged. Looked for once; `forget_tables` looks again.
    """
    if not game.plain.rules.BOARD_TELLS:
        return None
    folder = tables_folder(game)
    if folder not in _known:
        tables = Tables.load(game, folder)
        tables.check()
        _known[folder] = tables if tables.pieces else None
    return _known[folder]


def forget_tables() -> None:
    """Look on the disk again when tables are next asked for."""
    _known.clear()


# -- what follows from a board ---------------------------------------------------------------------------


def board_layout(rules: Rules) -> Layout:
    """The record `t` of `endgame_ranks`."""
    word, cells, codes = np.int64, rules.CODED_CELLS, code_count(rules)
    return [
        ("count", word),
        ("cell", word, (MOST,)),
        ("code", word, (MOST,)),
        ("row", word, (cells,)),
        ("part", word, (codes - 1,)),
        ("order", word, (codes - 1,)),  # the codes, those that may not stand everywhere first
        ("place", word, (codes,)),  # each code's place in that order
        ("everywhere", word, (codes,)),
        ("room", word, (codes,)),  # how many cells it may stand on
        (
            "below",
            word,
            (codes, cells),
        ),  # how many of these are lower than a cell; -1 if it is none
        ("above", word, (codes, cells)),  # the cells themselves
        ("binomial", word, (cells + 1, MOST + 1)),
    ]


def board_record(rules: Rules, compiled: bool) -> WorkRecord:
    """The record `t` of `endgame_ranks`, filled in for a game's board."""
    t = work_record(board_layout(rules), compiled)
    fill_board(t, rules)
    return t


def fill_board(t: WorkRecord, rules: Rules) -> None:
    """Set the record `t` of `endgame_ranks` to what follows from a game's board."""
    cells, codes = rules.CODED_CELLS, code_count(rules)
    for n in range(cells + 1):
        t.binomial[n][0] = 1
        for k in range(1, MOST + 1):
            t.binomial[n][k] = t.binomial[n - 1][k - 1] + t.binomial[n - 1][k] if n else 0
    for code in range(1, codes):
        allowed = [cell for cell in range(cells) if rules.may_stand(code, cell)]
        t.room[code], t.everywhere[code] = len(allowed), int(len(allowed) == cells)
        for cell in range(cells):
            t.below[code][cell] = -1
        for place, cell in enumerate(allowed):
            t.below[code][cell], t.above[code][place] = place, cell
    for place, code in enumerate(sorted(range(1, codes), key=lambda c: (t.everywhere[c], c))):
        t.order[place], t.place[code] = code, place
