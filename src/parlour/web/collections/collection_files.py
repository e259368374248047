"""The files of collections: complete ones, and unfinished ones in a folder of each server process.

What a process that was killed has left unfinished is removed by the next cleaning.
"""

from __future__ import annotations

import os
import shutil
import time
from contextlib import suppress
from pathlib import Path

from parlour.web.common.secrets import new_name
from parlour.web.store.file_lock import AlreadyLocked, FileLock
from parlour.web.store.stored_collections import FOLDER

UNFINISHED = "importing"  # the folder of the processes' folders
LEFTOVERS = ("*.part", "tmp????????")  # unfinished files of version 0.2.0
HOUR = 3600.0
LEAST_FREE = 256 << 20  # bytes that collections leave free on the disk
GROWTH = 4  # times the size of an uploaded file that an import may need


class CollectionFiles:
    """The files below `parent`; copies of files that are in a shared database have their own folder."""

    def __init__(self, parent: Path, is_shared: bool) -> None:
        self.folder, self._is_shared = parent / FOLDER, is_shared
        self._complete = self.folder / "copies" if is_shared else self.folder
        self._lock: FileLock | None = None

    def path(self, collection_id: str) -> Path:
        """The file of a complete collection."""
        return self._complete / f"{collection_id}.sqlite"

    def earlier(self, collection_id: str) -> Path:
        """The file of a collection that an earlier version has imported."""
        return self.folder / f"{collection_id}.sqlite"

    def unfinished(self, name: str) -> Path:
        """A file for unfinished work."""
        if self._lock is None:
            self._lock = self._new_lock()
        return self._lock.path.with_suffix("") / name

    def _new_lock(self) -> FileLock:
        """The lock of a new folder for this process."""
        self._complete.mkdir(parents=True, exist_ok=True, mode=0o700)
        processes = self.folder / UNFINISHED
        processes.mkdir(exist_ok=True, mode=0o700)
        folder = processes / new_name()
        lock = FileLock(folder.with_suffix(".lock"))
        folder.mkdir(mode=0o700)
        return lock

    def complete(self, unfinished: Path, collection_id: str) -> None:
        """Move a finished file to its place."""
        unfinished.replace(self.path(collection_id))

    def has_room(self, size: int) -> bool:
        """Whether the disk has room for the import of a file of `size` bytes."""
        self._complete.mkdir(parents=True, exist_ok=True, mode=0o700)
        return shutil.disk_usage(self.folder).free > LEAST_FREE + GROWTH * size

    def remove(self, collection_id: str) -> None:
        """Remove the file of a collection."""
        self.path(collection_id).unlink(missing_ok=True)

    def unused(self, since: float) -> list[str]:
        """The ids of complete files not used `since` then, in seconds UTC; of copies, all."""
        files = self._complete.glob("*.sqlite")
        return [file.stem for file in files if self._is_shared or _is_older(file, since)]

    def mark_used(self, collection_id: str) -> None:
        """Note that a file is in use, for other databases in the same folder."""
        with suppress(OSError):  # it may be gone; a touch would make an empty one
            os.utime(self.path(collection_id))

    def remove_leftovers(self) -> None:
        """Remove what processes that have ended left unfinished."""
        for folder in (self.folder / UNFINISHED).glob("*/"):
            self._remove_if_abandoned(folder)
        for pattern in LEFTOVERS:
            for file in self.folder.glob(pattern):
                if _is_older(file, time.time() - HOUR):
                    file.unlink(missing_ok=True)

    def _remove_if_abandoned(self, folder: Path) -> None:
        try:
            lock = FileLock(folder.with_suffix(".lock"))
        except AlreadyLocked:
            return
        shutil.rmtree(folder, ignore_errors=True)
        lock.release()
        lock.path.unlink(missing_ok=True)

    def close(self) -> None:
        """Remove this process's unfinished files."""
        if self._lock is not None:
            lock, self._lock = self._lock, None
            lock.release()
            self._remove_if_abandoned(lock.path.with_suffix(""))


def _is_older(file: Path, moment: float) -> bool:
    with suppress(OSError):
        return file.stat().st_mtime < moment
    return False
