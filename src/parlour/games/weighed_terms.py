"""Evaluations that are sums of weighed terms; `benchmarks/evaluation_weights.py` learns the weights.

A weight is a pair in one word, for a full board and for an empty one, so that one addition sums both.
A game's `terms` names its terms with how many weights each has, and sums them in `weigh`; its
`evaluation` has the weights as text, and `FULL` and `fullness` for how full a board is.
"""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from parlour.kernel.layout import Moves

__compiled__ = True
__inner__ = True

HALF = 32  # bits of each weight of a pair
ROW = 8  # weights in a row of the text, and squares in a row of the board


def pair(full: int, empty: int) -> int:
    """One word of a weight for a full board and one for an empty board."""
    return full + (empty << HALF)


def full_part(pairs: int) -> int:
    """The sum for a full board in a sum of pairs."""
    return ((pairs + (1 << (HALF - 1))) & ((1 << HALF) - 1)) - (1 << (HALF - 1))


def empty_part(pairs: int) -> int:
    """The sum for an empty board in a sum of pairs."""
    return (pairs - full_part(pairs)) >> HALF


def between(pairs: int, full: int, most: int) -> int:
    """What a sum of pairs is worth on a board that is `full` of `most` full."""
    return (full_part(pairs) * full + empty_part(pairs) * (most - full)) // most


def places(terms: dict[str, int]) -> dict[str, int]:
    """The place of each term's first weight."""
    return dict(zip(terms, accumulate(terms.values(), initial=0), strict=False))


def read_weights(text: str, terms: dict[str, int]) -> Moves:
    """The weights of a text, one word each, in the order of the terms."""
    parts = (part.partition(":") for part in text.split(";"))
    words = {name.strip(): pairs.split() for name, _, pairs in parts}
    for name, size in terms.items():
        if len(words.get(name, ())) != size:
            raise ValueError(f"{name}: expected {size} weights, found {len(words.get(name, ()))}")
    read = [pair(*map(int, word.split("/"))) for name in terms for word in words[name]]
    return np.array(read, dtype=np.int64)


def weights_text(weights: list[int], terms: dict[str, int]) -> str:
    """The text of weights, a word each, in the order of the terms."""
    words = [f"{full_part(weight)}/{empty_part(weight)}" for weight in weights]
    lines = []
    for name, at in places(terms).items():
        mine = words[at : at + terms[name]]
        rows = [" ".join(mine[i : i + ROW]) for i in range(0, len(mine), ROW)]
        lines += (
            [f"{name}: {rows[0]}"] if len(rows) == 1 else [f"{name}:", *map("    {}".format, rows)]
        )
        lines[-1] += ";"
    return "\n".join(lines)
