"""The hooks for foreign notations: what a game's folder gives record formats and engine protocols.

A format or protocol knows only its own syntax. How its players write the moves, squares, pieces and starts
of a game is in the module that the game's `Spec` names in `conventions`; `catalogue.hooks` finds it. One
class here for each convention lists what that module has. Kinds of series are declared in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from parlour.kernel.layout import Record
from parlour.kernel.moves import Move
from parlour.kernel.spec import Chosen
from parlour.table.game import Game, State
from parlour.table.outcome import Outcome


class Numbering(Protocol):
    """How squares are numbered and which colour begins, by a GameType of PDN."""

    @property
    def seats(self) -> dict[str, str]:
        """The seat of each colour that tags name."""


class PdnHooks(Protocol):
    """`pdn`: draughts by numbered squares."""

    GAME_TYPE: str  # the tag GameType of the game
    SQUARE: str  # a regular expression for a square
    USUAL: Numbering

    def numbering_of(self, game_type: str) -> Numbering:
        """The numbering that a GameType names; raises BadRecord for another game's."""

    def is_draughts(self, game_type: str) -> bool:
        """Whether a GameType is that of any kind of draughts."""

    def other_kind(self, words: Sequence[str], named: bool) -> str:
        """The kind of draughts, none here, that a game's moves show; "" for none.

        `named`: its players are called White and Black.
        """

    def is_fen(self, text: str) -> bool:
        """Whether a text is a FEN of a board of this game's size."""

    def may_begin(self, first: int, second: int) -> bool:
        """Whether a move between these squares may be the first of a game."""

    def read_move(self, state: State, word: str, board: Numbering) -> str:
        """The rulebook's text of the move that a word means; raises IllegalMove."""

    def path_text(self, word: str, board: Numbering) -> str:
        """The rulebook's text of a move of which `word` names all squares; "" if some are left out."""

    def written_move(self, state: State, text: str) -> str:
        """A move, to be made in `state`, as PDN writes it."""

    def position_of(self, fen: str, board: Numbering) -> str:
        """The position text of a FEN; raises BadRecord, BadPosition."""

    def fen_of(self, state: State) -> str:
        """The FEN of a position."""


class HubHooks(Protocol):
    """`hub`: draughts as the engine Scan writes it."""

    VARIANT: str  # the value of the parameter `variant`

    def why_unsuited(self, game: Game) -> str:
        """Why the protocol cannot describe a game with these options; "" if it can."""

    def position_of(self, state: State) -> str:
        """A position as Hub writes it."""

    def read_position(self, game: Game, text: str) -> State:
        """The state of a position; raises BadPosition."""

    def written_move(self, move: Move) -> str:
        """A move as Hub writes it."""

    def read_move(self, state: State, text: str) -> str:
        """The rulebook's text of the move that Hub's text means; raises IllegalMove."""


class PgnHooks(Protocol):
    """`pgn`: chess as chess players write it.

    The rules of the game also have `find_move(s, text, at, end)`, the legal move that the characters of a
    text mean (-1 if they are no move, -2 if it is not legal, -3 if ambiguous), and `text_kind(s, m)`, below
    4; the notation has `text_of_kind(m, kind)`, the text of a move. So movetext is read by compiled code.
    """

    VARIANTS: Mapping[
        str, str
    ]  # the full name of the game, by the small letters of the tag Variant
    EXPECTED_VARIANTS: str  # what that tag may be, in words
    MAN: str  # regular expressions: a move that only players of this game write, a pawn's first
    PAWN_STEP: str
    LETTERS: Mapping[int, str]  # letters for the signs of men, character by character

    def read_move(self, state: State, word: str) -> str:
        """The rulebook's text of the move that a word means; raises IllegalMove."""

    def spellings(self, movetext: str) -> Iterator[tuple[str, str]]:
        """What a movetext that is not read may mean in PGN's spelling, each with how it is written."""

    def written_move(self, state: State, text: str) -> str:
        """A legal move as PGN writes it."""

    def written_like(self, game: Game) -> str:
        """The full name of a game in which moves of the same code and kind have the same text."""

    def is_fen(self, text: str) -> bool:
        """Whether a text begins as a FEN of this game does."""

    def fen_of(self, state: State) -> str:
        """The FEN of a position."""

    def beginning(self, fen: str, name: str) -> tuple[str, str | None]:
        """The full name of the game that begins with a FEN; the position unless it is its start.

        `name` is the game that the tag Variant tells. Raises ParlourErrors.
        """

    def dropped_rights(self, fen: str, read_as: str) -> str:
        """What a FEN claims that its position, as read, cannot have; "" for nothing."""

    def variant_of(self, game: Game) -> str:
        """The tag Variant of a game; "" for the usual one."""

    def starts(self, words: Sequence[str]) -> Iterable[tuple[str, str]]:
        """The rarer starts from which these moves may have been played: full name, position text."""


