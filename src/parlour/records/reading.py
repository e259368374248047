"""Reading recorded games as a stream: many to a file, broken ones told of while the others load.

The syntax is PGN's: tag pairs, moves with numbers, a result. A move is whatever stands between blanks;
a brace inside a word belongs to the move (``e5{b1,g1}-f7``), one before a word opens a comment.
Comments, variations and glyphs are passed over, and each record says that they were.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TextIO

from parlour.errors import BadRecord
from parlour.records.record import HEARD, UNFINISHED, Record

_SCORE = r"(?:0|[1-9]\d*)(?:/[1-9]\d*)?"
_RESULT = re.compile(rf"\*|1-0|0-1|1/2-1/2|{_SCORE}(?::{_SCORE})+", re.ASCII)
_LONE_SCORE = re.compile(_SCORE, re.ASCII)
_TOKEN = re.compile(
    r"""(?P<blank>\s+)
      | \[\s*(?P<tag>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]
      | (?P<comment>\{)
      | (?P<rest>;.*)
      | (?P<open>\()
      | (?P<close>\))
      | (?P<glyph>\$\d+|[!?]+)
      | (?P<number>\d+\.+)
      | (?P<word>[^\s{}()\[\];]+(?:\{[^\s{}]*\}[^\s{}()\[\];]+)*)
      | (?P<odd>.)""",
    re.VERBOSE | re.DOTALL,
)
_MARKS = re.compile(r"[{}()\[\];$!?]")  # a line without these has nothing but numbers and words
_PLAIN = re.compile(r"(\d+\.+)|(\S+)")
_NEW_GAME = re.compile(r'\s*\[\s*Game\s+"')
MESSAGES = 20  # of broken games that one error names


def read(
    source: str | Path | TextIO,
    on_broken: Callable[[BadRecord], None] | None = None,
    replay: bool = False,
) -> Iterator[Record]:
    """The recorded games of a file, one after another; `source` is its path or an open text file.

    A broken game is passed over, the others still come. `on_broken` is called with a BadRecord for
    each, which names the line and what was expected; without it, one BadRecord for them all is raised
    after the last game. With `replay` each game is also played through before it is given, so that
    unknown games and illegal moves count as broken; without it, `Record.state` finds them.
    Raises OSError if the file cannot be read.
    """
    troubles: list[str] = []
    tell = on_broken or (lambda error: troubles.append(str(error)))
    for draft in _drafts(source):
        try:
            record = draft.record()
            if replay:
                record.state()
        except BadRecord as error:
            tell(error)
        else:
            yield record
    if troubles:
        more = len(troubles) - MESSAGES
        raise BadRecord(
            "\n".join(troubles[:MESSAGES]) + (f"\n… and {more} more" if more > 0 else "")
        )


class _Draft:
    """A game as far as it is read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: dict[str, str] = {}
        self.moves: list[str] = []
        self.lines: list[int] = []
        self.numbers: list[str] = []
        self.number = ""
        self.result: str | None = None
        self.skipped: dict[str, int] = {}  # what was passed over, and the line where first
        self.trouble = ""  # the first thing that is wrong

    @property
    def in_moves(self) -> bool:
        return bool(self.moves or self.number or self.result)

    def fail(self, line: int, what: str) -> None:
        self.trouble = self.trouble or f"line {line}: {what}"

    def skip(self, what: str, line: int) -> None:
        self.skipped.setdefault(what, line)

    def tag(self, name: str, value: str, line: int) -> None:
        if name in self.tags:
            self.fail(line, f"the tag {name:.40} stands twice; expected it once")
        self.tags[name] = re.sub(r"\\(.)", r"\1", value)

    def word(self, text: str, line: int) -> None:
        move = text if HEARD in self.tags else text.rstrip("!?")  # there a ? is what was not heard
        if move != text:
            self.skip("annotation glyphs", line)
        self.move(move, line)

    def move(self, text: str, line: int) -> None:
        self.moves.append(text)
        self.lines.append(line)
        self.numbers.append(self.number)
        self.number = ""

    def record(self) -> Record:
        """The finished record; raises BadRecord."""
        notices = [f"line {line}: {what} are not kept" for what, line in self.skipped.items()]
        tagged = self.tags.get("Result", UNFINISHED)
        if not (_RESULT.fullmatch(tagged) or _LONE_SCORE.fullmatch(tagged)):
            self.fail(
                self.line, f"the tag Result is {tagged:.40}; expected 1-0, 1/2-1/2, 2:0, *, …"
            )
        if self.result is None and _LONE_SCORE.fullmatch(tagged) and self.moves[-1:] == [tagged]:
            self.result = self.moves.pop()  # a solitaire's result looks like any number
            del self.lines[-1], self.numbers[-1]
        if self.result is None:
            self.result = tagged
            notices.append(f"line {self.line}: this game has no result after its moves")
        if "Result" in self.tags and tagged != self.result:
            self.fail(self.line, f"the moves end with {self.result}; expected {tagged}, as tagged")
        if "Game" not in self.tags:
            self.fail(self.line, 'there is no tag Game; expected [Game "id:options"]')
        if self.trouble:
            raise BadRecord(self.trouble)
        return Record(
            self.tags,
            tuple(self.moves),
            self.result,
            tuple(self.numbers),
            self.line,
            tuple(self.lines),
            tuple(notices),
        )


def _drafts(source: str | Path | TextIO) -> Iterator[_Draft]:
    if isinstance(source, (str, Path)):
        with open(source, encoding="utf-8-sig", errors="replace") as file:
            yield from _Reader().games(file)
    else:
        yield from _Reader().games(source)


class _Reader:
    """Where in the syntax the reading stands: in which game, comment, depth of variations."""

    def __init__(self) -> None:
        self.draft: _Draft | None = None
        self.comment_since = 0  # the line where an open comment began, or 0
        self.variations: list[int] = []  # the lines where the open variations began

    def games(self, lines: Iterable[str]) -> Iterator[_Draft]:
        for number, line in enumerate(lines, 1):
            if line.startswith("%"):
                continue
            if self._inside and _NEW_GAME.match(line):
                yield from self._unclosed()
            if self._inside or _MARKS.search(line):
                yield from self._line(line, number)
            else:
                yield from self._plain_line(line, number)
        yield from self._unclosed()

    @property
    def _inside(self) -> bool:
        return bool(self.comment_since or self.variations)

    def _unclosed(self) -> Iterator[_Draft]:
        """End the game that is being read where the next one, or the file's end, cuts it off."""
        if self.draft is not None:
            if self.comment_since:
                self.draft.fail(self.comment_since, "a comment begins; expected } to end it")
            if self.variations:
                self.draft.fail(self.variations[-1], "a variation begins; expected ) to end it")
            yield self.draft
        self.draft, self.comment_since, self.variations = None, 0, []

    def _plain_line(self, line: str, number: int) -> Iterator[_Draft]:
        """What `_line` does, quicker, for a line outside comments and variations without marks."""
        for move_number, word in _PLAIN.findall(line):
            draft = self._current(number)
            if move_number:
                draft.number = move_number
            elif _RESULT.fullmatch(word):
                draft.result = word
                yield from self._unclosed()
            else:
                draft.move(word, number)

    def _line(self, line: str, number: int) -> Iterator[_Draft]:
        at = 0
        while at < len(line):
            if self.comment_since:
                at = line.find("}", at) + 1
                if at == 0:
                    return
                self.comment_since = 0
            match = _TOKEN.match(line, at)
            if match is None:
                return
            at = match.end()
            kind = str(match.lastgroup)
            if kind == "blank":
                continue
            if kind == "value" and not self.variations:
                yield from self._tag(match, number)
            else:
                yield from self._token(kind, match[0], number)
                if kind == "odd":
                    return

    def _tag(self, match: re.Match[str], line: int) -> Iterator[_Draft]:
        if self.draft is not None and (
            self.draft.in_moves or (match["tag"] == "Game" and "Game" in self.draft.tags)
        ):
            yield from self._unclosed()
        self._current(line).tag(match["tag"], match["value"], line)

    def _current(self, line: int) -> _Draft:
        if self.draft is None:
            self.draft = _Draft(line)
        return self.draft

    def _token(self, kind: str, text: str, line: int) -> Iterator[_Draft]:
        draft = self._current(line)
        if kind == "comment":
            self.comment_since = line
        if kind in ("comment", "rest"):
            draft.skip("comments", line)
        elif kind == "open":
            self.variations.append(line)
            draft.skip("variations", line)
        elif kind == "close":
            if self.variations:
                self.variations.pop()
            else:
                draft.fail(line, "there is a ) where no variation is open; expected a move")
        elif kind == "glyph":
            draft.skip("annotation glyphs", line)
        elif self.variations:
            return
        elif kind == "odd":
            expected = '[Name "value"]' if text == "[" else "a move or a result"
            draft.fail(line, f"there is {text!r}; expected {expected}")
        elif kind == "number":
            draft.number = text
        elif _RESULT.fullmatch(text):
            draft.result = text
            yield from self._unclosed()
        else:
            draft.word(text, line)
