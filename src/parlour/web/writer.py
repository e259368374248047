"""The one thread that writes: what waits for it shares a transaction, and so the cost of the disk."""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")

BATCH = 256  # writings that share a transaction


class Stale(Exception):
    """The game was changed by somebody else since it was looked at; nothing was written."""


@dataclass
class _Writing:
    work: Callable[[Connection], Any]
    done: Future[Any]
    result: Any = None
    error: Exception | None = None

    def settle(self) -> None:
        if self.done.set_running_or_notify_cancel():
            if self.error is not None:
                self.done.set_exception(self.error)
            else:
                self.done.set_result(self.result)


class Writer:
    """Writes to a database, in order; nobody is answered before it is committed.

    A connection to a file, which cannot be lost, is kept; one to a server is tried before each use.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept: Connection | None = None
        self._waiting: queue.SimpleQueue[_Writing | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What `work` returns, when that is committed; raises what it raises, and nothing is written then.

        A `work` that raises Stale must not have changed anything before.
        """
        done: Future[T] = Future()
        self._waiting.put(_Writing(work, done))
        return await asyncio.wrap_future(done)

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
        if self._kept is not None:
            self._kept.close()

    def _batch(self) -> tuple[list[_Writing], bool]:
        """All that waits, at least one; and whether more may come."""
        batch: list[_Writing] = []
        item = self._waiting.get()
        while item is not None:
            batch.append(item)
            if len(batch) == BATCH or self._waiting.empty():
                return batch, True
            item = self._waiting.get()
        return batch, False

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
        for writing in batch:
            writing.settle()

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if self._engine.dialect.name == "sqlite":
            self._kept = self._kept or self._engine.connect()
            with self._kept.begin():
                yield self._kept
        else:
            with self._engine.begin() as connection:
                yield connection
