"""Several servers on one PostgreSQL tell each other which games have changed, by LISTEN and NOTIFY."""

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
PATIENCE = (
    1.0  # seconds between two looks whether to end, and before a lost connection is made anew
)


class Teller:
    """A thread that listens on its own connection, and reconnects when it is lost."""

    def __init__(self, engine: Engine, heard: Callable[[str, int], object]) -> None:
        self._engine, self._heard = engine, heard
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="telling", daemon=True)
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
                log.warning("the other servers cannot be heard", extra={"why": str(error)})
                self._closing.wait(PATIENCE)

    def _listen(self) -> None:
        raw: Any = self._engine.raw_connection()
        connection = raw.driver_connection
        try:
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            while not self._closing.is_set():
                for notice in connection.notifies(timeout=PATIENCE):
                    game_id, _, version = notice.payload.partition(" ")
                    self._heard(game_id, int(version))
        except Exception as error:
            raise OSError(str(error)) from error  # the driver's errors are its own
        finally:
            with contextlib.suppress(Exception):
                raw.invalidate()
