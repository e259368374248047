"""CSA's form, versions 2.2 and 3.0: the main line, times, setups, comments, how it ended; no variations.

Comments on a move follow it as ``'*`` lines; other notes are written there as PGN's
commands, so that they come back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import BadRecord, ParlourError
from parlour.records.builder import Builder, add_notes, contradiction
from parlour.records.formats.shogi.shogi_notes import (
    END,
    END_SPENT,
    SPENT,
    add_comment,
    add_spent,
    comment_lines,
    spent_of,
)
from parlour.records.formats.shogi.shogi_texts import (
    USI,
    Ending,
    begin_tree,
    end_by,
    ending_of,
    is_shogi,
    named_by_start,
)
from parlour.records.losses import losses_of
from parlour.records.notes import noted
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import LARGEST_GAME
from parlour.records.source import Source
from parlour.records.tree import Node, Tree
from parlour.records.written import Written
from parlour.table.catalogue import hooks
from parlour.table.foreign_notation import CsaHooks

HOOKS: CsaHooks = hooks("csa")

ENDINGS = {
    "%TORYO": Ending("resignation", won=False),
    "%TSUMI": Ending("checkmate", won=False),
    "%TIME_UP": Ending("time", won=False),
    "%ILLEGAL_MOVE": Ending("illegal-move", won=False),
    "%KACHI": Ending("impasse", won=True),
    "%SENNICHITE": Ending("repetition", drawn=True),
    "%JISHOGI": Ending("impasse", drawn=True),
    "%HIKIWAKE": Ending("agreement", drawn=True),
    "%MAX_MOVES": Ending("move-limit", drawn=True),
    "%CHUDAN": Ending("suspended"),
}
FOULS = {"%+ILLEGAL_ACTION": "0-1", "%-ILLEGAL_ACTION": "1-0"}
TAGS = {
    "EVENT": "Event", "SITE": "Site", "START_TIME": "Date", "END_TIME": "EndDate",
    "TIME_LIMIT": "TimeControl", "TIME": "TimeControl", "OPENING": "Opening", "NOTE": "Note",
}  # fmt: skip
KEYS = {tag: key for key, tag in TAGS.items() if key != "TIME"}

_MARKS = re.compile(
    r"^(?:V[23](?:\.[0-9])?|N[+-].*|PI(?:[1-9]{2}[A-Z]{2})*|P[1-9][ *+-].*|P[+-][0-9]{2}[A-Z]{2}.*"
    r"|[+-][0-9]{4}[A-Z]{2}.*)\s*$",
    re.MULTILINE,
)
_TIME = re.compile(r"T([0-9]{1,9}(?:\.[0-9]{1,6})?)")


def claims(text: str) -> float:
    """Its lines begin with signs that no other form has."""
    found = len(_MARKS.findall(text[:4000]))
    return 0.0 if found == 0 else min(0.4 + 0.2 * found, 0.97)


def read(source: Source) -> Iterator[Item]:
    """The games of a source, parted by lines that are a stroke."""
    lines: list[str] = []
    first, size = 1, 0
    for number, raw in enumerate(source.lines(), 1):
        line = raw.lstrip("\ufeff").rstrip("\r\n")
        if line.strip() == "/":
            yield from _items(lines, first, size)
            lines, first, size = [], number + 1, 0
            continue
        size += len(raw)
        if size <= LARGEST_GAME:
            lines.append(line)
    yield from _items(lines, first, size)


def _items(lines: list[str], first: int, size: int) -> Iterator[Item]:
    """The game of these lines, if there is one, unless its text is too large."""
    if size > LARGEST_GAME:
        yield oversized(first, "csa")
    elif any(lines):
        yield _Reader(lines, first).item


class _Reader:
    """A game being read, statement by statement."""

    def __init__(self, lines: list[str], first: int) -> None:
        self.item = Item(line=first, form="csa")
        self.setup = HOOKS.Setup()
        self.turn = ""
        self.tags: dict[str, str] = {}
        self.early: list[str] = []  # comments before the first move
        self.ended = False  # whether a word has ended the game
        self.builder: Builder | None = None
        for number, line in enumerate(lines, first):
            for column, statement in _statements(line):
                self._statement(statement, number, column)
        builder = self._begin(first)
        builder.finish()
        what = contradiction(builder)
        if what:
            self.item.broke(what, first)

    def _statement(self, text: str, line: int, column: int) -> None:
        head = text[:1]
        if self.builder is not None and self.builder.broken and head != "'":
            self.builder.rest(text)
        elif head == "'":
            self._comment(text[1:])
        elif head == "V" or not text.strip():
            return
        elif head == "N" and text[1:2] in ("+", "-"):
            self._tag("Black" if text[1] == "+" else "White", text[2:])
        elif head == "$":
            key, _, value = text[1:].partition(":")
            self._tag(TAGS.get(key, key), value)
        elif head == "P" and self.builder is None:
            try:
                self.setup.take(text)
            except BadRecord as error:
                self._stand_at(begin_tree(None, None)).illegal(str(error), line, column, text)
        elif text in ("+", "-") and self.builder is None:
            self.turn = "b" if text == "+" else "w"
        elif head in ("+", "-", "T", "%"):
            self._play(text, line, column)
        else:
            self.item.notice(f"{text:.60} is not understood", line, column)

    def _comment(self, text: str) -> None:
        if text.startswith("CSA encoding="):
            return
        text = text.removeprefix("*")
        if self.builder is None:
            self.early.append(text)
        elif not self.builder.broken:
            add_comment(self.builder, text)
        else:
            self.builder.rest(f"'{text}")

    def _tag(self, name: str, value: str) -> None:
        if self.builder is None:
            self.tags[name] = value
        elif value:
            self.builder.tree.tags[name] = value

    def _begin(self, line: int) -> Builder:
        """Begin the tree, if that was not yet done; where its beginning cannot be, no move is read."""
        if self.builder is not None:
            return self.builder
        sfen, name = None, self.tags.pop("GAME", None)
        try:
            sfen = self.setup.sfen(self.turn or "b")
            return self._stand_at(begin_tree(name, sfen))
        except ParlourError as error:
            builder = self._stand_at(begin_tree(None, None))
            builder.illegal(str(error), line, 0, sfen or name or "")
            return builder

    def _stand_at(self, tree: Tree) -> Builder:
        """Begin a tree with what was read before its first move."""
        for name, value in self.tags.items():
            if value:
                tree.tags[name] = value
        self.item.tree = tree
        self.builder = Builder(tree, self.item)
        for text in self.early:
            add_comment(self.builder, text)
        return self.builder

    def _play(self, text: str, line: int, column: int) -> None:
        builder = self._begin(line)
        if builder.broken:
            builder.rest(text)
        elif text.startswith("T"):
            match = _TIME.fullmatch(text)
            if match is None:
                self.item.notice(f"{text:.40} is no time: expected T and seconds", line, column)
            else:
                add_spent(builder.node, match[1], END_SPENT if self.ended else SPENT)
        elif text.startswith("%"):
            self.ended = text != "%KACHI"
            self._ending(builder, text, line, column)
        else:
            self._move(builder, text, line, column)

    def _move(self, builder: Builder, text: str, line: int, column: int) -> None:
        builder.play(
            text, line, column, lambda: HOOKS.read_move(builder.record, builder.turn, text)
        )

    def _ending(self, builder: Builder, text: str, line: int, column: int) -> None:
        if (
            text == "%KACHI"
            and builder.state is not None
            and USI.DECLARATION in builder.state.moves()
        ):
            builder.move(USI.DECLARATION, line, column, text)
        elif text in ENDINGS:
            end_by(builder, ENDINGS[text])
        elif text in FOULS:
            builder.tree.tags["Result"] = FOULS[text]
            builder.tree.tags["Termination"] = "illegal-move"
        else:
            self.item.notice(f"{text:.40} is kept, not understood", line, column)
            add_notes(builder.node, {"kept": {END: [text]}})


def _statements(line: str) -> Iterator[tuple[int, str]]:
    """A line's statements with their columns; moves and times may be joined by commas."""
    if line[:1] not in ("+", "-", "T", "%"):
        yield 1, line
        return
    at = 1
    for part in line.split(","):
        yield at, part.strip()
        at += len(part) + 1


