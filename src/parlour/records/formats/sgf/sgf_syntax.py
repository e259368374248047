"""SGF FF[4]'s syntax: a stream cut into games, a game into nodes, nodes into properties, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from parlour.records.record_limits import LARGEST_GAME
from parlour.records.source import HEAD, Source
from parlour.records.text_place import TextPlace

WIDTH = 72  # of lines, where a node may begin a new one
NEAR = 200  # characters around a sign in which it is seen whether a game begins there
# Past plain values. Possessive repeats take single characters only: Python before 3.11.5 gets others wrong.
_SIGNS = re.compile(r"[^()\[]*+(?:\[[^\\\]\n]*+\][^()\[]*+){0,1000}([()\[]|\Z)")
_INSIDE = re.compile(r"(?:[^\\\]]++|\\.)*+", re.DOTALL)  # a value's text, to its end
_VALUE = r"\[(?:[^\\\]]++|\\.)*+\]"
_ROOT = r"(?:FF|GM|CA|AP|SZ|EV|RU|PB|PW)\s*\["  # what a root begins with
_BEGIN = re.compile(rf"\(\s*(?:;|(?={_ROOT}))")  # some leave out the first semicolon
_CUT = re.compile(
    r"\n[^\S\n]*\(\s*;\s*[A-Z]{1,2}\s*\Z"
)  # a game begun inside a value, to its bracket
_NEW = re.compile(r"\n[^\S\n]*(?=\(\s*;\s*(?:FF|GM|CA|AP|SZ|EV|RU|PB|PW)\s*\[)")
_RUN = r"(?:;\s*[BW]\s*\[[^\[\]\\]*+\]\s*){2,1000}(?=[;()])"  # nodes of one move each, nothing else
_TOKENS = re.compile(
    rf"(?P<run>{_RUN})|(?P<name>[A-Za-z]+)(?=\s*\[)|(?P<value>{_VALUE})|(?P<sign>[();])|(?P<blank>\s+)|(?P<unclosed>\[.*)|(?P<odd>[^\s();\[]+|.)",
    re.DOTALL,
)
_MOVE = re.compile(r";\s*([BW])\s*\[([^\]]*)\]")
_SOFT = re.compile(r"\\(\r\n|\n\r|\n|\r|.)", re.DOTALL)
_COLON = re.compile(r"((?:[^\\:]++|\\.)*+):", re.DOTALL)


@dataclass
class GameText:
    """One game's text out of a source: where it begins, and whether it was cut off."""

    text: str
    line: int
    cut: str = ""
    odd: str = ""  # what is unusual about its beginning
    _place: TextPlace = field(init=False)

    def __post_init__(self) -> None:
        self._place = TextPlace(self.text, self.line)

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset."""
        return self._place.of(offset)


@dataclass
class RawNode:
    """A node's properties, each with its values as they stand between brackets, and its place."""

    start: int
    end: int = 0
    values: dict[str, list[str]] = field(default_factory=dict)
    offsets: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class MoveRun:
    """Nodes that hold one move each and nothing else: their colours, their values, the text's place."""

    text: str
    start: int

    def columns(self) -> tuple[Sequence[str], Sequence[str]]:
        """The nodes' colours, ``B`` or ``W``, and their values."""
        parts = _MOVE.split(self.text)  # what is between, a colour, a value, again and again
        return parts[1::3], parts[2::3]

    def nodes(self, first: int = 0) -> Iterator[RawNode]:
        """The nodes from a number on."""
        for match in islice(_MOVE.finditer(self.text), first, None):
            start, end = self.start + match.start(), self.start + match.end()
            name = match[1]
            yield RawNode(start, end, {name: [match[2]]}, {name: self.start + match.start(1)})


def games(source: Source) -> Iterator[GameText]:
    """The games of a source, one at a time; what stands between them is passed over.

    A game that is not closed ends where a line begins the next one, also if a bracket was left open. One
    that is too large has no text.
    """
    held = _Held(source)
    while held.find_begin():
        scan, line, is_large = _Scan(held.begun), held.line, False
        end, cut = scan.scan(held)
        while end is None and held.more():
            if is_large or scan.at - held.begun > LARGEST_GAME:
                is_large = True
                scan.shift(held.drop(scan.at - NEAR))
            end, cut = scan.scan(held)
        if end is None:
            end, cut = len(held.text), "this game is not closed; expected )"
        is_large = is_large or end - held.begun > LARGEST_GAME
        yield GameText("" if is_large else held.text[held.begun : end], line, cut)
        held.skip_to(end)


