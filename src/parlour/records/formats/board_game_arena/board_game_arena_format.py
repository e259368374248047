"""Logs of boardgamearena.com, as the page of a game shows them: ``Move 3 :``, then who played what.

The words depend on the game; the cells that a move names say which move it is, among those that are legal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from parlour.errors import BadForm, IllegalMove
from parlour.kernel.spec import Spec
from parlour.records.builder import Builder
from parlour.records.detection import Recogniser, Word
from parlour.records.pgn_syntax.dialect import Dialect
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import LARGEST_GAME
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written
from parlour.table.game import State

_MOVE = re.compile(r"^[^\S\n]*+Move\s+([0-9]{1,4})\s*:?", re.MULTILINE | re.IGNORECASE)
_CELL = re.compile(r"(?<![\w:])([A-Za-z][0-9]{1,2})(?![\w:])")
_WORD = re.compile(r"\b(swap|pass)(?:s|ps|es)?\b", re.IGNORECASE)
_PLAYED = re.compile(r"^(\S.*?)\s(?:places?|plays?|moves?|puts?|captures?|drops?|swaps?|passes)\b")
FIRST = 4000  # characters in which a log shows itself
EXPECTED = "no game here allows the cells that this log names"


class ArenaMoves(Dialect):
    """Moves by the cells that they name, parted by hyphens."""

    def move_text(self, state: State, word: str) -> str:
        if word in state.moves():
            return word
        cells = word.split("-")
        fitting = [move.text for move in state.legal if _cells(move.text) == cells]
        fitting = fitting or [
            move.text
            for move in state.legal
            if len(cells) > 1
            and [path[0] for path in move.moved][:1] == cells[:1]
            and [path[-1] for path in move.moved][:1] == cells[-1:]
        ]
        if len(fitting) != 1:
            why = "is ambiguous" if fitting else "is not legal here"
            raise IllegalMove(f"{word:.40} {why}", move=word, near=tuple(fitting))
        return fitting[0]

    def plain_text(self, spec: Spec, word: str) -> str:
        forms = (word, word.replace("-", "x"), word.replace("-", ""))
        return next((form for form in forms if spec.looks_like_a_move(form)), word)


DIALECTS = (ArenaMoves(),)


def _cells(text: str) -> list[str]:
    return re.findall(r"[a-z][0-9]{1,2}", text)


def claims(text: str) -> float:
    """Several lines that begin with ``Move`` and a number."""
    return 0.9 if len(_MOVE.findall(text[:FIRST])) > 1 else 0.0


def read(source: Source) -> Iterator[Item]:
    """The one game of a source."""
    text = source.beginning(LARGEST_GAME + 1)
    if len(text) > LARGEST_GAME:
        yield oversized(1, "board-game-arena")
        return
    item = Item(form="board-game-arena")
    words, names = _words(text)
    found = Recogniser().best_of(words, {}, DIALECTS) if words else None
    if found is None:
        item.broke(EXPECTED, 1)
        yield item
        return
    item.tree = Tree(found.game)
    _play(item, words)
    if len(names) == item.tree.game.seats:
        for seat, name in zip(item.tree.game.seat_names, names, strict=True):
            item.tree.tags[seat] = name
    yield item


def _words(text: str) -> tuple[list[Word], list[str]]:
    """The moves of a log, and the players' names in the order in which they moved first."""
    found: list[Word] = []
    names: list[str] = []
    is_after, line = False, 0
    for line, row in enumerate(text.splitlines(), 1):
        head = _MOVE.match(row)
        is_after = is_after or head is not None
        said = row[head.end() :] if head else row
        played = _PLAYED.match(said.strip())
        if not is_after or played is None:
            continue
        rest = said.strip()[played.end(1) :]
        cells = _CELL.findall(rest)
        word = _WORD.search(rest)
        if not cells and word is None:
            continue
        move = "-".join(cells).lower() if cells else str(word and word[1]).lower()
        found.append(Word(move, line))
        if played[1] not in names:
            names.append(played[1])
    return found, names


def _play(item: Item, words: list[Word]) -> None:
    assert item.tree is not None
    builder = Builder(item.tree, item)
    for word in words:
        builder.play(word.text, word.line, 1, partial(_move_text, builder, word.text))
    builder.finish()


def _move_text(builder: Builder, word: str) -> str:
    assert builder.state is not None
    return DIALECTS[0].move_text(builder.state, word)


def write(tree: Tree) -> Written:
    """Never: every other format says more."""
    raise BadForm("board-game-arena is read only; write sgf, pgn or native")
