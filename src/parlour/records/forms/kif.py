"""KIF, the form of Japanese shogi programs, with variations; KI2, its form for print, is read too.

Every variation is told after the line that it leaves, by the number of its first move (``変化：3手``).
Headers say who played and which handicap; another beginning is drawn as a board. Comments are lines
that begin with a star; what is noted in other ways stands there as PGN's commands, so that it comes back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import BadRecord, ParlourError
from parlour.records.builder import Builder, add_notes
from parlour.records.items import Item, Written
from parlour.records.kif_moves import DIGITS, KANJI, MEN, NotAMove, kif_text, usi_text
from parlour.records.losses import losses_of
from parlour.records.notes import noted
from parlour.records.pgn_syntax import contradiction
from parlour.records.result import UNFINISHED
from parlour.records.shogi_notes import END, add_comment, add_spent, comment_lines, spent_of
from parlour.records.shogi_texts import (
    Ending,
    begun,
    board_of,
    end_by,
    ending_of,
    hands_of,
    held_in,
    is_shogi,
    named_by_start,
    rows_of,
    sfen_of,
    starts,
)
from parlour.records.source import Source
from parlour.records.tree import Node, Tree

HANDICAPS = {
    "none": "平手", "lance": "香落ち", "bishop": "角落ち", "rook": "飛車落ち", "rook-lance": "飛香落ち",
    "two": "二枚落ち", "four": "四枚落ち", "six": "六枚落ち", "eight": "八枚落ち", "ten": "十枚落ち",
}  # fmt: skip
BY_NAME = {name: handicap for handicap, name in HANDICAPS.items()}
_REST = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
OTHER_HANDICAPS = {  # which are positions of the game without one
    "右香落ち": "1nsgkgsnl/1r5b1" + _REST,
    "三枚落ち": "lnsgkgsn1/9" + _REST,
    "五枚落ち": "2sgkgsn1/9" + _REST,
    "左五枚落ち": "1nsgkgs2/9" + _REST,
    "七枚落ち": "2sgkg3/9" + _REST,
    "左七枚落ち": "3gkgs2/9" + _REST,
}
TAGS = {
    "棋戦": "Event", "場所": "Site", "開始日時": "Date", "終了日時": "EndDate", "持ち時間": "TimeControl",
    "戦型": "Opening", "表題": "Title", "備考": "Note", "先手": "Black", "下手": "Black",
    "後手": "White", "上手": "White",
}  # fmt: skip
KEYS = {tag: key for key, tag in reversed(TAGS.items())}
ENDINGS = {
    "投了": Ending("resignation", won=False),
    "詰み": Ending("checkmate", won=False),
    "切れ負け": Ending("time", won=False),
    "反則負け": Ending("illegal-move", won=False),
    "反則勝ち": Ending("illegal-move", won=True),
    "入玉勝ち": Ending("impasse", won=True),
    "不戦敗": Ending("forfeit", won=False),
    "不戦勝": Ending("forfeit", won=True),
    "千日手": Ending("repetition", drawn=True),
    "持将棋": Ending("impasse", drawn=True),
    "中断": Ending("suspended"),
}
WON = "入玉勝ち"  # also the move that declares it
TABLE = "手数----指手---------消費時間--"

_MARK = re.compile(
    r"^(?:#\s*KIF\b|手数-|手合割[：:]|[先後上下]手(?:の持駒)?[：:]|\+-{20,}\+|変化[：:]|まで[0-9]+手で|"
    rf"(?:\s*[0-9]+\s+)?[▲△☗☖]?\s*"
    rf"[{DIGITS}1-9][{KANJI}](?:{'|'.join(MEN)}))",
    re.MULTILINE,
)
_HEADER = re.compile(r"([^：:*&#|+\s][^：:*]{0,30}?)\s*[：:]\s*(.*)")
_VARIATION = re.compile(r"変化[：:]\s*([0-9]{1,6})\s*手?")
_NUMBERED = re.compile(
    r"\s*([0-9]{1,6})\s+(\S.*?)\s*(?:\(\s*([0-9]{1,6}):([0-9]{1,2}(?:\.[0-9]{1,6})?)\s*(?:/[\s0-9:.]*)?\))?\s*\+?\s*"
)
_DONE = re.compile(r"まで\s*([0-9]{1,6})\s*手で?\s*(.*)")
_COUNT = re.compile(r"手数\s*[＝=]\s*([0-9]{1,6})")
_PRINTED = re.compile(r"[▲△▼▽☗☖]\s*[^▲△▼▽☗☖]+")
_BOARD_MAN = re.compile(r"([ v^])(\S)")
NUMERALS = "〇一二三四五六七八九"


def claims(text: str) -> float:
    """Its headers and moves are in Japanese."""
    found = len(_MARK.findall(text[:8000]))
    return 0.0 if found == 0 else min(0.6 + 0.1 * found, 0.98)


def read(source: Source) -> Iterator[Item]:
    """The games of a source: a new one begins with headers that follow upon moves."""
    lines: list[str] = []
    first, moves = 1, False
    for number, raw in enumerate(source.lines(), 1):
        line = raw.strip("\ufeff\r\n").rstrip("　 \t")
        if moves and (line.startswith("# KIF") or _begins(line)):
            yield _Reader(lines, first).item
            lines, first, moves = [], number, False
        moves = moves or bool(_NUMBERED.fullmatch(line) or _PRINTED.match(line))
        lines.append(line)
    if any(lines):
        yield _Reader(lines, first).item


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
        self.done = ""  # what follows まで…手で
        self.failed = False
        for number, line in enumerate(lines, first):
            if not self.failed:
                self._line(line, number)
        if not self.failed and self._begin(first):
            self._finish(first)

    def _line(self, text: str, line: int) -> None:
        if text.startswith("*"):
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
            add_comment(self.builder.node, text)

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
        cells = text[1:].partition("|")[0]
        men = []
        for side, sign in _BOARD_MAN.findall(cells):
            man = MEN.get(sign, "")
            men.append(man.lower() if side == "v" else man)
            if sign not in MEN and sign not in "・.":
                self.item.notice(f"{sign} is no man", line)
        if len(men) == 9 and len(self.rows) < 9 and self.builder is None:
            self.rows.append(men)
        else:
            self._strange(text, line)

    def _begin(self, line: int) -> bool:
        """Begin the tree, if that was not yet done; False if its game is not known."""
        if self.builder is not None:
            return True
        try:
            tree = begun(self.headers.pop("Game", None), self._start())
        except ParlourError as error:
            self.item.broke(str(error), line)
            self.failed = True
            return False
        self.item.tree = tree
        for name, value in self.headers.items():
            if value:
                tree.tags[TAGS.get(name, name)] = value
        self.builder = Builder(tree, self.item)
        self.path = [tree.root]
        for text in self.early:
            add_comment(tree.root, text)
        return True

    def _start(self) -> str | None:
        """The SFEN that the headers and the board tell; None for the game's own start."""
        handicap = self.headers.pop("手合割", "平手").strip("　 ")
        hands: dict[str, int] = {}
        for side in "先下後上":
            for man, count in _hand(self.headers.pop(f"{side}手の持駒", "なし")).items():
                hands[man if side in "先下" else man.lower()] = count
        if self.rows:
            if len(self.rows) != 9:
                raise BadRecord(f"the board has {len(self.rows)} rows; expected 9")
            turn = self.turn or ("b" if handicap in ("平手", "その他") else "w")
            return f"{board_of(self.rows)} {turn} {hands_of(hands)} {self.number}"
        if handicap in BY_NAME:
            sfens = {name: sfen for sfen, name in starts().items()}
            return sfens[BY_NAME[handicap]]
        if handicap in OTHER_HANDICAPS:
            return OTHER_HANDICAPS[handicap]
        raise BadRecord(f"{handicap:.40} is no handicap here, and no board is drawn")

    # -- moves ---------------------------------------------------------------------------------------

    def _numbered(self, match: re.Match[str], line: int) -> None:
        if not self._begin(line) or self.builder is None:
            return
        column = match.start(2) + 1
        if self.builder.broken:
            self.builder.rest(match[0].strip())
            return
        before = self.builder.node
        if match[2] in ENDINGS or match[2] in ("不詰", "封じ手"):
            self._ending(match[2], line, column)
        else:
            self._move(match[2], line, column)
        if match[3] is not None and self.builder.node is not before:
            add_spent(self.builder.node, _seconds(match[3], match[4]))

    def _printed(self, text: str, line: int) -> None:
        """Moves as KI2 has them, several on a line."""
        if not self._begin(line) or self.builder is None:
            return
        for match in _PRINTED.finditer(text):
            word = match[0].strip("　 ")
            if self.builder.broken:
                self.builder.rest(word)
            else:
                self._move(word, line, match.start() + 1)

    def _move(self, text: str, line: int, column: int) -> None:
        assert self.builder is not None
        builder = self.builder
        assert builder.state is not None
        last = builder.node.move[2:4] if builder.node.move else ""
        try:
            move = usi_text(builder.state, text, last)
        except NotAMove as error:
            builder.illegal(str(error), line, column, text)
            return
        if builder.move(move, line, column, text) is not None:
            self.path.append(builder.node)

    def _variation(self, number: int, text: str, line: int) -> None:
        if not self._begin(line) or self.builder is None:
            return
        builder = self.builder
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
        builder, state = self.builder, self.builder.state
        assert state is not None
        if word == WON and "win" in state.moves():
            builder.move("win", line, column, word)
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
        if "Result" not in tree.tags.given and tree.tags["Result"] == UNFINISHED:
            _end_as_told(tree, self.done)
        what = contradiction(builder)
        if what:
            self.item.broke(what, line)


