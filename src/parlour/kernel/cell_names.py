"""Names of cells: columns by letters (a, b, …, z, aa, ab, …), rows by numbers."""

from __future__ import annotations

import re

CELL = re.compile(r"([a-z]{1,6})([1-9]\d{0,8})", re.ASCII)


def letters(n: int) -> str:
    """The letters of row or column `n`, counted from 0."""
    name = ""
    n += 1
    while n > 0:
        n, rest = divmod(n - 1, 26)
        name = chr(97 + rest) + name
    return name


def column_number(name: str) -> int:
    """The number of a column, counted from 0; the inverse of `letters`."""
    number = 0
    for letter in name[:6]:
        number = number * 26 + ord(letter) - 96
    return number - 1


def mirrored(cell: str) -> str:
    """A cell's name mirrored in the long diagonal; other texts are returned unchanged."""
    match = CELL.fullmatch(cell.lower())
    if not match:
        return cell
    return letters(int(match[2]) - 1) + str(column_number(match[1]) + 1)
