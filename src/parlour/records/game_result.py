"""How records write results: ``1-0``, ``1/2-1/2``, ``3:3:0:0``, a solitaire's score alone, ``*``."""

from __future__ import annotations

import re
from fractions import Fraction

UNFINISHED = "*"

_SCORE = r"(?:0|[1-9]\d*)(?:/[1-9]\d*)?"
_RESULT = re.compile(rf"\*|1-0|0-1|1/2-1/2|{_SCORE}(?::{_SCORE})+", re.ASCII)
_LONE_SCORE = re.compile(_SCORE, re.ASCII)
_WORDS: dict[tuple[Fraction, ...], str] = {
    (Fraction(1), Fraction(0)): "1-0",
    (Fraction(0), Fraction(1)): "0-1",
    (Fraction(1, 2), Fraction(1, 2)): "1/2-1/2",
}


def result_text(scores: tuple[Fraction, ...] | None) -> str:
    """A result as records write it: ``1-0``, ``1/2-1/2``, ``3:3:0:0``; None is an unfinished game."""
    if scores is None:
        return UNFINISHED
    return _WORDS.get(scores) or ":".join(map(str, scores))


_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212", "------")
_HALVES = {"½-½", "½:½", "½", "1/2", "0.5-0.5", "0,5-0,5", ".5-.5", "0.5:0.5", "1/2:1/2"}
UNKNOWN = ("", "?", "??", "unknown")  # what tags say in place of a result
_DRAWS = ("draw", "drawn", "remis")
FORFEITS = {"+:-": "1-0", "-:+": "0-1", "+--": "1-0", "--+": "0-1", "+/-": "1-0", "-/+": "0-1"}
FORFEITS |= {"0-0": UNFINISHED, "-:-": UNFINISHED}  # by both players


def usual_result(word: str) -> str:
    """A result as records write it, from one that others write: ``½-½``, ``1–0``."""
    word = word.translate(_DASHES)
    if word in _HALVES:
        return "1/2-1/2"
    return word.replace(":", "-") if word in ("1:0", "0:1") else word


def tagged_result(value: str) -> str | None:
    """A result as records write it, from a tag's value; None for one that says that it is not known."""
    bare = value.translate(_DASHES).replace(" ", "")
    if bare.lower() in UNKNOWN:
        return None
    return "1/2-1/2" if bare.lower() in _DRAWS else FORFEITS.get(bare, usual_result(bare))


def is_result(word: str, seats: int = 2) -> bool:
    """Whether a word is a result of a game with this many seats (one seat: its score alone)."""
    if seats == 1 and _LONE_SCORE.fullmatch(word):
        return True
    return bool(_RESULT.fullmatch(word))


def seats_of(result: str) -> int:
    """For how many seats a result tells scores; 0 for an unfinished game."""
    if result == UNFINISHED:
        return 0
    return 2 if "-" in result else len(result.split(":"))


def scores_of(result: str) -> tuple[Fraction, ...] | None:
    """The scores by seat that a result tells; None for an unfinished game."""
    if result == UNFINISHED:
        return None
    return tuple(map(Fraction, result.split("-" if "-" in result else ":")))
