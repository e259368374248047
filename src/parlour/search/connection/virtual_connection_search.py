"""Virtual connections of a position: room for the compiled H-search, and what it found in texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from parlour.errors import BadPlayer
from parlour.kernel.workspace import Layout, fill, words, work_record
from parlour.search.connection.connection_board import DIRECTIONS
from parlour.search.connection.connection_board_tables import (
    dead_cells,
    dead_with,
    edge_codes,
    links,
    proves,
)
from parlour.search.connection.virtual_connections import (
    CLOSELY,
    DEPTHS,
    NONE,
    QUICKLY,
    SEMI_LIMITS,
    SIDES,
    has_cell,
)
from parlour.table.game import Game, State
from parlour.table.game_instance import instance

if TYPE_CHECKING:
    from parlour.kernel.rules_protocol import ConnectionRules
    from parlour.kernel.workspace import WorkRecord

ALGORITHM = "parlour.search.connection.virtual_connections"
MOST = 400_000  # pairs of connections that are looked at, unless asked otherwise
FULLS, SEMIS = 12_000, 24_000  # connections made


@dataclass(frozen=True)
class ConnectionsFound:
    """One colour's connections, as far as found.

    `won` is 2 if it joins its sides whoever moves, 1 if it does when it moves, else 0; `key` is then a cell
    to play. `must` are the empty cells on one of which the other must play, None if no connection
    of the sides is known.
    """

    won: int
    key: str | None
    must: frozenset[str] | None


class Connections:
    """Finds connections in positions of one game.

    `most` bounds the pairs of connections examined in each, `fulls` and `semis` the connections made;
    `closely` keeps more of them than quickly. More find more, in more time.
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
        closely: bool = True,
        compiled: bool = True,
    ) -> None:
        if not proves(game.plain.rules):
            raise BadPlayer(f"connections prove nothing in {game.name}")
        self.game, self.compiled = game, compiled
        self.rules = game.plain.rules
        self.algorithm = instance(game, compiled).algorithm(ALGORITHM)
        self.v = room(self.rules, most, fulls, semis, compiled)
        self.how = CLOSELY if closely else QUICKLY
        self.colours = words(self.rules.CELLS + 1, compiled)

    def find(self, state: State, colour: int) -> ConnectionsFound:
        """The connections of the stones of the colour 0 or 1."""
        stones = [0] * (self.rules.CELLS + 1)
        self.rules.stones(state.record, stones)
        fill(self.colours, np.array(stones))
        self.algorithm.connect(self.v, self.colours, colour + 1, self.how)
        return self.result()

    def result(self) -> ConnectionsFound:
        """What the last search came to."""
        names, cells = self.rules.BOARD.names, range(self.rules.CELLS)
        must = frozenset(names[c] for c in cells if has_cell(self.v.must, c))
        key = int(self.v.key)
        return ConnectionsFound(
            int(self.v.won), None if key == NONE else names[key], must if self.v.won else None
        )


def room(rules: ConnectionRules, most: int, fulls: int, semis: int, compiled: bool) -> WorkRecord:
    """The record of connections of a game."""
    v = work_record(layout(rules, fulls, semis), compiled)
    v.most = most
    fill(v.links, links(rules))
    fill(v.edge, edge_codes(rules))
    fill(v.enclosed, dead_with(dead_cells(), 2))
    fill(v.sides, np.array([rules.SIDES[cell] for cell in range(rules.CELLS)]))
    goals = np.zeros((2, max(map(len, rules.GOALS))), dtype=np.int64)
    for colour, given in enumerate(rules.GOALS):
        goals[colour, : len(given)] = given
        v.joins[colour] = int(np.bitwise_or.reduce(given))
    fill(v.goals, goals)
    return v


def layout(rules: ConnectionRules, fulls: int, semis: int) -> Layout:
    """The fields of the record of `connections`."""
    word, cells = np.int64, rules.CELLS
    mask = ("mask", word, ((cells + 63) // 64,))
    points = cells + SIDES
    full = np.dtype([mask, *((name, np.int32) for name in ("x", "y", "beside", "gone", "done"))])
    semi = np.dtype([mask, *((name, np.int32) for name in ("key", "beside", "gone", "fresh"))])
    meets = [
        (name, word, (points * points, *mask[2]))
        for name in ("full_meet", "done_meet", "semi_meet")
    ]
    levels = [(name, word, (max(DEPTHS) + 1, *mask[2])) for name in ("tried", "untried")]
    return [
        *((name, word) for name in ("how", "most", "steps", "fulls", "semis", "queued", "taken")),
        *((name, word) for name in ("won", "key", "least", "wins")),
        *((name, word, mask[2]) for name in ("grown", "made", "spare", "shared")),
        *((name, word, mask[2]) for name in ("must", "way", "whole")),
        *levels,
        ("held", np.int32, (max(DEPTHS) + 1, max(SEMI_LIMITS) + 1)),
        ("holding", word, (max(DEPTHS) + 1,)),
        ("full", full, (fulls,)),
        ("semi", semi, (semis,)),
        *(
            (name, np.int32, (points * points,))
            for name in ("full_of", "semi_of", "waits", "queue")
        ),
        *meets,
        *((name, word, (points,)) for name in ("name", "due", "partners")),
        ("partner", np.int32, (points, points)),
        ("captured", word, (points, *mask[2])),
        *((name, word, (cells,)) for name in ("empty", "sides", "far", "done", "near", "edge")),
        ("enclosed", np.int8, (2, 1 << 2 * DIRECTIONS)),
        ("links", word, (cells + 1, DIRECTIONS)),
        ("goals", word, (2, max(map(len, rules.GOALS)))),
        ("joins", word, (2,)),
    ]
