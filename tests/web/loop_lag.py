"""Measures how long requests hold the event loop of a server in this process."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from starlette.testclient import TestClient

BEAT = 0.002  # seconds


@dataclass
class LoopLag:
    """The longest time, in seconds, for which the loop was held since `worst` was last reset."""

    worst: float = 0.0

    async def beat(self) -> None:
        """Note by how much each beat is late, as far as the loop's own thread was at work meanwhile.

        Other processes and threads make beats late too, but take none of this thread's time.
        """
        while True:
            wall, cpu = time.perf_counter(), time.thread_time()
            await asyncio.sleep(BEAT)
            late = time.perf_counter() - wall - BEAT
            self.worst = max(self.worst, min(late, time.thread_time() - cpu))


@contextmanager
def loop_lag(server: TestClient) -> Iterator[LoopLag]:
    """The lag of a server's event loop."""
    lag = LoopLag()
    assert server.portal is not None
    beating = server.portal.start_task_soon(lag.beat)
    try:
        yield lag
    finally:
        beating.cancel()


def held(lag: LoopLag, request: Callable[[], object], most: float, tries: int = 12) -> float:
    """For how long a request holds the loop: the least of several tries, up to one within `most`."""
    least = float("inf")
    for _ in range(tries):
        time.sleep(3 * BEAT)
        lag.worst = 0.0
        request()
        time.sleep(3 * BEAT)
        least = min(least, lag.worst)
        if least <= most:
            break
    return least
