"""English draughts as PDN writes it: squares by number, moves by first and last square, FENs.

The form is Wieger Wesselink's (https://wiegerw.github.io/pdn); what older files do otherwise is read
too: ``:`` for a capture, squares with leading zeros or by letter, moves without a sign between their
squares.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from parlour.errors import BadRecord, IllegalMove
from parlour.games.draughts.names import FILES
from parlour.games.draughts.variants import ENGLISH
from parlour.kernel.moves import Move
from parlour.table.game import State

GAME_TYPE = "21,B,8,8,N1,0"
COUNTS = "p,- --,-- -,- 0,0,0,0,0,0"  # of a position that begins a game
SQUARES = 32
LAST_OF_FIRST_SIDE, LAST_OF_FIRST_MOVES = 12, 20  # squares of its men, and where they may go
LAST_OF_SECOND_ROW = 8

SQUARE = r"(?:0?[1-9][0-9]?|[a-h][1-8])"

OTHERS = {  # kinds of draughts by their numbers in PDN, which are no games here
    20: "international draughts",
    22: "Italian draughts",
    23: "American pool checkers",
    24: "Spanish draughts",
    25: "Russian draughts",
    26: "Brazilian draughts",
    27: "Canadian draughts",
    28: "Portuguese draughts",
    29: "Czech draughts",
    30: "Turkish draughts",
    31: "Thai draughts",
    40: "Frisian draughts",
    41: "Spantsireti draughts",
}

# How a game begins in letters, with or without a sign between the squares, or the first rank left out.
_WHITE_BEGINS = re.compile(r"[aceg]3?[-:]?[bdfh]4")
_BLACK_ANSWERS = re.compile(r"[bdfh]6?[-:]?[aceg]5")
_TWO = re.compile(r"([1-9][0-9]?)[-x:]([1-9][0-9]?)(?:[-x:][0-9]{1,2})*")
LARGER = 50  # squares of the board of 100 fields

_TYPE = re.compile(r"\s*([0-9]+)\s*(?:,([WB]),8,8,([ANS])([0-3])(?:,([01]))?)?\s*")
_NUMBER = re.compile(r"\s*([0-9]{1,3})\b")
_ANY_TYPE = re.compile(r"\s*2[0-9]\b|\s*[34][0-9]\b")
_FEN = re.compile(r"\s*([WB?])((?::[WB?]?[Kk0-9a-h,\s-]*+){0,2})\.?\s*")
_SQUARES = re.compile(r"(K?)(?:0*([1-9][0-9]?)(?:-0*([1-9][0-9]?))?|([a-h][1-8]))")
# Between two squares something must stand, or a letter begin: digits alone could be cut in many ways.
_MOVE = re.compile(rf"{SQUARE}(?:(?:\s*[-x:]\s*|\s+|(?=[a-h])){SQUARE})+")


@dataclass(frozen=True)
class SquareNumbering:
    """How squares are called and which colour begins, by a GameType."""

    start: str = "B"
    corner: int = (
        1  # where the first square lies, seen by who begins: bottom left, right, top left, right
    )
    inverted: bool = False  # whether the bottom left corner is no square of play

    @property
    def seats(self) -> dict[str, str]:
        """The seats of the colours' tags."""
        first, second = ("Black", "White") if self.start == "B" else ("White", "Black")
        return {first: "South", second: "North"}

    def cell(self, number: int) -> str:
        """The cell of a square; raises BadRecord."""
        names = _numbered(self.corner, self.inverted)
        if not 1 <= number <= len(names):
            raise BadRecord(f"there is no square {number}; expected 1 to {len(names)}")
        return names[number - 1]

    def number(self, cell: str) -> int:
        """A dark cell's number."""
        return _numbered(self.corner, self.inverted).index(cell) + 1

    def name(self, cell: str) -> str:
        """A cell's number, or its own name where it has none."""
        return str(self.number(cell)) if cell in _numbered(self.corner, self.inverted) else cell


@cache
def _numbered(corner: int, inverted: bool) -> tuple[str, ...]:
    """The dark cells in the order of their numbers."""
    ranks = range(8) if corner < 2 else range(7, -1, -1)
    files = range(8) if (corner % 2 == 1) == inverted else range(7, -1, -1)
    return tuple(f"{FILES[x]}{y + 1}" for y in ranks for x in files if (x + y) % 2 == 0)


