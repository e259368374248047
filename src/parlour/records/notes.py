"""What may be noted at a node: comments, glyphs, coloured cells, arrows, labels, clock, and so on.

A node keeps only the notes it has: most have none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from parlour.errors import BadRecord

Notes = dict[str, Any]

MOST_GLYPHS = 10**9  # PGN's go to 255
MOST_SECONDS = 10**15

COLOURS = {  # letters by name: lichess's of colours, then those of go players' marks and of a line
    "green": "G", "red": "R", "yellow": "Y", "blue": "B",
    "cross": "X", "triangle": "T", "square": "Q", "selected": "S", "line": "L",
}  # fmt: skip

# What each note is where nothing was noted.
EMPTY: dict[str, Callable[[], Any]] = {
    "comments": lambda: ("", ""),
    "glyphs": list,
    "cells": dict,
    "arrows": list,
    "labels": dict,
    "clock": lambda: None,
    "evaluation": lambda: None,
    "task": lambda: None,
    "hint": lambda: None,
    "kept": dict,
}


class Annotated(Protocol):
    """Where notes are kept: a node of a tree."""

    _notes: Notes | None


class Note:
    """A node's attribute that is stored only if something was noted."""

    def __init__(self, name: str, check: Callable[[Any], Any]) -> None:
        self.name = name
        self.check = check

    def __get__(self, node: Annotated | None, owner: type | None = None) -> Any:
        if node is None:
            return self
        notes = node._notes
        if notes is None or self.name not in notes:
            empty = EMPTY[self.name]()
            if not isinstance(empty, (list, dict)):
                return empty
            if notes is None:
                notes = node._notes = {}
            notes[self.name] = empty  # so that it can be added to in place
        return notes[self.name]

    def __set__(self, node: Annotated, value: Any) -> None:
        if node._notes is None:
            node._notes = {}
        try:
            node._notes[self.name] = self.check(value)
        except TypeError as error:
            raise BadRecord(f"{self.name} cannot be {value!r:.40}") from error


def noted(node: Annotated) -> Notes:
    """What is noted at a node, by name, without what is empty."""
    found = node._notes or {}
    return {name: value for name, value in found.items() if value != EMPTY[name]()}


def comments_checked(value: Any) -> tuple[str, str]:
    """(before, after)."""
    if (
        isinstance(value, str)
        or len(value) != 2
        or not all(isinstance(text, str) for text in value)
    ):
        raise BadRecord("comments are two texts: (before, after)")
    before, after = value
    return before, after


def text_checked(value: Any) -> str | None:
    """A text, or None."""
    if value is not None and not isinstance(value, str):
        raise BadRecord("this is a text or None")
    return value or None


def glyphs_checked(value: Any) -> list[int]:
    """Numbers of glyphs."""
    glyphs = list(value)
    if not all(type(glyph) is int and 0 <= glyph < MOST_GLYPHS for glyph in glyphs):
        raise BadRecord(f"glyphs are whole numbers from 0 to {MOST_GLYPHS - 1}")
    return glyphs


def colour_letter(colour: str) -> str:
    """A colour's letter, from itself or from its name; raises BadRecord."""
    letter = COLOURS.get(colour, colour)
    if not (isinstance(letter, str) and len(letter) == 1 and "A" <= letter <= "Z"):
        raise BadRecord(
            f"{colour!s:.40} is no colour: expected G, R, Y or B, or {', '.join(COLOURS)}"
        )
    return letter


def _cell(name: Any) -> str:
    if not isinstance(name, str) or not name:
        raise BadRecord(f"{name!s:.40} is no cell's name")
    return name


def cells_checked(value: Any) -> dict[str, str]:
    """Colours by cell."""
    return {_cell(cell): colour_letter(colour) for cell, colour in _mapping(value).items()}


def arrows_checked(value: Any) -> list[tuple[str, str, str]]:
    """(from, to, colour) each."""
    arrows = [tuple(arrow) for arrow in value]
    if not all(len(arrow) == 3 for arrow in arrows):
        raise BadRecord("an arrow is (from, to, colour)")
    return [(_cell(start), _cell(end), colour_letter(colour)) for start, end, colour in arrows]


def labels_checked(value: Any) -> dict[str, str]:
    """Texts by cell."""
    if not all(isinstance(text, str) for text in _mapping(value).values()):
        raise BadRecord("labels are texts by cell")
    return {_cell(cell): text for cell, text in value.items()}


def clock_checked(value: Any) -> float | None:
    """Seconds, or None."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise BadRecord("a clock shows a number of seconds, or None")
    if not 0 <= value < MOST_SECONDS:
        raise BadRecord(f"a clock shows no less than 0 seconds, and less than {MOST_SECONDS}")
    return value


def kept_checked(value: Any) -> dict[str, list[str]]:
    """What another form says that the tree has no place for, by its name there."""
    return {str(name): [str(text) for text in texts] for name, texts in _mapping(value).items()}


def _mapping(value: Any) -> Mapping[Any, Any]:
    if not isinstance(value, Mapping):
        raise BadRecord("this is a mapping")
    return value
