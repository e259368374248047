"""Faults besides killed servers; each says why where it cannot be injected on this machine."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from random import Random

from sqlalchemy import NullPool, create_engine, text

from parlour.durability.databases import Database, OwnPostgres, SqliteFile
from parlour.durability.run_settings import Fault
from parlour.durability.servers import Server

LIMIT = "prlimit"
SMALLEST = "4096"  # bytes: no file can become larger while the disk is "full"
SHORTEST, LONGEST = 0.3, 2.0  # seconds of a fault
JUMPS = (-7200, -60, -1, 0, 1, 60, 7200)  # seconds between a server's time and the true one


class Impossible(Exception):
    """A fault cannot be injected here; the message says why."""


class Injector(ABC):
    """Injects one kind of fault, and undoes it. Raises Impossible where it cannot be."""

    fault: Fault

    def __init__(self, servers: Sequence[Server], database: Database) -> None:
        self._servers, self._database = servers, database

    @abstractmethod
    async def inject(self, rng: Random) -> None:
        """Let the fault happen and end."""


class KilledBots(Injector):
    """A bot's process is killed; the server starts another."""

    fault = Fault.BOTS

    def __init__(self, servers: Sequence[Server], database: Database) -> None:
        super().__init__(servers, database)
        if sys.platform != "linux":
            raise Impossible("finding the bots' processes needs Linux")

    async def inject(self, rng: Random) -> None:
        """Kill the bots of a server."""
        for pid in rng.choice(self._servers).bots():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


class KilledDatabase(Injector):
    """The database server is killed and started again."""

    fault = Fault.DATABASE

    def __init__(self, servers: Sequence[Server], database: Database) -> None:
        super().__init__(servers, database)
        if not isinstance(database, OwnPostgres):
            raise Impossible("only a PostgreSQL server of the run's own is killed")
        self._postgres = database

    async def inject(self, rng: Random) -> None:
        """Kill it, leave it away for a moment, start it."""
        self._postgres.kill()
        try:
            await asyncio.sleep(rng.uniform(SHORTEST, LONGEST))
        finally:
            self._postgres.start()


class FullDisk(Injector):
    """No file of the processes that write the database can grow: a limit of the system refuses it."""

    fault = Fault.FULL_DISK

    def __init__(self, servers: Sequence[Server], database: Database) -> None:
        super().__init__(servers, database)
        if shutil.which(LIMIT) is None:
            raise Impossible(f"there is no {LIMIT} to limit the files of a running process")
        if not isinstance(database, SqliteFile | OwnPostgres):
            raise Impossible("only a database of the run's own is put on a full disk")

    async def inject(self, rng: Random) -> None:
        """Limit the files, then lift the limit."""
        self._limit(SMALLEST)
        try:
            await asyncio.sleep(rng.uniform(SHORTEST, LONGEST))
        finally:
            self._limit("unlimited")
            if isinstance(self._database, OwnPostgres) and not self._database.is_running:
                self._database.kill()
                self._database.start()

    def _limit(self, size: str) -> None:
        user = self._database.user if isinstance(self._database, OwnPostgres) else None
        for pid in self._writers():
            command = [LIMIT, f"--pid={pid}", f"--fsize={size}:"]  # the soft limit
            subprocess.run(command, check=False, user=user, stderr=subprocess.DEVNULL)

    def _writers(self) -> list[int]:
        if isinstance(self._database, OwnPostgres):
            return self._database.processes()
        return [server.pid for server in self._servers]


class ReadOnly(Injector):
    """The database server refuses to write."""

    fault = Fault.READ_ONLY

    def __init__(self, servers: Sequence[Server], database: Database) -> None:
        super().__init__(servers, database)
        if not isinstance(database, OwnPostgres):
            raise Impossible("a file that is open stays writable; only PostgreSQL can refuse")
        self._engine = create_engine(
            database.url,
            poolclass=NullPool,  # a connection does not outlive the killed server
            connect_args={"options": "-c default_transaction_read_only=off"},
        )

    async def inject(self, rng: Random) -> None:
        """Make all transactions read-only, then writable again."""
        self._set("SET default_transaction_read_only = on")
        try:
            await asyncio.sleep(rng.uniform(SHORTEST, LONGEST))
        finally:
            self._set("RESET default_transaction_read_only")

    def _set(self, what: str) -> None:
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(f"ALTER SYSTEM {what}"))
            connection.execute(text("SELECT pg_reload_conf()"))


class SlowDisk(Injector):
    """Writes wait, because something else has the database's lock for a while."""

    fault = Fault.SLOW_DISK

    async def inject(self, rng: Random) -> None:
        """Lock the database, wait, release it."""
        with self._locked():
            await asyncio.sleep(rng.uniform(SHORTEST, LONGEST))

    @contextmanager
    def _locked(self) -> Iterator[None]:
        if isinstance(self._database, SqliteFile):
            file = sqlite3.connect(self._database.file, isolation_level=None, timeout=30)
            with closing(file) as connection:
                connection.execute("BEGIN IMMEDIATE")
                yield
                connection.execute("ROLLBACK")
        else:
            engine = create_engine(self._database.url)
            with engine.connect() as connection:
                connection.execute(text("LOCK TABLE games IN EXCLUSIVE MODE"))
                yield
                connection.rollback()
            engine.dispose()


class JumpingClock(Injector):
    """The servers' time is set forward or back, and stays so."""

    fault = Fault.CLOCK

    async def inject(self, rng: Random) -> None:
        """Set the time that servers read."""
        for server in self._servers:
            server.clock.set(rng.choice(JUMPS))


INJECTORS: tuple[type[Injector], ...] = (
    KilledBots,
    KilledDatabase,
    FullDisk,
    ReadOnly,
    SlowDisk,
    JumpingClock,
)


def injectors(
    faults: frozenset[Fault], servers: Sequence[Server], database: Database
) -> tuple[list[Injector], dict[str, str]]:
    """What injects the chosen faults here, and why others are skipped."""
    found: list[Injector] = []
    skipped: dict[str, str] = {}
    for kind in INJECTORS:
        if kind.fault in faults:
            try:
                found.append(kind(servers, database))
            except Impossible as error:
                skipped[kind.fault] = str(error)
    return found, skipped
