"""Shogi positions as SFEN: boards, hands, squares, and the games whose starts they are."""

from __future__ import annotations

from functools import lru_cache

from parlour.games.shogi import HANDICAPS
from parlour.games.shogi.board import INDEX
from parlour.games.shogi.notation import IN_HAND, letter
from parlour.games.shogi.picture import RANKS
from parlour.kernel.layout import Record
from parlour.table.catalogue import game as find_game
from parlour.table.game import State

BOARD = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"  # of the start


def position_of(state: State) -> str:
    """The four fields of SFEN."""
    return " ".join(state.text.split(" ")[1:5])


# -- starts ------------------------------------------------------------------------------------------


def with_handicap(handicap: str) -> str:
    """The full name of the game with this handicap."""
    return "shogi" if handicap == "none" else f"shogi:handicap={handicap}"


@lru_cache(maxsize=1)
def starts() -> dict[str, str]:
    """The handicap of each start, by its SFEN."""
    names = {handicap: with_handicap(handicap) for handicap in HANDICAPS}
    return {position_of(find_game(name).start()): handicap for handicap, name in names.items()}


# -- boards and hands --------------------------------------------------------------------------------


def rows_of(board: str) -> list[list[str]]:
    """The men of an SFEN's board, row by row from rank a, file 9 first; "" is an empty square."""
    rows = []
    for row in board.split("/"):
        men, promoted = [], ""
        for sign in row:
            if sign.isdigit():
                men += [""] * int(sign)
            elif sign == "+":
                promoted = "+"
            else:
                men.append(promoted + sign)
                promoted = ""
        rows.append(men)
    return rows


def board_of(rows: list[list[str]]) -> str:
    """The board of an SFEN, from its rows."""
    texts = []
    for row in rows:
        text, empty = "", 0
        for man in [*row, "end"]:
            if man and empty:
                text, empty = f"{text}{empty}", 0
            if man:
                text += man if man != "end" else ""
            else:
                empty += 1
        texts.append(text)
    return "/".join(texts)


def hands_of(hands: dict[str, int]) -> str:
    """The hands of an SFEN: numbers by letter, White's in lower case."""
    order = IN_HAND + IN_HAND.lower()
    held = [(hands.get(man, 0), man) for man in order]
    return "".join(f"{n if n > 1 else ''}{man}" for n, man in held if n) or "-"


def held_in(hands: str) -> dict[str, int]:
    """The numbers of men in hand by letter, from an SFEN's hands."""
    held: dict[str, int] = {}
    count = ""
    for sign in hands.replace("-", ""):
        if sign.isdigit():
            count += sign
        else:
            held[sign] = int(count or 1)
            count = ""
    return held


def man_on(record: Record, square: str) -> str:
    """The man on a square as SFEN writes Black's: ``+P``; "" if there is none."""
    man = record.board[INDEX[square]]
    return letter(man).upper() if man else ""


def square_name(file: int, rank: int) -> str:
    """``7g`` for file 7, rank 7."""
    return f"{file}{RANKS[rank - 1]}"


def numbers_of(square: str) -> tuple[int, int]:
    """File and rank of a square, from 1."""
    return int(square[0]), RANKS.index(square[1]) + 1
