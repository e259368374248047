"""One server owns a database file: it locks a file beside it and writes its address there."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import IO

from parlour.errors import ParlourError

PATIENCE = 5.0  # seconds for a starting server to publish its address
PAUSE = 0.1

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[str]) -> None:
        file.seek(1 << 20)  # beyond the address, which others read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class DatabaseInUse(ParlourError):
    """Another server uses the database; `address` is its address, if published."""

    def __init__(self, database: Path, address: str) -> None:
        where = f"the server at {address}" if address else "another server, which is still starting"
        super().__init__(f"{database} is used by {where}; a database file has one server")
        self.address = address


class DatabaseLock:
    """The lock on a database file, until `release` or the end of the process."""

    def __init__(self, database: Path) -> None:
        """Raises DatabaseInUse if another server has the lock, OSError if locking fails."""
        database = database.resolve()  # follow links
        database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._path = database.with_name(database.name + ".server")
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        self._file = os.fdopen(descriptor, "r+", encoding="utf-8")
        try:
            _try_lock(self._file)
        except OSError as error:
            self._file.close()
            raise DatabaseInUse(database, _address(self._path)) from error
        self.publish("")

    def publish(self, address: str) -> None:
        """Write the server's address for others that open the same file."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(address)
        self._file.flush()

    def release(self) -> None:
        """Release the lock."""
        self.publish("")
        self._file.close()


def _address(path: Path) -> str:
    """The owner's address, as soon as it is published."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            address = path.read_text(encoding="utf-8").strip()
            if address:
                return address
        time.sleep(PAUSE)
    return ""
