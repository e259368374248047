"""Follows what other servers and administrators change in the database: games, studies, deadlines."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Future
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from parlour.errors import ParlourError
from parlour.web.play.rooms import Rooms
from parlour.web.store.audit import last_number
from parlour.web.store.game_store import Store
from parlour.web.studies.study import Studies
from parlour.web.studies.study_store import NOTIFIED

log = logging.getLogger("parlour.web.other_servers")

INTERVAL = 1.0  # seconds between two looks at the audit log
PATIENCE = 30.0  # seconds for comparing everything in memory with the database


def follow_other_servers(store: Store, rooms: Rooms, studies: Studies) -> None:
    """Reload games and studies in memory when another server has changed them."""
    loop = asyncio.get_running_loop()

    async def reload(name: str, version: int) -> None:
        if name.startswith(NOTIFIED):
            await studies.reload_newer(name.removeprefix(NOTIFIED), version)
        else:
            await rooms.reload_newer(name, version)

    async def resync() -> None:
        await store.measure_clock()
        await rooms.resync()
        await studies.resync()

    def on_change(name: str, version: int) -> None:
        asyncio.run_coroutine_threadsafe(reload(name, version), loop).add_done_callback(_log)

    def on_resync() -> None:
        asyncio.run_coroutine_threadsafe(resync(), loop).result(PATIENCE)

    store.listen(on_change, on_resync)


async def follow_administrators(store: Store, rooms: Rooms, studies: Studies) -> None:
    """Reload games and studies in memory soon after each entry of the audit log."""
    seen = await store.read(last_number)
    while True:
        await asyncio.sleep(INTERVAL)
        try:
            newest = await store.read(last_number)
            if newest != seen:
                await rooms.resync()
                await studies.resync()
                seen = newest
        except (ParlourError, SQLAlchemyError) as error:
            log.warning("the audit log could not be followed", extra={"why": str(error)})


def _log(done: Future[Any]) -> None:
    """Log a change that could not be followed; the next resynchronisation makes up for it."""
    if not done.cancelled() and (error := done.exception()) is not None:
        log.warning("a change by another server was missed", extra={"why": str(error)})
