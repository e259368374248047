"""Servers on one PostgreSQL database notify each other of changes (LISTEN, NOTIFY)."""

from __future__ import annotations

import contextlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, func, select

log = logging.getLogger("parlour.web.store.game_store")

CHANNEL = "parlour"
INTERVAL = 1.0  # seconds between checks for the end
RESYNC = 30.0  # seconds after which everything in memory is compared with the database
PAUSES = (0.2, 5.0)  # seconds before reconnecting: at first, and at most

OnChange = Callable[[str, int], object]  # receives what has changed and its new version


def notify(connection: Connection, name: str, version: int) -> None:
    """Tell the other servers, after the commit, that `name` has this version now."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, f"{name} {version}")))


class NotificationListener:
    """A thread that listens on its own connection. Whatever fails, it connects again.

    Notifications are hints, which a lost connection loses: after each connection, and every `RESYNC`
    seconds, `on_resync` looks for changes itself. `failure` says why nothing is received at present.
    """

    def __init__(
        self, engine: Engine, on_change: OnChange, on_resync: Callable[[], object]
    ) -> None:
        self._engine, self._on_change, self._on_resync = engine, on_change, on_resync
        self.failure = ""
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notifications", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        pause, longest = PAUSES
        while not self._closing.is_set():
            try:
                with self._listening() as connection:
                    while not self._closing.is_set():
                        self._on_resync()
                        self.failure, pause = "", PAUSES[0]
                        self._receive(connection)
            except (
                Exception
            ) as error:  # of any kind: a server that stops listening is deaf for good
                self.failure = str(error) or type(error).__name__
                log.warning("listening for other servers failed", extra={"why": self.failure})
                self._closing.wait(pause)
                pause = min(2 * pause, longest)

    @contextmanager
    def _listening(self) -> Iterator[Any]:
        """The driver's own connection."""
        raw = self._engine.raw_connection()
        try:
            connection: Any = raw.driver_connection
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            yield connection
        finally:
            with contextlib.suppress(Exception):
                raw.invalidate()

    def _receive(self, connection: Any) -> None:
        """Report what arrives until the next resynchronisation; raises if the connection is lost."""
        until = time.monotonic() + RESYNC
        while time.monotonic() < until and not self._closing.is_set():
            for notification in connection.notifies(timeout=INTERVAL):
                name, _, version = notification.payload.partition(" ")
                self._on_change(name, int(version))
        connection.execute("SELECT 1")
