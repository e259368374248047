"""Read recorded games in any format from texts, files and streams."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from parlour.errors import BadRecord
from parlour.records.formats.format_registry import format_of
from parlour.records.pgn_syntax import pgn_reading
from parlour.records.record_items import Item, Notice
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.table.game import Game


def read(source: str | Path | IO[Any], game: Game | None = None) -> Iterator[Item]:
    """The recorded games of a source, in order, whatever their format.

    A str is the text itself, a Path a file, anything else a stream of text or bytes. A record that does
    not name its game is read as `game`, if given. Only the current game is held in memory. Raises
    OSError if the file cannot be read, and nothing else: a broken game is an item with its `error`,
    and the others still come.
    """
    opened = Source(source, game)
    try:
        _, form = format_of(opened.head, opened.suffix)
        for item in form.read(opened):
            for what in opened.take_notices():
                item.notice(what, item.line)
            yield item
    finally:
        opened.close()


def first(source: str | Path | IO[Any]) -> tuple[Tree, tuple[Notice, ...]]:
    """The first game of a source, which must be whole, and notices of what is missing.

    Raises BadRecord if it is broken or there is none, OSError if the file cannot be read.
    """
    for item in read(source):
        if item.error is not None:
            raise item.error
        if item.tree is not None:
            return item.tree, tuple(item.notices)
    raise BadRecord(f"{source if isinstance(source, Path) else 'this text'} holds no recorded game")


def tags_of(source: str | Path | IO[Any]) -> dict[str, str]:
    """The tags of a source's first game in PGN's syntax, without a look at its moves; raises OSError."""
    opened = Source(source)
    try:
        return pgn_reading.first_tags(opened)
    finally:
        opened.close()
