"""The health check: whether the database and the bots work, are only busy, or are broken."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request, Response

import parlour
from parlour.errors import ParlourError
from parlour.web.bots.warm_up import progress
from parlour.web.bots.worker_pool import PATIENCE as BOTS_PATIENCE
from parlour.web.bots.worker_pool import BotsHealth

router = APIRouter()

PATIENCE = 5.0  # seconds for the database to answer

UNHEALTHY = {"description": "The database or the bots do not respond; the body says which."}


@router.get("/healthz", tags=["server"], responses={503: UNHEALTHY})
async def health(request: Request, response: Response) -> dict[str, object]:
    """Whether the server works: the database accepts writes and the bots respond, be it slowly.

    `compiled`: how many games have been compiled in advance; null if none are.
    """
    state = request.app.state
    report = await check_health(state.store.check, state.bots.check)
    report["compiled"] = progress()
    response.status_code = 200 if report["ok"] else 503
    return report


async def check_health(
    check_database: Callable[[], Awaitable[object]],
    check_bots: Callable[[], Awaitable[BotsHealth]],
) -> dict[str, object]:
    """`status`: "ok", "busy" or "broken", with the reasons in `busy` and `wrong`.

    Also `ok` (not broken), `database`, `bots` (the number of processes) and `version`.
    """
    wrong: list[str] = []
    busy: list[str] = []
    bots = 0
    try:
        await asyncio.wait_for(check_database(), PATIENCE)
    except (ParlourError, TimeoutError) as error:
        wrong.append(str(error) or "the database does not respond")
    database_works = not wrong
    try:
        found = await check_bots()
        bots = found.alive
        if found.slow:
            busy.append(f"the bots need more than {BOTS_PATIENCE:.0f} seconds to respond")
        if found.waiting:
            busy.append(f"{found.waiting} tasks of bots wait for others")
    except ParlourError as error:
        wrong.append(str(error))
    if not bots and not wrong:
        wrong.append("no bot process is running")
    return {
        "ok": not wrong,
        "status": "broken" if wrong else "busy" if busy else "ok",
        "database": database_works,
        "bots": bots,
        "wrong": wrong,
        "busy": busy,
        "version": parlour.__version__,
    }