# -- writing -----------------------------------------------------------------------------------------


def write(tree: Tree) -> Written:
    """The main line with comments and times; variations are reported as lost."""
    is_shogi(tree)
    lines = [
        "'CSA encoding=UTF-8",
        "V2.2",
        *_head(tree),
        *HOOKS.position_lines(USI.position_of(tree.root.state())),
    ]
    lines += comment_lines(tree.root, "'*")
    for node in tree.line():
        lines += _node_lines(node)
    word = ending_of(tree, ENDINGS)
    *_, last = tree.root.line()
    if last.move != USI.DECLARATION:
        kept = noted(last).get("kept", {}).get(END, ())
        ending = [word] if word else [text for text in kept if text.startswith("%")][:1]
        spent = spent_of(last, END_SPENT)
        lines += [*ending, f"T{spent}"] if ending and spent is not None else ending
    text = "\n".join(lines) + "\n"
    return Written(text, losses_of(tree, text, read))


def _head(tree: Tree) -> Iterator[str]:
    """Names and other tags; the game's name where its start does not tell it."""
    for sign, name in (("+", "Black"), ("-", "White")):
        if name in tree.tags:
            yield f"N{sign}{_one_line(tree.tags[name])}"
    if not named_by_start(tree):
        yield f"$GAME:{tree.game.name}"
    ending = ending_of(tree, ENDINGS)
    for name, value in tree.tags.given.items():
        if name in ("Black", "White") or (ending and name in ("Result", "Termination")):
            continue
        yield f"${KEYS.get(name, name)}:{_one_line(value)}"


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


def _node_lines(node: Node) -> Iterator[str]:
    """A move, its time and its comments."""
    assert node.parent is not None
    if node.move == USI.DECLARATION:
        yield "%KACHI"
    else:
        record = node.tree.visit(node.parent).record
        yield HOOKS.written_move(record, node.seat or 0, node.move)
    spent = spent_of(node)
    if spent is not None:
        yield f"T{spent}"
    yield from comment_lines(node, "'*")
