"""KIF, the form of Japanese shogi programs, with variations; KI2, its form for print, is read too.

Every variation is written after the line that it leaves, by the number of its first move (``変化：3手``).
Headers say who played and which handicap; another beginning is drawn as a board. Comments are lines
that begin with a star; other notes are written there as PGN's commands, so that they come back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import BadRecord, ParlourError
from parlour.records.builder import Builder, add_notes, contradiction
from parlour.records.formats.shogi.kif_words import (
    ENDINGS,
    TABLE,
    TAGS,
    WON,
)
from parlour.records.formats.shogi.kif_writing import text_of
from parlour.records.formats.shogi.shogi_notes import END, END_SPENT, SPENT, add_comment, add_spent
from parlour.records.formats.shogi.shogi_texts import (
    USI,
    begin_tree,
    end_by,
    is_shogi,
)
from parlour.records.losses import losses_of
from parlour.records.record_items import Item, oversized
from parlour.records.record_limits import LARGEST_GAME
from parlour.records.source import Source
from parlour.records.tree import Node, Tree
from parlour.records.written import Written
from parlour.table.catalogue import hooks
from parlour.table.foreign_notation import KifHooks
from parlour.table.game import State

HOOKS: KifHooks = hooks("kif")

_BLANK = r"[^\S\n]"  # within a line
_MARK = re.compile(
    r"^(?:#\s*KIF\b|手数-|手合割[：:]|[先後上下]手(?:の持駒)?[：:]|\+-{20,}\+|変化[：:]|まで[0-9]+手で|"
    rf"(?:{_BLANK}*[0-9]+{_BLANK}+)?[▲△☗☖]?{_BLANK}*"
    rf"{HOOKS.MOVE_START})",
    re.MULTILINE,
)
_HEADER = re.compile(r"([^：:*&#|+\s][^：:*]{0,30}?)\s*[：:]\s*(.*)")
_VARIATION = re.compile(r"変化[：:]\s*([0-9]{1,6})\s*手?")
_NUMBERED = re.compile(r"\s*([0-9]{1,6})\s+(\S.*)")
_TIME = re.compile(r"\(\s*([0-9]{1,6}):([0-9]{1,2}(?:\.[0-9]{1,6})?)\s*(?:/[\s0-9:.]*)?\)")
_DONE = re.compile(r"まで\s*([0-9]{1,6})\s*手で?\s*(.*)")
_COUNT = re.compile(r"手数\s*[＝=]\s*([0-9]{1,6})")
_PRINTED = re.compile(r"[▲△▼▽☗☖]\s*[^▲△▼▽☗☖]+")


def claims(text: str) -> float:
    """Its headers and moves are in Japanese."""
    found = len(_MARK.findall(text[:8000]))
    return 0.0 if found == 0 else min(0.6 + 0.1 * found, 0.98)


def read(source: Source) -> Iterator[Item]:
    """The games of a source: a new one begins with headers that follow upon moves."""
    lines: list[str] = []
    first, moves, size = 1, False, 0
    for number, raw in enumerate(source.lines(), 1):
        line = raw.strip("\ufeff\r\n").rstrip("　 \t")
        if moves and (line.startswith("# KIF") or _begins(line)):
            yield _item(lines, first, size)
            lines, first, moves, size = [], number, False, 0
        moves = moves or bool(_NUMBERED.fullmatch(line) or _PRINTED.match(line))
        size += len(raw)
        if size <= LARGEST_GAME:
            lines.append(line)
    if any(lines) or size > LARGEST_GAME:
        yield _item(lines, first, size)


def _item(lines: list[str], first: int, size: int) -> Item:
    """The game of these lines, unless its text is too large."""
    return _Reader(lines, first).item if size <= LARGEST_GAME else oversized(first, "kif")


def _begins(line: str) -> bool:
    """Whether a line is a header, as at the beginning of a game."""
    match = _HEADER.fullmatch(line)
    return match is not None and (match[1] in TAGS or match[1] == "手合割")


class _Reader:
    """A game being read, line by line."""

    def __init__(self, lines: list[str], first: int) -> None:
        self.item = Item(line=first, form="kif")
        self.headers: dict[str, str] = {}
        self.rows: list[list[str]] = []
        self.turn = ""
        self.number = 1
        self.early: list[str] = []  # comments before the first move
        self.builder: Builder | None = None
        self.path: list[Node] = []  # the line that is being read, from the root
        self.refused = False
        self.done = ""  # what follows まで…手で
        for number, line in enumerate(lines, first):
            self._line(line, number)
        self._begin(first)
        self._finish(first)

    def _line(self, text: str, line: int) -> None:
        if self.refused:
            self._begin(line).rest(text)
        elif text.startswith("*"):
            self._comment(text[1:])
        elif not text.strip() or (
            text.startswith(("#", "&", TABLE[:3])) and not _COUNT.match(text)
        ):
            return
        elif text.startswith("|"):
            self._row(text, line)
        elif match := _VARIATION.match(text):
            self._variation(int(match[1]), text, line)
        elif match := _DONE.match(text):
            self.done = self.done or match[2]
        elif _PRINTED.match(text.strip()):
            self._printed(text, line)
        elif match := _NUMBERED.fullmatch(text):
            self._numbered(match, line)
        elif self.builder is None:
            self._beginning(text, line)
        else:
            self._strange(text, line)

    def _strange(self, text: str, line: int) -> None:
        self.item.notice(f"{text:.60} is not understood", line, 1)
        self._comment(text)

    def _comment(self, text: str) -> None:
        if self.builder is None:
            self.early.append(text)
        elif self.builder.broken:
            self.builder.rest(f"*{text}")
        else:
            add_comment(self.builder, text)

    # -- the beginning -------------------------------------------------------------------------------

    def _beginning(self, text: str, line: int) -> None:
        if count := _COUNT.match(text):
            self.number = int(count[1]) + 1
        elif text.strip() in ("後手番", "上手番", "先手番", "下手番"):
            self.turn = "w" if text.strip()[0] in "後上" else "b"
        elif header := _HEADER.fullmatch(text):
            self.headers[header[1]] = header[2].strip("　 ")
        elif not text.strip("　 +-９８７６５４３２１"):
            return
        else:
            self._strange(text, line)

    def _row(self, text: str, line: int) -> None:
        """A row of a board that is drawn."""
        if len(self.rows) == 9 or self.builder is not None:
            self._strange(text, line)
            return
        try:
            self.rows.append(HOOKS.read_row(text))
        except BadRecord as error:
            self._refuse(str(error), line, text)

    def _begin(self, line: int) -> Builder:
        """Begin the tree, if that was not yet done; where its beginning cannot be, no move is read."""
        if self.builder is not None:
            return self.builder
        name = self.headers.pop("Game", None)
        try:
            return self._stand_at(begin_tree(name, self._start()))
        except ParlourError as error:
            return self._refuse(str(error), line, name or "")

    def _refuse(self, why: str, line: int, raw: str) -> Builder:
        """Begin a tree whose beginning cannot be: no move of it is read."""
        builder = self._stand_at(begin_tree(None, None))
        builder.illegal(why, line, 0, raw)
        self.refused = True
        return builder

    def _stand_at(self, tree: Tree) -> Builder:
        """Begin a tree with what was read before its first move."""
        self.item.tree = tree
        for name, value in self.headers.items():
            if value:
                tree.tags[TAGS.get(name, name)] = value
        self.builder = Builder(tree, self.item)
        self.path = [tree.root]
        for text in self.early:
            add_comment(self.builder, text)
        return self.builder

    def _start(self) -> str | None:
        """The SFEN that the headers and the board tell; None for the game's own start."""
        handicap = self.headers.pop("手合割", "平手").strip("　 ")
        hands: dict[str, dict[str, int]] = {"b": {}, "w": {}}
        for side in "先下後上":
            held = HOOKS.read_hand(self.headers.pop(f"{side}手の持駒", "なし"))
            hands["b" if side in "先下" else "w"] |= held
        if self.rows:
            if len(self.rows) != 9:
                raise BadRecord(f"the board has {len(self.rows)} rows; expected 9")
            turn = self.turn or _first_turn(handicap)
            return HOOKS.read_board(self.rows, turn, hands, self.number)
        return HOOKS.start_of(handicap)

    # -- moves ---------------------------------------------------------------------------------------

    def _numbered(self, match: re.Match[str], line: int) -> None:
        builder = self._begin(line)
        column = match.start(2) + 1
        if builder.broken:
            builder.rest(match[0].strip())
            return
        before, (word, spent) = builder.node, _timed(match[2])
        if word in ENDINGS or word in ("不詰", "封じ手"):
            self._ending(word, line, column)
        else:
            self._move(word, line, column)
        if spent and not builder.broken:
            add_spent(builder.node, spent, END_SPENT if builder.node is before else SPENT)

    def _printed(self, text: str, line: int) -> None:
        """Moves as KI2 has them, several on a line."""
        self._begin(line)
        for match in _PRINTED.finditer(text):
            word = match[0].strip("　 ")
            self._move(word, line, match.start() + 1)

    def _move(self, text: str, line: int, column: int) -> None:
        assert self.builder is not None
        builder = self.builder

        def read() -> str:
            last = builder.node.move
            return HOOKS.read_move(builder.record, last, text, lambda: _state(builder))

        if builder.play(text, line, column, read) is not None:
            self.path.append(builder.node)

    def _variation(self, number: int, text: str, line: int) -> None:
        builder = self._begin(line)
        if builder.depth:
            builder.close()
        ply = number - self._first_number()
        if not 0 <= ply < len(self.path):
            builder.branch_at(self.path[-1])
            builder.illegal(f"there is no move {number} to leave the line at", line, 1, text)
            return
        del self.path[ply + 1 :]
        builder.branch_at(self.path[-1])

    def _first_number(self) -> int:
        """The number of the first move after the root."""
        return self.number if self.rows else 1

    # -- the end -------------------------------------------------------------------------------------

    def _ending(self, word: str, line: int, column: int) -> None:
        assert self.builder is not None
        builder = self.builder
        if word == WON and builder.state is not None and USI.DECLARATION in builder.state.moves():
            builder.move(USI.DECLARATION, line, column, word)
            self.path.append(builder.node)
        elif builder.depth or word not in ENDINGS:
            add_notes(builder.node, {"kept": {END: [word]}})
        else:
            end_by(builder, ENDINGS[word])

    def _finish(self, line: int) -> None:
        assert self.builder is not None
        builder = self.builder
        builder.finish()
        tree = builder.tree
        if not tree.tags.is_given("Result") and builder.outcome is None:
            _end_by_words(tree, self.done)
        what = contradiction(builder)
        if what:
            self.item.broke(what, line)


