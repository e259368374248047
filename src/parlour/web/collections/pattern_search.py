"""Pattern search: finds the positions of a collection in which some cells have given contents.

For each cell and token, a collection has the spans of plies during which the cell had the token, as a
sorted row of numbers: game, first ply and last ply in 32, 16 and 16 bits. A search intersects the rows
of a pattern. Tokens come from the rows of the position text (`position_editor.layout`), from the
notation's `standing`, or from the picture of the board.
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
Spans = tuple[Numbers, Numbers]  # starts and ends: game << 16 | ply, both sorted

MOST_PLIES = 1 << 16
MOST_CELLS = 40  # of a pattern
MOST_NAMED = 40  # tokens listed in an error message
_TOKENS = 1 << 16  # at most, of a game
_CACHED = 50_000  # texts of a row

Pattern = Mapping[str, str]  # tokens by cell


class Boards(ABC):
    """Reads the boards of a game as rows of token numbers, one for each of `cells`."""

    cells: tuple[str, ...]

    def __init__(self, game: Game) -> None:
        self.tokens: dict[str, int] = {}  # their numbers
        self._state: Any = game.plain.rules.STATE

    def along(self, states: States) -> Numbers:
        """One row for each compiled state."""
        records = all_plain(states, self._state)
        return np.array([self.row(record) for record in records], dtype=np.int64)

    @abstractmethod
    def row(self, record: Record) -> list[int]:
        """The token numbers of a position."""

    def _number(self, token: str) -> int:
        return self.tokens.setdefault(token, len(self.tokens))


class TextBoards(Boards):
    """Reads boards from the rows of the position text."""

    def __init__(self, game: Game, found: Layout) -> None:
        super().__init__(game)
        self._write = game.notation.write
        self._field = found.field - 1
        self._split = STYLES[found.style]
        self._rows = found.rows
        self.cells = tuple(name for row in found.rows for name in row if name)
        self._cache: list[dict[str, list[int]]] = [
            {} for _ in found.rows
        ]  # numbers by the text of a row

    def row(self, record: Record) -> list[int]:
        numbers: list[int] = []
        for n, text in enumerate(self._write(record)[self._field].split("/")):
            numbers += self._cache[n].get(text) or self._numbers(n, text)
        return numbers

    def _numbers(self, n: int, text: str) -> list[int]:
        """The token numbers in the text of row `n`."""
        cache = self._cache[n]
        pairs = zip(self._rows[n], self._split(text), strict=True)
        if len(cache) >= _CACHED:
            cache.clear()
        cache[text] = [self._number(token) for name, token in pairs if name]
        return cache[text]


class CodedBoards(TextBoards):
    """Reads boards from the notation's `codes_on`, which encodes many states at once.

    The position text of the first state with a code gives its token.
    """

    def __init__(self, game: Game, found: Layout) -> None:
        super().__init__(game, found)
        self._codes_on = game.notation.codes_on
        self._named = np.array([bool(name) for row in found.rows for name in row])
        self._token_of = np.zeros(0, dtype=np.int64)  # by code; -1: not seen yet

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
    """Reads boards from the notation's `standing`."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._standing = game.notation.contents
        self.cells = tuple(self._standing(game.start().record))

    def row(self, record: Record) -> list[int]:
        return [self._number(token) for token in self._standing(record).values()]


class SceneBoards(Boards):
    """Reads boards from the scene: the texts of the pieces on each cell."""

    def __init__(self, game: Game, tokens: SceneTokens) -> None:
        super().__init__(game)
        self._scene, self._scene_tokens = game.notation.scene, tokens
        self.cells = tokens.cells

    def row(self, record: Record) -> list[int]:
        there = {cell.name: self._scene_tokens.token(cell) for cell in self._scene(record).cells}
        return [self._number(there.get(name, EMPTY)) for name in self.cells]


class SceneTokens:
    """The tokens in a game's scenes, collected from random games."""

    def __init__(self, game: Game) -> None:
        colours: dict[str, set[str]] = defaultdict(set)
        seen = list(random_positions(game))
        for state in seen:
            for piece in (piece for cell in state.scene().cells for piece in cell.pieces):
                colours[piece.text].add(piece.colour)
        self._ambiguous = {text for text, named in colours.items() if len(named) > 1}
        self.cells = tuple(cell.name for cell in seen[0].scene().cells)
        tokens: dict[str, CellToken] = {}
        for state in seen:
            named = {self.token(cell): cell.name for cell in state.scene().cells if cell.pieces}
            new = {token: name for token, name in named.items() if token not in tokens}
            tokens |= {token.text: token for token in tokens_on(state, new)} if new else {}
        few = sorted(tokens.values(), key=lambda token: (len(token.text), token.text))
        self.palette = tuple(few[:PALETTE])

    def token(self, cell: Cell) -> str:
        """The texts of a cell's pieces, bottom first; with colours where a text is ambiguous."""
        named = (
            f"{piece.colour}-{piece.text}" if piece.text in self._ambiguous else piece.text
            for piece in cell.pieces
        )
        return "+".join(named).replace(" ", "-") or EMPTY