def _end_as_told(tree: Tree, told: str) -> None:
    """Set the result by the words after まで…手で."""
    if told.startswith(("先手", "下手")) and "勝" in told:
        tree.tags["Result"] = "1-0"
    elif told.startswith(("後手", "上手")) and "勝" in told:
        tree.tags["Result"] = "0-1"
    elif told in ENDINGS and ENDINGS[told].drawn:
        tree.tags["Result"], tree.tags["Termination"] = "1/2-1/2", ENDINGS[told].reason
    elif told == "中断":
        tree.tags["Termination"] = "suspended"


def _hand(text: str) -> dict[str, int]:
    """The men of a hand such as ``飛　金二　歩十八``; raises BadRecord."""
    hand: dict[str, int] = {}
    for part in re.split(r"[\s　]+", text.strip()):
        if part in ("", "なし"):
            continue
        man, count = MEN.get(part[0], ""), _counted(part[1:])
        if man not in tuple("PLNSGBR") or count is None:
            raise BadRecord(f"{part:.20} is no man in hand, as 金二 is")
        hand[man] = hand.get(man, 0) + count
    return hand


def _counted(text: str) -> int | None:
    """The number that kanji (or digits) tell, up to 18; 1 for nothing."""
    if not text:
        return 1
    if text.isdecimal() and len(text) < 3:
        return int(text)
    tens, sign, ones = text.rpartition("十")
    if any(digit not in NUMERALS for digit in tens + ones) or len(tens) > 1 or len(ones) > 1:
        return None
    value = NUMERALS.index(ones) if ones else 0
    return value + (10 * (NUMERALS.index(tens) if tens else 1) if sign else 0)


