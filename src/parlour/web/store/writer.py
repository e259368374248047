"""The writer thread: waiting writes share a transaction, and so the cost of a disk sync.

Under load a transaction waits a moment for more writes, because waking a thread or the event loop costs
more than a write.
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
from sqlalchemy.exc import SQLAlchemyError

T = TypeVar("T")

BATCH = 256  # writes in a transaction
WAIT = 0.02  # seconds to wait for more writes, if the last transaction had several


class Stale(Exception):
    """Someone else has changed the game since it was loaded; nothing was written."""


class MaybeSaved(SQLAlchemyError):
    """The database server was lost while it committed: the changes were saved, or were not."""


@dataclass
class _Write:
    work: Callable[[Connection], Any]
    done: asyncio.Future[Any]
    result: Any = None
    error: Exception | None = None

    def settle(self) -> None:
        """Set the result in the caller's event loop."""
        if self.done.done():  # cancelled
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


class Writer:
    """Writes to a database, in order; callers get their result after the commit, or MaybeSaved.

    A connection to a file stays open; one to a server is checked before each use.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._crowded = False  # whether the last transaction had several writes
        self._waiting: queue.SimpleQueue[_Write | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` and commit; returns its result. If it raises, nothing is written.

        A `work` that raises Stale must not have changed anything before.
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put(_Write(work, done))
        return await done

    def close(self) -> None:
        """Finish waiting writes and stop."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        more = True
        while more:
            batch, more = self._batch()
            if batch:
                self._commit(batch)
                _settle(batch)
        if self._connection is not None:
            self._connection.close()

    def _batch(self) -> tuple[list[_Write], bool]:
        """All waiting writes, at least one, and whether to continue."""
        batch: list[_Write] = []
        item = self._waiting.get()
        if self._crowded and self._waiting.empty():
            time.sleep(WAIT)
        while item is not None:
            batch.append(item)
            if len(batch) == BATCH or self._waiting.empty():
                break
            item = self._waiting.get()
        self._crowded = len(batch) > 1
        return batch, item is not None

    def _commit(self, batch: list[_Write]) -> None:
        """Commit all in one transaction; if one fails, each in its own."""
        try:
            with self._transaction() as connection:
                for write in batch:
                    write.error = None
                    try:
                        write.result = write.work(connection)
                    except Stale as error:
                        write.error = error
        except MaybeSaved as error:  # to try again could save twice
            for write in batch:
                write.error = write.error or error
        except Exception as error:
            if len(batch) > 1:
                for write in batch:
                    self._commit([write])
                return
            batch[0].error = error

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        if self._engine.dialect.name == "sqlite":
            self._connection = self._connection or self._engine.connect()
            with self._connection.begin():
                yield self._connection
        else:
            with self._engine.connect() as connection, connection.begin() as transaction:
                yield connection
                try:
                    transaction.commit()
                except SQLAlchemyError as error:
                    raise MaybeSaved(str(error)) from error


def _settle(batch: Sequence[_Write]) -> None:
    """Deliver the results, waking each event loop once."""
    for loop in {write.done.get_loop() for write in batch}:
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(_settle_in, loop, batch)


def _settle_in(loop: asyncio.AbstractEventLoop, batch: Sequence[_Write]) -> None:
    for write in batch:
        if write.done.get_loop() is loop:
            write.settle()
