"""PDN 3.0 for English draughts: its tags, results and tokens; the game's hooks read squares and moves.

The form is Wieger Wesselink's (https://wiegerw.github.io/pdn); what older files do otherwise is read too:
results of international draughts, signs of a move's strength in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from parlour.errors import BadForm, BadRecord, IllegalMove
from parlour.records.builder import Builder
from parlour.records.detection import opening
from parlour.records.losses import losses_of
from parlour.records.pgn_syntax import pgn_reading, pgn_writing
from parlour.records.pgn_syntax.dialect import WORD, Dialect, Token
from parlour.records.record_items import Item
from parlour.records.source import Source
from parlour.records.tags import seat_tag
from parlour.records.tree import Tree
from parlour.records.written import Written
from parlour.table import catalogue
from parlour.table.foreign_notation import Numbering, PdnHooks
from parlour.table.game import State
from parlour.table.outcome import Outcome

(GAME,) = catalogue.games_with("pdn")
HOOKS: PdnHooks = catalogue.hooks("pdn")
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
FORCED = 7  # the glyph of a move that is the only one
_FIRST = re.compile(
    r"(?:\s|\{[^}]*\}|[;%][^\n]*+|[0-9]++\.++)*+0?([1-9][0-9]?)[ \t]*[-x:][ \t]*0?([1-9][0-9]?)(?![\w/])"
)
_SETUP = re.compile(r'/\s*FEN\s++"?([^"/]*+)"?\s*/')

find_game = cache(catalogue.game)


class Draughts(Dialect):
    """Squares by their numbers."""

    form = "pdn"
    games = (GAME,)
    first_has_number = True
    repeats_numbers = False  # pydraughts takes it for another move 1, and loses moves
    own_tokens = r"(?P<strength>\([!?]+\)) | (?P<setup>/[^/\n]*/)"
    # No move has so many squares; without a bound each of a row would be looked through to its end.
    _squares = rf"{HOOKS.SQUARE}(?:[ \t]*[-x:][ \t]*{HOOKS.SQUARE}){{1,24}}(?![\w/])"
    word = rf"(?:{_squares}\*?[!?]*)|1/2-1/2|{WORD}"

    def __init__(self, board: Numbering = HOOKS.USUAL) -> None:
        self.board = board

    def suited(self, tags: Mapping[str, str]) -> Dialect:
        try:
            return Draughts(HOOKS.numbering_of(tags.get("GameType", HOOKS.GAME_TYPE)))
        except BadRecord:
            return self

    def claims(self, tags: Mapping[str, str], movetext: str) -> float:
        if "Game" in tags:
            return 0.0
        if "GameType" in tags:
            return 0.9 * HOOKS.is_draughts(tags["GameType"])
        if "FEN" in tags:
            is_other = bool(self.other_game(tags, opening(movetext)))
            return 0.7 * (HOOKS.is_fen(tags["FEN"]) and not is_other)
        first = _FIRST.match(movetext)
        if not tags or first is None:
            return 0.0
        return 0.7 * HOOKS.may_begin(int(first[1]), int(first[2]))

    def other_game(self, tags: Mapping[str, str], words: Sequence[str]) -> str:
        is_placed = "FEN" in tags and HOOKS.is_fen(tags["FEN"])
        if is_placed and words and words[0][:1].isdecimal():
            return ""  # any move may be the first then
        return HOOKS.other_kind(words, named=bool({"White", "Black"} & tags.keys()))

    def tree(self, tags: Mapping[str, str]) -> Tree:
        board = HOOKS.numbering_of(tags.get("GameType", HOOKS.GAME_TYPE))
        game, position = find_game(GAME), None
        if tags.get("FEN", "").strip():
            position = game.read(HOOKS.position_of(tags["FEN"], board)).text
        kept = {}
        for name, value in tags.items():
            if name in OWN or value in ("?", ROSTER.get(name)):
                continue
            kept[board.seats.get(name, name)] = (
                RESULTS.get(value, value) if name == "Result" else value
            )
        return Tree(game, kept, position)

    def move_text(self, state: State, word: str) -> str:
        return HOOKS.read_move(state, word, self.board)

    def sure_text(self, word: str) -> str:
        return HOOKS.path_text(word, self.board)

    def written_move(self, state: State, text: str) -> str:
        return HOOKS.written_move(state, text)

    def result(self, tree: Tree, word: str) -> str | None:
        return RESULTS.get(word)

    def ends(self, builder: Builder, word: str, last: bool) -> bool:
        """Only ``*`` parts games surely; what looks like a result may be a move."""
        if last or word == "*" or builder.state is None or builder.broken:
            return last or word == "*"
        try:
            HOOKS.read_move(builder.state, word, self.board)
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
    for colour, seat in HOOKS.USUAL.seats.items():
        tags[colour] = given.pop(seat_tag(seat), "?")
    result = next((r for r, native in RESULTS.items() if native == tree.tags["Result"]), "*")
    tags["Result"] = result
    tags["GameType"] = HOOKS.GAME_TYPE
    if tree.position is not None:
        tags |= {"SetUp": "1", "FEN": HOOKS.fen_of(tree.beginning)}
    others = {name: value for name, value in given.items() if name not in (*OWN, *tags)}
    text = pgn_writing.write(tree, DIALECT, {**tags, **others}, result).text
    return Written(text, losses_of(tree, text, read))
