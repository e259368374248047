"""PDN 3.0 for English draughts: squares by number, setups as FENs with ranges, short and long captures.

The form is Wieger Wesselink's (https://wiegerw.github.io/pdn); what older files do otherwise is read too:
results of international draughts, ``:`` for a capture, squares with leading zeros or by letter, moves
without a sign between their squares, signs of a move's strength in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

from parlour.errors import BadForm, BadRecord, IllegalMove
from parlour.kernel.moves import Move
from parlour.records.builder import Builder
from parlour.records.losses import losses_of
from parlour.records.pgn_syntax import pgn_reading, pgn_writing
from parlour.records.pgn_syntax.dialect import WORD, Dialect, Token
from parlour.records.record_items import Item
from parlour.records.source import Source
from parlour.records.tags import seat_tag
from parlour.records.tree import Tree
from parlour.records.written import Written
from parlour.table import catalogue
from parlour.table.game import State
from parlour.table.outcome import Outcome

(GAME,) = catalogue.games_with("pdn")
GAME_TYPE = "21,B,8,8,N1,0"
RESULTS = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "*": "*",
    "2-0": "1-0",
    "0-2": "0-1",
    "1-1": "1/2-1/2",
    "0-0": "0:0",
}  # by the starting colour first; 0-0 is lost for both
ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?"}
OWN = ("GameType", "FEN", "SetUp", "Setup", "Game")  # tags that tell the game and its beginning
FILES = "abcdefgh"
FORCED = 7  # the glyph of a move that is the only one
COUNTS = "p,- --,-- -,- 0,0,0,0,0,0"  # of a position that begins a game

_TYPE = re.compile(r"\s*([0-9]+)\s*(?:,([WB]),8,8,([ANS])([0-3])(?:,([01]))?)?\s*")
_ANY_TYPE = re.compile(r"\s*2[0-9]\b|\s*[34][0-9]\b")
_FEN = re.compile(r"\s*([WB?])((?::[WB?]?[Kk0-9a-h,\s-]*){0,2})\.?\s*")
_SQUARES = re.compile(r"(K?)(?:0*([1-9][0-9]?)(?:-0*([1-9][0-9]?))?|([a-h][1-8]))")
_SQUARE = r"(?:0?[1-9][0-9]?|[a-h][1-8])"
# Between two squares something must stand, or a letter begin: digits alone could be cut in many ways.
_MOVE = re.compile(rf"{_SQUARE}(?:(?:\s*[-x:]\s*|\s+|(?=[a-h])){_SQUARE})+")
_FIRST = re.compile(
    r"(?:\s|\{[^}]*\}|[;%][^\n]*+|[0-9]++\.++)*+0?([1-9][0-9]?)[ \t]*[-x:][ \t]*0?([1-9][0-9]?)(?![\w/])"
)
_SETUP = re.compile(r'/\s*FEN\s+"?([^"/]*)"?\s*/')

find_game = cache(catalogue.game)


@dataclass(frozen=True)
class SquareNumbering:
    """How squares are called and which colour begins, by a GameType."""

    start: str = "B"
    corner: int = (
        1  # where the first square lies, seen by who begins: bottom left, right, top left, right
    )
    inverted: bool = False  # whether the bottom left corner is no square of play

    @classmethod
    def of(cls, game_type: str) -> SquareNumbering:
        """Raises BadRecord for a type that is not English draughts."""
        match = _TYPE.fullmatch(game_type)
        if match is None or match[1] != "21":
            raise BadRecord(f"the tag GameType is {game_type:.40}; expected {GAME_TYPE}")
        if match[2] is None:
            return cls()
        corner = int(match[4]) if match[3] == "N" else 1
        return cls(match[2], corner, match[5] == "1")

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
    """The rulebook's text of the move that a word means; raises IllegalMove.

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
    raise IllegalMove(f"{word!s:.20} {why}", move=word)


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
    return f"{GAME} {'/'.join(rows)} {turn}* {COUNTS}"


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


# -- the form --------------------------------------------------------------------------------------


