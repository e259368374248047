"""Matching of typed text with legal moves: other spellings, and completions."""

from __future__ import annotations

import re
from collections.abc import Sequence

FEW = 12  # moves offered in full; of more, only the next part

_PART = re.compile(r"[A-Za-z]+\d*|\d+")
_LOOSE = re.compile(r"[^a-z0-9]|x")


def match_move(text: str, legal: Sequence[str]) -> str | None:
    """The legal move that `text` means, ignoring case, dashes, crosses and spaces; None if unclear."""
    if text in legal:
        return text
    normal = _normalize(text)
    found = [move for move in legal if _normalize(move) == normal]
    return found[0] if len(found) == 1 and normal else None


def _normalize(text: str) -> str:
    return _LOOSE.sub("", text.lower())


def continuations(text: str, legal: Sequence[str]) -> dict[str, int]:
    """The completions of `text`: moves, or if they are many, their next parts.

    Each comes with its number of moves.
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
    """`move` up to the end of the first cell, number or word beyond the typed part."""
    ends = (match.end() for match in _PART.finditer(move))
    return move[: next((end for end in ends if end > typed), len(move))]


def group_moves(legal: Sequence[str]) -> dict[str, list[str]]:
    """The moves by their first part, in order."""
    groups: dict[str, list[str]] = {}
    for move in legal:
        groups.setdefault(_next_part(move, 0), []).append(move)
    return groups