class _Held:
    """The part of a source in memory: the text from where the present game begins, and the line of that."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.text, self.begun, self.line = "", 0, 1
        self.is_whole = False  # whether nothing follows
        self.closed: int = 0  # where the last bracket closes, then

    def more(self) -> bool:
        """Read on; False at the end: there the text is to be looked at once more."""
        block = "" if self.is_whole else self._source.read()
        self.text += block
        at_end = not block and not self.is_whole
        if at_end:
            self.is_whole, self.closed = True, self.text.rfind("]")
        return bool(block) or at_end

    def skip_to(self, offset: int) -> None:
        """Go on to an offset."""
        self.line += self.text.count("\n", self.begun, offset)
        self.begun = offset

    def drop(self, offset: int) -> int:
        """Hold no more what stands before an offset; how many characters that were."""
        self.skip_to(offset)
        self.text, self.begun = self.text[offset:], 0
        self.closed -= offset
        return offset

    def find_begin(self) -> bool:
        """Go on to where the next game begins; False if there is none."""
        if self.begun > HEAD:
            self.drop(self.begun)
        while (begin := _BEGIN.search(self.text, self.begun)) is None:
            last = self.text.rfind("(", self.begun)
            begins = last >= 0 and not self.text[last + 1 :].strip()
            self.drop(len(self.text))
            self.text = "(" * begins
            if not self.more() or self.is_whole:
                return False
        self.skip_to(begin.start())
        return True


class _Scan:
    """How far the search for a game's end has come: whether inside a value, and which began where."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.depth = 0
        self.value: int | None = None

    def shift(self, dropped: int) -> None:
        """Go on in a text of which the beginning was dropped."""
        self.at -= dropped
        if self.value is not None:
            self.value = max(self.value - dropped, 0)

    def scan(self, held: _Held) -> tuple[int | None, str]:
        """The game's end, if it is in the text, and why it was cut off there."""
        text = held.text
        while True:
            if self.value is not None:
                if not self._ends_value(held):
                    cut = _NEW.search(text, self.value) if held.is_whole else None
                    return (cut.start(), VALUE_BEGINS) if cut else (None, "")
                if (begun := _begun_inside(text, self.value, self.at - 1)) is not None:
                    return begun, VALUE_BEGINS
                self.value = None
            match = _SIGNS.match(text, self.at)
            assert match is not None
            sign, start = match[1], match.start(1)
            if not sign or (sign == "(" and len(text) - start < NEAR and not held.is_whole):
                self.at = start
                return None, ""
            if sign == "(" and self.depth and _begins_line(text, start):
                return start, "this game is not closed; expected )"
            self.at = start + 1
            self.depth += (sign == "(") - (sign == ")")
            if sign == ")" and self.depth <= 0:
                return self.at, ""
            if sign == "[":
                self.value = self.at

    def _ends_value(self, held: _Held) -> bool:
        """Go on to the end of the present value; False if that is not in the text."""
        if held.is_whole and self.at > held.closed:
            return False
        match = _INSIDE.match(held.text, self.at)
        self.at = match.end() if match else self.at
        if held.text[self.at : self.at + 1] != "]":
            return False
        self.at += 1
        return True


VALUE_BEGINS = "a value begins; expected ] to end it"


def _begun_inside(text: str, start: int, end: int) -> int | None:
    """Where a game begins inside a value that should have ended before; None if none does."""
    bracket = text.rfind("[", start, end)
    if bracket < 0 or text.find("]", bracket, end) >= 0:
        return None
    cut = _CUT.search(text[max(start, bracket - NEAR) : bracket])
    return None if cut is None else max(start, bracket - NEAR) + cut.start()


def _begins_line(text: str, at: int) -> bool:
    """Whether a game begins on a line of its own at a parenthesis."""
    row = text.rfind("\n", max(at - NEAR, 0), at)
    new = _NEW.match(text, row) if row >= 0 else None
    return new is not None and new.end() == at


def tokens(game: GameText) -> Iterator[RawNode | MoveRun | str]:
    """A game's nodes and, between them, ``(`` and ``)``; what is neither as ``?`` and its place.

    Plain moves after the root come as runs.
    """
    node: RawNode | None = None
    name, begun = "", False
    for match in _TOKENS.finditer(game.text):
        kind = match.lastgroup
        if kind == "blank":
            continue
        if kind == "name" and node is None and not begun:
            node = RawNode(match.start(), match.end())
            game.odd = "the first node has no semicolon; expected (;"
        begun = begun or node is not None
        if kind == "name" and node is not None:
            name = match[0]
            if not name.isupper():
                name = re.sub("[a-z]", "", name) or name.upper()
            node.offsets.setdefault(name, match.start())
        elif kind == "value" and node is not None and name:
            node.values.setdefault(name, []).append(match[0][1:-1])
            node.end = match.end()
        elif kind == "run":
            if node is not None:
                yield node
            node, name = None, ""
            yield MoveRun(match[0], match.start())
        elif kind == "sign":
            if node is not None:
                yield node
            node, name = None, ""
            if match[0] == ";":
                node = RawNode(match.start(), match.end())
            else:
                yield match[0]
        else:
            yield f"?{match.start()}"
    if node is not None:
        yield node


def simple(raw: str) -> str:
    """A value's text, without escapes and soft line breaks."""
    if "\\" not in raw:
        return raw
    return _SOFT.sub(lambda match: "" if match[1][0] in "\r\n" else match[1], raw)


def composed(raw: str) -> tuple[str, str] | None:
    """The two parts of a composed value; None if it has no colon."""
    match = _COLON.match(raw)
    return (simple(match[1]), simple(raw[match.end() :])) if match else None


def quoted(text: str, colon: bool = False) -> str:
    """A text as it stands between brackets; where a game could seem to begin in it, that is escaped."""
    text = re.sub(r"([\\\]])", r"\\\1", text)
    if colon:
        text = text.replace(":", "\\:")
    return re.sub(r"(\n\s*)\(", r"\1\\(", text)


def joined(nodes: Iterable[str]) -> str:
    """A game's text of its nodes and parentheses, in lines of at most `WIDTH` where they allow it."""
    lines, line = [], ""
    for node in nodes:
        if line and len(line) + len(node) > WIDTH and node[0] in ";(":
            lines.append(line)
            line = ""
        line += node
    return "\n".join([*lines, line]) + "\n"
