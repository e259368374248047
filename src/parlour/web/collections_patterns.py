"""What stands where along the games of a collection, for finding positions by a pattern of cells.

For each cell and each token that may stand there (`setting_up.layout`) the spans of plies are kept during
which it stood, as one sorted row of numbers: game, first ply and last ply in 32, 16 and 16 bits. A
pattern is found by cutting its rows with one another.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.errors import BadPosition
from parlour.kernel.layout import Record
from parlour.table.game import Game
from parlour.web.setting_up import EMPTY, STYLES, Layout, layout

Numbers = npt.NDArray[np.int64]
Spans = tuple[Numbers, Numbers]  # where each begins and ends: game << 16 | ply, both sorted

MOST_PLIES = 1 << 16
MOST_CELLS = 40  # of a pattern
_TOKENS = 1 << 16  # at most, of a game
_REMEMBERED = 50_000  # texts of a row

Pattern = Mapping[str, str]  # tokens by cell; EMPTY for nothing


class Boards:
    """The boards of one game as rows of tokens' numbers, a number for each of `cells`."""

    def __init__(self, game: Game, found: Layout) -> None:
        self._write = game.notation.write
        self._field = found.field - 1
        self._split = STYLES[found.style]
        self._rows = found.rows
        self.cells = tuple(name for row in found.rows for name in row if name)
        self.tokens: dict[str, int] = {}  # their numbers
        self._met: list[dict[str, list[int]]] = [{} for _ in found.rows]  # numbers by a row's text

    def along(self, records: Iterable[Record]) -> Numbers:
        """The boards of positions, a row each."""
        return np.array([self._row(record) for record in records], dtype=np.int64)

    def _row(self, record: Record) -> list[int]:
        numbers: list[int] = []
        for n, text in enumerate(self._write(record)[self._field].split("/")):
            numbers += self._met[n].get(text) or self._numbers(n, text)
        return numbers

    def _numbers(self, n: int, text: str) -> list[int]:
        """The tokens' numbers in the text of row `n`."""
        known, met = self.tokens, self._met[n]
        pairs = zip(self._rows[n], self._split(text), strict=True)
        if len(met) >= _REMEMBERED:
            met.clear()
        met[text] = [known.setdefault(token, len(known)) for name, token in pairs if name]
        return met[text]


def boards_of(game: Game) -> Boards | None:
    """How the boards of a game are read; None where its position text is no field of rows."""
    found = layout(game)
    return None if found is None else Boards(game, found)


class Standing:
    """What stood where in the games read since it was emptied last."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._kinds: list[Numbers] = []
        self._spans: list[Numbers] = []

    def add(self, number: int, records: list[Record]) -> None:
        """Add a game's positions."""
        rows = self._boards.along(records[:MOST_PLIES]).T  # a row for each cell
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


def parsed(text: str, game: Game) -> dict[str, str]:
    """The pattern that ``e4:P d5:.`` writes; raises BadPosition."""
    found = layout(game) if text.strip() else None
    if found is None:
        if text.strip():
            raise BadPosition(
                f"{game.title} has no patterns of cells: its position is no row of cells"
            )
        return {}
    cells = {name for row in found.rows for name in row if name}
    pattern: dict[str, str] = {}
    for word in text.split():
        cell, _, token = word.partition(":")
        if cell not in cells or not token:
            raise BadPosition(
                f"{word:.40} is no part of a pattern; expected a cell and what stands there, as "
                f"{sorted(cells)[0]}:{found.palette[0].text}, or {EMPTY} for nothing"
            )
        pattern[cell] = token
    if len(pattern) > MOST_CELLS:
        raise BadPosition(f"a pattern has at most {MOST_CELLS} cells")
    return pattern


def palette(game: Game) -> dict[str, Any]:
    """What the page needs to let a pattern be chosen: tokens in words and drawn; {} where there is none."""
    found = layout(game)
    if found is None:
        return {}
    return {"empty": EMPTY, "palette": [vars(token) for token in found.palette]}
