"""Facts of one game from its replay: move texts, captures, and use of the board.

Replay is slow compared with reading arrays, so only part of the games is replayed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from math import nan

from parlour.kernel.layout import CHANCE
from parlour.kernel.scene import Scene
from parlour.lab.trace import Trace
from parlour.table.game import Game, State

TEXTS_OF = 200  # games of an arm that are played again for their texts
EVENTS_OF = 4000  # the same where events are asked
SCENES_OF = 24  # the same for what stood on the board


@dataclass(frozen=True)
class BoardUse:
    """What a game did with its board: the share of its cells that was used, and the change of pieces."""

    covered: float
    change: float


def captures(trace: Trace) -> float:
    """How many cells' pieces were captured; a jump over two pieces is two."""
    move = trace.game.notation.move
    plies = [ply for ply in trace.final.past if ply.record.turn != CHANCE]
    return float(sum(len(move(ply.record, ply.code).captures) for ply in plies))


@dataclass(frozen=True)
class Events:
    """How often each seat made such a move; how many moves were made before the first, and by whom."""

    counts: list[int]
    before: float = nan
    seat: int = -1


def events(trace: Trace, moves: tuple[str, ...], pattern: re.Pattern[str]) -> Events:
    """The moves that the pattern finds."""
    counts, before, seat, made = [0] * len(trace.scores), nan, -1, 0
    for turn, text in zip(trace.movers.tolist(), moves, strict=True):
        if turn == CHANCE:
            continue
        if pattern.search(text):
            if seat < 0:
                before, seat = float(made), turn
            counts[turn] += 1
        made += 1
    return Events(counts, before, seat)


def board(trace: Trace) -> BoardUse:
    """Which cells were ever occupied, and by how many pieces the board has more at the end, or fewer.

    Where a part of a game is cleared away when it is over, and set up again, as the notation says
    (CLEARS), a move counts by no more than what it captured, or the one piece that it placed.
    """
    ever: set[str] = set()
    before, change, cells = None, 0, 0
    clears = trace.game.notation.CLEARS
    for state in trace.states():
        scene = state.scene()
        occupied = {cell.name: len(cell.pieces) for cell in scene.cells if cell.pieces}
        ever |= occupied.keys()
        there, cells = sum(occupied.values()), len(scene.cells)
        if before is not None:
            change += _net_change(state, there - before) if clears else there - before
        before = there
    return BoardUse(len(ever) / cells if cells else nan, change)


def _net_change(state: State, change: int) -> int:
    """The change of pieces by the last move alone, without what was cleared away or set up with it."""
    ply = state.past[-1]
    if ply.record.turn == CHANCE:
        return 0
    return max(-len(state.game.notation.move(ply.record, ply.code).captures), min(1, change))


@lru_cache(maxsize=8)
def _start(game: Game) -> Scene:
    return game.start().scene()


def has_board(game: Game) -> bool:
    """Whether all that stands on the board can be seen by anybody, and there is a board."""
    return not game.spec.hidden and _start(game).shape != "card"
