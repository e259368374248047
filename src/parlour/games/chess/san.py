"""Chess as PGN writes it: standard algebraic notation, FENs, starts by the tag Variant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from types import ModuleType

from parlour.errors import IllegalMove
from parlour.games.chess import USUAL_FISCHER, san_reading
from parlour.games.chess.board import back_rank
from parlour.games.chess.san_reading import AMBIGUOUS, KING, NO_MOVE, PAWN
from parlour.games.chess.spellings import spellings as spellings
from parlour.kernel.bitboard import BOARD
from parlour.kernel.layout import Record
from parlour.kernel.quiet_moves import LAST_QUIET
from parlour.table import catalogue
from parlour.table.game import Game, State

SHOWN = 12  # legal moves that an error names

STANDARD_START = "chess"
ANY_FISCHER = f"chess:start={USUAL_FISCHER}"  # for games that begin with none of the 960 starts
VARIANTS = {  # what the tag Variant says, in small letters and digits, and the game
    **dict.fromkeys(
        ("", "standard", "chess", "normal", "fromposition", "classical"), STANDARD_START
    ),
    **dict.fromkeys(
        ("chess960", "960", "fischerandom", "fischerrandom", "fischerrandomchess", "freestyle"),
        ANY_FISCHER,
    ),
}
EXPECTED_VARIANTS = "Standard or Chess960"

# A man's move, a pawn's capture, castling: what only chess players write. And a pawn's first step.
MAN = r"(?:[NBRQK][a-h]?[1-8]?x?[a-h][1-8]|[a-h]x[a-h][1-8]|O-O(?:-O)?)"
PAWN_STEP = "[a-h][34]"

FIGURES = {"K": "♔", "Q": "♕", "R": "♖", "B": "♗", "N": "♘"}
LETTERS = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBN KQRBN ")

_FEN = re.compile(r"\s*[1-8PNBRQKpnbrqk/]{15,}(?:\s+[wb]\b|\s*\Z)")
_EN_PASSANT = re.compile(r"(?<=[a-h][36])\s*e\.?p\.?$")
_PROMOTED = re.compile(r"([a-h][18])/([NBRQ])$")
_KNIGHT = re.compile(r"N[a-h]?[1-8]?x?([a-h])([1-8])")

find_game = cache(catalogue.game)


# -- moves -----------------------------------------------------------------------------------------


def read_move(state: State, word: str) -> str:
    """The rulebook's text of the move that a word means; raises IllegalMove.

    SAN, castling with letters or zeros, and squares from and to are read, the rulebook's texts among them;
    also ``exd6e.p.`` and ``a8/Q``.
    """
    if state.outcome is not None:
        raise IllegalMove(f"{word!s:.20}: the game is over ({state.outcome.reason})", move=word)
    plain = _PROMOTED.sub(r"\1=\2", _EN_PASSANT.sub("", word.translate(LETTERS).strip()))
    found = state.game.plain.rules.find_move(state.record, list(map(ord, plain)), 0, len(plain))
    if found >= 0:
        return str(state.game.notation.move_text(state.record, found))
    legal = sorted(san(state.game, state.record, m) for m in state.codes())
    shown = f"{', '.join(legal[:SHOWN])}{', …' if len(legal) > SHOWN else ''}"
    what = "is ambiguous" if found == AMBIGUOUS else "is not legal here"
    if found == NO_MOVE:
        what = "is no move"
    raise IllegalMove(f"{word!s:.20} {what}; expected one of {shown}", move=word)


def written_move(state: State, text: str) -> str:
    """A legal move in SAN."""
    return san(state.game, state.record, state.code(text))


def san(game: Game, s: Record, m: int) -> str:
    """The legal move `m` of the position `s`, with its sign of check or mate."""
    rules = game.plain.rules
    after = type(s)()
    for name in s.__slots__:
        value = getattr(s, name)
        setattr(after, name, list(value) if isinstance(value, list) else value)
    rules.advance(after, m)
    sign = "" if not after.checkers else "+" if after.turn >= 0 else "#"
    return f"{_bare(game, s, m)}{sign}"


def _bare(game: Game, s: Record, m: int) -> str:
    rules, reading = game.plain.rules, game.plain.algorithm(san_reading.__name__)
    cell, to, into = rules.origin_of(m), rules.target_of(m), rules.promotion_of(m)
    if rules.men(s, s.next) >> to & 1:
        return "O-O" if to > cell else "O-O-O"
    kind = "PNBRQK".index(game.notation.kind(s, cell))
    capture = "x" if game.notation.captured(s, m) is not None else ""
    promotion = f"={' NBRQ'[into]}" if into else ""
    if kind == PAWN:
        return f"{BOARD.names[cell][0] + capture if capture else ''}{BOARD.names[to]}{promotion}"
    others = 0 if kind == KING else reading.origins(s, kind, to) & ~(1 << cell)
    return f"{'PNBRQK'[kind]}{_origin_text(reading, s, cell, to, others)}{capture}{BOARD.names[to]}"


def _origin_text(reading: ModuleType, s: Record, cell: int, to: int, others: int) -> str:
    """The file or rank, or both, by which the man on `cell` differs from the `others` that can go to `to`."""
    rivals = [
        rival
        for rival in range(64)
        if others >> rival & 1 and reading.legal_move(s, rival, to, 0) >= 0
    ]
    if not rivals:
        return ""
    name, names = BOARD.names[cell], [BOARD.names[rival] for rival in rivals]
    if all(rival[0] != name[0] for rival in names):
        return name[0]
    return name[1] if all(rival[1] != name[1] for rival in names) else name


def written_like(game: Game) -> str:
    """The full name of a game in which moves of the same code and kind have the same text."""
    return ANY_FISCHER if game.notation.FISCHER else STANDARD_START


# -- beginnings ------------------------------------------------------------------------------------


def is_fen(text: str) -> bool:
    """Whether a text begins as a FEN of chess does."""
    return _FEN.match(text) is not None


def fen_of(state: State) -> str:
    """The FEN of a position."""
    return " ".join(state.text.split(" ")[1:7])


def beginning(fen: str, name: str) -> tuple[str, str | None]:
    """The full name of the game that begins with a FEN, and the position unless it is the game's start.

    `name` is the game that the tag Variant tells.
    """
    if not fen.strip():
        return name, None
    given = fen.split()
    fields = find_game(name).notation.loosened(given)
    if name == STANDARD_START and _rights(fields) < _rights(given):
        fischer = find_game(ANY_FISCHER).notation.loosened(given)
        if _rights(fischer) == _rights(given):  # only where king or rook stand elsewhere
            name, fields = ANY_FISCHER, fischer
    game = find_game(name)
    if name == ANY_FISCHER and fields[1:] == ["w", "KQkq", "-", "0", "1"]:
        for number in range(960):
            if fields[0] == _board(back_rank(number)):
                return _fischer_random(number), None
    if int(fields[4]) >= LAST_QUIET:  # nobody has claimed the draw
        game = game.with_claims or game
    text, name = " ".join([game.name, *fields]), game.name
    return name, None if text == game.start().text else text


def _rights(fields: Sequence[str]) -> int:
    """How many rights of castling the fields of a FEN have."""
    return len(fields[2].strip("-")) if len(fields) > 2 else 0


def dropped_rights(fen: str, read_as: str) -> str:
    """The rights of castling that a FEN claims and its position, as read, cannot have; "" for none."""
    given, kept = fen.split(), read_as.split()
    return given[2] if _rights(given) > _rights(kept) else ""


def variant_of(game: Game) -> str:
    """The tag Variant of a game; "" for usual chess."""
    return "" if str(game.chosen["start"]) == "standard" else "Chess960"


def starts(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The fischer random starts that have knights where these moves first bring them from.

    Each with its full name and position text.
    """
    wanted = [files for files in _knights(words) if files]
    for number in range(960):
        men = back_rank(number)
        if all(any(men[file] == "N" for file in files) for files in wanted):
            yield _fischer_random(number), f"{ANY_FISCHER} {_board(men)} w KQkq - 0 1"


def _fischer_random(number: int) -> str:
    """The full name of the game from a fischer random start, 0 to 959."""
    return f"chess:start=fischer-random-{number}"


def _board(men: str) -> str:
    """The board of a start with these men on White's first rank."""
    return f"{men.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{men}"


def _knights(words: Sequence[str]) -> Iterator[list[int]]:
    """For each side, the files of which one must hold a knight, as its first move tells."""
    for side, rank in ((0, 1), (1, 8)):
        first = next(filter(None, map(_KNIGHT.match, words[side::2])), None)
        steps = {2: (-1, 1), 1: (-2, 2)}.get(abs(int(first[2]) - rank), ()) if first else ()
        files = [ord(first[1]) - ord("a") + step for step in steps] if first else []
        yield [file for file in files if 0 <= file < 8]
