"""A move as a value: its text, the steps by which a person enters it, the cells that it changes.

The text stays the identity of a move. Whatever a reader wants to know of one (what was captured, where
a piece went, what a button says) it reads from fields; no reader takes a text apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

Kind = Literal["cell", "word"]

SILENT = "-"  # the text of a move of which a seat hears nothing


class Step(NamedTuple):
    """One thing that a person gives when entering a move: a cell of the board, or a word.

    `text` is the cell's name, or the word's text among the words that may stand at its place. `label`
    is what a button for the word says. Words are offered in order of `order`, then of `text`.
    """

    text: str
    kind: Kind = "cell"
    label: str = ""
    order: int = 0

    @property
    def words(self) -> str:
        """What a button says."""
        words = self.label or self.text
        return words[:1].upper() + words[1:]


class Move(NamedTuple):
    """A move (or an outcome of chance) of one position.

    `steps`: what is given to enter it, in order; no other move of the position has the same steps.
    `captures`: the cells whose pieces it captures: occupied before it, and after it not by the same
    pieces; in the order in which they are captured. `moved`: for each piece that moves on the board the
    cells that it goes through, from where it stood to where it ends. `placed`: the cells onto which
    pieces come from elsewhere. `cast`: the numbers that dice or stones show, for all to see.
    """

    text: str
    steps: tuple[Step, ...]
    captures: tuple[str, ...] = ()
    moved: tuple[tuple[str, ...], ...] = ()
    placed: tuple[str, ...] = ()
    cast: tuple[int, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that a picture marks: those of `moved` and `placed`, else those that are entered."""
        changed = dict.fromkeys(chain(*self.moved, self.placed))
        return tuple(changed or (step.text for step in self.steps if step.kind == "cell"))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal: one of the reasons that the game declares, and a sentence in its words.

    The sentence begins in lower case, without a full stop at its end, as it stands after a colon.
    """

    reason: str
    text: str

    @property
    def sentence(self) -> str:
        """The text as a sentence of its own."""
        return f"{self.text[:1].upper()}{self.text[1:]}".rstrip(".") + "."


def refuse(words: Mapping[str, str], reason: str, /, **names: object) -> Refusal:
    """The refusal for one of the declared reasons, its words filled in with `names`."""
    return Refusal(reason, words[reason].format(**names))


@lru_cache(maxsize=1 << 14)
def cell_steps(*names: str) -> tuple[Step, ...]:
    """Steps that are cells; the same for all moves along them."""
    return tuple(Step(name) for name in names)


def word(text: str, label: str = "", order: int = 0) -> Step:
    """A step that is a word."""
    return Step(text, "word", label, order)


def said(text: str, label: str = "", order: int = 0) -> Move:
    """A move that is one word, such as ``pass``."""
    return Move(text, (word(text, label, order),))


@lru_cache(maxsize=1 << 12)
def placing(name: str) -> Move:
    """A move whose text is the cell on which a piece is placed."""
    return Move(name, cell_steps(name), placed=(name,))


def going(text: str, path: Iterable[str], captures: Iterable[str] = ()) -> Move:
    """A move of one piece along a path of cells, all of which are entered."""
    through = tuple(path)
    return Move(text, cell_steps(*through), tuple(captures), (through,))


Given = tuple[Kind, str]  # a step as it is given: its kind and its text


@dataclass(frozen=True, slots=True)
class Entry:
    """What the steps that were given can become.

    `cells` may be given next, in order of name; `words` may be chosen, a word with the text "" being the
    end; `move` is the text of the whole move, once only one is meant.
    """

    given: tuple[Given, ...]
    move: str | None = None
    cells: tuple[str, ...] = ()
    words: tuple[Step, ...] = ()

    @property
    def chosen(self) -> tuple[str, ...]:
        """The cells that were given."""
        return tuple(text for kind, text in self.given if kind == "cell")


STOP = word("", "stop here")  # offered where a move may end and another goes on


class NowhereError(ValueError):
    """Steps with which no legal move goes on; `given` are those up to the one that leads nowhere."""

    def __init__(self, given: Sequence[Given]) -> None:
        super().__init__(f"no legal move goes on with {given[-1][1]!s:.60}")
        self.given = tuple(given)


def sentence(move: Move) -> str:
    """A move in words, without who makes it: "a4 to c2, takes", "Ant on c4", "e7 to e8, Queen"."""
    if move.cast:
        return f"throws {_listed([str(number) for number in move.cast])}"
    words = [step.label or step.text for step in move.steps if step.kind == "word" and step.words]
    if not move.moved:
        told = " ".join(words)
        where = _listed(move.cells)
        return f"{told} on {where}" if told and where else told or where or move.text
    told = " and ".join(_way(path) for path in move.moved)
    last = {path[-1] for path in move.moved}
    if move.captures:
        told += ", takes" if set(move.captures) <= last else f", takes {_listed(move.captures)}"
    return ", ".join([told, *words])


def _way(path: Sequence[str]) -> str:
    through = f" by {_listed(path[1:-1])}" if len(path) > 2 else ""
    return f"{path[0]} to {path[-1]}{through}"


def _listed(names: Sequence[str]) -> str:
    return (
        names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
    )
