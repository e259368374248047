"""Virtual connections of a position: room for the compiled H-search, and what it found in texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.errors import BadPlayer
from parlour.search.connections import DIRECTIONS, NONE, SIDES, has_cell
from parlour.search.setup import instance
from parlour.search.work import Layout, fill, words, work_record
from parlour.table.game import Game
from parlour.table.state import State

ALGORITHM = "parlour.search.connections"
MOST = 400_000  # pairs of connections that are looked at, unless asked otherwise
FULLS, SEMIS = 12_000, 24_000  # connections kept
FULL_LIMIT, SEMI_LIMIT = 8, 12  # of those, for each pair of points
LOOSE = 7  # cells that the carrier of two empty cells may have


@dataclass(frozen=True)
class Found:
    """What is known of one colour's connections.

    `won` is 2 if it joins its sides whoever moves, 1 if it does when it moves, else 0; `key` is then a cell
    to play. `must` are the empty cells on one of which the other must play, None where no way to join
    the sides is known.
    """

    won: int
    key: str | None
    must: frozenset[str] | None


class Connections:
    """Finds connections in positions of one game.

    `most` bounds the pairs of connections that are looked at in each, `fulls` and `semis` the connections
    that are kept, `full_limit` and `semi_limit` those of each pair of points: more find more, in more time.
    `compiled=False` runs the same in plain Python. Raises BadPlayer for a game of which connections prove
    nothing: its rules declare no GOALS, or STONES_MAY_HARM.
    """

    def __init__(
        self,
        game: Game,
        *,
        most: int = MOST,
        fulls: int = FULLS,
        semis: int = SEMIS,
        full_limit: int = FULL_LIMIT,
        semi_limit: int = SEMI_LIMIT,
        compiled: bool = True,
    ) -> None:
        if not proves(game.plain.rules):
            raise BadPlayer(f"connections prove nothing in {game.name}")
        self.game, self.compiled = game, compiled
        self.rules = game.plain.rules
        self.algorithm = instance(game, compiled).algorithm(ALGORITHM)
        self.v = room(self.rules, most, fulls, semis, compiled)
        self.v.full_limit, self.v.semi_limit = full_limit, semi_limit
        self.colours = words(self.rules.CELLS + 1, compiled)

    def find(self, state: State, colour: int) -> Found:
        """The connections of the stones of the colour 0 or 1."""
        stones = [0] * (self.rules.CELLS + 1)
        self.rules.stones(state.record, stones)
        fill(self.colours, np.array(stones))
        self.algorithm.connect(self.v, self.colours, colour + 1)
        return self.found()

    def found(self) -> Found:
        """What the last search came to."""
        names, cells = self.rules.BOARD.names, range(self.rules.CELLS)
        must = frozenset(names[c] for c in cells if has_cell(self.v.must, c))
        key = int(self.v.key)
        return Found(
            int(self.v.won), None if key == NONE else names[key], must if self.v.won else None
        )


def proves(rules: Any) -> bool:
    """Whether connections prove wins: a stone of one's own never harms."""
    return bool(rules.GOALS) and not rules.STONES_MAY_HARM


def room(rules: Any, most: int, fulls: int, semis: int, compiled: bool) -> Any:
    """The record of connections of a game."""
    v = work_record(layout(rules, fulls, semis), compiled)
    v.most, v.full_limit, v.semi_limit, v.loose = most, FULL_LIMIT, SEMI_LIMIT, LOOSE
    fill(v.links, links(rules))
    fill(v.sides, np.array([rules.SIDES[cell] for cell in range(rules.CELLS)]))
    goals = np.zeros((2, max(map(len, rules.GOALS))), dtype=np.int64)
    for colour, given in enumerate(rules.GOALS):
        goals[colour, : len(given)] = given
        v.joins[colour] = int(np.bitwise_or.reduce(given))
    fill(v.goals, goals)
    return v


def links(rules: Any) -> Any:
    """Each cell's neighbours, CELLS for none: an array of shape (CELLS + 1, DIRECTIONS)."""
    found = np.full((rules.CELLS + 1, DIRECTIONS), rules.CELLS, dtype=np.int64)
    for cell in range(rules.CELLS):
        for d in range(DIRECTIONS):
            if rules.LINKS[cell, d] >= 0:
                found[cell, d] = rules.LINKS[cell, d]
    return found


def layout(rules: Any, fulls: int, semis: int) -> Layout:
    """The fields of the record of `connections`."""
    word, cells = np.int64, rules.CELLS
    mask = ("mask", word, ((cells + 63) // 64,))
    points = cells + SIDES
    full = np.dtype([mask, *((name, word) for name in ("x", "y", "beside", "next_x", "next_y"))])
    semi = np.dtype([mask, *((name, word) for name in ("key", "beside"))])
    return [
        *((name, word) for name in ("fulls", "semis", "steps", "most")),
        *((name, word) for name in ("full_limit", "semi_limit", "loose")),
        *((name, word) for name in ("won", "key", "least", "wins")),
        *((name, word, mask[2]) for name in ("made", "must", "way", "whole")),
        ("shared", word, (3, *mask[2])),
        ("kept", word, (1, *mask[2])),
        ("full", full, (fulls,)),
        ("semi", semi, (semis,)),
        *((name, word, (points * points,)) for name in ("full_of", "semi_of")),
        *((name, word, (points,)) for name in ("at", "name", "due")),
        *((name, word, (cells,)) for name in ("empty", "sides", "far", "done")),
        ("links", word, (cells + 1, DIRECTIONS)),
        ("goals", word, (2, max(map(len, rules.GOALS)))),
        ("joins", word, (2,)),
    ]
