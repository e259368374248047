"""The source of recorded games: a text, file or stream, read in blocks or lines.

Nothing but the block in hand is kept. How bytes become text: `encodings`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, Protocol

from parlour.errors import BadRecord
from parlour.records.encodings import DecodedStream, unknown_charset
from parlour.records.record_limits import LARGEST_GAME
from parlour.table.game import Game

HEAD = 1 << 16  # characters at the beginning by which a form is recognised
SMALL = 1 << 12  # those among which a charset is declared


class Source:
    """A stream of text; `head` is its beginning, which is read again by `read` and `lines`.

    `game` is the game of records that do not name theirs; None: it is detected. `suffix` is that of the
    file's name, "" if there is none.
    """

    def __init__(self, source: str | Path | IO[Any], game: Game | None = None) -> None:
        self.game = game
        self.suffix = source.suffix.lower() if isinstance(source, Path) else ""
        self._file: IO[Any] | None = None
        ahead = ""
        if isinstance(source, str):
            self._text: _Readable = _Text(source)
        elif isinstance(source, Path):
            self._file = source.open("rb")
            self._text = DecodedStream(self._file, self._file.read(HEAD))
        elif not hasattr(source, "read"):
            raise BadRecord(f"{source!r:.40} is no source; expected a text, a Path or a stream")
        else:
            begun = source.read(HEAD)
            if isinstance(begun, str):
                self._text, ahead = source, begun
            else:
                self._text = DecodedStream(source, begun)
        head = (ahead or self._text.read(HEAD)).removeprefix("\ufeff")
        self._returns = "\r" in head and "\n" not in head  # the only ends of lines, as on old Macs
        self._ahead = self.head = self._plain(head)
        charset = unknown_charset(self.head[:SMALL])
        self._notices = [f"the charset {charset} is unknown; UTF-8 was tried"] if charset else []

    def close(self) -> None:
        """Close the file, if this source opened one."""
        if self._file is not None:
            self._file.close()

    def read(self) -> str:
        """The next block of text; "" at the end."""
        block, self._ahead = self._ahead, ""
        return block or self._plain(self._text.read(HEAD))

    def _plain(self, block: str) -> str:
        """A block with usual ends of lines, without the sign by which DOS ended texts."""
        block = block.rstrip("\x1a") or block.replace("\x1a", "\n")
        return block.replace("\r", "\n") if self._returns else block

    def take_notices(self) -> list[str]:
        """The notices about the source itself, each once: encodings guessed or unknown."""
        told = self._notices
        if isinstance(self._text, DecodedStream):
            told, self._text.notices = told + self._text.notices, []
        self._notices = []
        return told

    def beginning(self, size: int) -> str:
        """All text, of at most `size` characters and a block."""
        blocks: list[str] = []
        while sum(map(len, blocks)) < size and (block := self.read()):
            blocks.append(block)
        return "".join(blocks)

    def lines(self) -> Iterator[str]:
        """The lines, with their ends; of one that is longer than a game may be, only its beginning."""
        begun: list[str] = []  # of a line whose end is not read yet
        size: int = 0
        while block := self.read():
            *whole, rest = block.split("\n")
            if whole:
                yield "".join((*begun, whole[0], "\n"))
                yield from (f"{line}\n" for line in islice(whole, 1, None))
                begun, size = [], 0
            if size <= LARGEST_GAME:
                begun.append(rest)
                size += len(rest)
        if any(begun):
            yield "".join(begun)


class _Readable(Protocol):
    def read(self, size: int, /) -> str: ...


class _Text:
    """A text as a stream, without the copies that `io.StringIO` makes."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def read(self, size: int, /) -> str:
        self._at += size
        return self._text[self._at - size : self._at]