USUAL = SquareNumbering()


def numbering_of(game_type: str) -> SquareNumbering:
    """The numbering that a GameType names; raises BadRecord for one that is not English draughts."""
    match = _TYPE.fullmatch(game_type)
    number = _NUMBER.match(game_type)
    if number is not None and (other := OTHERS.get(int(number[1]))):
        raise BadRecord(f"{other} (GameType {number[1]}): not a game here")
    if match is None or match[1] != "21":
        raise BadRecord(f"the tag GameType is {game_type:.40}; expected {GAME_TYPE}")
    if match[2] is None:
        return USUAL
    corner = int(match[4]) if match[3] == "N" else 1
    return SquareNumbering(match[2], corner, match[5] == "1")


def is_draughts(game_type: str) -> bool:
    """Whether a GameType is that of any kind of draughts."""
    return _ANY_TYPE.match(game_type) is not None


def other_kind(words: Sequence[str], named: bool) -> str:
    """The kind of draughts, none here, that a game's moves show; "" for none.

    By letters, with players called White and Black, others than English draughts are written.
    """
    first, second = (*words[:2], "", "")[:2]
    if _WHITE_BEGINS.fullmatch(first) and _BLACK_ANSWERS.fullmatch(second):
        return "Russian draughts" if named else ""
    numbers = [tuple(map(int, match.groups())) for match in map(_TWO.fullmatch, words) if match]
    if len(numbers) < min(len(words), 2) or not numbers:
        return ""
    first_from = numbers[0][0]
    if any(SQUARES < number <= LARGER for pair in numbers for number in pair):
        return "international draughts"
    if first_from > SQUARES - LAST_OF_SECOND_ROW:  # men behind others, who cannot move first
        return "international draughts"
    high = first_from > SQUARES - LAST_OF_FIRST_SIDE and numbers[0][1] < first_from
    return "Brazilian, Italian or pool draughts" if high else ""


def is_fen(text: str) -> bool:
    """Whether a text is a FEN of a board with 32 squares."""
    numbers = (number.lstrip("0") for number in re.findall(r"[0-9]+", text))
    fits = all(len(number) < 3 and int(number or 0) <= SQUARES for number in numbers)
    return fits and _FEN.fullmatch(text) is not None


def may_begin(first: int, second: int) -> bool:
    """Whether a move between the squares of these numbers may be the first of a game."""
    return 0 < first <= LAST_OF_FIRST_SIDE and second <= LAST_OF_FIRST_MOVES


# -- moves -----------------------------------------------------------------------------------------


def squares_of(word: str, board: SquareNumbering) -> list[str]:
    """The cells that a word names, in order; raises IllegalMove."""
    word = word.removesuffix("*").strip()
    if re.fullmatch(r"[0-9]{4}", word):
        word = f"{word[:2]}-{word[2:]}"
    if not _MOVE.fullmatch(word):
        raise IllegalMove(
            f"{word!s:.20} is no move; expected squares, as 11-15 or 15x22", move=word
        )
    found = re.findall(r"[a-h][1-8]|[0-9]+", word)
    try:
        return [name if name[0] in FILES else board.cell(int(name)) for name in found]
    except BadRecord as error:
        raise IllegalMove(f"{word!s:.20}: {error}", move=word) from error


def read_move(state: State, word: str, board: SquareNumbering) -> str:
    """The rulebook's text of the move that a word means; raises IllegalMove, `near` it all that it may mean.

    Some landing squares may be named between the first square and the last: all of them, if needed.
    """
    cells = squares_of(word, board)
    legal = state.legal
    fitting = [move for move in legal if _fits(move, cells)]
    exact = [move for move in fitting if list(move.moved[0]) == cells]
    if len(exact or fitting) == 1:
        return (exact or fitting)[0].text
    if not legal:
        why = "the game is over"
    elif fitting:
        why = f"is ambiguous; expected {' or '.join(_long(move, board) for move in fitting)}"
    else:
        shown = ", ".join(sorted({_short(move, board) for move in legal})[:12])
        why = f"is not legal here; expected one of {shown}"
    near = tuple(move.text for move in fitting)
    raise IllegalMove(f"{word!s:.20} {why}", move=word, near=near)


