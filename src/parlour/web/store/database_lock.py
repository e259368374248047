"""Who uses a database file: one server, which locks a file beside it and writes its address there."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import IO

from parlour.errors import ParlourError

PATIENCE = 5.0  # seconds for a server that is starting to say where it is
PAUSE = 0.1

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[str]) -> None:
        file.seek(1 << 20)  # beyond what is written, which others are to read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Owned(ParlourError):
    """Another server uses the database; `address` is where it is, if it has said so."""

    def __init__(self, database: Path, address: str) -> None:
        where = f"the server at {address}" if address else "another server, which is just starting"
        super().__init__(f"{database} is used by {where}: one server owns a database file")
        self.address = address


class Owner:
    """The lock on a database file, held until `release` or the process's end, however that comes."""

    def __init__(self, database: Path) -> None:
        """Lock it; raises Owned if another server has, OSError if that cannot be found out."""
        database = database.resolve()  # whatever link to it was named
        database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._path = database.with_name(database.name + ".server")
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        self._file = os.fdopen(descriptor, "r+", encoding="utf-8")
        try:
            _try_lock(self._file)
        except OSError as error:
            self._file.close()
            raise Owned(database, _address(self._path)) from error
        self.says("")

    def says(self, address: str) -> None:
        """Write where the server is, for others that would use the same file."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(address)
        self._file.flush()

    def release(self) -> None:
        """Let others use the database."""
        self.says("")
        self._file.close()


def _address(path: Path) -> str:
    """What the owner says, as soon as it says it."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            said = path.read_text(encoding="utf-8").strip()
            if said:
                return said
        time.sleep(PAUSE)
    return ""
