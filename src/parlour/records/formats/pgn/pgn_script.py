"""Movetext read by the compiled rules: the room for `movetext_compiled`, and its tokens in Python.

Reading begins with the plain rules, so that one game appears without waiting for the compiler; after many
tokens they are compiled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from parlour.kernel.layout import new_compiled, to_compiled
from parlour.kernel.primitives import copy
from parlour.kernel.workspace import words, work_record
from parlour.records.formats.pgn import movetext_compiled
from parlour.records.formats.pgn.movetext_compiled import (
    DEEP,
    DEPTHS,
    FIELDS,
    HEAD,
    KEPT,
    MOVE,
    REPETITION,
    begun_of,
    clock_of,
    code_of,
    kind_of,
    length_of,
    seat_of,
    suffix_of,
)
from parlour.records.notes import Notes
from parlour.records.pgn_syntax.dialect import Resolved, Run, Token
from parlour.records.replay import compiled_start
from parlour.records.tree import Tree
from parlour.table.catalogue import game as find_game
from parlour.table.catalogue import games_with, hooks
from parlour.table.foreign_notation import PgnHooks
from parlour.table.game import State
from parlour.table.game_instance import instance
from parlour.table.outcome import Outcome, even_shares, winner_takes_all

ALGORITHM = movetext_compiled.__name__
(GAME,) = games_with("pgn")
HOOKS: PgnHooks = hooks("pgn")
ROOM = 1024  # tokens that are taken at once
PATIENCE = 4000  # tokens that are read by the plain rules before others are compiled for it
SPARE = 4  # rooms that are kept for the next ones
KINDS = (
    "move", "word", "comment", "rest", "open", "close", "glyph", "odd", "tag", "deep", "unclosed"
)  # fmt: skip
(DRAWN,), WON = even_shares(2), sorted(winner_takes_all(2), reverse=True)


class _Room:
    """What one script works on at a time."""

    def __init__(self, compiled: bool) -> None:
        game = find_game(GAME)
        self.compiled = compiled
        self.rules = game.plain.rules
        self.script = instance(game, compiled).algorithm(ALGORITHM)
        word = np.int64
        layout = [
            ("states", self.rules.STATE, (DEPTHS,)),
            ("before", self.rules.STATE, (DEPTHS,)),
            ("keys", word, (DEPTHS, KEPT)),
            *((name, word, (DEPTHS,)) for name in ("count", "moved", "reason")),
            ("depth", word),
        ]
        # A bare scalar is handed to compiled code in a tenth of the time that a record of names takes.
        work: Any = work_record(layout, False)
        self.work = np.zeros(1, layout)[0] if compiled else work
        self.states = self.work["states"] if compiled else self.work.states
        self.entries = words(HEAD + FIELDS * ROOM, compiled)
        self.moves = words(ROOM, compiled)
        self.marks = words(ROOM, compiled)

    def begin(self, start: State) -> None:
        """Go to a position."""
        if self.compiled:
            self.states[0] = _compiled_record(start)
        else:
            copy(self.states[0], start.record)
        self.script.begin(self.work)

    def scan(self, text: Any, at: int) -> tuple[list[int], list[int], list[int]]:
        """The entries of the tokens from an offset on, none at the end; the rows of moves and marks."""
        rows = (self.entries, self.moves, self.marks)
        count = int(self.script.scan(self.work, text, at, *rows, ROOM))
        made = self.entries[1]
        sizes = (HEAD + FIELDS * count, made, made)
        entries, moves, marks = (row[:n] for row, n in zip(rows, sizes, strict=True))
        if self.compiled:
            return entries.tolist(), moves.tolist(), marks.tolist()
        return entries, moves, marks

    def characters(self, text: str) -> Any:
        """The characters' numbers, letters for the signs of men."""
        text = text if text.isascii() else text.translate(HOOKS.LETTERS)
        if not self.compiled:
            return list(map(ord, text))
        coded = text.encode("utf-32-le", "surrogatepass")
        return np.frombuffer(coded, np.uint32).astype(np.int64)


