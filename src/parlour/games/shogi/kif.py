"""Shogi as KIF and Japanese books write it: ``７六歩(77)``, ``同　銀右不成``, ``５五角打``; handicaps.

If the square of departure is given, as in KIF, it is used; otherwise, as in KI2, the legal moves
decide, with the words that distinguish men: 右 左 (right, left, as the mover sees it), 直 (straight up), 上
(up), 寄 (sideways), 引 (back), 打 (dropped).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from parlour.errors import BadRecord, IllegalMove
from parlour.games.shogi.kif_board import (
    DIGITS,
    KANJI,
    MEN,
    drawn_board,
    read_board,
    read_hand,
    read_row,
)
from parlour.games.shogi.picture import RANKS
from parlour.games.shogi.sfen import man_on, numbers_of, starts
from parlour.kernel.layout import Record
from parlour.table.game import State

__all__ = ["drawn_board", "read_board", "read_hand", "read_row"]

NAMES = {man: name for name, man in reversed(MEN.items())}

_MOVE = re.compile(
    rf"[▲△▼▽☗☖]?\s*(?:(同)|([{DIGITS}1-9])([{KANJI}{DIGITS}1-9]))[\s　]*({'|'.join(MEN)})"
    r"([右左]?)([直上行入寄引]?)(打|不成|成|生)?[\s　]*(?:\(([1-9])([1-9])\))?"
)


HANDICAP_WORDS = {
    "none": "平手", "lance": "香落ち", "bishop": "角落ち", "rook": "飛車落ち", "rook-lance": "飛香落ち",
    "two": "二枚落ち", "four": "四枚落ち", "six": "六枚落ち", "eight": "八枚落ち", "ten": "十枚落ち",
}  # fmt: skip
BY_NAME = {name: handicap for handicap, name in HANDICAP_WORDS.items()}
_REST = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
OTHER_HANDICAPS = {  # which are positions of the game without one
    "右香落ち": "1nsgkgsnl/1r5b1" + _REST,
    "三枚落ち": "lnsgkgsn1/9" + _REST,
    "五枚落ち": "2sgkgsn1/9" + _REST,
    "左五枚落ち": "1nsgkgs2/9" + _REST,
    "七枚落ち": "2sgkg3/9" + _REST,
    "左七枚落ち": "3gkgs2/9" + _REST,
}

MOVE_START = rf"[{DIGITS}1-9][{KANJI}](?:{'|'.join(MEN)})"  # a regular expression


# -- starts ------------------------------------------------------------------------------------------


def handicap_of(sfen: str) -> str | None:
    """The word for the handicap of a start; None for a position that is no start."""
    return HANDICAP_WORDS[starts()[sfen]] if sfen in starts() else None


def start_of(word: str) -> str:
    """The SFEN of the start with a handicap; raises BadRecord."""
    if word in BY_NAME:
        sfens = {name: sfen for sfen, name in starts().items()}
        return sfens[BY_NAME[word]]
    if word in OTHER_HANDICAPS:
        return OTHER_HANDICAPS[word]
    raise BadRecord(f"{word:.40} is no handicap here, and no board is drawn")


# -- moves -------------------------------------------------------------------------------------------


def read_move(record: Record, last: str, text: str, state: Callable[[], State]) -> str:
    """The rulebook's text of a move; raises IllegalMove.

    `last` is the move before, "" if there is none; `state` gives the state of the `record`.
    """
    last = last[2:4]
    match = _MOVE.fullmatch(text)
    if match is None:
        raise IllegalMove(f"{text!s:.40} is no move: expected one as ７六歩(77)")
    if match[1] and not last:
        raise IllegalMove(f"{text!s:.40}: there was no move before it")
    to = last if match[1] else _digit(match[2]) + RANKS[int(_digit(match[3])) - 1]
    man, end = MEN[match[4]], match[7] or ""
    if match[8] is not None:
        origin = match[8] + RANKS[int(match[9]) - 1]
        there = man_on(record, origin)
        if there != man:
            found = NAMES.get(there, "nothing")
            raise IllegalMove(f"{text!s:.40}: on {origin} is {found}")
        return f"{origin}{to}{'+' if end == '成' else ''}"
    if end == "打":
        return f"{man}*{to}"
    return _only(state(), text, to, man, match)


def _digit(sign: str) -> str:
    """1 to 9 from a digit, a wide one or a kanji."""
    for row in (DIGITS, KANJI):
        if sign in row:
            return str(row.index(sign) + 1)
    return sign


def _only(state: State, text: str, to: str, man: str, match: re.Match[str]) -> str:
    """The one legal move that a text without a square of departure says; raises IllegalMove."""
    promotes = match[7] == "成"
    legal = state.moves()
    found = [
        move
        for move in legal
        if move[2:4] == to and move[1] != "*" and man_on(state.record, move[:2]) == man
    ]
    origins = list(dict.fromkeys(move[:2] for move in found))
    origins = _distinguished(origins, to, match[5], match[6], man, white=state.turn == 1)
    found = [move for move in found if move[:2] in origins and move.endswith("+") == promotes]
    if not found and f"{man}*{to}" in legal:
        return f"{man}*{to}"
    if len(found) != 1:
        raise IllegalMove(
            f"{text!s:.40}: {'several men' if found else 'no man'} can make this move"
        )
    return found[0]


def _distinguished(
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


def written_move(state: State, move: str, last: str) -> str:
    """A legal move of the rulebook as KIF writes it; `last` is the move before."""
    to = move[2:4]
    file, rank = numbers_of(to)
    where = "同　" if to == last[2:4] else DIGITS[file - 1] + KANJI[rank - 1]
    if move[1] == "*":
        return f"{where}{NAMES[move[0]]}打"
    origin = numbers_of(move[:2])
    promoted = "成" if move.endswith("+") else ""
    return f"{where}{NAMES[man_on(state.record, move[:2])]}{promoted}({origin[0]}{origin[1]})"
