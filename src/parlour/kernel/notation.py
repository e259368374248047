"""The notation protocol: REQUIRED functions, and defaults for the optional ones.

The counterpart of `parlour.kernel.protocol`. A notation translates one game's rules for people: texts of
moves and positions, moves as values, reasons for refusals, what each player observes, the picture.

This file is itself a source. The loader instantiates it for each notation, with `R` bound to the rules
and `N` to the notation, and uses its functions for those that the notation does not define.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from parlour.kernel.layout import Record
from parlour.kernel.moves import Entry, Given, Move, Refusal, move_sentence, word_move
from parlour.kernel.scene import Scene

State = Any  # a `parlour.State`; the kernel does not import the packages above it
Outcome = Any  # the result of a game: its `reason`, and `scores` by seat

N: Any = None  # the notation that this file completes; bound by the loader

REQUIRED = ("move_text", "write", "read", "endings", "scene")

GIVEN: Collection[str] = ()  # the names below that the notation itself defines; set by the loader

# -- what every notation defines -------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """The text that identifies the move or outcome of chance `m`, about to be played in `s`."""
    raise NotImplementedError


def write(s: Record) -> list[str]:
    """The fields of the position text of `s`, after the game's name."""
    raise NotImplementedError


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields that `write` returns; `end` is the result that the text states.

    Raises BadPosition, which says where the error is and what was expected.
    """
    raise NotImplementedError


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """Each reason for which a game ends, with the possible scores by seat."""
    raise NotImplementedError


def scene(s: Record) -> Scene:
    """The picture of `s`; with hidden information ``scene(s, seat)``, as that player sees it."""
    raise NotImplementedError


# -- moves -----------------------------------------------------------------------------------------


def move(s: Record, m: int) -> Move:
    """The move or outcome of chance `m`, about to be played in `s`, as a value; default: one word.

    Its text equals ``move_text(s, m)``.
    """
    return word_move(N.move_text(s, m))


def move_in_words(s: Record, m: int) -> str:
    """The move `m`, about to be played in `s`, in words after the player's name: "a4 to c2, takes"."""
    return move_sentence(N.move(s, m))


def observed_move_in_words(s: Record, m: int, seat: int | None) -> str:
    """The move in words as `seat` observes it, if it does not observe all of it."""
    return N.observed_text(s, m, seat)  # type: ignore[no-any-return]


def leave_turn(s: Record) -> bool:
    """Leave the turn to the other player, as annotators write ``--``; False if that cannot be."""
    return False


def read_draw(s: Record, text: str) -> int | None:
    """The code of the outcome of chance with this text; raises IllegalMove, which explains the error.

    Required if outcomes cannot be listed. None: look the text up among the listed outcomes.
    """
    return None


def read_move(s: Record, text: str) -> int | None:
    """The code of the legal move with this text, None if it is not legal.

    Used instead of listing moves: required if MAX_MOVES is above `layout.MANY`, otherwise optional. It
    may accept other spellings than `move_text` writes.
    """
    raise NotImplementedError


def entry_after(s: Record, given: tuple[Given, ...]) -> Entry | None:
    """The possible continuations after the steps `given`; raises `NowhereError` if there are none.

    Only for games with too many legal moves to list. None: derive it from the listed moves.
    """
    return None


def prompt(s: Record, given: tuple[Given, ...]) -> str:
    """What the player to move does next, after the steps `given` of a move: a sentence, if not obvious."""
    return ""


def listed_move(text: str) -> str:
    """A move, as a player observes its text, in lists of moves; for games that nobody writes down."""
    return text


def detail_in_words(name: str, text: str) -> str:
    """One of the `details` of an end, for players."""
    return f"{name[:1].upper()}{name[1:]}: {text}"


def binding(s: Record, m: int) -> int:
    """How strongly the legal move `m` commits its player; the least is played when time runs out."""
    return 0


# -- phases ----------------------------------------------------------------------------------------

# The names of the game's phases that clocks distinguish.
PHASES: Collection[str] = ()


def phase(s: Record) -> str:
    """The phase of `s`, where a player is to move: one of PHASES, or an empty text."""
    return ""


# -- refusals --------------------------------------------------------------------------------------

# The reasons for refusing a move, each with its message; names in braces are filled in.
REFUSALS: Mapping[str, str] = {}


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """Why no legal move of `s` begins with the steps `given`, of which only the last one fails.

    One of REFUSALS, based only on what the player to move knows, and without advice on typing. None: use
    the general reasons of `table.refusals`.
    """
    return None


GRAMMAR = ""  # how moves are written; shown only if the typed text cannot be read


def refusal(s: Record, text: str) -> Refusal | None:
    """Why the typed `text` is not a legal move of `s`: one of REFUSALS, or GRAMMAR for reason `grammar`.

    None if there is no explanation. A game in one file may return the message alone, as text.
    """
    return None


# -- observations ----------------------------------------------------------------------------------


