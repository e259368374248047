"""From what a person types to a legal move: other spellings, beginnings, what can follow."""

from __future__ import annotations

import re
from collections.abc import Sequence

FEW = 12  # moves that are offered whole; of more, only the next part

_PART = re.compile(r"[A-Za-z]+\d*|\d+")
_LOOSE = re.compile(r"[^a-z0-9]|x")


def spelled(text: str, legal: Sequence[str]) -> str | None:
    """The one legal move that `text` can only mean, whatever its case, dashes, crosses and blanks."""
    if text in legal:
        return text
    loose = _squeezed(text)
    found = [move for move in legal if _squeezed(move) == loose]
    return found[0] if len(found) == 1 and loose else None


def _squeezed(text: str) -> str:
    return _LOOSE.sub("", text.lower())


def continuations(text: str, legal: Sequence[str]) -> dict[str, int]:
    """What `text` can become: the moves that begin so, or if they are many, their next parts.

    Each with the number of moves that begin so.
    """
    fitting = [move for move in legal if move.startswith(text)]
    if len(fitting) <= FEW:
        return dict.fromkeys(fitting, 1)
    found: dict[str, int] = {}
    for move in fitting:
        part = _next_part(move, len(text))
        found[part] = found.get(part, 0) + 1
    return found


def _next_part(move: str, typed: int) -> str:
    """`move` up to the end of the first cell, number or word that goes beyond what is typed."""
    ends = (match.end() for match in _PART.finditer(move))
    return move[: next((end for end in ends if end > typed), len(move))]


def grouped(legal: Sequence[str]) -> dict[str, list[str]]:
    """Moves by their first part, in order."""
    groups: dict[str, list[str]] = {}
    for move in legal:
        groups.setdefault(_next_part(move, 0), []).append(move)
    return groups
