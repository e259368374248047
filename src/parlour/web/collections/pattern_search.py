"""What stands where along the games of a collection, for finding positions by a pattern of cells.

For each cell and each token, the spans of plies with the token on the cell are stored as one sorted row of
numbers: game, first ply and last ply in 32, 16 and 16 bits. A pattern is the intersection of its rows.
Tokens are those of the position text if that has rows of them (`position_editor.layout`), otherwise those
of the notation's `standing`, or those shown on the board.
"""

from __future__ import annotations

import zlib
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.errors import BadPosition
from parlour.kernel.layout import Record, all_plain
from parlour.kernel.scene import Cell
from parlour.table.game import Game
from parlour.web.studies.position_editor import (
    EMPTY,
    PALETTE,
    STYLES,
    CellToken,
    Layout,
    layout,
    random_positions,
    tokens_on,
)

Numbers = npt.NDArray[np.int64]
States = npt.NDArray[Any]  # compiled states
Spans = tuple[Numbers, Numbers]  # where each begins and ends: game << 16 | ply, both sorted

MOST_PLIES = 1 << 16
MOST_CELLS = 40  # of a pattern
MOST_NAMED = 40  # tokens that are named where another was asked for
_TOKENS = 1 << 16  # at most, of a game
_REMEMBERED = 50_000  # texts of a row

Pattern = Mapping[str, str]  # tokens by cell; EMPTY for nothing


class Boards(ABC):
    """The boards of one game as rows of tokens' numbers, a number for each of `cells`."""

    cells: tuple[str, ...]

    def __init__(self, game: Game) -> None:
        self.tokens: dict[str, int] = {}  # their numbers
        self._state: Any = game.plain.rules.STATE

    def along(self, states: States) -> Numbers:
        """The boards of compiled states, a row each."""
        records = all_plain(states, self._state)
        return np.array([self.row(record) for record in records], dtype=np.int64)

    @abstractmethod
    def row(self, record: Record) -> list[int]:
        """The tokens' numbers in one position."""

    def _number(self, token: str) -> int:
        return self.tokens.setdefault(token, len(self.tokens))


class PositionTextBoards(Boards):
    """Boards that the position text tells by rows of tokens."""

    def __init__(self, game: Game, found: Layout) -> None:
        super().__init__(game)
        self._write = game.notation.write
        self._field = found.field - 1
        self._split = STYLES[found.style]
        self._rows = found.rows
        self.cells = tuple(name for row in found.rows for name in row if name)
        self._met: list[dict[str, list[int]]] = [{} for _ in found.rows]  # numbers by a row's text

    def row(self, record: Record) -> list[int]:
        numbers: list[int] = []
        for n, text in enumerate(self._write(record)[self._field].split("/")):
            numbers += self._met[n].get(text) or self._numbers(n, text)
        return numbers

    def _numbers(self, n: int, text: str) -> list[int]:
        """The tokens' numbers in the text of row `n`."""
        met = self._met[n]
        pairs = zip(self._rows[n], self._split(text), strict=True)
        if len(met) >= _REMEMBERED:
            met.clear()
        met[text] = [self._number(token) for name, token in pairs if name]
        return met[text]


class Coded(PositionTextBoards):
    """The same where the notation tells by numbers what stands on the cells of many states at once.

    Which token a number is, the position text of a state tells where it is met first.
    """

    def __init__(self, game: Game, found: Layout) -> None:
        super().__init__(game, found)
        self._codes_on = game.notation.codes_on
        self._named = np.array([bool(name) for row in found.rows for name in row])
        self._token_of = np.zeros(0, dtype=np.int64)  # by number; -1: not met

    def along(self, states: States) -> Numbers:
        codes: Numbers = self._codes_on(states)[:, self._named]
        more = int(codes.max(initial=0)) + 1 - len(self._token_of)
        if more > 0:
            self._token_of = np.append(self._token_of, np.full(more, -1))
        rows = self._token_of[codes]
        while rows.min(initial=0) < 0:
            at, cell = np.unravel_index(rows.argmin(), rows.shape)
            [record] = all_plain(states[at : at + 1], self._state)
            self._token_of[codes[at, cell]] = self.row(record)[int(cell)]
            rows = self._token_of[codes]
        return rows


class NotationBoards(Boards):
    """Boards that the notation itself tells, cell by cell."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._standing = game.notation.contents
        self.cells = tuple(self._standing(game.start().record))

    def row(self, record: Record) -> list[int]:
        return [self._number(token) for token in self._standing(record).values()]


class ShownBoards(Boards):
    """Boards as they are shown, each cell with its pieces' texts."""

    def __init__(self, game: Game, looks: Looks) -> None:
        super().__init__(game)
        self._scene, self._looks = game.notation.scene, looks
        self.cells = looks.cells

    def row(self, record: Record) -> list[int]:
        there = {cell.name: self._looks.token(cell) for cell in self._scene(record).cells}
        return [self._number(there.get(name, EMPTY)) for name in self.cells]


class Looks:
    """What may be shown on the cells of a game's boards, found by looking at games played at random."""

    def __init__(self, game: Game) -> None:
        colours: dict[str, set[str]] = defaultdict(set)
        seen = list(random_positions(game))
        for state in seen:
            for piece in (piece for cell in state.scene().cells for piece in cell.pieces):
                colours[piece.text].add(piece.colour)
        self._doubtful = {text for text, named in colours.items() if len(named) > 1}
        self.cells = tuple(cell.name for cell in seen[0].scene().cells)
        found: dict[str, CellToken] = {}
        for state in seen:
            named = {self.token(cell): cell.name for cell in state.scene().cells if cell.pieces}
            new = {token: name for token, name in named.items() if token not in found}
            found |= {token.text: token for token in tokens_on(state, new)} if new else {}
        few = sorted(found.values(), key=lambda token: (len(token.text), token.text))
        self.palette = tuple(few[:PALETTE])

    def token(self, cell: Cell) -> str:
        """The texts of a cell's pieces from the lowest, with colours where one text has several."""
        named = (
            f"{piece.colour}-{piece.text}" if piece.text in self._doubtful else piece.text
            for piece in cell.pieces
        )
        return "+".join(named).replace(" ", "-") or EMPTY