def _first_turn(handicap: str) -> str:
    """Who moves first on a drawn board: White if a handicap is given; in problems and others Black."""
    try:
        return HOOKS.start_of(handicap).split(" ")[1]
    except BadRecord:
        return "b"


def _state(builder: Builder) -> State:
    assert builder.state is not None
    return builder.state


def _end_by_words(tree: Tree, words: str) -> None:
    """Set the result by the words after まで…手で."""
    if words.startswith(("先手", "下手")) and "勝" in words:
        tree.tags["Result"] = "1-0"
    elif words.startswith(("後手", "上手")) and "勝" in words:
        tree.tags["Result"] = "0-1"
    elif words in ENDINGS and ENDINGS[words].drawn:
        tree.tags["Result"], tree.tags["Termination"] = "1/2-1/2", ENDINGS[words].reason
    elif words == "中断":
        tree.tags["Termination"] = "suspended"


def _timed(text: str) -> tuple[str, str]:
    """A move and the seconds that it took, of a text such as ``７六歩(77) ( 0:16/00:00:16)``; "": untold."""
    text = text.rstrip().removesuffix("+").rstrip()
    begun = text.rfind("(")
    match = _TIME.fullmatch(text, begun) if begun > 0 else None
    if match is None:
        return text, ""
    whole, dot, part = match[2].partition(".")
    return text[:begun].rstrip(), f"{int(match[1]) * 60 + int(whole)}{dot}{part}"


def write(tree: Tree) -> Written:
    """The whole tree."""
    is_shogi(tree)
    text = text_of(tree)
    return Written(text, losses_of(tree, text, read))
