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
        """Note by how much each beat is late, as far as this process was at work meanwhile.

        A machine that is busy with other processes makes beats late too, but takes no processor time.
        """
        while True:
            wall, cpu = time.perf_counter(), time.process_time()
            await asyncio.sleep(BEAT)
            late = time.perf_counter() - wall - BEAT
            self.worst = max(self.worst, min(late, time.process_time() - cpu))


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
