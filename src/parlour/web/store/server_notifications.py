"""Servers on one PostgreSQL database notify each other of changed games (LISTEN, NOTIFY)."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

log = logging.getLogger("parlour.web.store.game_store")

CHANNEL = "parlour"
INTERVAL = 1.0  # seconds between checks for the end, and before reconnecting


class NotificationListener:
    """A thread that listens on its own connection and reconnects when necessary."""

    def __init__(self, engine: Engine, on_change: Callable[[str, int], object]) -> None:
        self._engine, self._on_change = engine, on_change
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notifications", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._closing.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closing.is_set():
            try:
                self._listen()
            except (SQLAlchemyError, OSError) as error:
                log.warning("listening for other servers failed", extra={"why": str(error)})
                self._closing.wait(INTERVAL)

    def _listen(self) -> None:
        raw: Any = self._engine.raw_connection()
        connection = raw.driver_connection
        try:
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            while not self._closing.is_set():
                for notification in connection.notifies(timeout=INTERVAL):
                    game_id, _, version = notification.payload.partition(" ")
                    self._on_change(game_id, int(version))
        except Exception as error:
            raise OSError(str(error)) from error  # the driver's errors are its own
        finally:
            with contextlib.suppress(Exception):
                raw.invalidate()
