"""What a notation file must give, what it may give, and what stands in for the rest.

The twin of `parlour.kernel.protocol`. A notation speaks for the rules of one game: texts of moves and
positions, moves as values, why a move is refused, what each seat hears and sees, the picture.

This file is itself a source: it is instantiated for each notation, with `R` bound to the rules and `N` to
the notation, and what it defines stands in for what the notation does not give.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from parlour.kernel.layout import Record
from parlour.kernel.moves import Entry, Given, Move, Refusal, said, sentence
from parlour.kernel.scene import Scene

State = Any  # a `parlour.State`: rooms above this one are not imported
Outcome = Any  # how a game ended: its `reason`, and `scores` by seat

N: Any = None  # the notation that is completed; bound when a game is loaded

REQUIRED = ("move_text", "write", "read", "endings", "scene")

GIVEN: Collection[str] = ()  # the names below that the notation gives itself; set when it is loaded

# -- what every notation gives ------------------------------------------------------------------------


def move_text(s: Record, m: int) -> str:
    """The text of the move or outcome of chance `m`, about to be played in `s`: its identity."""
    raise NotImplementedError


def write(s: Record) -> list[str]:
    """The fields of the position text of `s`, after the game's name."""
    raise NotImplementedError


def read(s: Record, fields: Sequence[str], end: Outcome | None) -> None:
    """Fill `s` from the fields that `write` gives; `end` is the end that the text claims.

    Raises BadPosition that says where and what was expected.
    """
    raise NotImplementedError


def endings() -> dict[str, Collection[tuple[Fraction, ...]]]:
    """Every reason for which a game ends, with the rows of scores by seat that it may have."""
    raise NotImplementedError


def scene(s: Record) -> Scene:
    """`s` as something to draw; with hidden information ``scene(s, seat)``, as a seat may see it."""
    raise NotImplementedError


# -- moves -----------------------------------------------------------------------------------------


def move(s: Record, m: int) -> Move:
    """The move or outcome of chance `m`, about to be played in `s`, as a value.

    Its text is what ``move_text(s, m)`` gives. Without it, every move is one word.
    """
    return said(N.move_text(s, m))


def spoken(s: Record, m: int) -> str:
    """`m`, about to be played in `s`, in words, as they stand after its seat's name: "a4 to c2, takes"."""
    return sentence(N.move(s, m))


def overheard(s: Record, m: int, seat: int | None) -> str:
    """The same as a seat hears of it that does not hear all."""
    return N.heard(s, m, seat)  # type: ignore[no-any-return]


def read_draw(s: Record, text: str) -> int | None:
    """The code of the outcome of chance with this text; raises IllegalMove that says what is wrong.

    Needed where the outcomes cannot be listed. None: the text is looked up among those that are.
    """
    return None


def read_move(s: Record, text: str) -> int | None:
    """The code of the legal move with this text, None if it is not legal.

    Asked of rules with MAX_MOVES above `layout.MANY`, whose moves are not listed to find one; of others,
    where it is given, only for a text that is not among those listed: it may read other spellings.
    """
    raise NotImplementedError


def entered(s: Record, given: tuple[Given, ...]) -> Entry | None:
    """What the steps that were given can become; raises `NowhereError` if they lead nowhere.

    Only where legal moves are too many to be listed; None: it follows from the moves that are listed.
    """
    return None


def binding(s: Record, m: int) -> int:
    """How much the legal move `m` binds who makes it: the least is played for a seat out of time."""
    return 0


# -- phases ----------------------------------------------------------------------------------------

# The names of the phases that the game passes through, of which clocks take notice.
PHASES: Collection[str] = ()


def phase(s: Record) -> str:
    """The phase in which `s` stands, where a seat is to move: one of PHASES, or none of them."""
    return ""


# -- refusals --------------------------------------------------------------------------------------

# The reasons for which a move is refused, each with its words; names in braces are filled in.
REFUSALS: Mapping[str, str] = {}


def why_not(s: Record, given: tuple[Given, ...]) -> Refusal | None:
    """Why no legal move of `s` begins with the steps `given`, of which the last one leads nowhere.

    One of REFUSALS, from what the seat to move may know alone, and not a word about typing. None: what
    any board tells (`table.refusals`).
    """
    return None


GRAMMAR = ""  # how moves are written, shown only to whoever typed one that cannot be read


def refusal(s: Record, text: str) -> Refusal | None:
    """Why the typed `text` is not a legal move of `s`: one of REFUSALS, or GRAMMAR for reason `grammar`.

    None where there is nothing to be said. A game in one file may give the words alone, as text.
    """
    return None


