"""Perft: how many lines of moves a position has (the driver of `leaves`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np

from parlour.kernel.layout import CHANCE
from parlour.kernel.workspace import store_state, work_record
from parlour.search.interrupts import interruptible
from parlour.table.game import State
from parlour.table.game_instance import instance
from parlour.table.player import Progress

if TYPE_CHECKING:
    from parlour.kernel.workspace import WorkRecord
    from parlour.search.exhaustive import perft_compiled

    class PerftAlgorithm:
        """`perft_compiled`, bound to the rules of a game."""

        listed = staticmethod(perft_compiled.listed)
        below_move = staticmethod(perft_compiled.below_move)


ALGORITHM = "parlour.search.exhaustive.perft_compiled"
ROOM = 1 << 28  # moves in all rows together: a record has at most 2 GiB


def perft(state: State, depth: int, *, compiled: bool = True) -> int:
    """How many lines of exactly `depth` plies there are from `state`.

    Each listed outcome of a chance event is a ply. As elsewhere in perft, lines are those of the bare
    rules: repetition and the move limit end none. Raises ValueError for a depth below 0, for one
    that takes more than 2 GiB, and where chance has outcomes that cannot be listed.
    """
    if depth == 0:
        return 1
    return sum(divide(state, depth, compiled=compiled).values())


def divide(
    state: State, depth: int, *, progress: Progress | None = None, compiled: bool = True
) -> dict[str, int]:
    """The lines that `perft` counts, by their first move's text, in order of text.

    Raises ValueError for a depth below 1, for one that takes more than 2 GiB, and where chance has outcomes
    that cannot be listed.
    """
    if depth < 1:
        raise ValueError("a line has one ply at least; expected a depth from 1")
    algorithm = cast("PerftAlgorithm", instance(state.game, compiled).algorithm(ALGORITHM))
    w = _perft_work(state, depth, compiled)
    n = 0 if state.turn is None else int(algorithm.listed(w))
    if state.turn == CHANCE and n == 0:
        raise ValueError("the outcomes of chance cannot be listed")
    found: dict[str, int] = {}
    for i in range(n):
        text = state.game.notation.move_text(state.record, int(w.moves[0][i]))
        found[text] = 1 if depth == 1 else _below(algorithm, w, i, depth, compiled)
        if w.unlisted:
            raise ValueError("the outcomes of a chance event to come cannot be listed")
        if progress is not None:
            progress((i + 1) / n)
    return dict(sorted(found.items()))


def _below(algorithm: PerftAlgorithm, w: WorkRecord, i: int, depth: int, compiled: bool) -> int:
    """The lines below the root's move number `i`; Ctrl-C ends it at once."""

    def count() -> int:
        return int(algorithm.below_move(w, i, depth))

    def stop() -> None:
        w.stop = 1

    return interruptible(count, stop) if compiled else count()


def _perft_work(state: State, depth: int, compiled: bool) -> WorkRecord:
    rules = state.game.plain.rules
    width = max(rules.MAX_MOVES, rules.MAX_OUTCOMES)
    # The depth is rounded up: each size of record is another type, and compiled anew.
    plies = max(16, 1 << (depth - 1).bit_length())
    if plies * width > ROOM:
        plies = depth
    if plies * width > ROOM:
        raise ValueError(
            f"positions may have {width:,} moves, so that "
            f"lines of at most {ROOM // width} plies can be counted"
        )
    layout = [
        ("unlisted", np.int64),
        ("stop", np.int64),
        ("states", rules.STATE, (plies,)),
        ("moves", np.int64, (plies, width)),
        ("weights", np.int64, (rules.MAX_OUTCOMES,)),
    ]
    w = work_record(layout, compiled)
    store_state(w.states, 0, state.record, rules.STATE.names)
    return w
