"""Moves as Japanese books write them: ``７六歩(77)``, ``同　銀右不成``, ``５五角打``.

If the square of departure is given, as in KIF, it is used; otherwise, as in KI2, the legal moves
decide, with the words that distinguish men: 右 左 (right, left, as the mover sees it), 直 (straight up), 上
(up), 寄 (sideways), 引 (back), 打 (dropped).
"""

from __future__ import annotations

import re

from parlour.errors import ParlourError
from parlour.records.builder import Builder
from parlour.records.formats.shogi.shogi_texts import RANKS, man_on, numbers_of
from parlour.table.game import State

DIGITS = "１２３４５６７８９"
KANJI = "一二三四五六七八九"
MEN = {  # how men are read; of several names the first is written in moves
    "成香": "+L", "成桂": "+N", "成銀": "+S", "歩": "P", "香": "L", "桂": "N", "銀": "S", "金": "G",
    "角": "B", "飛": "R", "玉": "K", "と": "+P", "馬": "+B", "龍": "+R", "王": "K", "竜": "+R",
    "杏": "+L", "圭": "+N", "全": "+S",
}  # fmt: skip
NAMES = {man: name for name, man in reversed(MEN.items())}

_MOVE = re.compile(
    rf"[▲△▼▽☗☖]?\s*(?:(同)|([{DIGITS}1-9])([{KANJI}{DIGITS}1-9]))[\s　]*({'|'.join(MEN)})"
    r"([右左]?)([直上行入寄引]?)(打|不成|成|生)?[\s　]*(?:\(([1-9])([1-9])\))?"
)


class NotAMove(ParlourError):
    """A text that is no move in a position, and why."""


def usi_text(builder: Builder, text: str) -> str:
    """The rulebook's text of a move where a builder stands. Raises NotAMove."""
    last = builder.node.move[2:4]
    match = _MOVE.fullmatch(text)
    if match is None:
        raise NotAMove(f"{text!s:.40} is no move: expected one as ７六歩(77)")
    if match[1] and not last:
        raise NotAMove(f"{text!s:.40}: there was no move before it")
    to = last if match[1] else _digit(match[2]) + RANKS[int(_digit(match[3])) - 1]
    man, end = MEN[match[4]], match[7] or ""
    if match[8] is not None:
        origin = match[8] + RANKS[int(match[9]) - 1]
        there = man_on(builder.record, origin)
        if there != man:
            found = NAMES.get(there, "nothing")
            raise NotAMove(f"{text!s:.40}: on {origin} is {found}")
        return f"{origin}{to}{'+' if end == '成' else ''}"
    if end == "打":
        return f"{man}*{to}"
    assert builder.state is not None
    return _only(builder.state, text, to, man, match)


def _digit(sign: str) -> str:
    """1 to 9 from a digit, a wide one or a kanji."""
    for row in (DIGITS, KANJI):
        if sign in row:
            return str(row.index(sign) + 1)
    return sign


def _only(state: State, text: str, to: str, man: str, match: re.Match[str]) -> str:
    """The one legal move that a text without a square of departure says; raises NotAMove."""
    promotes = match[7] == "成"
    legal = state.moves()
    found = [
        move
        for move in legal
        if move[2:4] == to and move[1] != "*" and man_on(state.record, move[:2]) == man
    ]
    origins = list(dict.fromkeys(move[:2] for move in found))
    origins = _told_apart(origins, to, match[5], match[6], man, white=state.turn == 1)
    found = [move for move in found if move[:2] in origins and move.endswith("+") == promotes]
    if not found and f"{man}*{to}" in legal:
        return f"{man}*{to}"
    if len(found) != 1:
        raise NotAMove(f"{text!s:.40}: {'several men' if found else 'no man'} can make this move")
    return found[0]


def _told_apart(
    origins: list[str], to: str, side: str, way: str, man: str, *, white: bool
) -> list[str]:
    """Those of the squares from which a man comes that the words leave."""
    sign = -1 if white else 1
    file, rank = numbers_of(to)

    def rise(origin: str) -> int:
        return sign * (numbers_of(origin)[1] - rank)

    def aside(origin: str) -> int:
        return sign * (numbers_of(origin)[0] - file)

    if way == "直":
        origins = [origin for origin in origins if aside(origin) == 0 and rise(origin) > 0]
    elif way in ("上", "行", "入") and way:
        origins = [origin for origin in origins if rise(origin) > 0]
    elif way == "寄":
        origins = [origin for origin in origins if rise(origin) == 0]
    elif way == "引":
        origins = [origin for origin in origins if rise(origin) < 0]
    if side and origins:
        pick = min if side == "右" else max
        best = pick(aside(origin) for origin in origins)
        origins = [origin for origin in origins if aside(origin) == best]
    return origins


def kif_text(state: State, move: str, last: str) -> str:
    """A legal move of the rulebook as KIF writes it."""
    to = move[2:4]
    file, rank = numbers_of(to)
    where = "同　" if to == last else DIGITS[file - 1] + KANJI[rank - 1]
    if move[1] == "*":
        return f"{where}{NAMES[move[0]]}打"
    origin = numbers_of(move[:2])
    promoted = "成" if move.endswith("+") else ""
    return f"{where}{NAMES[man_on(state.record, move[:2])]}{promoted}({origin[0]}{origin[1]})"
