"""The winning moves of a position, proven by solving it (solve.py)."""

from __future__ import annotations

import numpy as np

from parlour.kernel.layout import CHANCE, OVER, Record, new_compiled, to_compiled
from parlour.kernel.loader import CompiledInstance
from parlour.search.interrupts import interruptible

MEMO_BITS = 22  # positions remembered at once: 4 million, 32 MiB
MOST_PLIES = 1 << 16


def winning_moves(
    instance: CompiledInstance, state: Record | None = None, memo_bits: int = MEMO_BITS
) -> list[int]:
    """The moves that force the highest score in the plain record `state` (None: at the start).

    In the order in which the rules list them. For games without chance and hidden information; the
    time grows with the number of positions. Raises ValueError if no seat is to move, and if the
    rules do not bound the number of plies (LONGEST). Ctrl-C ends it at once.
    """
    rules = instance.rules
    if rules.LONGEST > MOST_PLIES:
        raise ValueError("only games whose rules bound their length (LONGEST) can be solved")
    states = new_compiled(rules.STATE, rules.LONGEST + 1)
    if state is None:
        rules.start(states[0])
    else:
        to_compiled(state, rules.STATE, states)
    if states[0]["turn"] in (OVER, CHANCE):
        raise ValueError("no seat is to move")
    moves = np.zeros((rules.LONGEST + 1, rules.MAX_MOVES), dtype=np.int64)
    memo = np.zeros(1 << memo_bits, dtype=np.int64)
    out = np.zeros(rules.MAX_MOVES, dtype=np.int64)
    solve = instance.algorithm("parlour.search.exhaustive.solve_compiled")
    stop = np.zeros(1, dtype=np.int64)

    def run() -> int:
        return int(solve.winning(states, moves, float(rules.HIGHEST), memo, out, stop))

    found = interruptible(run, lambda: stop.fill(1))
    return [int(m) for m in out[:found]]