# -- observations ----------------------------------------------------------------------------------


def planes(s: Record, seat: int | None = None) -> Mapping[str, Sequence[int] | int]:
    """Layers by their names: a number for each cell, or one that holds for all of them.

    All that a seat needs to know of a position beside the rules' coded board; the names and their order
    are the same in all positions of a game with its options, and so is each layer's length (the shorter
    ones are filled up with zeros). With hidden information ``planes(s, seat)`` is what a seat may see.
    """
    return {}


# -- positions -------------------------------------------------------------------------------------


def repeated(s: Record) -> list[str]:
    """What stands again when a position is repeated; without it, all that `write` gives."""
    return N.write(s)  # type: ignore[no-any-return]


def made(s: Record) -> tuple[int, ...] | None:
    """How many moves that count towards the move limit each seat has made, where `write` tells it."""
    return None


TEXT_OF_CODE = False  # whether a seat's move has the same text in every position: its code tells it


def text_kinds(states: Any, codes: Any) -> Any:
    """For moves made in compiled states, a number below 4 each, which with the move's code tells its text.

    To be given where a code alone does not, as it may be a capture here and none there; `states` and `codes`
    are rows of one length, and so is what is returned. Texts may differ by - and x between kinds.
    """
    raise NotImplementedError


TELLS = False  # whether the position text ends with what all seats have heard so far


def told(before: Record, m: int, after: Record) -> list[str]:
    """What the move `m` adds to what all seats have heard, where TELLS: entries without ``;``."""
    return []


# How a pattern of what stands where is written, where the board's cells do not tell it but `standing` does.
PATTERN = ""


def standing(s: Record) -> dict[str, str]:
    """What stands at each place by its name, ``.`` for nothing, where there is a PATTERN."""
    return {}


def codes_on(states: Any) -> Any:
    """What stands where in many compiled states, as numbers: an array of shape (states, tokens).

    The tokens are in the order of the position text's, those outside the board too. Equal numbers stand for
    equal tokens. Only where it is given are collections searched by it; it is quicker than position texts.
    """
    raise NotImplementedError


# -- ends ------------------------------------------------------------------------------------------

CLEARS = False  # whether pieces come off the board, or on, as a part of the game is over
UNSEEN: Collection[str] = ()  # the reasons that a position text is believed whatever it counts


# How each end is worded after "White won: ", by its reason: a clause in the past. {winner} and {loser} become
# a seat's name or "you", {winners} and {losers} "White's" or "your". `telling` has words for shared ends.
ENDED: Mapping[str, str] = {}


def details(s: Record) -> dict[str, str]:
    """What else is reported of a game that has ended in `s`, by name."""
    return {}


def merit(state: State) -> int:
    """How well a game for one was played, more being better, where scores alone do not tell."""
    return 0


def decisive(s: Record) -> list[str]:
    """The cells that decided a game which its rules have ended in `s`."""
    return []


def worth(s: Record) -> Fraction | None:
    """What a win would be worth in `s`, where that changes in the game; None: the highest score."""
    return None


# -- what a seat may know: games with hidden information ---------------------------------------------


def view(state: State, seat: int | None) -> str:
    """The position text as a seat (None: an onlooker) may see it."""
    return state.text  # type: ignore[no-any-return]


def heard(s: Record, m: int, seat: int | None) -> str:
    """The text of the move or outcome `m`, about to be played in `s`, as a seat hears of it."""
    return N.move_text(s, m)  # type: ignore[no-any-return]


def heard_cells(s: Record, m: int, seat: int | None) -> tuple[str, ...]:
    """The cells of `m` that a seat hears of; without it, all of a move of which it hears all."""
    known = N.move(s, m)
    return known.cells if N.heard(s, m, seat) == known.text else ()


def open_scene(s: Record, seat: int | None) -> Scene:
    """The scene with all that is hidden lying open, seen from a seat."""
    raise NotImplementedError


# -- pictures --------------------------------------------------------------------------------------

# Other ways to look at the board, by name: from the scene and the seat that looks.
VIEWS: Mapping[str, Callable[[Scene, int], Scene]] = {}

ARRANGEABLE = False  # whether unplayed pieces lie on the board and may lie anywhere


def arrangement(s: Record, before: Any = None) -> Any:
    """A board with all pieces, as near as can be to the one that was shown before."""
    raise NotImplementedError


def rearranged(s: Record, before: Any, places: Mapping[str, str]) -> Any:
    """The board nearest to `before` with pieces at the given places; raises ValueError if none is."""
    raise NotImplementedError
