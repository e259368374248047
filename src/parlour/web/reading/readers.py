"""Reads text that people send in processes of their own, one text of each client at a time.

A regular expression holds the interpreter's lock for as long as it runs, and a text can take gigabytes;
in a process it stops nobody else, and the process ends when its time or memory is used up or its client
has gone. Processes are forked from a server that has everything loaded, which takes milliseconds.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, TypeVarTuple
from weakref import WeakValueDictionary

from starlette.requests import Request

from parlour.language import language
from parlour.web.common.game_registry import game_files
from parlour.web.http.error_responses import Refused
from parlour.web.http.security import address_of
from parlour.web.reading.reading_process import (
    ENDS_OF_TIME,
    NO_MEMORY,
    ReadingAnswer,
    ReadingLimits,
    ReadingTask,
    main,
)

Ts = TypeVarTuple("Ts")
T = TypeVar("T")

log = logging.getLogger("parlour.web.reading")

TRIES, RETRYING = 4, 0.3  # at starting a process; seconds between them
JOINING = 2.0  # seconds for a process to end by itself
FORKS = "forkserver" in multiprocessing.get_all_start_methods()


class NotRead(Refused):
    """A text was not read to its end: too many wait, or it takes too much time or memory."""


class Readers:
    """Reads texts in at most `limits.at_once` processes; the first call starts the fork server."""

    def __init__(self, limits: ReadingLimits) -> None:
        self.limits = limits
        self._context = multiprocessing.get_context("forkserver" if FORKS else "spawn")
        if FORKS:
            self._context.set_forkserver_preload(["__main__", "parlour.web.reading.preloaded"])
        self._threads = ThreadPoolExecutor(limits.at_once, "reader")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._waiting: Counter[str] = Counter()
        self._running: set[_Reading] = set()

    async def read(self, client: str, function: Callable[[*Ts], T], *given: *Ts) -> T:
        """What a function of a module returns for plain data; raises Refused, NotRead.

        If this is cancelled the process ends.
        """
        self._check_queue(client)
        files = tuple(file.path for file in game_files().files if not file.trouble)
        self._waiting[client] += 1
        try:
            async with self._turns.setdefault(client, asyncio.Lock()):
                task = ReadingTask(function, given, files, self.limits, language())
                answer = await self._run(_Reading(self._context, task))
        finally:
            self._waiting[client] -= 1
            self._waiting += Counter()  # forget clients without texts
        if answer.refusal is not None:
            raise Refused(*answer.refusal)
        value: T = answer.value
        return value

    async def read_for(self, request: Request, function: Callable[[*Ts], T], *given: *Ts) -> T:
        """As `read`, for a request: stops if its client goes away."""
        work = self.read(address_of(request.scope), function, *given)
        return await while_connected(request, work)

    def close(self) -> None:
        """End all processes."""
        for reading in tuple(self._running):
            reading.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _check_queue(self, client: str) -> None:
        if self._waiting[client] >= self.limits.waiting_of_client:
            words = "Your other texts are still being read; wait for them first."
            raise NotRead(429, "at-work", words)
        if self._waiting.total() >= self.limits.waiting:
            words = "Many people's texts are being read; try again in a moment."
            raise NotRead(503, "at-work", words)

    async def _run(self, reading: _Reading) -> ReadingAnswer:
        self._running.add(reading)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, reading.run)
        except asyncio.CancelledError:
            reading.end()
            raise
        finally:
            self._running.discard(reading)


class _Reading:
    """One text in one process: `run` in a thread, `end` from anywhere."""

    def __init__(self, context: multiprocessing.context.BaseContext, task: ReadingTask) -> None:
        self._limits = task.limits
        self._answers, self._theirs = context.Pipe(duplex=False)
        self._process = context.Process(  # type: ignore[attr-defined]
            target=main, args=(self._theirs, task), daemon=True, name="reader"
        )
        self._has_ended = False

    def run(self) -> ReadingAnswer:
        """Start the process and wait for its answer; raises NotRead."""
        try:
            self._start()
            if self._has_ended:  # before it started
                raise _too_long(self._limits)
            if not self._answers.poll(self._limits.patience):
                raise _too_long(self._limits)
            answer: ReadingAnswer = self._answers.recv()
            return answer
        except (EOFError, OSError):
            raise self._why_ended() from None
        finally:
            self.end()
            self._answers.close()

    def _start(self) -> None:
        """Start the process; a fork server that was killed is started again."""
        for _ in range(TRIES):
            try:
                self._process.start()
            except (EOFError, OSError) as error:
                log.warning("a reading process could not start", extra={"why": str(error)})
                time.sleep(RETRYING)
            else:
                self._theirs.close()
                return
        self._theirs.close()
        raise NotRead(503, "at-work", "Texts cannot be read at the moment; try again.")

    def end(self) -> None:
        """End the process, if it runs."""
        self._has_ended = True
        if self._process.pid is not None:
            self._process.kill()

    def _why_ended(self) -> NotRead:
        self._process.join(JOINING)
        status = self._process.exitcode
        if status == NO_MEMORY:
            return _too_big(self._limits)
        if status in ENDS_OF_TIME:
            return _too_long(self._limits)
        log.warning("a reading process died", extra={"exit": status})
        return NotRead(422, "unreadable", "This text cannot be read.")


def _too_long(limits: ReadingLimits) -> NotRead:
    words = f"This takes too long: {limits.seconds} s are allowed. Try it with less."
    return NotRead(422, "too-long-to-read", words)


def _too_big(limits: ReadingLimits) -> NotRead:
    words = f"This takes too much memory: {limits.megabytes} MB are allowed. Try it with less."
    return NotRead(422, "too-much-memory", words)


async def while_connected(request: Request, work: Awaitable[T]) -> T:
    """The result of `work`, which is cancelled if the request's client goes away."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnection(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise NotRead(408, "gone", "The client has gone.")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _disconnection(request: Request) -> None:
    """Wait until a request's client goes away; its body must have been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
