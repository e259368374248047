"""Chess players' PGN: standard algebraic notation, starts by FEN, fischer random chess by its tag Variant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from parlour.errors import BadForm, BadRecord
from parlour.records.formats.pgn.pgn_script import ChessScript
from parlour.records.formats.pgn.san import read_san, san
from parlour.records.formats.uhp import uhp_format
from parlour.records.losses import losses_of
from parlour.records.pgn_syntax import pgn_reading, pgn_writing
from parlour.records.pgn_syntax.dialect import Dialect
from parlour.records.record_items import Item
from parlour.records.result import UNFINISHED
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written
from parlour.table import catalogue
from parlour.table.game import Game, State

(GAME,) = catalogue.games_with("pgn")
HOOKS = catalogue.hooks("pgn")

ROSTER = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
}  # the tags that every game has, with what stands for what is not known
OWN = ("Variant", "SetUp", "FEN", "Game", "GameType")  # tags that tell the game
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
STANDARD = ("", "standard", GAME, "normal", "fromposition", "classical")
FISCHER = ("chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess", "freestyle")

_FEN = re.compile(r"\s*[1-8PNBRQKpnbrqk/]{15,}(?:\s+[wb]\b|\s*\Z)")
# A man's move, a pawn's capture, castling: what only chess players write.
_MAN = re.compile(
    r"(?<![\w-])(?:[NBRQK][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8]|O-O(?:-O)?)(?![\w:-])"
)
_PAWN = re.compile(r"(?:\s|\{[^}]*\}|;[^\n]*+|[0-9]++\.++)*+[a-h][34](?![\w:-])")
_KNIGHT = re.compile(r"N[a-h]?[1-8]?x?([a-h])([1-8])")
_SQUARES = re.compile(r"(?:\s|\{[^}]*\}|[0-9]++\.++)*+[0-9]{1,2}[-x:][0-9]{1,2}\b")  # of draughts
USUAL = 4  # tags of the roster; with so many, even a game of pawns' moves alone is taken for chess


class Chess(Dialect):
    """Moves in standard algebraic notation."""

    form = "pgn"
    games = (GAME,)

    def claims(self, tags: Mapping[str, str], movetext: str) -> float:
        if "Game" in tags or "GameType" in tags:
            return 0.0
        if "FEN" in tags and not _FEN.match(tags["FEN"]):
            return 0.0
        if "FEN" in tags or _variant(tags) != "":
            return 0.9
        if _MAN.search(movetext):
            return 0.8
        usual = sum(name in tags for name in (*ROSTER, "Result")) >= USUAL
        if usual and _PAWN.match(movetext):
            return 0.6
        if _SQUARES.match(movetext):
            return 0.0
        return 0.3 * all(name in tags for name in (*ROSTER, "Result"))

    def tree(self, tags: Mapping[str, str]) -> Tree:
        variant = _variant(tags)
        if variant not in STANDARD + FISCHER:
            known = "Standard or Chess960"
            raise BadRecord(f"the tag Variant is {tags['Variant']:.40}; expected {known}")
        game, position = _beginning(tags.get("FEN", ""), variant in FISCHER)
        kept = {
            name: value
            for name, value in tags.items()
            if name not in OWN and value != ROSTER.get(name)
        }
        return Tree(game, kept, position)

    def move_text(self, state: State, word: str) -> str:
        return read_san(state, word)

    def written_move(self, state: State, text: str) -> str:
        return san(state.game, state.record, state.code(text))

    def result(self, tree: Tree, word: str) -> str | None:
        return word if word in RESULTS else None

    def starts(self, words: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The fischer random starts that have knights where they first come from."""
        wanted = [files for files in _knights(words) if files]
        for number in range(960):
            men = HOOKS.back_rank(number)
            if all(any(men[file] == "N" for file in files) for files in wanted):
                board = f"{men.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{men}"
                yield HOOKS.fischer_random(number), f"{HOOKS.ANY_FISCHER} {board} w KQkq - 0 1"

    def script(self, tree: Tree) -> ChessScript:
        return ChessScript(tree, self.tokens)


DIALECT = Chess()
find_game = cache(catalogue.game)


def _knights(words: Sequence[str]) -> Iterator[list[int]]:
    """For each side, the files of which one must hold a knight, as its first move tells."""
    for side, rank in ((0, 1), (1, 8)):
        first = next(filter(None, map(_KNIGHT.match, words[side::2])), None)
        steps = {2: (-1, 1), 1: (-2, 2)}.get(abs(int(first[2]) - rank), ()) if first else ()
        files = [ord(first[1]) - ord("a") + step for step in steps] if first else []
        yield [file for file in files if 0 <= file < 8]


def _variant(tags: Mapping[str, str]) -> str:
    return re.sub(r"[^a-z0-9]", "", tags["Variant"].lower()) if "Variant" in tags else ""


def _beginning(fen: str, fischer: bool) -> tuple[Game, str | None]:
    """The game that begins with a FEN, and the position text where that is not the game's own start."""
    if not fen.strip():
        return find_game(HOOKS.ANY_FISCHER if fischer else GAME), None
    game = find_game(HOOKS.ANY_FISCHER if fischer else GAME)
    fields = game.notation.loosened(fen.split())
    if fischer and fields[1:] == ["w", "KQkq", "-", "0", "1"]:
        for number in range(960):
            men = HOOKS.back_rank(number)
            if fields[0] == f"{men.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{men}":
                return find_game(HOOKS.fischer_random(number)), None
    text = " ".join([game.name, *fields])
    return game, None if text == game.start().text else text


def claims(text: str) -> float:
    """Never by itself: the native form claims whatever has PGN's syntax."""
    return 0.0


def read(source: Source) -> Iterator[Item]:
    """The games of a source in PGN's syntax."""
    return pgn_reading.read(source)


def write(tree: Tree) -> Written:
    """The tree as PGN; the move limit, and what PGN's comments cannot hold, are lost."""
    if tree.game.id in uhp_format.DIALECT.games:
        return uhp_format.write_pgn(tree)
    if tree.game.id != GAME or tree.heard_by:
        held = " and ".join((GAME, *uhp_format.DIALECT.games))
        raise BadForm(f"pgn holds games of {held}, not of {tree.game.id}")
    fischer = str(tree.game.chosen["start"]) != "standard"
    given = tree.tags.given
    tags = {name: given.pop(name, unknown) for name, unknown in ROSTER.items()}
    result = tree.tags["Result"]
    tags["Result"] = result if result in RESULTS else UNFINISHED
    given.pop("Result", None)
    if fischer:
        tags["Variant"] = "Chess960"
    if fischer or tree.position is not None:
        tags |= {"SetUp": "1", "FEN": _fen(tree)}
    others = {name: value for name, value in given.items() if name not in OWN}
    text = pgn_writing.write(tree, DIALECT, {**tags, **others}, tags["Result"]).text
    return Written(text, losses_of(tree, text, read))


def _fen(tree: Tree) -> str:
    """The position in which a tree begins."""
    return " ".join(tree.visit(tree.root).text.split(" ")[1:7])
