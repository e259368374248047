"""When memory is swept: Python's full collections stop everything, longest where long games are at play.

What a server drops is freed at once by its counts of references, and what hangs together in young circles
by the small collections. Full collections run when no game is active, and otherwise rarely.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

YOUNG = (
    2_000  # objects more than before after which young ones are looked at: most last for one move
)
LOOK = 10.0  # seconds between two looks whether nobody plays
SELDOM = 180  # looks after which memory is swept all the same: half an hour


@contextmanager
def no_full_collections() -> Iterator[None]:
    """Within it Python makes no full collection by itself, and small ones when it is worth it.

    Objects that existed before are never scanned.
    """
    young, middle, old = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(max(young, YOUNG), middle, 1_000_000)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
        gc.unfreeze()


async def sweep(is_quiet: Callable[[], bool]) -> None:
    """Collect when it `is_quiet`, at most every `LOOK` seconds, and seldom where it never is."""
    looks = 0
    while True:
        await asyncio.sleep(LOOK)
        looks += 1
        if is_quiet() or looks >= SELDOM:
            gc.collect()
            looks = 0
