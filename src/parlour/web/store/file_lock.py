"""A lock on a file, which the system releases when the process ends."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[str]) -> None:
        file.seek(1 << 20)  # beyond the contents, which others read
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class AlreadyLocked(OSError):
    """Another process has locked the file."""


class FileLock:
    """An open file that this process alone has locked, until `release` or its end."""

    def __init__(self, path: Path) -> None:
        """Create the file if necessary. Raises AlreadyLocked, OSError."""
        self.path = path
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._file = os.fdopen(descriptor, "r+", encoding="utf-8")
        try:
            _lock(self._file)
        except OSError as error:
            self._file.close()
            raise AlreadyLocked(f"{path} is locked") from error

    def write(self, text: str) -> None:
        """Replace the contents, which others may read."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(text)
        self._file.flush()

    def release(self) -> None:
        """Release the lock."""
        self._file.close()
