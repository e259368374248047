"""The database of a run: a SQLite file, a PostgreSQL server of its own, or one that is there already."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from contextlib import suppress
from pathlib import Path

from parlour.errors import ParlourError

FILE = "games.sqlite"
SQLITE, POSTGRESQL = "sqlite", "postgresql"
INSTALLED = Path("/usr/lib/postgresql")  # where Debian has the programs of each version
PATIENCE = 30.0  # seconds for the processes of a killed server to end


class NoDatabase(ParlourError):
    """The database cannot be used for a run."""


class Database(ABC):
    """A database, by its `url`."""

    url: str

    def __init__(self, folder: Path) -> None:
        self.folder = folder  # of the run

    @abstractmethod
    def start(self) -> None:
        """Make it ready; raises NoDatabase."""

    @abstractmethod
    def stop(self) -> None:
        """End what `start` began."""

    def discard(self) -> None:
        """Delete the folder of the run, and what belongs to it."""
        shutil.rmtree(self.folder, ignore_errors=True)


class SqliteFile(Database):
    """A file in the folder of the run."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.file = folder / FILE
        self.url = f"sqlite:///{self.file}"

    def start(self) -> None:
        """Nothing to do: servers create the file."""

    def stop(self) -> None:
        """Nothing to do."""


class ForeignDatabase(Database):
    """A database server that belongs to somebody else, and is not harmed."""

    def __init__(self, folder: Path, url: str) -> None:
        super().__init__(folder)
        self.url = url

    def start(self) -> None:
        """Nothing to do."""

    def stop(self) -> None:
        """Nothing to do."""


class OwnPostgres(Database):
    """A PostgreSQL server in a temporary folder, listening on a socket there.

    The folder of the run has a link to it: its own path may be too long for a socket, or closed to the
    user as whom the server runs.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._programs = _programs()
        link = folder / "postgres"
        if not link.is_symlink():
            link.symlink_to(tempfile.mkdtemp(prefix="parlour-postgres-"))
        self._home = link.resolve()
        self._data = self._home / "data"
        self.user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
        self.url = f"postgresql+psycopg://parlour@/postgres?host={self._home}"

    def start(self) -> None:
        """Create the database if need be, and start the server."""
        if not self._data.exists():
            if self.user is not None:
                shutil.chown(self._home, self.user)
            self._run("initdb", "-A", "trust", "-U", "parlour", "--no-sync")
        options = f"-k {self._home} -c listen_addresses=''"
        self._run("pg_ctl", "-w", "-o", options, "-l", str(self._home / "log"), "start")

    def stop(self) -> None:
        """Stop the server."""
        with suppress(NoDatabase):
            self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def processes(self) -> list[int]:
        """The process ids of the server, the first one's before those that it started."""
        try:
            first = int((self._data / "postmaster.pid").read_text().split()[0])
        except (OSError, IndexError):  # it has ended itself
            return []
        with suppress(OSError):
            started = Path(f"/proc/{first}/task/{first}/children").read_text().split()
            return [first, *map(int, started)]
        return [first]

    def kill(self) -> None:
        """End all its processes with SIGKILL, and wait until they have ended."""
        killed = self.processes()
        for pid in killed:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        until = time.monotonic() + PATIENCE
        while any(Path(f"/proc/{pid}").exists() for pid in killed) and time.monotonic() < until:
            time.sleep(0.01)

    def discard(self) -> None:
        """Delete its folder too."""
        shutil.rmtree(self._home, ignore_errors=True)
        super().discard()

    @property
    def is_running(self) -> bool:
        """Whether the server accepts connections."""
        command = [str(self._programs / "pg_isready"), "-q", "-h", str(self._home)]
        return subprocess.run(command, check=False).returncode == 0

    def _run(self, program: str, *more: str) -> None:
        command = [str(self._programs / program), "-D", str(self._data), *more]
        try:
            subprocess.run(
                command,
                check=True,
                user=self.user,
                cwd=self._home,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the command alone
            )
        except subprocess.CalledProcessError as error:
            words = error.stderr.decode(errors="replace").strip()
            raise NoDatabase(f"{program} failed: {words}") from error


def _programs() -> Path:
    """The folder of PostgreSQL's programs; raises NoDatabase."""
    found = sorted(INSTALLED.glob("*/bin/initdb"))
    there = str(found[-1]) if found else shutil.which("initdb")
    if there is None:
        raise NoDatabase("PostgreSQL is not installed: apt-get install postgresql, or give a URL")
    return Path(there).parent


def database(name: str, folder: Path) -> Database:
    """The database of a run: sqlite, postgresql or the URL of a PostgreSQL database."""
    if name == SQLITE:
        return SqliteFile(folder)
    if name == POSTGRESQL:
        return OwnPostgres(folder)
    if name.startswith("postgresql"):
        return ForeignDatabase(folder, name)
    raise NoDatabase(f"{name!s:.60} is not {SQLITE}, {POSTGRESQL} or a URL postgresql+psycopg://…")
