"""Running a compiled search until its budget is spent, in slices between which Python sees the clock."""

from __future__ import annotations

import time
from collections.abc import Callable

from parlour.kernel.workspace import REACH
from parlour.table.player import Progress

SLICE_SECONDS = 0.005  # compiled code runs about so long before Python has a look at the clock
FIRST = LEAST = 1  # simulations or playouts of a slice: plain rules take long for each


def run_until(
    run: Callable[[int], int],
    simulations: int | None,
    end: float | None,
    progress: Progress | None,
) -> int:
    """Call `run` with numbers that add up to `simulations`, or until the clock shows `end`.

    `run` returns how many it ran; fewer than it was asked for ends the search. Returns all that were run.
    """
    begun = time.perf_counter()
    most = REACH if simulations is None else simulations
    done, size = 0, FIRST
    while done < most:
        now = time.perf_counter()
        if end is not None and now >= end:
            break
        size = min(size, most - done)
        ran = run(size)
        done += ran
        if progress is not None:
            used = 0.0 if end is None else (now - begun) / max(end - begun, 1e-9)
            progress(min(max(done / most, used), 1.0))
        if ran < size:
            break
        size = _resized(size, time.perf_counter() - now)
    return done


def _resized(size: int, seconds: float) -> int:
    """How many simulations the next slice should have, given how long the last one took."""
    if seconds < SLICE_SECONDS / 2:
        return size * 2
    return max(size // 2, LEAST) if seconds > SLICE_SECONDS * 2 else size
