"""Chess players' PGN: its tags and results; the game's hooks read moves, FENs and the tag Variant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from parlour.errors import BadForm, BadRecord, ParlourError
from parlour.records.formats.pgn.pgn_script import ChessScript
from parlour.records.formats.uhp import uhp_format
from parlour.records.game_result import UNFINISHED
from parlour.records.losses import losses_of
from parlour.records.pgn_syntax import pgn_reading, pgn_writing
from parlour.records.pgn_syntax.dialect import Dialect
from parlour.records.record_items import Item
from parlour.records.source import Source
from parlour.records.tree import Tree
from parlour.records.written import Written
from parlour.table import catalogue
from parlour.table.foreign_notation import PgnHooks
from parlour.table.game import State

(GAME,) = catalogue.games_with("pgn")
HOOKS: PgnHooks = catalogue.hooks("pgn")

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

_MAN = re.compile(rf"(?<![\w-]){HOOKS.MAN}(?![\w:-])")
_PAWN = re.compile(rf"(?:\s|\{{[^}}]*\}}|;[^\n]*+|[0-9]++\.++)*+{HOOKS.PAWN_STEP}(?![\w:-])")
_SQUARES = re.compile(r"(?:\s|\{[^}]*\}|[0-9]++\.++)*+[0-9]{1,2}[-x:][0-9]{1,2}\b")  # of draughts
_FIRST = re.compile(r"(?:\s|\{[^}]*\}|;[^\n]*+|[0-9]++\.++)*+([^\s{}();]+)")
_NO_MOVES = re.compile(r"(?:\s|\{[^}]*\}|;[^\n]*+)*+(?:[\d½/,.]++[-–:][\d½/,.]++|\*|½)?\s*\Z")
_ECO = re.compile(r"[A-E][0-9]{2}.{0,2}")  # of the Encyclopaedia of Chess Openings
USUAL = 4  # tags of the roster; with so many, even a game of pawns' moves alone is taken for chess


class Chess(Dialect):
    """Moves in standard algebraic notation."""

    form = "pgn"
    games = (GAME,)

    def claims(self, tags: Mapping[str, str], movetext: str) -> float:
        if "Game" in tags or "GameType" in tags:
            return 0.0
        if "FEN" in tags and not HOOKS.is_fen(tags["FEN"]):
            return 0.0
        if "FEN" in tags or _variant(tags) != "":
            return 0.9
        if _MAN.search(movetext.translate(HOOKS.LETTERS)):
            return 0.8
        told = _ECO.fullmatch(tags.get("ECO", "")) is not None or "Opening" in tags
        if told and (_NO_MOVES.match(movetext) or _begins(movetext)):
            return 0.7
        usual = sum(name in tags for name in (*ROSTER, "Result")) >= USUAL
        if usual and _PAWN.match(movetext):
            return 0.6
        if _NO_MOVES.match(movetext):
            return 0.2 * ("White" in tags and "Black" in tags)
        if _SQUARES.match(movetext):
            return 0.0
        roster = all(name in tags for name in (*ROSTER, "Result"))
        return 0.3 * (roster and _begins(movetext))

    def tree(self, tags: Mapping[str, str]) -> Tree:
        variant = _variant(tags)
        if variant not in HOOKS.VARIANTS:
            known = HOOKS.EXPECTED_VARIANTS
            raise BadRecord(f"{tags['Variant']:.40} (Variant): not a game here; expected {known}")
        name, position = HOOKS.beginning(tags.get("FEN", ""), HOOKS.VARIANTS[variant])
        kept = {
            name: value
            for name, value in tags.items()
            if name not in OWN and value != ROSTER.get(name)
        }
        return Tree(find_game(name), kept, position)

    def odds(self, tags: Mapping[str, str], tree: Tree) -> Iterable[str]:
        if tags.get("FEN", "").strip():
            dropped = HOOKS.dropped_rights(tags["FEN"], HOOKS.fen_of(tree.beginning))
            if dropped:
                yield f"castling {dropped} is left out: no king and rook are there for all of it"

    def move_text(self, state: State, word: str) -> str:
        return HOOKS.read_move(state, word)

    def spellings(self, movetext: str) -> Iterable[tuple[str, str]]:
        return HOOKS.spellings(movetext)

    def written_move(self, state: State, text: str) -> str:
        return HOOKS.written_move(state, text)

    def result(self, tree: Tree, word: str) -> str | None:
        return word if word in RESULTS else None

    def starts(self, words: Sequence[str]) -> Iterable[tuple[str, str]]:
        """The game's other starts from which these moves may have been played."""
        return HOOKS.starts(words)

    def script(self, tree: Tree) -> ChessScript:
        return ChessScript(tree, self.tokens)


def _begins(movetext: str) -> bool:
    """Whether a text's first move is legal at the start."""
    first = _FIRST.match(movetext)
    try:
        HOOKS.read_move(find_game(GAME).start(), first[1].rstrip("!?") if first else "")
    except ParlourError:
        return False
    return True


DIALECT = Chess()
find_game = cache(catalogue.game)


def _variant(tags: Mapping[str, str]) -> str:
    return re.sub(r"[^a-z0-9]", "", tags["Variant"].lower()) if "Variant" in tags else ""


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
    variant = HOOKS.variant_of(tree.game)
    given = tree.tags.given
    tags = {name: given.pop(name, unknown) for name, unknown in ROSTER.items()}
    result = tree.tags["Result"]
    tags["Result"] = result if result in RESULTS else UNFINISHED
    given.pop("Result", None)
    if variant:
        tags["Variant"] = variant
    if variant or tree.position is not None:
        tags |= {"SetUp": "1", "FEN": HOOKS.fen_of(tree.visit(tree.root))}
    others = {name: value for name, value in given.items() if name not in OWN}
    text = pgn_writing.write(tree, DIALECT, {**tags, **others}, tags["Result"]).text
    return Written(text, losses_of(tree, text, read))
