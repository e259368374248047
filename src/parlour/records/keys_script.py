"""The keys of the positions along a line, by compiled rules: the part that is compiled.

Bound to a game's rules by the loader.
"""

from __future__ import annotations

from typing import Any

from parlour.kernel.layout import CHANCE, OVER
from parlour.kernel.protocol import R

__compiled__ = True

Row = Any  # a row of int64
States = Any  # a row of one compiled state


def keys_along(states: States, words: Row, plies: Row, count: int, room: Row, keys: Row) -> int:
    """Write the key after each of `count` plies to `keys`; returns how many plies were legal.

    Ply `i` is made of the words from ``plies[i]`` up to ``plies[i + 1]``: an outcome of chance may have
    several.
    """
    s = states[0]
    for i in range(count):
        if s.turn == OVER:
            return i
        first = words[plies[i]]
        if s.turn != CHANCE:
            legal = R.legal_moves(s, room)
            found = False
            for k in range(legal):
                if room[k] == first:
                    found = True
                    break
            if not found:
                return i
        for at in range(plies[i], plies[i + 1]):
            R.advance(s, words[at])
        keys[i] = R.key(s)
    return count
