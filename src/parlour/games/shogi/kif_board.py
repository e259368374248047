"""The boards and hands that KIF draws, both ways, and its words for men."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import BadRecord
from parlour.games.shogi.sfen import board_of, hands_of, held_in, rows_of

DIGITS = "１２３４５６７８９"
KANJI = "一二三四五六七八九"
MEN = {  # how men are read; of several names the first is written in moves
    "成香": "+L", "成桂": "+N", "成銀": "+S", "歩": "P", "香": "L", "桂": "N", "銀": "S", "金": "G",
    "角": "B", "飛": "R", "玉": "K", "と": "+P", "馬": "+B", "龍": "+R", "王": "K", "竜": "+R",
    "杏": "+L", "圭": "+N", "全": "+S",
}  # fmt: skip
NUMERALS = "〇一二三四五六七八九"

_SQUARE = re.compile(r"([ v^])(\S)")
_SIGNS = {name: man for name, man in MEN.items() if len(name) == 1}
_DRAWN = {man: name for name, man in reversed(_SIGNS.items())}


def read_row(text: str) -> list[str]:
    """The men of a row such as ``|v香 ・ …|一``, as SFEN has them; raises BadRecord."""
    squares = _SQUARE.findall(text[1:].partition("|")[0])
    strange = [sign for _, sign in squares if sign not in _SIGNS and sign not in "・."]
    if len(squares) != 9 or strange:
        what = f"{strange[0]} is no man" if strange else f"{len(squares)} squares; expected 9"
        raise BadRecord(f"a row of the board: {what}")
    men = ((side, _SIGNS.get(sign, "")) for side, sign in squares)
    return [man.lower() if side == "v" else man for side, man in men]


def read_hand(text: str) -> dict[str, int]:
    """The men of a hand such as ``飛　金二　歩十八``; raises BadRecord."""
    hand: dict[str, int] = {}
    for part in re.split(r"[\s　]+", text.strip()):
        if part in ("", "なし"):
            continue
        man, count = _SIGNS.get(part[0], ""), _read_count(part[1:])
        if man not in tuple("PLNSGBR") or count is None:
            raise BadRecord(f"{part:.20} is no man in hand, as 金二 is")
        hand[man] = hand.get(man, 0) + count
    return hand


def _read_count(text: str) -> int | None:
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


def read_board(
    rows: list[list[str]], turn: str, hands: dict[str, dict[str, int]], number: int
) -> str:
    """The SFEN of a drawn board of nine rows, with the hands by side, ``b`` and ``w``."""
    held = {
        man if side == "b" else man.lower(): n for side in hands for man, n in hands[side].items()
    }
    return f"{board_of(rows)} {turn} {hands_of(held)} {number}"


def drawn_board(sfen: str) -> Iterator[str]:
    """A drawn board with hands, turn and number."""
    board, turn, hands, number = sfen.split(" ")
    yield f"後手の持駒：{_hand_text(hands, black=False)}"
    yield "  ９ ８ ７ ６ ５ ４ ３ ２ １"
    yield "+---------------------------+"
    for row, rank in zip(rows_of(board), KANJI, strict=True):
        men = (f"{' v'[man.islower()]}{_DRAWN[man.upper()]}" if man else " ・" for man in row)
        yield f"|{''.join(men)}|{rank}"
    yield "+---------------------------+"
    yield f"先手の持駒：{_hand_text(hands, black=True)}"
    if number != "1":
        yield f"手数＝{int(number) - 1}"
    if turn == "w":
        yield "後手番"


def _hand_text(hands: str, *, black: bool) -> str:
    held = [(man, n) for man, n in held_in(hands).items() if man.isupper() == black]
    return "　".join(_DRAWN[man.upper()] + _count_text(n) for man, n in held) or "なし"


def _count_text(count: int) -> str:
    if count == 1:
        return ""
    return ("十" if count >= 10 else "") + (NUMERALS[count % 10] if count % 10 else "")
