"""Codes for outcomes of chance that need several words, such as the deal of a pack of cards.

The rules draw and play such an outcome word by word; `unfinished` says whether another word follows. For
the layers above it is one event with one text and one code that contains all the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.kernel.layout import Record, Rng, new_plain
from parlour.kernel.primitives import copy

BITS = 63  # bits of each word in a code of several words


def join_words(words: Sequence[int]) -> int:
    """The code of an outcome of these words, the first one lowest.

    A single word is its own code. Of several words each is from 0 to 2^63 - 1, and the last above 0.
    """
    return sum(word << BITS * k for k, word in enumerate(words))


def split_code(code: int) -> list[int]:
    """The words of a code."""
    words = [code]
    while words[-1] >> BITS > 0:
        rest = words.pop()
        words += [rest & ((1 << BITS) - 1), rest >> BITS]
    return words


def draw_whole(rules: Any, s: Record, rng: Rng) -> int:
    """Draw an outcome of the chance event due in `s` by the plain `rules`: its code; `s` is unchanged."""
    words = [rules.draw(s, rng)]
    if rules.unfinished(s, words[0]):
        after = new_plain(rules.STATE)
        copy(after, s)
        while rules.unfinished(after, words[-1]):
            rules.play(after, words[-1])
            words.append(rules.draw(after, rng))
    return join_words(words)
