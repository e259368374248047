"""Evaluations that are sums of weighed terms; `benchmarks/evaluation_weights.py` learns the weights.

A weight is a pair in one word, for a full board and for an empty one, so that one addition sums both.
A game's `terms` has `TERMS`, the shape of each term's weights (a row, or rows and columns of
neighbours), and sums them in `weigh`; its `evaluation` has the weights as text, and `FULL` and
`fullness` for how full a board is.
"""

from __future__ import annotations

from itertools import accumulate
from math import prod
from typing import TypeAlias

import numpy as np

from parlour.kernel.layout import Moves

__compiled__ = True
__inner__ = True

HALF = 32  # bits of each weight of a pair
ROW = 9  # weights in a row of the text at most

Terms: TypeAlias = "dict[str, tuple[int, ...]]"


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


def count_weights(terms: Terms) -> int:
    """How many weights there are."""
    return sum(map(prod, terms.values()))


def places(terms: Terms) -> dict[str, int]:
    """The place of each term's first weight."""
    return dict(zip(terms, accumulate(map(prod, terms.values()), initial=0), strict=False))


def read_weights(text: str, terms: Terms) -> Moves:
    """The weights of a text, one word each, in the order of the terms."""
    parts = (part.partition(":") for part in text.split(";"))
    words = {name.strip(): pairs.split() for name, _, pairs in parts}
    for name, shape in terms.items():
        found = len(words.get(name, ()))
        if found != prod(shape):
            raise ValueError(f"{name}: expected {prod(shape)} weights, found {found}")
    read = [pair(*map(int, word.split("/"))) for name in terms for word in words[name]]
    return np.array(read, dtype=np.int64)


def weights_text(weights: list[int], terms: Terms) -> str:
    """The text of weights, a word each, in the order of the terms."""
    words = [f"{full_part(weight)}/{empty_part(weight)}" for weight in weights]
    lines = []
    for name, at in places(terms).items():
        mine, width = words[at : at + prod(terms[name])], min(terms[name][-1], ROW)
        rows = [" ".join(mine[i : i + width]) for i in range(0, len(mine), width)]
        lines.append(f"{name}: {rows[0]}" if len(rows) == 1 else f"{name}:")
        lines += [f"    {row}" for row in rows if len(rows) > 1]
        lines[-1] += ";"
    return "\n".join(lines)
