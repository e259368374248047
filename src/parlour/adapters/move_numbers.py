"""Number the moves of a position: bound to a game's rules by the loader. `actions.py` has the definition."""

from __future__ import annotations

from typing import Any

from parlour.kernel.primitives import mix

__compiled__ = True

Array = Any


def first_choice(code: int, size: int) -> int:
    """The action that a move has unless another takes it: its code, or a hash of a longer code."""
    return code if code < size else mix(0, code) & (size - 1)


def number_moves(codes: Array, count: int, mask: Array, out: Array) -> None:
    """Write the actions of the first `count` moves to `out`, and ones at them to `mask`, all zeros before."""
    for k in range(count):
        out[k] = first_choice(codes[k], mask.shape[0])
        if mask[out[k]] != 0:
            number_in_order(codes, count, k, mask, out)
            return
        mask[out[k]] = 1


def number_in_order(codes: Array, count: int, done: int, mask: Array, out: Array) -> None:
    """The same where two moves want one action, with `done` of them in the mask: by rising codes."""
    for k in range(done):
        mask[out[k]] = 0
    last = -1
    for _ in range(count):
        least = -1
        for k in range(count):
            if codes[k] > last and (least < 0 or codes[k] < codes[least]):
                least = k
        last = codes[least]
        action = first_choice(last, mask.shape[0])
        while mask[action] != 0:
            action = (action + 1) & (mask.shape[0] - 1)
        mask[action] = 1
        out[least] = action