@lru_cache(maxsize=64)
def _scene_tokens(name: str, game: Game) -> SceneTokens:
    return SceneTokens(game)


def boards_of(game: Game) -> Boards | None:
    """The reader of a game's boards; None for games with hidden information."""
    if game.spec.hidden:
        return None
    if _has_pattern_notation(game):
        return NotationBoards(game)
    found = layout(game)
    if found is None:
        return SceneBoards(game, _scene_tokens(game.name, game))
    return (CodedBoards if "codes_on" in game.notation.GIVEN else TextBoards)(game, found)


def _has_pattern_notation(game: Game) -> bool:
    """Whether the notation defines its own patterns."""
    return bool(game.notation.PATTERN)


class TokenSpans:
    """Collects the spans of tokens in games until `flush`."""

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

    def flush(self) -> Iterator[tuple[str, str, bytes]]:
        """The cells and tokens with their spans, which are then cleared."""
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


def spans_of(blobs: Iterable[bytes]) -> Spans:
    """The spans that `TokenSpans.emptied` gave, in order."""
    spans = np.frombuffer(b"".join(map(zlib.decompress, blobs)), dtype=np.int64)
    return spans >> 16, spans >> 32 << 16 | spans & 0xFFFF


def intersect(one: Spans, other: Spans) -> Spans:
    """The intersection of two rows of spans."""
    begins, ends = one
    low = np.searchsorted(other[1], begins)
    count = np.searchsorted(other[0], ends, side="right") - low
    mine = np.repeat(np.arange(len(begins)), count)
    theirs = np.arange(len(mine)) - np.repeat(np.cumsum(count) - count, count) + low[mine]
    return np.maximum(begins[mine], other[0][theirs]), np.minimum(ends[mine], other[1][theirs])


def first_plies(spans: Spans) -> dict[int, int]:
    """The first ply in the spans of each game."""
    games, at = np.unique(spans[0] >> 16, return_index=True)
    return dict(zip(games.tolist(), (spans[0][at] & 0xFFFF).tolist(), strict=True))


def parse_pattern(text: str, game: Game, known: Collection[str] = ()) -> dict[str, str]:
    """Parse a pattern such as ``e4:P d5:.``; raises BadPosition.

    `known` are allowed tokens besides those of the palette.
    """
    if not text.strip():
        return {}
    boards = boards_of(game)
    if boards is None:
        raise BadPosition(f"{game.title} has hidden information and no pattern search")
    offered = [token.text for token in _offered(game)]
    allowed = {EMPTY, *offered, *known}
    pattern: dict[str, str] = {}
    for word in text.split():
        cell, _, token = word.partition(":")
        if cell not in boards.cells or not token:
            raise BadPosition(
                f"{word:.40} is not valid in a pattern; expected a cell and its content, e.g. "
                f"{min(boards.cells)}:{min(allowed - {EMPTY}, default=EMPTY)}, or {EMPTY} for an empty cell"
            )
        if token not in allowed:
            raise BadPosition(
                f"{token:.40} in {word:.60} does not occur; expected {EMPTY} for an empty cell, or "
                f"{', '.join(sorted(allowed - {EMPTY})[:MOST_NAMED])}"
            )
        pattern[cell] = token
    if len(pattern) > MOST_CELLS:
        raise BadPosition(f"a pattern has at most {MOST_CELLS} cells")
    return pattern


def _offered(game: Game) -> tuple[CellToken, ...]:
    """The tokens that the page offers."""
    if _has_pattern_notation(game):
        return ()
    found = layout(game)
    return _scene_tokens(game.name, game).palette if found is None else found.palette


def palette(game: Game) -> dict[str, Any]:
    """Data for the page's pattern editor: tokens with words and drawings; {} without patterns.

    For games with their own pattern notation, `help` explains it.
    """
    if game.spec.hidden:
        return {}
    offered = [vars(token) for token in _offered(game)]
    return {"empty": EMPTY, "palette": offered, "help": game.notation.PATTERN}
