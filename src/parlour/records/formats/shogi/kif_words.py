"""The words of KIF: handicaps, headers, how games end."""

from __future__ import annotations

from parlour.records.formats.shogi.shogi_texts import Ending

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
