"""The collections of a server: importing, finding, removing, and what they may take of the disk."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from starlette.concurrency import run_in_threadpool

from parlour.data_folder import data_folder
from parlour.web.collections.collection_files import CollectionFiles
from parlour.web.collections.collection_store import Collection
from parlour.web.common.game_registry import registered_specs
from parlour.web.common.secrets import new_name
from parlour.web.http.error_responses import Refused
from parlour.web.http.security import RateLimiter
from parlour.web.reading.reading_process import ENDS_OF_TIME
from parlour.web.settings import Settings
from parlour.web.store import stored_collections
from parlour.web.store.game_store import Store
from parlour.web.store.schema import database_file
from parlour.web.store.stored_collections import DAY, FAILED, READING, READY, StoredCollection

log = logging.getLogger("parlour.web.collections")

AT_ONCE = 2  # files imported at the same time
WAITING = 8  # files being imported or waiting
EACH_DAY = 50  # files from one address
SHARE = 4  # a browser's collections may take the total divided by this
LARGEST = 4 << 30  # bytes of one collection
BLOCK = 1 << 20  # bytes written at once
BEAT = 5.0  # seconds between signs of life of an import
SILENCE = 60.0  # seconds without one after which it was interrupted
CLEANING = 3600.0  # seconds between cleanings
MB = 1 << 20

INTERRUPTED = "The import of this file was interrupted. Send the file again."
FULL = "The server's disk is full; nothing was saved."


class Collections:
    """The collections of a server; each is a SQLite file with a row in the database."""

    def __init__(self, store: Store, settings: Settings) -> None:
        file = database_file(settings.database)
        parent = data_folder() if file is None else file.parent
        self.store, self.settings = store, settings
        self.files = CollectionFiles(parent, store.is_shared)
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._fetching = asyncio.Lock()
        self._tasks: dict[str, asyncio.Task[None]] = {}  # imports, by the collection's id
        self._arrivals = RateLimiter(EACH_DAY / DAY, EACH_DAY)
        self._cleaning: asyncio.Task[None] | None = None

    # -- finding ---------------------------------------------------------------------------------------

    async def look(self, collection_id: str) -> StoredCollection:
        """A collection as it is in the database, perhaps unfinished; raises Refused."""
        stored = await stored_collections.load(self.store, collection_id)
        if stored is None:
            return await self._adopt(collection_id)
        if stored.state == READING and stored.beat < time.time() - SILENCE:
            return replace(stored, state=FAILED, trouble=INTERRUPTED)
        return stored

    async def find(self, collection_id: str) -> Collection:
        """A complete collection; raises Refused."""
        stored = await self.look(collection_id)
        if stored.state != READY:
            raise unknown_collection()
        collection = await self.open(collection_id)
        await stored_collections.mark_used(self.store, stored)
        await run_in_threadpool(self.files.mark_used, collection_id)
        return collection

    async def open(self, collection_id: str) -> Collection:
        """A collection that is ready, without noting that it is in use."""
        path = self.files.path(collection_id)
        async with self._fetching:
            if not path.is_file():
                await self._fetch(collection_id)
        return Collection(path)

    async def _fetch(self, collection_id: str) -> None:
        """Get the file of a collection from the database: another server or a backup has put it there."""
        unfinished = self.files.unfinished(new_name())
        try:
            if not await stored_collections.load_file(self.store, collection_id, unfinished):
                raise unknown_collection()
            self.files.complete(unfinished, collection_id)
        except OSError as error:
            raise disk_trouble(error) from error
        finally:
            unfinished.unlink(missing_ok=True)

    async def _adopt(self, collection_id: str) -> StoredCollection:
        """The collection of an earlier version, which was only a file, gets its row."""
        file = self.files.earlier(collection_id)
        if not file.is_file():
            raise unknown_collection()
        stored = StoredCollection(collection_id, "", file.stat().st_size)
        with suppress(SQLAlchemyError):  # another request has done it
            await stored_collections.create(self.store, stored)
        await self._finish(collection_id, file)
        return await self.look(collection_id)

    # -- importing -------------------------------------------------------------------------------------

    async def check_room(self, browser: str, address: str, size: int) -> None:
        """Raise Refused unless a file of `size` bytes may be sent now."""
        if len(self._tasks) >= WAITING:
            raise Refused(503, "at-work", "Too many files are being read; try again in a moment.")
        if await self._bytes_left(browser) < size:
            raise Refused(413, "too-large", self._full(browser))
        if not await run_in_threadpool(self.files.has_room, size):
            raise Refused(507, "disk-full", "The server's disk has too little room for this file.")
        if not self._arrivals.take(address):
            words = f"At most {EACH_DAY} files a day can be sent from one address."
            raise Refused(429, "too-many-files", words)

    def _full(self, browser: str) -> str:
        each = self.settings.collection_bytes // SHARE // MB
        return (
            f"There is no room for this collection: yours may take {each:,} MB, all on this server "
            f"{SHARE * each:,} MB. Delete one that you no longer need."
        )

    async def _bytes_left(self, browser: str) -> int:
        """The bytes that further collections of a browser may take."""
        total = self.settings.collection_bytes
        mine = sum(one.size for one in await stored_collections.of_browser(self.store, browser))
        everyones = await stored_collections.total_size(self.store)
        return min(total // SHARE - mine, total - everyones, LARGEST)

    async def receive(self, blocks: AsyncIterator[bytes], browser: str) -> str:
        """Save a file that arrives and start importing it; returns the collection's id."""
        name = new_name()
        source = self.files.unfinished(name)
        try:
            await _write(blocks, source)
            size = source.stat().st_size
            await stored_collections.create(self.store, StoredCollection(name, browser, size))
        except BaseException as error:
            source.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise disk_trouble(error) from error
            raise
        task = asyncio.create_task(self._import(name, source, browser, size))
        self._tasks[name] = task
        task.add_done_callback(lambda _: self._tasks.pop(name))
        return name

    async def _import(self, name: str, source: Path, browser: str, size: int) -> None:
        target = source.with_suffix(".sqlite")
        beating = asyncio.create_task(self._beat(name))
        try:
            async with self._turns:
                most = size + max(0, await self._bytes_left(browser))
                trouble = await self._run(name, source, target, most)
            source.unlink(missing_ok=True)
            if trouble:
                await self._fail(name, trouble)
            else:
                await self._finish(name, target)
        except asyncio.CancelledError:
            await self._fail(name, INTERRUPTED)
            raise
        except Exception as error:  # the collection says so, whatever it is
            log.exception("an import failed", extra={"collection": name})
            await self._fail(name, FULL if is_full(error) else "This file could not be read.")
        finally:
            beating.cancel()
            for file in (source, target, target.with_suffix(".part")):
                file.unlink(missing_ok=True)

    async def _run(self, name: str, source: Path, target: Path, most: int) -> str:
        """Import a file in a process of its own; returns what went wrong."""
        module = "parlour.web.collections.collection_import"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module, str(source), str(target), str(most)),
            stdout=asyncio.subprocess.PIPE,
        )
        trouble, reported = "", 0.0
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                update = _update(line)
                trouble = update.get("trouble", "")
                if time.monotonic() > reported + 1:
                    reported = time.monotonic()
                    await stored_collections.change(self.store, name, games=update.get("games", 0))
            if await process.wait() and not trouble:
                too_long = process.returncode in ENDS_OF_TIME
                trouble = (
                    "This file takes too long to read: send it in parts."
                    if too_long
                    else "This file could not be read."
                )
        finally:
            if process.returncode is None:
                process.kill()
        return trouble

    async def _beat(self, name: str) -> None:
        """Give signs of life until cancelled."""
        while True:
            await asyncio.sleep(BEAT)
            with suppress(SQLAlchemyError):
                await stored_collections.change(self.store, name)

    async def _finish(self, name: str, file: Path) -> None:
        """Put the finished file of a collection in its place."""
        games = await run_in_threadpool(Collection(file).games)
        if self.store.is_shared:
            await stored_collections.save_file(self.store, name, file)
        size = file.stat().st_size
        self.files.complete(file, name)
        await stored_collections.change(
            self.store,
            name,
            state=READY,
            games=sum(games.values()),
            summary=summary(games),
            size=size,
        )

    async def _fail(self, name: str, trouble: str) -> None:
        with suppress(SQLAlchemyError):
            await stored_collections.change(self.store, name, state=FAILED, trouble=trouble, size=0)

    # -- removing --------------------------------------------------------------------------------------

    async def remove(self, collection_id: str, browser: str) -> None:
        """Delete a collection of a browser or its person; raises Refused."""
        stored = await self.look(collection_id)
        if not await stored_collections.is_owned_by(self.store, stored, browser):
            raise Refused(403, "not-yours", "Only the owner of the collection can do that.")
        if stored.state == READING:
            raise Refused(409, "at-work", "The file is still being read.")
        await self._delete(collection_id)

    async def remove_all(self, browser: str) -> None:
        """Delete all collections of a browser and its person, also those that are being read."""
        for stored in await stored_collections.of_browser(self.store, browser):
            if (task := self._tasks.get(stored.id)) is not None:
                task.cancel()
                await asyncio.wait([task])
            await self._delete(stored.id)

    async def _delete(self, collection_id: str) -> None:
        self.files.remove(collection_id)
        await stored_collections.remove(self.store, collection_id)

    def start(self) -> None:
        """Clean now and from time to time."""
        self._cleaning = asyncio.create_task(self._keep_clean())

    async def _keep_clean(self) -> None:
        while True:
            try:
                await self.clean()
            except Exception:  # the next time may do better
                log.exception("collections could not be cleaned")
            await asyncio.sleep(CLEANING)

    async def clean(self) -> None:
        """Remove unfinished files of ended processes, failed imports, and what nobody uses any more."""
        await run_in_threadpool(self.files.remove_leftovers)
        now = time.time()
        oldest = now - DAY * self.settings.collection_days
        unused = await run_in_threadpool(self.files.unused, oldest)
        stored = await stored_collections.every(self.store)
        for one in stored:
            if (one.state == READY and one.used < oldest) or (
                one.state != READY and one.beat < now - DAY
            ):
                await self._delete(one.id)
        for name in set(unused) - {one.id for one in stored}:
            self.files.remove(name)

    async def close(self) -> None:
        """Stop all imports."""
        tasks = [*self._tasks.values(), *([self._cleaning] if self._cleaning else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.files.close()


async def _write(blocks: AsyncIterator[bytes], target: Path) -> None:
    """Write a file as it arrives, a large block at a time, so that a slow disk holds up nobody else."""
    with target.open("wb", buffering=0) as out:
        waiting = bytearray()
        async for block in blocks:
            waiting += block
            if len(waiting) >= BLOCK:
                await run_in_threadpool(_write_all, out, bytes(waiting))
                waiting.clear()
        await run_in_threadpool(_write_all, out, bytes(waiting))


def _write_all(out: Any, content: bytes) -> None:
    written = 0
    while written < len(content):
        written += out.write(content[written:])


def _update(line: bytes) -> dict[str, Any]:
    try:
        update: dict[str, Any] = json.loads(line)
    except ValueError:
        return {}
    return update


def summary(games: dict[str, int]) -> str:
    """The games of a collection by title, for a list."""
    specs, parts = registered_specs(), []
    for name, count in games.items():
        spec = specs.get(name.partition(":")[0])
        parts.append(f"{count:,} × {spec.title if spec else name}")
    return ", ".join(parts)[:200]


def is_full(error: BaseException) -> bool:
    """Whether an error means that the disk is full, or the user's part of it."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def disk_trouble(error: OSError) -> Refused:
    """The error for a file that cannot be saved."""
    if is_full(error):
        return Refused(507, "disk-full", FULL)
    log.warning("a collection could not be saved", extra={"why": str(error)})
    return Refused(503, "not-kept", "The file could not be saved.")


def unknown_collection() -> Refused:
    """There is no such collection."""
    return Refused(404, "no-such-collection", "There is no such collection.")