def _count_text(count: int) -> str:
    if count == 1:
        return ""
    return ("十" if count >= 10 else "") + (NUMERALS[count % 10] if count % 10 else "")


def _seconds(minutes: str, seconds: str) -> str:
    """A time such as ``0:16`` in seconds."""
    whole, dot, part = seconds.partition(".")
    return f"{int(minutes) * 60 + int(whole)}{dot}{part}"


# -- writing -----------------------------------------------------------------------------------------


def write(tree: Tree) -> Written:
    """The whole tree, each variation after the line it leaves."""
    is_shogi(tree)
    lines = [
        "# KIF version=2.0 encoding=UTF-8",
        *_head(tree),
        TABLE,
        *comment_lines(tree.root, "*"),
    ]
    waiting = tree.root.children[:1]
    first = True
    first_number = int(sfen_of(tree.root.state()).rpartition(" ")[2]) if _drawn(tree) else 1
    while waiting or first:
        nodes = list(waiting.pop().line()) if waiting else []
        if not first:
            lines += ["", f"変化：{nodes[0].ply + first_number - 1}手"]
        lines += _line_texts(nodes, first_number)
        lines += (
            _end_texts(tree, nodes, first_number) if first else _branch_end(nodes, first_number)
        )
        for node in nodes[0 if first else 1 :]:
            assert node.parent is not None
            waiting += reversed(node.parent.children[1:])
        first = False
    text = "\n".join(lines) + "\n"
    return Written(text, losses_of(tree, text, read))