@lru_cache(maxsize=1 << 14)
def path_text(word: str, board: SquareNumbering) -> str:
    """The rulebook's text of a move of which `word` tells all squares; "" if some are left out."""
    try:
        cells = squares_of(word, board)
    except IllegalMove:
        return ""
    ways = {abs(FILES.index(a[0]) - FILES.index(b[0])) for a, b in pairwise(cells)}
    ways |= {abs(int(a[1]) - int(b[1])) for a, b in pairwise(cells)}
    if ways == {1} and len(cells) == 2:
        return "-".join(cells)
    return "x".join(cells) if ways == {2} else ""


def _fits(move: Move, cells: list[str]) -> bool:
    """Whether a move begins and ends at the first and last of `cells` and goes through the others."""
    path = list(move.moved[0])
    if path[0] != cells[0] or path[-1] != cells[-1]:
        return False
    rest = iter(path[1:])
    return all(cell in rest for cell in cells[1:])


def _short(move: Move, board: SquareNumbering) -> str:
    path = move.moved[0]
    sign = "x" if move.captures else "-"
    return f"{board.name(path[0])}{sign}{board.name(path[-1])}"


def _long(move: Move, board: SquareNumbering) -> str:
    sign = "x" if move.captures else "-"
    return sign.join(map(board.name, move.moved[0]))


def written_move(state: State, text: str) -> str:
    """A move by its first and last square, with all between where several are alike so far."""
    made = state.move(text)
    if not made.captures:  # a move without captures is the only one between its squares
        return _short(made, USUAL)
    ends = [made.moved[0][0], made.moved[0][-1]]
    alike = [move for move in state.legal if _fits(move, ends)]
    return _short(made, USUAL) if len(alike) == 1 else _long(made, USUAL)


# -- positions -------------------------------------------------------------------------------------


def position_of(fen: str, board: SquareNumbering) -> str:
    """The position text of a FEN; raises BadRecord, BadPosition."""
    match = _FEN.fullmatch(fen)
    if match is None:
        raise BadRecord(f"the FEN is {fen:.60}; expected one as W:W21,22-24,K3:B1-4")
    standing: dict[str, str] = {}
    for part in filter(None, match[2].split(":")):
        south = part[0] == board.start
        for square in filter(None, re.split(r"[,\s]+", part[1:])):
            for cell, king in _squares(square, board):
                if cell in standing:
                    raise BadRecord(f"the FEN has {square} twice, or a piece there already")
                standing[cell] = ("C" if king else "M") if south else ("c" if king else "m")
    rows = ("".join(standing.get(f"{x}{y}", ".") for x in FILES) for y in range(8, 0, -1))
    turn = 0 if match[1] in (board.start, "?") else 1
    return f"{ENGLISH.id} {'/'.join(rows)} {turn}* {COUNTS}"


def _squares(text: str, board: SquareNumbering) -> Iterator[tuple[str, bool]]:
    """The cells of an entry of a FEN such as ``K3`` or ``22-24``, and whether they have kings."""
    match = _SQUARES.fullmatch(text)
    if match is None:
        raise BadRecord(f"the FEN has {text:.20}; expected squares as 21, 22-24 or K3")
    if match[4]:
        yield match[4], bool(match[1])
        return
    first = int(match[2])
    for number in range(first, int(match[3] or first) + 1):
        yield board.cell(number), bool(match[1])


def fen_of(state: State) -> str:
    """The FEN of a position, by the usual numbers."""
    rows = state.text.split(" ")[1].split("/")
    sides = {"B": "MC", "W": "mc"}
    found = []
    for colour, letters in sides.items():
        numbers = sorted(
            (USUAL.number(f"{FILES[x]}{8 - y}"), "K" if letter == letters[1] else "")
            for y, row in enumerate(rows)
            for x, letter in enumerate(row)
            if letter in letters
        )
        found.append(f"{colour}{','.join(f'{king}{number}' for number, king in numbers)}")
    turn = "B" if state.text.split(" ")[2][0] == "0" else "W"
    return f"{turn}:{found[1]}:{found[0]}"
