"""Entering a move part by part, by clicks or by typing: what may come next, and when it is whole.

A move text is read as joints and cells in turn: ``c3xe5xg7=Q`` is the cells c3, e5, g7 with the joints
nothing, ``x``, ``x``, ``=Q`` around them. A click gives a cell, whatever the joint before it; a joint
that then tells moves apart is asked for. What stands in braces or after a stroke (pieces that split off,
pieces sent home) belongs to a joint. Nothing here knows a game: all follows from the legal texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from parlour.kernel.scene import Scene

Kind = Literal["cell", "part"]
Step = tuple[Kind, str]  # a cell that was clicked, or a joint that was chosen

_GROUP = r"\{[^}]*\}|/[^=]*|=\w+"  # names in these are not places on the board
_WORD = r"[A-Za-z]{2,}\d*|[^\W_]|."
ENOUGH = 2  # cells that must be given before the rest of an only move follows by itself


@dataclass(frozen=True)
class Spelling:
    """A move's cells in order, and the joints around them: one more than there are cells."""

    text: str
    cells: tuple[str, ...]
    joints: tuple[str, ...]


class Speller:
    """Takes move texts apart, given the names of the cells on the board."""

    def __init__(self, names: Iterable[str]) -> None:
        longest_first = sorted(map(re.escape, set(names)), key=len, reverse=True)
        cell = "|".join(longest_first) or r"(?!)"
        # A name is not the beginning of a longer number or word, but x and a letter may follow it.
        self._token = re.compile(
            rf"(?P<group>{_GROUP})|(?P<cell>(?:{cell})(?!\d))(?![a-wyzA-Z]{{2}})"
            rf"|x(?=(?:{cell})(?!\d))|{_WORD}"
        )

    def spell(self, text: str) -> Spelling:
        """The cells and joints of a move text."""
        cells: list[str] = []
        joints = [""]
        for match in self._token.finditer(text):
            if match.lastgroup == "cell":
                cells.append(match[0])
                joints.append("")
            else:
                joints[-1] += match[0]
        return Spelling(text, tuple(cells), tuple(joints))


def speller_of(scene: Scene) -> Speller:
    """The speller for a board, made once for all positions with these cells."""
    return _speller(tuple(cell.name for cell in (*scene.cells, *scene.aside)))


@lru_cache(maxsize=64)
def _speller(names: tuple[str, ...]) -> Speller:
    return Speller(names)


@dataclass(frozen=True)
class _Candidate:
    """A move that is still possible: how many of its cells and of its joints are settled."""

    move: Spelling
    cells: int = 0

    @property
    def next_cell(self) -> str | None:
        return self.move.cells[self.cells] if self.cells < len(self.move.cells) else None

    @property
    def is_whole(self) -> bool:
        return self.next_cell is None


class Partial:
    """What the steps so far can become.

    `cells` may be clicked next; `parts` may be chosen, each a joint's text (the empty text: no more);
    `move` is the whole move, once only one is meant. Raises ValueError for steps that lead nowhere.
    """

    def __init__(self, moves: Sequence[Spelling], steps: Sequence[Step] = ()) -> None:
        self.steps = tuple(steps)
        self._moves = moves
        self._candidates = [_Candidate(move) for move in moves]
        self._fixed: dict[int, str] = {}
        for kind, text in self.steps:
            self._candidates = self._after_cell(text) if kind == "cell" else self._after_part(text)
            if not self._candidates:
                raise ValueError(f"no legal move goes on with {text!s:.60}")

    def _after_cell(self, name: str) -> list[_Candidate]:
        """Moves whose next cell this is; if none, those that end there, as in a click on the last landing."""
        nearest = [c for c in self._candidates if c.next_cell == name]
        if nearest:
            return [_Candidate(c.move, c.cells + 1) for c in nearest]
        ending = [
            c for c in self._candidates if c.cells and c.move.cells[c.cells :][-1:] == (name,)
        ]
        return [_Candidate(c.move, len(c.move.cells)) for c in ending]

    def _after_part(self, text: str) -> list[_Candidate]:
        place = self._open_joint
        if place is None:
            return [c for c in self._candidates if c.is_whole and c.move.text == text]
        self._fixed[place] = text
        return [c for c in self._candidates if _joint(c, place) == text]

    @property
    def _open_joint(self) -> int | None:
        """The first joint, up to the one due next, that tells the candidates apart and is not chosen yet."""
        reached = min((c.cells for c in self._candidates), default=0)
        for place in range(reached + 1):
            if place not in self._fixed and len({_joint(c, place) for c in self._candidates}) > 1:
                return place
        return None

    @property
    def chosen(self) -> tuple[str, ...]:
        """The cells that were given."""
        return tuple(text for kind, text in self.steps if kind == "cell")

    @cached_property
    def move(self) -> str | None:
        """The legal move that is meant, or None as long as it may be several, or only a beginning."""
        if len(self._candidates) != 1 or not self.steps:
            return None
        only = self._candidates[0]
        return only.move.text if only.is_whole or only.cells >= ENOUGH else None

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The cells that may come next, in order of name."""
        if self.move is not None:
            return ()
        return tuple(sorted({c.next_cell for c in self._candidates if c.next_cell is not None}))

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The joints among which one may choose, where clicks on cells alone do not settle it."""
        if self.move is not None:
            return ()
        place = self._open_joint
        if place is None:
            return tuple(sorted(c.move.text for c in self._candidates if c.is_whole))
        joints = {_joint(c, place) for c in self._candidates if c.is_whole}
        return tuple(sorted(joints | self._unsettled(place)))

    def _unsettled(self, place: int) -> set[str]:
        """The joints by which candidates differ here though their remaining cells are the same."""
        by_rest: dict[tuple[str, ...], set[str]] = {}
        for candidate in self._candidates:
            rest = candidate.move.cells[candidate.cells :]
            by_rest.setdefault(rest, set()).add(_joint(candidate, place))
        return {joint for joints in by_rest.values() if len(joints) > 1 for joint in joints}

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves that are still possible."""
        return tuple(c.move.text for c in self._candidates)


def _joint(candidate: _Candidate, place: int) -> str:
    joints = candidate.move.joints
    return joints[place] if place < len(joints) else ""
