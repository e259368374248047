"""Whether the server works: its database keeps what is written, and its bots answer."""

from __future__ import annotations

import asyncio

import parlour
from parlour.errors import ParlourError
from parlour.web.bots.worker_pool import Bots
from parlour.web.store.game_store import Store

PATIENCE = 5.0  # seconds for the database's answer


async def examined(store: Store, bots: Bots) -> dict[str, object]:
    """What works and what does not: `ok`, `database`, `bots` (how many answer), `wrong` in words."""
    wrong: list[str] = []
    try:
        await asyncio.wait_for(store.check(), PATIENCE)
    except (ParlourError, TimeoutError) as error:
        wrong.append(str(error) or "the database does not answer")
    kept, answering = not wrong, 0
    try:
        answering = await bots.check()
    except (ParlourError, TimeoutError) as error:
        wrong.append(str(error) or "the bots do not answer")
    if kept and not answering and not wrong:
        wrong.append("no bot's process is running")
    return {
        "ok": not wrong,
        "database": kept,
        "bots": answering,
        "wrong": wrong,
        "version": parlour.__version__,
    }
