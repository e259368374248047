"""The words of KIF: headers, how games end."""

from __future__ import annotations

from parlour.records.formats.shogi.shogi_texts import Ending

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