@lru_cache(maxsize=64)
def _looks(name: str, game: Game) -> Looks:
    return Looks(game)


def boards_of(game: Game) -> Boards | None:
    """How the boards of a game are read; None where something is hidden."""
    if game.spec.hidden:
        return None
    if _tells(game):
        return NotationBoards(game)
    found = layout(game)
    if found is None:
        return ShownBoards(game, _looks(game.name, game))
    return (Coded if "codes_on" in game.notation.GIVEN else PositionTextBoards)(game, found)


def _tells(game: Game) -> bool:
    """Whether the notation has its own words for what stands where."""
    return bool(game.notation.PATTERN)


class TokenSpans:
    """What stood where in the games read since it was emptied last."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._kinds: list[Numbers] = []
        self._spans: list[Numbers] = []

    def add(self, number: int, states: States) -> None:
        """Add a game's positions, as compiled states."""
        rows = self._boards.along(states[:MOST_PLIES]).T  # a row for each cell
        changed = np.ones(rows.shape, dtype=bool)
        changed[:, 1:] = rows[:, 1:] != rows[:, :-1]
        cells, first = np.nonzero(changed)
        after = np.append(first[1:], 0)
        last = np.where(after > 0, after, rows.shape[1]) - 1
        self._kinds.append(cells * _TOKENS + rows[cells, first])
        self._spans.append(number << 32 | first << 16 | last)

    def emptied(self) -> Iterator[tuple[str, str, bytes]]:
        """The cells and tokens with their spans; they are forgotten."""
        if not self._kinds:
            return
        kinds, spans = np.concatenate(self._kinds), np.concatenate(self._spans)
        self._kinds, self._spans = [], []
        order = np.argsort(kinds, kind="stable")
        kinds, spans = kinds[order], spans[order]
        tokens = list(self._boards.tokens)
        begins = np.flatnonzero(np.diff(kinds, prepend=-1))
        for kind, part in zip(kinds[begins].tolist(), np.split(spans, begins[1:]), strict=True):
            cell, token = divmod(kind, _TOKENS)
            yield self._boards.cells[cell], tokens[token], zlib.compress(part.tobytes(), 1)


def spans_of(kept: Iterable[bytes]) -> Spans:
    """The spans that `Standing.emptied` gave, in order."""
    spans = np.frombuffer(b"".join(map(zlib.decompress, kept)), dtype=np.int64)
    return spans >> 16, spans >> 32 << 16 | spans & 0xFFFF


def both(one: Spans, other: Spans) -> Spans:
    """The spans during which both hold."""
    begins, ends = one
    low = np.searchsorted(other[1], begins)
    count = np.searchsorted(other[0], ends, side="right") - low
    mine = np.repeat(np.arange(len(begins)), count)
    theirs = np.arange(len(mine)) - np.repeat(np.cumsum(count) - count, count) + low[mine]
    return np.maximum(begins[mine], other[0][theirs]), np.minimum(ends[mine], other[1][theirs])


def first_plies(spans: Spans) -> dict[int, int]:
    """The games of spans, each with the first ply of its first span."""
    games, at = np.unique(spans[0] >> 16, return_index=True)
    return dict(zip(games.tolist(), (spans[0][at] & 0xFFFF).tolist(), strict=True))


def parsed(text: str, game: Game, known: Collection[str] = ()) -> dict[str, str]:
    """The pattern that ``e4:P d5:.`` writes; raises BadPosition.

    `known` are tokens that are met, beside those of the palette.
    """
    if not text.strip():
        return {}
    boards = boards_of(game)
    if boards is None:
        raise BadPosition(f"{game.title} has no patterns of cells: not all of it is seen")
    offered = [token.text for token in _offered(game)]
    allowed = {EMPTY, *offered, *known}
    pattern: dict[str, str] = {}
    for word in text.split():
        cell, _, token = word.partition(":")
        if cell not in boards.cells or not token:
            raise BadPosition(
                f"{word:.40} is no part of a pattern; expected a cell and its piece, as "
                f"{min(boards.cells)}:{min(allowed - {EMPTY}, default=EMPTY)}, or {EMPTY} for nothing"
            )
        if token not in allowed:
            raise BadPosition(
                f"{token:.40} in {word:.60} stands nowhere; expected {EMPTY} for nothing, or "
                f"{', '.join(sorted(allowed - {EMPTY})[:MOST_NAMED])}"
            )
        pattern[cell] = token
    if len(pattern) > MOST_CELLS:
        raise BadPosition(f"a pattern has at most {MOST_CELLS} cells")
    return pattern


def _offered(game: Game) -> tuple[CellToken, ...]:
    """What may be chosen to stand on a cell."""
    if _tells(game):
        return ()
    found = layout(game)
    return _looks(game.name, game).palette if found is None else found.palette


def palette(game: Game) -> dict[str, Any]:
    """What the page needs to let a pattern be chosen: tokens in words and drawn; {} where there is none.

    If cells are no places on a board, `told` explains how to write a pattern.
    """
    if game.spec.hidden:
        return {}
    offered = [vars(token) for token in _offered(game)]
    return {"empty": EMPTY, "palette": offered, "told": game.notation.PATTERN}