class UhpHooks(Protocol):
    """`uhp`: Hive as the Universal Hive Protocol writes it."""

    EXPANSIONS: tuple[str, ...]  # their names
    RESULTS: Mapping[str, str]  # how a finished game stands, with the result of records
    RUNNING: tuple[str, str]  # how a game stands without moves, and with some
    TYPE: str  # regular expressions: a type of game, a piece, the first two moves
    PIECE: str
    FIRST_MOVE: str
    SECOND_MOVE: str

    def options_of(self, kind: str) -> dict[str, object]:
        """The options that a type of game names; raises BadRecord."""

    def usual_type(self, kind: str) -> str:
        """A type of game with the usual capitals."""

    def type_of(self, game: Game) -> str:
        """The type of a game."""

    def other_options(self, game: Game) -> str:
        """The options that the type does not name, as the game's name has them."""

    def options_of_moves(self, moves: Iterable[str]) -> dict[str, object]:
        """The options of a game in which these moves are legal."""

    def first_options(self, moves: Iterable[str]) -> dict[str, object]:
        """The options that the first move of each side tells."""

    def read_move(self, text: str) -> str:
        """The rulebook's text of a move."""

    def written_move(self, text: str) -> str:
        """A move as UHP writes it."""

    def turn_text(self, count: int) -> str:
        """Whose turn it is after so many moves."""

    def standing(self, scores: tuple[Fraction, ...] | None, count: int) -> str:
        """How a game stands after so many moves, with the scores of its end."""


class FamiliarHooks(Protocol):
    """`familiar`: moves as the game's players write them, shown and understood beside the rulebook's."""

    FIGURES: Mapping[str, str]  # the sign of each piece's letter, in place of it

    def read_move(self, state: State, word: str) -> str:
        """The rulebook's text of the move that a word means; raises IllegalMove."""

    def written_move(self, state: State, text: str) -> str:
        """A legal move of the rulebook as players write it."""


class LineHooks(Protocol):
    """`uci`, and with more `usi`: a game as an engine protocol like UCI writes it.

    `SWITCHES` are the protocol's own options that are on or off, each with the function that gives the game
    with it or without.
    """

    SWITCHES: Mapping[str, Callable[[Game, bool], Game]]

    def written_move(self, text: str) -> str:
        """A move of the rulebook in the protocol's form."""

    def position_of(self, state: State) -> str:
        """A position in the protocol's form."""

    def read_position(self, game: Game, text: str) -> State:
        """The state of a position; raises BadPosition."""


class UsiHooks(LineHooks, Protocol):
    """`usi`: shogi by USI and SFEN, and what all forms of shogi players share."""

    CELLS: Sequence[str]  # of the board
    DECLARATION: str  # the text of the move that declares the game won
    ROWS: str  # a regular expression for the board of an SFEN

    def game_of(self, sfen: str | None, declared: bool) -> str:
        """The full name of the game that begins with an SFEN, None for the usual start.

        `declared`: a win is declared in it.
        """

    def is_usual_start(self, sfen: str) -> bool:
        """Whether an SFEN is the start without a handicap."""

    def is_named_by_start(self, game: Game, at_start: bool) -> bool:
        """Whether the beginning alone tells a game's full name; `at_start`: it is the game's own start."""


class KifHooks(Protocol):
    """`kif`: shogi in the words of KIF and of Japanese books."""

    MOVE_START: str  # a regular expression for the square and the man of a move

    def handicap_of(self, sfen: str) -> str | None:
        """The word for the handicap of a start; None for a position that is no start."""

    def start_of(self, word: str) -> str:
        """The SFEN of the start with a handicap; raises BadRecord."""

    def read_move(self, record: Record, last: str, text: str, state: Callable[[], State]) -> str:
        """The rulebook's text of a move after the move `last`; raises IllegalMove.

        `state` gives the state of the `record`, where that is needed.
        """

    def written_move(self, state: State, move: str, last: str) -> str:
        """A legal move, after the move `last`, as KIF writes it."""

    def read_row(self, text: str) -> list[str]:
        """The men of a row of a drawn board; raises BadRecord."""

    def read_hand(self, text: str) -> dict[str, int]:
        """The men of a hand; raises BadRecord."""

    def read_board(
        self, rows: list[list[str]], turn: str, hands: dict[str, dict[str, int]], number: int
    ) -> str:
        """The SFEN of nine rows, with the hands by side, ``b`` and ``w``."""

    def drawn_board(self, sfen: str) -> Iterator[str]:
        """The lines of a drawn board."""


