"""The health check: whether the database and the bots work."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Request, Response

import parlour
from parlour.errors import ParlourError

router = APIRouter()

PATIENCE = 5.0  # seconds for the database to answer

UNHEALTHY = {"description": "The database or the bots do not respond; the body says which."}


@router.get("/healthz", tags=["server"], responses={503: UNHEALTHY})
async def health(request: Request, response: Response) -> dict[str, object]:
    """Whether the server works: the database accepts writes and the bots respond."""
    state = request.app.state
    report = await check_health(state.store.check, state.bots.check)
    response.status_code = 200 if report["ok"] else 503
    return report


async def check_health(
    check_database: Callable[[], Awaitable[object]], check_bots: Callable[[], Awaitable[int]]
) -> dict[str, object]:
    """`ok`, `database`, `bots` (the number that respond), `wrong` (messages) and `version`."""
    wrong: list[str] = []
    try:
        await asyncio.wait_for(check_database(), PATIENCE)
    except (ParlourError, TimeoutError) as error:
        wrong.append(str(error) or "the database does not respond")
    database_works, responding = not wrong, 0
    try:
        responding = await check_bots()
    except (ParlourError, TimeoutError) as error:
        wrong.append(str(error) or "the bots do not respond")
    if database_works and not responding and not wrong:
        wrong.append("no bot process is running")
    return {
        "ok": not wrong,
        "database": database_works,
        "bots": responding,
        "wrong": wrong,
        "version": parlour.__version__,
    }
