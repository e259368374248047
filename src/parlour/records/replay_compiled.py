"""A line of moves gone through by the rules: the part that is compiled, for readers of many games.

Bound to a game's rules by the loader.
"""

from __future__ import annotations

from typing import Any

from parlour.kernel.layout import CHANCE, OVER
from parlour.kernel.primitives import copy
from parlour.kernel.protocol import R

__compiled__ = True

Row = Any  # a row of int64
States = Any  # compiled states


def follow(
    states: States,
    words: Row,
    plies: Row,
    count: int,
    room: Row,
    keys: Row,
    seats: Row,
    kept: States,
) -> int:
    """Make `count` plies from ``states[0]``, where it then stands; returns how many were legal.

    Ply `i` is made of the words from ``plies[i]`` up to ``plies[i + 1]``: an outcome of chance may have
    several. ``seats[i]`` is who made it, ``keys[i]`` the position's key after it, ``kept[i]`` that
    position, where there is room for it. ``states[1]`` is the position before the last ply. A ply after
    which the rules see a move limit reached is not counted.
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
        seats[i] = s.turn
        copy(states[1], s)
        for at in range(plies[i], plies[i + 1]):
            R.advance(s, words[at])
        if s.turn >= 0:
            R.judge_counts(s)
            if s.turn >= 0 and R.limit_reached(s):
                return i
        keys[i] = R.key(s)
        if i < len(kept):
            copy(kept[i], s)
    return count
