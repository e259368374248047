"""Moves as values: the text, the steps to enter the move, the cells that it changes.

The text identifies a move. Everything else (captures, paths, button labels) is in fields, so that no
code needs to parse move texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple

from parlour.kernel.deprecation import former_names

Kind = Literal["cell", "word"]

SILENT = "-"  # the text of a move that a player does not observe at all


class Step(NamedTuple):
    """One step of entering a move: a cell of the board, or a word.

    `text` is the cell's name, or identifies the word among the alternatives. `label` is the text of its
    button. Words are sorted by `order`, then by `text`. The `main` one completes what a player does.
    `turned`: by how many degrees, clockwise, the word turns what was taken from beside the board; pages
    show it so.
    """

    text: str
    kind: Kind = "cell"
    label: str = ""
    order: int = 0
    main: bool = False
    turned: int | None = None

    @property
    def words(self) -> str:
        """The button's text."""
        words = self.label or self.text
        return words[:1].upper() + words[1:]


class Move(NamedTuple):
    """A move (or an outcome of chance) in one position.

    `steps`: how it is entered, in order; unique in the position. `captures`: the cells whose pieces it
    captures, in order of capture. `moved`: for each piece that moves on the board its path of cells,
    start and end included. `placed`: the cells on which pieces arrive from off the board. `cast`: the
    numbers shown by dice or stones, visible to everyone.
    """

    text: str
    steps: tuple[Step, ...]
    captures: tuple[str, ...] = ()
    moved: tuple[tuple[str, ...], ...] = ()
    placed: tuple[str, ...] = ()
    cast: tuple[int, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells to highlight: those of `moved` and `placed`, else the cells among the steps."""
        changed = dict.fromkeys(chain(*self.moved, self.placed))
        return tuple(changed or (step.text for step in self.steps if step.kind == "cell"))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is illegal: one of the game's declared reasons, and an explanation.

    The text begins in lower case and has no full stop, so that it can follow a colon.
    """

    reason: str
    text: str

    @property
    def sentence(self) -> str:
        """The text as a full sentence."""
        return f"{self.text[:1].upper()}{self.text[1:]}".rstrip(".") + "."


def refuse(words: Mapping[str, str], reason: str, /, **names: object) -> Refusal:
    """A refusal for one of the declared reasons, its text filled in with `names`."""
    return Refusal(reason, words[reason].format(**names))


@lru_cache(maxsize=1 << 14)
def cell_steps(*names: str) -> tuple[Step, ...]:
    """Steps for cells; cached, so moves along the same cells share them."""
    return tuple(Step(name) for name in names)


def word(
    text: str, label: str = "", order: int = 0, main: bool = False, turned: int | None = None
) -> Step:
    """A step for a word."""
    return Step(text, "word", label, order, main, turned)


def word_move(text: str, label: str = "", order: int = 0, main: bool = False) -> Move:
    """A move entered as one word, such as ``pass``."""
    return Move(text, (word(text, label, order, main),))


@lru_cache(maxsize=1 << 12)
def placement(name: str) -> Move:
    """A move that places a piece; its text is the cell's name."""
    return Move(name, cell_steps(name), placed=(name,))


def path_move(text: str, path: Iterable[str], captures: Iterable[str] = ()) -> Move:
    """A move of one piece along a path of cells, all of which are steps."""
    through = tuple(path)
    return Move(text, cell_steps(*through), tuple(captures), (through,))


Given = tuple[Kind, str]  # a step as entered: its kind and its text


@dataclass(frozen=True, slots=True)
class Entry:
    """A move being entered: the steps so far and the possible next ones.

    `cells`, sorted by name, and `words` are the alternatives for the next step; a word with the text ""
    ends the move. `move` is the text of the move once it is complete.
    """

    given: tuple[Given, ...]
    move: str | None = None
    cells: tuple[str, ...] = ()
    words: tuple[Step, ...] = ()

    @property
    def chosen_cells(self) -> tuple[str, ...]:
        """The cells among the steps so far."""
        return tuple(text for kind, text in self.given if kind == "cell")


STOP = word("", "stop here")  # offered if one move ends here and another continues


class NowhereError(ValueError):
    """No legal move begins with these steps; `given` ends with the first impossible one."""

    def __init__(self, given: Sequence[Given]) -> None:
        super().__init__(f"no legal move continues with {given[-1][1]!s:.60}")
        self.given = tuple(given)


def move_sentence(move: Move) -> str:
    """A move in words, without the player: "a4 to c2, takes", "Ant on c4", "e7 to e8, Queen"."""
    if move.cast:
        return f"throws {_join_names([str(number) for number in move.cast])}"
    words = [step.label or step.text for step in move.steps if step.kind == "word" and step.words]
    if not move.moved:
        action = " ".join(words)
        where = _join_names(move.cells)
        return f"{action} on {where}" if action and where else action or where or move.text
    action = " and ".join(_path_in_words(path) for path in move.moved)
    last = {path[-1] for path in move.moved}
    if move.captures:
        action += (
            ", takes" if set(move.captures) <= last else f", takes {_join_names(move.captures)}"
        )
    return ", ".join([action, *words])


def _path_in_words(path: Sequence[str]) -> str:
    through = f" by {_join_names(path[1:-1])}" if len(path) > 2 else ""
    return f"{path[0]} to {path[-1]}{through}"


def _join_names(names: Sequence[str]) -> str:
    return (
        names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else ""
    )


__getattr__ = former_names(
    globals(),
    {
        "going": "path_move",
        "placing": "placement",
        "said": "word_move",
        "sentence": "move_sentence",
    },
)