def planes(s: Record, seat: int | None = None) -> Mapping[str, Sequence[int] | int]:
    """Feature layers by name: one number for each cell, or one for the whole position.

    Together with the rules' coded board they describe a position fully. Names, order and lengths are the
    same in all positions of a game with its options (shorter layers are padded with zeros). With hidden
    information ``planes(s, seat)`` contains what that player may see.
    """
    return {}


# -- positions -------------------------------------------------------------------------------------


def repeated(s: Record) -> list[str]:
    """The fields that must be equal for a repetition; default: all fields of `write`."""
    return N.write(s)  # type: ignore[no-any-return]


def moves_made(s: Record) -> tuple[int, ...] | None:
    """The moves of each player that count towards the move limit, if the position text has them."""
    return None


TEXT_OF_CODE = (
    False  # whether a player's move with a given code has the same text in every position
)


def text_kinds(states: Any, codes: Any) -> Any:
    """For moves in compiled states, a number below 4 each, which with the move's code gives its text.

    Required if the code alone does not: a move may capture in one position and not in another. `states`,
    `codes` and the result have the same length. Texts of different kinds may differ in - and x.
    """
    raise NotImplementedError


HAS_LOG = False  # whether the position text ends with the public log


def log_entries(before: Record, m: int, after: Record) -> list[str]:
    """What the move `m` adds to the public log, if HAS_LOG: entries without ``;``."""
    return []


# How to write a pattern of contents, if `contents` gives them instead of the board's cells.
PATTERN = ""


def contents(s: Record) -> dict[str, str]:
    """The contents of each place by its name, ``.`` for empty, if there is a PATTERN."""
    return {}


def codes_on(states: Any) -> Any:
    """The contents of each place in many compiled states: an array of shape (states, tokens).

    Tokens are in the order of the position text, those outside the board included. Equal numbers mean
    equal tokens. Searches in collections use it if defined; it is faster than position texts.
    """
    raise NotImplementedError


# -- ends ------------------------------------------------------------------------------------------

CLEARS = False  # whether pieces leave or enter the board when part of the game is over
UNSEEN: Collection[str] = ()  # reasons accepted from a position text whatever its counts


# The clause after "White won: " for each reason, in the past tense. {winner} and {loser} become a player's
# name or "you"; {winners} and {losers} become "White's" or "your". `telling` words shared reasons.
ENDED: Mapping[str, str] = {}


def details(s: Record) -> dict[str, str]:
    """Further facts by name about a game that has ended in `s`."""
    return {}


def merit(state: State) -> int:
    """How well a solitaire game was played, more being better, if scores alone do not show it."""
    return 0


def shown_end(before: Record, m: int, s: Record) -> Record:
    """The record to draw after the move `m` ended the game in `s`, if the rules take pieces off then."""
    return s


def decisive(s: Record) -> list[str]:
    """The cells that decided a game that the rules ended in `s`."""
    return []


def decided_by(before: Record, m: int, s: Record) -> list[str]:
    """The same, where the move `m` that ended the game in `s` is known."""
    return N.decisive(s)  # type: ignore[no-any-return]


def worth(s: Record) -> Fraction | None:
    """The score of a win in `s`, if it changes during the game; None: the highest score."""
    return None


# -- what a player may know: games with hidden information -----------------------------------------


def view(state: State, seat: int | None) -> str:
    """The position text as a player (None: a spectator) may see it."""
    return state.text  # type: ignore[no-any-return]


def observed_text(s: Record, m: int, seat: int | None) -> str:
    """The text of the move or outcome `m`, about to be played in `s`, as a player observes it."""
    return N.move_text(s, m)  # type: ignore[no-any-return]


def observed_cells(s: Record, m: int, seat: int | None) -> tuple[str, ...]:
    """The cells of `m` that a player observes; default: all of them, or none if the text differs."""
    known = N.move(s, m)
    return known.cells if N.observed_text(s, m, seat) == known.text else ()


def open_scene(s: Record, seat: int | None) -> Scene:
    """The scene with all hidden information revealed, from a player's viewpoint."""
    raise NotImplementedError


# -- pictures --------------------------------------------------------------------------------------

# Other views of the board by name; each takes the scene and the viewer's seat.
VIEWS: Mapping[str, Callable[[Scene, int], Scene]] = {}

PIECE_LETTERS = ""  # of a side's pieces in the order of their codes, for lists of endgame tables

SETUP: Any = None  # how pieces are put on cells by hand, if the text has no rows of cells

ARRANGEABLE = False  # whether unplayed pieces lie on the board and can be moved freely


def arrangement(s: Record, before: Any = None) -> Any:
    """A board with all pieces, as close as possible to the one shown before."""
    raise NotImplementedError


def rearranged(s: Record, before: Any, places: Mapping[str, str]) -> Any:
    """The board closest to `before` with pieces at the given places; raises ValueError if impossible."""
    raise NotImplementedError
