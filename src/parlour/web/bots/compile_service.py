"""Compiles for the bots of all clients: in processes of the lowest priority, one job of a client at a time.

The workers of `worker_pool` compile nothing, so no client's game can hold up the bots of another. Each job
has its own process, which ends with the job, with the server, or when its time is up.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Callable

from parlour.players.compiler_process import JOB_SECONDS
from parlour.table.background_compiler import DONE, Wish, compiler_command, sent

log = logging.getLogger("parlour.web.bots.compile_service")

PROCESSES = max(1, (os.cpu_count() or 1) // 2)
CLIENT_WISHES = (
    50  # waiting requests of one client; more are dropped, and made again with a next move
)
LONGEST = 6 * JOB_SECONDS  # seconds: a process of the lowest priority may wait for the processor
REMEMBERED = 4096  # results
NO_ANSWER = "it took too long or used too much memory"

Notify = Callable[[Wish, str], None]


class CompileSchedule:
    """Which request is compiled next: of the client served least so far, and one of each at a time."""

    def __init__(self) -> None:
        self._waiting: dict[str, OrderedDict[Wish, None]] = {}  # by client, in order of arrival
        self._running: dict[Wish, str] = {}  # the clients that are served
        self._used: dict[str, float] = {}  # seconds, of active clients

    def add(self, wish: Wish, client: str) -> None:
        """Take a request, unless it is being served or the client has too many."""
        wishes = self._waiting.setdefault(client, OrderedDict())
        if wish not in self._running and len(wishes) < CLIENT_WISHES:
            wishes[wish] = None
            active = [self._used[other] for other in self._used if other != client]
            least = min(active, default=0.0)  # unused time is not saved up
            self._used.setdefault(client, least)
        self._drop_idle()

    def next(self) -> Wish | None:
        """The request to serve now, if any client with no running job has one."""
        busy = set(self._running.values())
        free = [client for client, wishes in self._waiting.items() if wishes and client not in busy]
        if not free:
            return None
        client = min(free, key=lambda client: self._used[client])
        wish = next(iter(self._waiting[client]))
        for wishes in self._waiting.values():  # all who wait for it are served
            wishes.pop(wish, None)
        self._running[wish] = client
        return wish

    def finish(self, wish: Wish, seconds: float) -> None:
        """A request has been served in so many seconds."""
        self._used[self._running.pop(wish)] += seconds
        self._drop_idle()

    def _drop_idle(self) -> None:
        """Forget clients without requests."""
        busy = set(self._running.values())
        for client in [client for client, wishes in self._waiting.items() if not wishes]:
            del self._waiting[client]
        for client in [c for c in self._used if c not in busy and c not in self._waiting]:
            del self._used[client]


class CompileService:
    """Serves requests in a running event loop; `notify` is called with each result: "" or what is wrong."""

    def __init__(self, notify: Notify, processes: int = PROCESSES) -> None:
        self._notify, self._count = notify, processes
        self._schedule = CompileSchedule()
        self._jobs: set[asyncio.Task[None]] = set()
        self._results: OrderedDict[Wish, str] = OrderedDict()

    @property
    def at_work(self) -> int:
        """The number of running jobs."""
        return len(self._jobs)

    def ask(self, wish: Wish, client: str) -> None:
        """Serve a request; one that has been served is answered at once."""
        if wish in self._results:
            self._notify(wish, self._results[wish])
            return
        self._schedule.add(wish, client)
        self._start_jobs()

    async def close(self) -> None:
        """Stop all jobs."""
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, return_exceptions=True)

    def _start_jobs(self) -> None:
        while len(self._jobs) < self._count and (wish := self._schedule.next()) is not None:
            job = asyncio.create_task(self._serve(wish))
            self._jobs.add(job)
            job.add_done_callback(self._jobs.discard)

    async def _serve(self, wish: Wish) -> None:
        begun = time.monotonic()
        trouble = await compile_in_process(wish)
        if trouble:
            log.warning("a bot's code could not be compiled", extra={"why": trouble})
        self._schedule.finish(wish, time.monotonic() - begun)
        self._results[wish] = trouble
        if len(self._results) > REMEMBERED:
            self._results.popitem(last=False)
        self._notify(wish, trouble)
        self._jobs.discard(asyncio.current_task())
        self._start_jobs()


async def compile_in_process(wish: Wish) -> str:
    """Compile in a new process; "" or what is wrong."""
    try:
        process = await asyncio.create_subprocess_exec(
            *compiler_command(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            process_group=0,  # Ctrl-C is for the server, which stops it
        )
    except OSError as error:
        return f"no process can be started: {error.strerror}"
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(sent(wish))
        answer = await asyncio.wait_for(process.stdout.readline(), LONGEST)
        return "" if answer == DONE else answer[1:].decode().strip() or NO_ANSWER
    except (OSError, TimeoutError, ValueError):
        return NO_ANSWER
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()  # files of the cache are whole or not there at all
        await process.wait()
