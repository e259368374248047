"""The source of recorded games: a text, file or stream, read in blocks or lines.

Bytes are decoded as the text itself declares (``CA[…]``, ``[Encoding "…"]``, ``encoding=…``), otherwise
as UTF-8, and what is no UTF-8 as Latin-1, or as Shift-JIS where it has the words of a Japanese record of
shogi. Nothing but the block in hand is kept.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any, Protocol

from parlour.errors import BadRecord
from parlour.records.record_limits import LARGEST_GAME
from parlour.table.game import Game

HEAD = 1 << 16  # characters at the beginning by which a form is recognised
_DECLARED = re.compile(
    rb"""\bCA\s*\[([^\]]{1,40})\]|\[\s*Encoding\s+"([^"]{1,40})"|encoding\s*=\s*([\w.-]{1,40})""",
    re.IGNORECASE,
)

SHIFT_JIS = "cp932"  # as Japanese programs mean it when they say Shift-JIS
_WORDS = ("手合割", "開始日時", "手数--", "先手：", "下手：", "まで", "▲", "N+")
_JAPANESE = re.compile(b"|".join(re.escape(word.encode(SHIFT_JIS)) for word in _WORDS))


def _latin(error: UnicodeError) -> tuple[str, int]:
    """What to read for bytes that the encoding does not know: the same as Latin-1."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("parlour-latin-1", _latin)


class Source:
    """A stream of text; `head` is its beginning, which is read again by `read` and `lines`.

    `game` is the game of records that do not name theirs; None: it is detected.
    """

    def __init__(self, source: str | Path | IO[Any], game: Game | None = None) -> None:
        self.game = game
        self._file: IO[Any] | None = None
        ahead = ""
        if isinstance(source, str):
            self._text: _Readable = _Text(source)
        elif isinstance(source, Path):
            self._file = source.open("rb")
            self._text = _decoded(self._file)
        elif not hasattr(source, "read"):
            raise BadRecord(f"{source!r:.40} is no source; expected a text, a Path or a stream")
        else:
            begun = source.read(HEAD)
            if isinstance(begun, str):
                self._text, ahead = source, begun
            else:
                self._text = _decoded(source, begun)
        self.head = (ahead or self._text.read(HEAD)).removeprefix("\ufeff")
        self._ahead = self.head

    def close(self) -> None:
        """Close the file, if this source opened one."""
        if self._file is not None:
            self._file.close()

    def read(self) -> str:
        """The next block of text; "" at the end."""
        block, self._ahead = self._ahead, ""
        return block or self._text.read(HEAD)

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


class _BegunBytes(io.RawIOBase):
    """A stream of bytes of which some were read already."""

    def __init__(self, begun: bytes, stream: IO[bytes]) -> None:
        self._begun = begun
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        if not self._begun:
            self._begun = self._stream.read(len(buffer)) or b""
        taken, self._begun = self._begun[: len(buffer)], self._begun[len(buffer) :]
        buffer[: len(taken)] = taken
        return len(taken)


def _decoded(stream: IO[bytes], begun: bytes | None = None) -> IO[str]:
    """A stream of bytes as text, in the encoding that its beginning declares."""
    begun = stream.read(HEAD) if begun is None else begun
    raw = io.BufferedReader(_BegunBytes(begun, stream))
    return io.TextIOWrapper(raw, declared(begun), errors="parlour-latin-1", newline="")


def declared(begun: bytes) -> str:
    """The encoding that the beginning of a file declares, if Python has it; otherwise UTF-8."""
    if begun.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    match = _DECLARED.search(begun)
    if match:
        name = next(group for group in match.groups() if group).decode("latin-1").strip()
        if _extends_ascii(name) and (known := codecs.lookup(name).name) != "utf-8":
            return SHIFT_JIS if known == "shift_jis" else name
    return SHIFT_JIS if _JAPANESE.search(begun) and _is_shift_jis(begun) else "utf-8"


def _extends_ascii(name: str) -> bool:
    """Whether this is an encoding of text that extends ASCII, and in which no byte is an error."""
    plain = [bytes([code]) for code in (*range(32, 126), 10)]  # Shift-JIS has another sign for 126
    try:
        b"\xff\x80(".decode(name, "parlour-latin-1")
        return all(sign.decode(name) == sign.decode("ascii") for sign in plain)
    except (LookupError, ValueError):
        return False


def _is_shift_jis(begun: bytes) -> bool:
    """Whether bytes are Shift-JIS and not UTF-8, but for a character that may be cut at the end."""
    for encoding, expected in (("utf-8", False), (SHIFT_JIS, True)):
        try:
            codecs.getincrementaldecoder(encoding)().decode(begun)
        except UnicodeDecodeError:
            if expected:
                return False
        else:
            if not expected:
                return False
    return True