class CsaSetup(Protocol):
    """A position of CSA's form being read."""

    def take(self, line: str) -> None:
        """Read a line that begins with P; raises BadRecord."""

    def sfen(self, turn: str) -> str | None:
        """The SFEN, None for the usual start."""


class CsaHooks(Protocol):
    """`csa`: shogi in the letters of CSA's form."""

    Setup: type[CsaSetup]

    def position_lines(self, sfen: str) -> Iterator[str]:
        """The lines that set up a position."""

    def read_move(self, record: Record, seat: int | None, text: str) -> str:
        """The rulebook's text of a move of the seat to move; raises IllegalMove."""

    def written_move(self, record: Record, seat: int, move: str) -> str:
        """A legal move of a seat as CSA's form writes it."""


class GtpHooks(Protocol):
    """`gtp`: games of placing stones as the Go Text Protocol writes them."""

    LETTERS: str  # the colours by seat
    COLOURS: Mapping[str, int]  # the seat of each word for a colour

    def read_move(self, point: str) -> str:
        """The rulebook's text of a move."""


class AbstractPlayHooks(Protocol):
    """`abstract-play`: games as Abstract Play's records write them; one module serves all of them."""

    NAMES: Mapping[str, str]  # the ids of the games by that site's names

    def options_of(
        self, name: str, variants: Sequence[str], players: int, is_swapped: bool
    ) -> dict[str, object]:
        """The options of the game with this name; raises BadRecord for boards that are not here."""

    def read_move(self, game: Game, text: str) -> str:
        """The rulebook's text of a move."""


class BridgeHooks(Protocol):
    """`bridge`: the hands of Contract Bridge, in a game with its play."""

    def position_of(self, hands: Sequence[str], first: str) -> str:
        """The position text of the hands of North, East, South, West, the first to call; raises BadRecord."""

    def hands_of(self, state: State) -> tuple[str, ...]:
        """The hands where all are known and unplayed, () elsewhere."""

    def first_of(self, state: State) -> str:
        """The letter of who calls first."""


class HexworldHooks(Protocol):
    """`hexworld`: Hex as hexworld.org's links write it."""

    def game_of(self, files: int, ranks: int) -> str:
        """The full name of the game on a board; raises BadRecord."""


class SeriesHooks(Protocol):
    """`linked-series`: players carry marks from one table to the next."""

    PLAYERS: Sequence[int]  # numbers of players
    KEEPS: Sequence[str]  # who carries marks: "all", "winner"

    def next_game(self, players: int, forward: Sequence[int]) -> str:
        """The text of a table's game, to which the players bring these marks."""

    def final_marks(self, outcome: Outcome) -> tuple[int, ...]:
        """Each player's marks at the end of a table; raises BadMatch."""

    def carried_marks(
        self, marks: tuple[int, ...], scores: Sequence[Fraction], keep: str
    ) -> tuple[int, ...]:
        """What the players bring to the next table."""

    def ahead(self, state: State, one: int, other: int) -> int | None:
        """Which of two seats was ahead in a finished game, None if level; raises BadMatch."""


class WorthHooks(Protocol):
    """`stand-alone-worth`: a single game counts for something outside a match."""

    def worth(self, chosen: Chosen) -> Fraction:
        """By what its scores are multiplied, with these options."""


HOOKS: dict[str, type] = {  # by convention
    "abstract-play": AbstractPlayHooks,
    "bridge": BridgeHooks,
    "csa": CsaHooks,
    "familiar": FamiliarHooks,
    "gtp": GtpHooks,
    "hexworld": HexworldHooks,
    "hub": HubHooks,
    "kif": KifHooks,
    "pdn": PdnHooks,
    "linked-series": SeriesHooks,
    "pgn": PgnHooks,
    "stand-alone-worth": WorthHooks,
    "uci": LineHooks,
    "uhp": UhpHooks,
    "usi": UsiHooks,
}
