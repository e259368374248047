"""Checks for the fields of position texts, shared by all notations."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from parlour.errors import BadPosition

_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


def expect(fields: Sequence[str], *names: str) -> None:
    """Check that there is one field for each name, or raise BadPosition."""
    if len(fields) != len(names):
        raise BadPosition(
            f"{len(fields) + 1} fields; expected {len(names) + 1}: GAME {' '.join(names)}"
        )


def one_of(text: str, allowed: Collection[str], what: str) -> str:
    """Return `text` if it is one of `allowed` (words, or letters of a text), or raise BadPosition."""
    if text not in tuple(allowed):  # a tuple, since "" and "ab" are in the text "abc"
        raise BadPosition(f"{what} is {text!s:.40}; expected {' or '.join(allowed)}")
    return text


def some_of(letters: str, text: str, what: str) -> list[int]:
    """The indices in `letters` of the letters in `text`, which are in order, or ``-`` for none.

    Raises BadPosition.
    """
    found = [place for place, letter in enumerate(letters) if letter in text]
    if text != ("".join(letters[place] for place in found) or "-"):
        raise BadPosition(f"{what} is {text!s:.40}; expected some of {letters} in that order, or -")
    return found


def whole(text: str, what: str) -> int:
    """The whole number in `text`, without leading zeros and below 10^9; raises BadPosition."""
    if not _NUMBER.fullmatch(text):
        raise BadPosition(
            f"{what} is {text!s:.40}; expected a whole number below 10^9 without leading zeros"
        )
    return int(text)


def split_rows(text: str, lengths: Sequence[int], letters: str, separator: str = "/") -> list[str]:
    """The rows of a board, one letter for each cell; raises BadPosition for wrong sizes or letters."""
    rows = text.split(separator)
    if len(rows) != len(lengths):
        raise BadPosition(f"the board has {len(rows)} rows; expected {len(lengths)}")
    for number, (row, length) in enumerate(zip(rows, lengths, strict=True), 1):
        if len(row) != length:
            raise BadPosition(f"row {number} of the board has {len(row)} cells; expected {length}")
        for letter in row:
            if letter not in letters:
                raise BadPosition(
                    f"{letter} in row {number} of the board; expected {' '.join(letters)}"
                )
    return rows
