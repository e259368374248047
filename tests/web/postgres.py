"""A PostgreSQL of its own for a test, on a socket in its folder; skipped where none is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

_INSTALLED = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
needs_postgres = pytest.mark.skipif(
    not _INSTALLED or find_spec("psycopg") is None,
    reason="there is no PostgreSQL: apt-get install postgresql, pip install psycopg[binary]",
)


class PostgresServer:
    """A server with an empty database at `url`; it can be stopped, as by a crash, and started again."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._data = folder, folder / "data"
        folder.mkdir()
        self._user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
        if self._user is not None:
            shutil.chown(folder, self._user)
            for above in folder.parents[:-2]:  # all below the folder of temporary files
                above.chmod(above.stat().st_mode | 0o111)
        self._run("initdb", "-A", "trust", "-U", "parlour", "--no-sync")
        self.url = f"postgresql+psycopg://parlour@/postgres?host={folder}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = f"-k {self._folder} -c listen_addresses='' -c fsync=off"
        self._run("pg_ctl", "-w", "-o", options, "-l", str(self._folder / "log"), "start")

    def stop(self) -> None:
        """Stop it at once, with all its connections."""
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *words: str) -> None:
        command = [str(_INSTALLED[-1].parent / program), "-D", str(self._data), *words]
        subprocess.run(
            command, check=True, user=self._user, cwd=self._folder, stdout=subprocess.DEVNULL
        )


@contextmanager
def postgres_server(folder: Path) -> Iterator[PostgresServer]:
    """A running server of its own."""
    server = PostgresServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """The URL of a database of its own."""
    with postgres_server(folder) as server:
        yield server.url