class Draughts(Dialect):
    """Squares by their numbers."""

    form = "pdn"
    games = (GAME,)
    first_has_number = True
    repeats_numbers = False  # pydraughts takes it for another move 1, and loses moves
    own_tokens = r"(?P<strength>\([!?]+\)) | (?P<setup>/[^/\n]*/)"
    word = rf"(?:{_SQUARE}(?:[ \t]*[-x:][ \t]*{_SQUARE})+(?![\w/])\*?[!?]*)|1/2-1/2|{WORD}"

    def __init__(self, board: SquareNumbering = USUAL) -> None:
        self.board = board

    def suited(self, tags: Mapping[str, str]) -> Dialect:
        match = _TYPE.fullmatch(tags.get("GameType", GAME_TYPE))
        return Draughts(SquareNumbering.of(match[0])) if match and match[1] == "21" else self

    def claims(self, tags: Mapping[str, str], movetext: str) -> float:
        if "Game" in tags:
            return 0.0
        if "GameType" in tags:
            return 0.9 if _ANY_TYPE.match(tags["GameType"]) else 0.0
        if "FEN" in tags:
            numbers = [int(number) for number in re.findall(r"[0-9]+", tags["FEN"])]
            return 0.7 * bool(_FEN.fullmatch(tags["FEN"]) and max(numbers, default=0) <= 32)
        first = _FIRST.match(movetext)
        if not tags or first is None:
            return 0.0
        return 0.7 if first[0] and 0 < int(first[1]) < 13 and int(first[2]) <= 20 else 0.0

    def tree(self, tags: Mapping[str, str]) -> Tree:
        board = SquareNumbering.of(tags.get("GameType", GAME_TYPE))
        game, position = find_game(GAME), None
        if tags.get("FEN", "").strip():
            position = game.read(position_of(tags["FEN"], board)).text
        kept = {}
        for name, value in tags.items():
            if name in OWN or value in ("?", ROSTER.get(name)):
                continue
            kept[board.seats.get(name, name)] = (
                RESULTS.get(value, value) if name == "Result" else value
            )
        return Tree(game, kept, position)

    def move_text(self, state: State, word: str) -> str:
        return read_move(state, word, self.board)

    def sure_text(self, word: str) -> str:
        return path_text(word, self.board)

    def written_move(self, state: State, text: str) -> str:
        return written_move(state, text)

    def result(self, tree: Tree, word: str) -> str | None:
        return RESULTS.get(word)

    def ends(self, builder: Builder, word: str, last: bool) -> bool:
        """Only ``*`` parts games surely; what looks like a result may be a move."""
        if last or word == "*" or builder.state is None or builder.broken:
            return last or word == "*"
        try:
            read_move(builder.state, word, self.board)
        except IllegalMove:
            return True
        return False

    def setup_of(self, text: str) -> str | None:
        match = _SETUP.fullmatch(text)
        return match[1].strip() if match else None

    def script(self, tree: Tree) -> _Words:
        return _Words(tree, self.tokens)


class _Words:
    """The tokens of draughts movetext: a move's strength in parentheses, or as a star, is a glyph."""

    resolves = False

    def __init__(self, tree: Tree, pattern: re.Pattern[str]) -> None:
        self.tree = tree
        self.pattern = pattern

    def tokens(self, text: str, at: int) -> Iterator[tuple[str, Token]]:
        return self.plain_tokens(text, at)

    def plain_tokens(self, text: str, at: int) -> Iterator[tuple[str, Token]]:
        for match in self.pattern.finditer(text, at):
            kind, word = str(match.lastgroup), match[0]
            if kind == "strength":
                yield "glyph", _Said(match, word[1:-1][:2])
            elif kind == "word" and len(word) > 1 and word.endswith("*"):
                yield "word", _Said(match, word[:-1])
                yield "glyph", _Said(match, f"${FORCED}")
            elif kind != "word" or word.strip("."):
                yield kind, match

    @property
    def outcome(self) -> Outcome | None:
        return self.tree.end().outcome


class _Said:
    """A token whose text differs from the source."""

    def __init__(self, match: re.Match[str], text: str) -> None:
        self._match, self._text = match, text

    def start(self) -> int:
        return self._match.start()

    def end(self) -> int:
        return self._match.end()

    def __getitem__(self, group: int, /) -> str:
        return self._text


DIALECT = Draughts()


def claims(text: str) -> float:
    """Never by itself: the native form claims whatever has PGN's syntax."""
    return 0.0


def read(source: Source) -> Iterator[Item]:
    """The games of a source in PGN's syntax."""
    return pgn_reading.read(source)


def write(tree: Tree) -> Written:
    """The tree as PDN 3.0; options, counts of a position, and what comments cannot hold, are lost."""
    options = {name: value for name, value in tree.game.chosen.items() if name in ("sets", "cards")}
    if tree.game.id != GAME or tree.heard_by or options.get("sets") != "dark":
        raise BadForm(f"pdn holds games of {GAME} on the dark squares, not of {tree.game.name}")
    given = tree.tags.given
    tags = {name: given.pop(name, unknown) for name, unknown in ROSTER.items()}
    for colour, seat in USUAL.seats.items():
        tags[colour] = given.pop(seat_tag(seat), "?")
    result = next((r for r, native in RESULTS.items() if native == tree.tags["Result"]), "*")
    tags["Result"] = result
    tags["GameType"] = GAME_TYPE
    if tree.position is not None:
        tags |= {"SetUp": "1", "FEN": fen_of(tree.beginning)}
    others = {name: value for name, value in given.items() if name not in (*OWN, *tags)}
    text = pgn_writing.write(tree, DIALECT, {**tags, **others}, result).text
    return Written(text, losses_of(tree, text, read))
