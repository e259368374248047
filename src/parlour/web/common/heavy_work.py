"""Work that takes long, in few threads: each thread that computes delays everybody else's.

Only one thread of a process runs at a time, and whoever is next waits for all that are before it.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple

import anyio
from anyio import to_thread

Ts = TypeVarTuple("Ts")
T = TypeVar("T")

HEAVY = 2  # threads for long work
THREADS = 8  # for all else
SWITCHING = 0.001  # seconds after which a thread lets others run

_limiter = anyio.CapacityLimiter(HEAVY)


async def run_heavy(function: Callable[[*Ts], T], *given: *Ts) -> T:
    """The result of a function that takes long: large studies, exports, collections."""
    return await to_thread.run_sync(function, *given, limiter=_limiter)


def limit_threads() -> None:
    """Limit the threads of the running event loop, and have them switch often."""
    sys.setswitchinterval(SWITCHING)
    to_thread.current_default_thread_limiter().total_tokens = THREADS
    executor = ThreadPoolExecutor(THREADS, "server")
    asyncio.get_running_loop().set_default_executor(executor)