class _Rooms:
    """The rooms that are free, and how much was read by the plain rules so far."""

    def __init__(self) -> None:
        self.free: list[_Room] = []
        self.tokens = 0
        self._last: tuple[str, bool, Any] = ("", False, [])  # a text of several games

    def characters(self, room: _Room, text: str) -> Any:
        """The characters' numbers; those of the last text are kept, which may hold further games."""
        known, compiled, found = self._last
        if known is not text or compiled != room.compiled:
            found = room.characters(text)
            self._last = (text, room.compiled, found)
        return found

    def take(self) -> _Room:
        compiled = self.tokens > PATIENCE or find_game(GAME).is_compiled
        while self.free:
            room = self.free.pop()
            if room.compiled == compiled:
                return room
        return _Room(compiled)

    def give_back(self, room: _Room) -> None:
        if len(self.free) < SPARE:
            self.free.append(room)


_rooms = _Rooms()


def _compiled_record(state: State) -> Any:
    """The record of a state in compiled form; of a game's own start it is kept."""
    if state is state.game.started:
        return compiled_start(state.game)
    array = new_compiled(state.game.plain.rules.STATE)
    to_compiled(state.record, state.game.plain.rules.STATE, array)
    return array[0]


class _Slice:
    """A token of a text, as a match of a regular expression would give it."""

    __slots__ = ("_end", "_start", "_text")

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text, self._start, self._end = text, start, end

    def start(self) -> int:
        return self._start

    def end(self) -> int:
        return self._end

    def __getitem__(self, group: int, /) -> str:
        return self._text[self._start : self._end]


class ChessScript:
    """The way through the movetext of a game of chess; see `dialect.Script`.

    `slow` are the tokens by which variations are read that lie too deep, and what follows illegal moves.
    """

    resolves = True

    def __init__(self, tree: Tree, slow: re.Pattern[str]) -> None:
        self.tree = tree
        self.slow = slow
        self._end: tuple[int, int] = (0, -1)  # the main line's reason and winner
        self._moves = _known_moves(HOOKS.written_like(tree.game))

    def tokens(self, text: str, at: int) -> Iterator[tuple[str, Token] | tuple[None, Run]]:
        room = _rooms.take()
        room.begin(self.tree.beginning)
        characters, known = _rooms.characters(room, text), self._moves
        try:
            entries, moves, marks = room.scan(characters, at)
            while len(entries) > HEAD:
                _rooms.tokens += len(entries) // FIELDS + len(moves)
                at, self._end = entries[0], (entries[2], entries[3])
                fields = iter(entries[HEAD:])
                for kind, first, end in zip(fields, fields, fields, strict=True):
                    if kind == MOVE:
                        made = [known[value] for value in moves[first:end]]
                        said = marks[first:end]
                        yield None, (made, _noted(text, said) if any(said) else None)
                    elif kind == DEEP:
                        yield from self.plain_tokens(text, first)
                        return
                    else:
                        yield KINDS[kind], _Slice(text, first, end)
                if KINDS[kind] == "tag":
                    return
                entries, moves, marks = room.scan(characters, at)
        finally:
            _rooms.give_back(room)

    def plain_tokens(self, text: str, at: int) -> Iterator[tuple[str, Token]]:
        """The tokens from an offset on, no move being resolved."""
        return ((str(match.lastgroup), match) for match in self.slow.finditer(text, at))

    @property
    def outcome(self) -> Outcome | None:
        reason, winner = self._end
        if reason == 0:
            return None
        if reason == REPETITION:
            return Outcome(DRAWN, "repetition")
        word = self.tree.game.plain.rules.REASONS[reason - 1]
        return Outcome(DRAWN if winner < 0 else WON[winner], word)


def _noted(text: str, marks: list[int]) -> list[Notes | None]:
    """What the marks of moves say of their nodes."""
    found: list[Notes | None] = []
    for mark in marks:
        length, clock = length_of(mark), clock_of(mark)
        notes: Notes = {"clock": clock - 1} if clock else {}
        if length:
            begun = begun_of(mark)
            notes["evaluation"] = text[begun : begun + length]
        found.append(notes)
    return found


class _Moves(dict[int, Resolved]):
    """The moves of a game by their values in the script: text, seat, glyph."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.text_of_kind = find_game(name).notation.text_of_kind

    def __missing__(self, value: int) -> Resolved:
        text = self.text_of_kind(code_of(value), kind_of(value))
        self[value] = (text, seat_of(value), suffix_of(value))
        return self[value]


_known_moves = cache(_Moves)
