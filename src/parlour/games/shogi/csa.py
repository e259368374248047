"""Shogi as CSA's form writes it: men, moves, and the lines that set up a position, both ways."""

from __future__ import annotations

import re
from collections.abc import Iterator

from parlour.errors import BadRecord, IllegalMove
from parlour.games.shogi.sfen import (
    BOARD,
    board_of,
    hands_of,
    held_in,
    man_on,
    numbers_of,
    rows_of,
    square_name,
)
from parlour.kernel.layout import Record

MEN = {
    "P": "FU", "L": "KY", "N": "KE", "S": "GI", "G": "KI", "B": "KA", "R": "HI", "K": "OU",
    "+P": "TO", "+L": "NY", "+N": "NK", "+S": "NG", "+B": "UM", "+R": "RY",
}  # fmt: skip
BY_NAME = {name: man for man, name in MEN.items()}
A_SET = {"FU": 18, "KY": 4, "KE": 4, "GI": 4, "KI": 4, "KA": 2, "HI": 2}

_MOVE = re.compile(r"([+-])([0-9])([0-9])([1-9])([1-9])([A-Z]{2})")
_MAN = re.compile(r"([0-9])([0-9])([A-Z]{2})")
_SQUARE = re.compile(r"([+-])([A-Z]{2})")


# -- moves -------------------------------------------------------------------------------------------


def read_move(record: Record, seat: int | None, text: str) -> str:
    """The rulebook's text of a move of the `seat` to move, None if the game is over.

    Raises IllegalMove.
    """
    match = _MOVE.fullmatch(text)
    if match is None or match[6] not in BY_NAME:
        raise IllegalMove(f"{text:.40} is no move: expected one as +7776FU", move=text)
    man, to = BY_NAME[match[6]], square_name(int(match[4]), int(match[5]))
    turn = "+" if seat == 0 else "-"
    if seat is not None and match[1] != turn:
        raise IllegalMove(f"{text} is a move of {match[1]}, and it is {turn}'s turn", move=text)
    if match[2] == match[3] == "0":
        return f"{man}*{to}"
    if "0" in (match[2], match[3]):
        raise IllegalMove(f"{text} comes from no square and from no hand", move=text)
    origin = square_name(int(match[2]), int(match[3]))
    before = man_on(record, origin)
    if before and man not in (before, f"+{before}"):
        raise IllegalMove(f"{text}: the man on {origin} is {MEN[before]}", move=text)
    return f"{origin}{to}{'+' if before != man else ''}"


def written_move(record: Record, seat: int, move: str) -> str:
    """A move of a seat, to be made in the position `record`."""
    sign = "+" if seat == 0 else "-"
    to = "".join(map(str, numbers_of(move[2:4])))
    if move[1] == "*":
        return f"{sign}00{to}{MEN[move[0]]}"
    man = man_on(record, move[:2])
    man = f"+{man}" if move.endswith("+") else man
    return f"{sign}{''.join(map(str, numbers_of(move[:2])))}{to}{MEN[man]}"


# -- positions ---------------------------------------------------------------------------------------


class Setup:
    """A position being read from its lines."""

    def __init__(self) -> None:
        self.rows = [[""] * 9 for _ in range(9)]
        self.hands: dict[str, int] = {}
        self.given = False

    def take(self, line: str) -> None:
        """Read a line that begins with P; raises BadRecord."""
        self.given = True
        if line.startswith("PI"):
            self._initial(line[2:])
        elif line[1:2] in tuple("123456789"):
            self._row(int(line[1]) - 1, line[2:])
        elif line[1:2] in ("+", "-"):
            self._men(line[2:], black=line[1] == "+")
        else:
            raise BadRecord(f"{line:.40} is no line of a position: expected P1 to P9, PI, P+, P-")

    def _initial(self, rest: str) -> None:
        """The start, without the men that are named."""
        self.rows = rows_of(BOARD)
        for file, rank, _ in self._each(rest):
            if not file or not rank:
                raise BadRecord(f"PI{rest:.40}: men are left out by their squares")
            self.rows[rank - 1][9 - file] = ""

    def _row(self, row: int, text: str) -> None:
        men = []
        for at in range(0, 27, 3):
            part = text[at : at + 3]
            match = _SQUARE.fullmatch(part)
            if match and match[2] in BY_NAME:
                man = BY_NAME[match[2]]
                men.append(man if match[1] == "+" else man.lower())
            elif part.strip() in ("", "*"):
                men.append("")
            else:
                raise BadRecord(f"{part!r:.20} is no man: expected + or - and two letters, or *")
        self.rows[row] = men

    def _men(self, text: str, *, black: bool) -> None:
        if text == "00AL":
            self._all_the_rest(black=black)
            return
        for file, rank, name in self._each(text):
            man = BY_NAME[name] if black else BY_NAME[name].lower()
            if file and rank:
                self.rows[rank - 1][9 - file] = man
            elif file or rank or name not in A_SET:
                raise BadRecord(f"{file}{rank}{name} is neither a square nor a hand")
            else:
                self.hands[man] = self.hands.get(man, 0) + 1

    def _all_the_rest(self, *, black: bool) -> None:
        """Every man of a set that lies nowhere else comes into a hand."""
        used: dict[str, int] = {}
        for man in [man for row in self.rows for man in row if man]:
            basic = man.lstrip("+").upper()
            used[basic] = used.get(basic, 0) + 1
        for man, count in self.hands.items():
            used[man.upper()] = used.get(man.upper(), 0) + count
        for name, count in A_SET.items():
            man = BY_NAME[name]
            left = count - used.get(man, 0)
            if left > 0:
                held = man if black else man.lower()
                self.hands[held] = self.hands.get(held, 0) + left

    def _each(self, text: str) -> Iterator[tuple[int, int, str]]:
        if len(text) % 4:
            raise BadRecord(f"{text:.40}: expected a square and a man each, as 55KA")
        for at in range(0, len(text), 4):
            match = _MAN.fullmatch(text[at : at + 4])
            if match is None or match[3] not in BY_NAME:
                raise BadRecord(f"{text[at : at + 4]!r}: expected a square and a man, as 55KA")
            yield int(match[1]), int(match[2]), match[3]

    def sfen(self, turn: str) -> str | None:
        """The SFEN, None if nothing was set up and it is Black's turn."""
        if not self.given and turn == "b":
            return None
        if not self.given:
            self._initial("")
        return f"{board_of(self.rows)} {turn} {hands_of(self.hands)} 1"


def position_lines(sfen: str) -> Iterator[str]:
    """The lines that set up an SFEN's position, the last saying whose turn it is."""
    board, turn, hands, _ = sfen.split(" ")
    for number, row in enumerate(rows_of(board), 1):
        yield f"P{number}" + "".join(_square(man) for man in row)
    for sign, black in (("+", True), ("-", False)):
        held = [(m, n) for m, n in held_in(hands).items() if m.isupper() == black]
        if held:
            yield f"P{sign}" + "".join(f"00{MEN[man.upper()]}" * count for man, count in held)
    yield "+" if turn == "b" else "-"


def _square(man: str) -> str:
    if not man:
        return " * "
    return ("+" if man.isupper() else "-") + MEN[man.upper()]
