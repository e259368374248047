"""Garbage collection: full collections wait for an idle server, because they stop the server.

Reference counting and the young generations free almost everything in the meantime.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

YOUNG = 2_000  # new objects before a young collection; most live for one move
INTERVAL = 10.0  # seconds between two checks whether anybody plays
MOST_CHECKS = 180  # after which a full collection runs in any case: half an hour


@contextmanager
def no_full_collections() -> Iterator[None]:
    """Turn automatic full collections off, and exempt the objects that exist already."""
    young, middle, old = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(max(young, YOUNG), middle, 1_000_000)
    try:
        yield
    finally:
        gc.set_threshold(young, middle, old)
        gc.unfreeze()


async def collect_when_quiet(is_quiet: Callable[[], bool]) -> None:
    """Run a full collection when `is_quiet()`, or after half an hour."""
    checks = 0
    while True:
        await asyncio.sleep(INTERVAL)
        checks += 1
        if is_quiet() or checks >= MOST_CHECKS:
            gc.collect()
            checks = 0
