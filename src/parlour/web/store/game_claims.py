"""Servers on one PostgreSQL database claim the games whose bots they play, so that only one computes.

A claim is an advisory lock of a connection: it ends with its server, however that ends.
"""

from __future__ import annotations

import threading
from contextlib import suppress

from sqlalchemy import Connection, Engine, func, select, text
from sqlalchemy.exc import SQLAlchemyError

SPACE = 0x7062  # of the locks for games
# Seconds, seconds and tries after which the database gives up the connection of a lost machine.
KEEPALIVES = {"idle": 10, "interval": 5, "count": 3}


class GameClaims:
    """The claims of one server, all on one connection; usable from several threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._lock = threading.Lock()

    def take(self, game_id: str) -> bool:
        """Claim a game; False if another server has it, or the database cannot be reached."""
        return self._call("pg_try_advisory_lock", game_id)

    def give_back(self, game_id: str) -> None:
        """End a claim."""
        self._call("pg_advisory_unlock", game_id)

    def close(self) -> None:
        """End all claims."""
        with self._lock:
            self._disconnect()

    def _call(self, function: str, game_id: str) -> bool:
        with self._lock:
            try:
                connection = self._connected()
                query = select(getattr(func, function)(SPACE, func.hashtext(game_id)))
                return bool(connection.execute(query).scalar_one())
            except SQLAlchemyError:
                self._disconnect()
                return False

    def _connected(self) -> Connection:
        if self._connection is None:
            options = {"isolation_level": "AUTOCOMMIT"}
            self._connection = self._engine.connect().execution_options(**options)
            for name, value in KEEPALIVES.items():
                self._connection.execute(text(f"SET tcp_keepalives_{name} = {value}"))
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.invalidate()  # a connection that goes on would keep its claims
                self._connection.close()
            self._connection = None
