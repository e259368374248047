"""One server owns a database file: it locks a file beside it and writes its address there."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

from parlour.errors import ParlourError
from parlour.web.store.file_lock import AlreadyLocked, FileLock

PATIENCE = 5.0  # seconds for a starting server to publish its address
PAUSE = 0.1


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
        path = database.with_name(database.name + ".server")
        try:
            self._lock = FileLock(path)
        except AlreadyLocked as error:
            raise DatabaseInUse(database, _address(path)) from error
        self.publish("")

    def publish(self, address: str) -> None:
        """Write the server's address for others that open the same file."""
        self._lock.write(address)

    def release(self) -> None:
        """Release the lock."""
        self.publish("")
        self._lock.release()


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
