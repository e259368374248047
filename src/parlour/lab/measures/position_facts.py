"""Measures of one game's positions: repetition, distances, kinds of pieces.

Replay is slow, so only some games of an arm are replayed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import hypot, log10, nan

import numpy as np

from parlour.kernel.layout import CHANCE
from parlour.kernel.scene import Scene
from parlour.lab.trace import Trace


@dataclass(frozen=True)
class Places:
    """Of one game: `positional` and `situational` are the parts of its positions that had been there
    before, what stands on the board alone, or also whose turn it is and all else that counts.

    `distance` is how far a piece goes at a move, `response` how far a move is from the one before it,
    both in cell widths, nan where nothing goes. `kinds` are the different things seen on a cell, what
    is empty not among them.
    """

    positional: float
    situational: float
    distance: float
    response: float
    kinds: int
    cells: int

    @property
    def numbers(self) -> tuple[float, ...]:
        """The numbers in order, and the bound of the space of positions that the game showed."""
        bound = space_bound(self.cells, self.kinds) if self.cells else nan
        return (self.positional, self.situational, self.distance, self.response, bound)


def places(trace: Trace) -> Places:
    """Play the game again and look."""
    boards: list[tuple[object, ...]] = []
    keys: list[tuple[object, ...]] = []
    kinds: set[object] = set()
    at: dict[str, tuple[float, float]] = {}
    distances: list[float] = []
    ends: list[tuple[float, float] | None] = []
    codes = trace.codes
    for ply, state in enumerate(trace.states()):
        scene = state.scene()
        at.update({cell.name: (cell.x, cell.y) for cell in scene.cells})
        stacks = _stacks(scene)
        kinds |= {stack for stack in stacks if stack}
        boards.append(stacks)
        keys.append((state.game.plain.rules.key(state.record), stacks, state.turn))
        if ply < len(codes) and state.turn != CHANCE:
            move = state.game.notation.move(state.record, codes[ply])
            distances += [_far(at.get(p[0]), at.get(p[-1])) for p in move.moved if p[0] != p[-1]]
            ends.append(at.get(move.cells[-1]) if move.cells else None)
    responses = [_far(one, other) for one, other in pairwise(ends)]
    return Places(
        repeated(boards),
        repeated(keys),
        _mean(distances),
        _mean(responses),
        len(kinds),
        len(boards[0]),
    )


def _stacks(scene: Scene) -> tuple[object, ...]:
    return tuple(tuple((p.text, p.colour) for p in cell.pieces) for cell in scene.cells)


def _far(one: tuple[float, float] | None, other: tuple[float, float] | None) -> float:
    return nan if one is None or other is None else hypot(one[0] - other[0], one[1] - other[1])


def _mean(numbers: list[float]) -> float:
    there = [number for number in numbers if number == number]
    return float(np.mean(there)) if there else nan


def repeated(positions: list[tuple[object, ...]]) -> float:
    """The part of positions that had been there before: 1 less different ones by all."""
    return 1 - len(set(positions)) / len(positions)


def space_bound(cells: int, kinds: int) -> float:
    """An upper bound of the number of positions, in powers of ten: each cell empty or any of the kinds."""
    return cells * log10(kinds + 1)