def _drawn(tree: Tree) -> bool:
    """Whether the beginning is no start, so that its board must be drawn."""
    return sfen_of(tree.root.state()) not in starts()


def _head(tree: Tree) -> Iterator[str]:
    start = tree.root.state()
    sfen = sfen_of(start)
    if not named_by_start(tree):
        yield f"Game：{tree.game.name}"
    if not _drawn(tree):
        yield f"手合割：{HANDICAPS[starts()[sfen]]}"
    sides = "先後" if " b " in sfen or _drawn(tree) else "下上"
    told = ending_of(tree, ENDINGS)
    for name, value in tree.tags.given.items():
        if told and name in ("Result", "Termination"):
            continue
        key = KEYS.get(name, name)
        if name in ("Black", "White"):
            key = f"{sides[name == 'White']}手"
        yield f"{key}：{' '.join(value.splitlines())}"
    if _drawn(tree):
        yield from _board(sfen)


def _board(sfen: str) -> Iterator[str]:
    """A drawn board with hands, turn and number."""
    board, turn, hands, number = sfen.split(" ")
    names = {man: name for name, man in reversed(MEN.items()) if len(name) == 1}
    yield f"後手の持駒：{_hand_text(hands, names, black=False)}"
    yield "  ９ ８ ７ ６ ５ ４ ３ ２ １"
    yield "+---------------------------+"
    for row, rank in zip(rows_of(board), KANJI, strict=True):
        men = (f"{' v'[man.islower()]}{names[man.upper()]}" if man else " ・" for man in row)
        yield f"|{''.join(men)}|{rank}"
    yield "+---------------------------+"
    yield f"先手の持駒：{_hand_text(hands, names, black=True)}"
    if number != "1":
        yield f"手数＝{int(number) - 1}"
    if turn == "w":
        yield "後手番"


def _hand_text(hands: str, names: dict[str, str], *, black: bool) -> str:
    held = [(man, n) for man, n in held_in(hands).items() if man.isupper() == black]
    return "　".join(names[man.upper()] + _count_text(n) for man, n in held) or "なし"


def _line_texts(nodes: list[Node], first_number: int) -> Iterator[str]:
    """A line's moves with times and comments."""
    totals: dict[int | None, float] = {}
    for node in nodes[:1]:
        for earlier in node.path()[1:-1]:
            totals[earlier.seat] = totals.get(earlier.seat, 0) + float(spent_of(earlier) or 0)
    for node in nodes:
        assert node.parent is not None
        number = node.ply + first_number - 1
        before = node.tree.visit(node.parent)
        declared = node.move == "win"
        text = WON if declared else kif_text(before, node.move, node.parent.move[2:4])
        spent = spent_of(node)
        if spent is not None:
            totals[node.seat] = totals.get(node.seat, 0) + float(spent)
            text = f"{text:　<7}{_time(spent, totals[node.seat])}"
        yield f"{number:4} {text}"
        yield from comment_lines(node, "*")


def _time(spent: str, total: float) -> str:
    """``( 0:16/00:00:16)``."""
    whole, dot, part = spent.partition(".")
    minutes, seconds = divmod(int(whole), 60)
    sums = int(total)
    hours = f"{sums // 3600:02}:{sums // 60 % 60:02}:{sums % 60:02}"
    return f"({minutes:2}:{seconds:02}{dot}{part}/{hours})"


def _end_texts(tree: Tree, nodes: list[Node], first_number: int) -> Iterator[str]:
    """How the main line ends: the word after its last move, and the line that tells the winner."""
    word = ending_of(tree, ENDINGS)
    plies = len(nodes)
    if nodes and nodes[-1].move == "win":
        plies -= 1
    elif word:
        yield f"{plies + first_number:4} {word}"
    else:
        yield from _branch_end(nodes, first_number)
    result = tree.tags["Result"]
    told = {"1-0": "先手の勝ち", "0-1": "後手の勝ち"}.get(result, word if "1/2" in result else "")
    if told:
        yield f"まで{plies + first_number - 1}手で{told}"


def _branch_end(nodes: list[Node], first_number: int) -> Iterator[str]:
    """What is kept of how a line ends."""
    for word in noted(nodes[-1]).get("kept", {}).get(END, ()) if nodes else ():
        yield f"{nodes[-1].ply + first_number:4} {' '.join(word.splitlines())}"
