"""The one thread that writes: what waits for it shares a transaction, and so the cost of the disk.

Where many write at once, a transaction waits a moment for company: to wake up, a thread or the event
loop, costs more than what is then done.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")

BATCH = 256  # writings that share a transaction
COMPANY = (
    0.02  # seconds for which one alone waits for others, if the transaction before had several
)


class Stale(Exception):
    """The game has changed since it was read; nothing was written."""


@dataclass
class _Writing:
    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None

    def settle(self) -> None:
        """Answer whoever waits, in his event loop."""
        if self.done.done():  # nobody waits any more
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


class Writer:
    """Writes to a database in order, and answers after the commit.

    A connection to a file, which cannot be lost, is kept; one to a server is tried before each use.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept: Connection | None = None
        self._crowded = False  # whether the last transaction had several writings
        self._waiting: queue.SimpleQueue[_Writing | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What `work` returns, when that is committed; raises what it raises, and nothing is written then.

        A `work` that raises Stale must not have changed anything before.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put(_Writing(work, done))
        return await done

    def close(self) -> None:
        """Write what is still waiting, and end."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            batch, more = self._batch()
            if batch:
                self._commit(batch)
                _settle(batch)
        if self._kept is not None:
            self._kept.close()

    def _batch(self) -> tuple[list[_Writing], bool]:
        """All that waits, at least one; and whether more may come."""
        batch: list[_Writing] = []
        item = self._waiting.get()
        if self._crowded and self._waiting.empty():
            time.sleep(COMPANY)
        while item is not None:
            batch.append(item)
            if len(batch) == BATCH or self._waiting.empty():
                break
            item = self._waiting.get()
        self._crowded = len(batch) > 1
        return batch, item is not None

    def _commit(self, batch: list[_Writing]) -> None:
        """Write all in one transaction; if one fails, each in its own, so that it fails alone."""
        try:
            with self._transaction() as connection:
                for writing in batch:
                    writing.error = None
                    try:
                        writing.result = writing.work(connection)
                    except Stale as error:
                        writing.error = error
        except Exception as error:
            if len(batch) > 1:
                for writing in batch:
                    self._commit([writing])
                return
            batch[0].error = error

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if self._engine.dialect.name == "sqlite":
            self._kept = self._kept or self._engine.connect()
            with self._kept.begin():
                yield self._kept
        else:
            with self._engine.begin() as connection:
                yield connection


def _settle(batch: Sequence[_Writing]) -> None:
    """Answer all who wait, those of one event loop by waking it once."""
    for loop in {writing.done.get_loop() for writing in batch}:
        with suppress(RuntimeError):  # it is closed: nobody waits there
            loop.call_soon_threadsafe(_settle_in, loop, batch)


def _settle_in(loop: asyncio.AbstractEventLoop, batch: Sequence[_Writing]) -> None:
    for writing in batch:
        if writing.done.get_loop() is loop:
            writing.settle()
