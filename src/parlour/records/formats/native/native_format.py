"""The native form: PGN's syntax, the rulebook's move texts, every game, nothing lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from parlour.errors import BadRecord
from parlour.records.builder import Builder
from parlour.records.game_result import UNFINISHED, is_result
from parlour.records.pgn_syntax import pgn_reading, pgn_writing
from parlour.records.pgn_syntax.dialect import Dialect
from parlour.records.record_items import Item
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Loss, Written

_TAGS = re.compile(r'^[^\S\n]*\[\s*[A-Za-z]\w*\s+"', re.MULTILINE)
_NUMBERED = re.compile(r"^[^\S\n]*1\s*\.", re.MULTILINE)


class Native(Dialect):
    """Moves by their texts; ``[Game "id:options"]`` names the game."""

    form = "native"
    escapes = True

    def claims(self, tags: Mapping[str, str], movetext: str) -> float:
        return 1.0 if "Game" in tags else 0.0

    def tree(self, tags: Mapping[str, str]) -> Tree:
        name = tags["Game"]
        if name.partition(":")[0].endswith(".py"):
            # a record never makes Python run a file: a game in one must have been loaded before
            raise BadRecord(f"{name:.80} is a file; expected the id of a game")
        return Tree(name, tags, tags.get("Position"))

    def result(self, tree: Tree, word: str) -> str | None:
        return word if is_result(word, tree.game.seats) else None

    def ends(self, builder: Builder, word: str, last: bool) -> bool:
        return last or not word.replace("/", "").isdecimal()  # a lone score looks like any number


DIALECT = Native()


def claims(text: str) -> float:
    """Whatever has tags or numbered moves is read by this syntax; by which dialect, the tags say."""
    if _TAGS.search(text):
        return 0.8
    return 0.3 if _NUMBERED.search(text) else 0.1


def read(source: Source) -> Iterator[Item]:
    """The games of a source in PGN's syntax, those in other dialects too."""
    return pgn_reading.read(source)


def write(tree: Tree) -> Written:
    """The tree, all of it but tags whose names cannot be written, and a Result that is none."""
    tags, result = dict(tree.tags), tree.tags["Result"]
    if is_result(result, tree.game.seats):
        return pgn_writing.write(tree, DIALECT, tags, result)
    tags["Result"] = UNFINISHED
    written = pgn_writing.write(tree, DIALECT, tags, UNFINISHED)
    return Written(written.text, (*written.losses, Loss(tree.root, "tags", f"Result: {result}")))
