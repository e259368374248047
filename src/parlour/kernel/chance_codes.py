"""Outcomes of chance that do not fit into one word, such as the deal of a pack of cards.

The rules are given such an outcome word by word, each with `draw` and `play`, and `unfinished` says
whether more is to come. At the table it is one event: one text, and one code that holds all the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.kernel.layout import Record, Rng, new_plain
from parlour.kernel.primitives import copy

BITS = 63  # of each word of a code that has several


def join(words: Sequence[int]) -> int:
    """The code of an outcome of these words: the first one lowest.

    One word is its own code. Where there are several they are from 0 to 2^63 - 1, the last above 0.
    """
    return sum(word << BITS * k for k, word in enumerate(words))


def split(code: int) -> list[int]:
    """The words of a code."""
    words = [code]
    while words[-1] >> BITS > 0:
        rest = words.pop()
        words += [rest & ((1 << BITS) - 1), rest >> BITS]
    return words


def draw_whole(rules: Any, s: Record, rng: Rng) -> int:
    """The code of an outcome of the chance event due in `s`, drawn by the plain `rules`; `s` stays."""
    words = [rules.draw(s, rng)]
    if rules.unfinished(s, words[0]):
        after = new_plain(rules.STATE)
        copy(after, s)
        while rules.unfinished(after, words[-1]):
            rules.play(after, words[-1])
            words.append(rules.draw(after, rng))
    return join(words)
