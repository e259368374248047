"""SGF FF[4]'s syntax: a stream cut into games, a game into nodes, nodes into properties, and back."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from parlour.records.source import Source

WIDTH = 72  # of lines, where a node may begin a new one
_VALUE = r"\[(?:[^\\\]]|\\.)*\]"
_SIGNS = re.compile(
    rf"[^()\[]*(?:\[[^\\\]\n]*\][^()\[]*){{0,1000}}({_VALUE}|[()\[]|\Z)", re.DOTALL
)  # past plain values; it never goes back, and no possessive repeat, which Python before 3.11.5 gets wrong
_BEGIN = re.compile(r"\(\s*;")
_CUT = re.compile(r"\n\s*\(\s*;\s*[A-Z]{1,2}\s*\[[^\[\]]*\Z")  # a game begun inside a value
_NEW = re.compile(r"\n\s*(?=\(\s*;\s*(?:FF|GM|CA|AP|SZ|EV|RU|PB|PW)\s*\[)")
_RUN = r"(?:;\s*[BW]\s*\[[^\[\]\\]*\]\s*){2,}(?=[;()])"  # nodes of one move each, nothing else
_TOKENS = re.compile(
    rf"(?P<run>{_RUN})|(?P<name>[A-Za-z]+)(?=\s*\[)|(?P<value>{_VALUE})|(?P<sign>[();])|(?P<blank>\s+)|(?P<odd>[^\s();\[]+|.)",
    re.DOTALL,
)
_MOVE = re.compile(r";\s*([BW])\s*\[([^\]]*)\]")
_SOFT = re.compile(r"\\(\r\n|\n\r|\n|\r|.)", re.DOTALL)
_COLON = re.compile(r"((?:[^\\:]|\\.)*):", re.DOTALL)


@dataclass
class GameText:
    """One game's text out of a source: where it begins, and whether it was cut off."""

    text: str
    line: int
    cut: str = ""
    _starts: list[int] = field(default_factory=list)

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset."""
        if not self._starts:
            self._starts = [0, *(match.end() for match in re.finditer("\n", self.text))]
        row = bisect_right(self._starts, offset) - 1
        return self.line + row, offset - self._starts[row] + 1


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

    def moves(self) -> list[tuple[str, str]]:
        """Each node's colour, ``B`` or ``W``, and value."""
        return _MOVE.findall(self.text)

    def nodes(self, first: int = 0) -> Iterator[RawNode]:
        """The nodes from a number on."""
        for match in islice(_MOVE.finditer(self.text), first, None):
            start, end = self.start + match.start(), self.start + match.end()
            name = match[1]
            yield RawNode(start, end, {name: [match[2]]}, {name: self.start + match.start(1)})


def games(source: Source) -> Iterator[GameText]:
    """The games of a source, one at a time; what stands between them is passed over.

    A game that is not closed ends where a line begins the next one, also if a bracket was left open.
    """
    text, line = "", 1
    while True:
        begin = _BEGIN.search(text)
        while begin is None:
            keep = text.rfind("(")
            line += text.count("\n", 0, keep if keep >= 0 else len(text))
            text = text[keep:] if keep >= 0 else ""
            block = source.read()
            if not block:
                return
            text += block
            begin = _BEGIN.search(text)
        line += text.count("\n", 0, begin.start())
        text = text[begin.start() :]
        end, cut = None, ""
        state = _Scan()
        while end is None:
            end, cut = state.scan(text, at_end=False)
            if end is None:
                block = source.read()
                if not block:
                    end, cut = state.scan(text, at_end=True)
                    end = len(text) if end is None else end
                    cut = cut or "this game is not closed; expected )"
                    break
                text += block
        yield GameText(text[:end], line, cut)
        line += text.count("\n", 0, end)
        text = text[end:]


class _Scan:
    """How far the search for a game's end has come."""

    def __init__(self) -> None:
        self.at = 0
        self.depth = 0

    def scan(self, text: str, at_end: bool) -> tuple[int | None, str]:
        """The game's end, if it is in the text, and why it was cut off there."""
        for match in _SIGNS.finditer(text, self.at):
            sign, start = match[1], match.start(1)
            if sign == "[":  # a value that does not end in this text
                cut = _NEW.search(text, match.end()) if at_end else None
                return (cut.start(), "a value begins; expected ] to end it") if cut else (None, "")
            if sign == "(":
                row = text.rfind("\n", match.start(), start)
                new = _NEW.match(text, row) if row >= 0 else None
                if new and new.end() == start and self.depth:
                    return start, "this game is not closed; expected )"
                self.depth += 1
            elif sign == ")":
                self.depth -= 1
                if self.depth <= 0:
                    return match.end(), ""
            elif "\n" in sign and (cut := _CUT.search(sign[:-1])):
                return start + cut.start(), "a value begins; expected ] to end it"
            self.at = match.end()
        return None, ""


def tokens(game: GameText) -> Iterator[RawNode | MoveRun | str]:
    """A game's nodes and, between them, ``(`` and ``)``; what is neither as ``?`` and its place.

    Plain moves after the root come as runs.
    """
    node: RawNode | None = None
    name = ""
    for match in _TOKENS.finditer(game.text):
        kind = match.lastgroup
        if kind == "blank":
            continue
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
