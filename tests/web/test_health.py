"""/healthz tells busy from broken."""

from __future__ import annotations

import asyncio

import pytest

from parlour.web.bots.worker_pool import BotsHealth, BotTrouble
from parlour.web.http.health import check_health
from parlour.web.store.game_store import StoreError


@pytest.mark.parametrize(
    ("database", "bots", "status", "words"),
    [
        (None, BotsHealth(2, slow=False, waiting=0), "ok", ""),
        (None, BotsHealth(2, slow=True, waiting=0), "busy", "more than 5 seconds"),
        (None, BotsHealth(2, slow=False, waiting=7), "busy", "7 tasks of bots wait"),
        (None, BotsHealth(0, slow=False, waiting=0), "broken", "no bot process is running"),
        (None, BotTrouble("no bot process has answered"), "broken", "no bot process has answered"),
        (StoreError("full"), BotsHealth(2, slow=True, waiting=0), "broken", "full"),
        (TimeoutError(), BotsHealth(2, slow=False, waiting=0), "broken", "does not respond"),
    ],
)
def test_busy_is_not_broken(
    database: Exception | None, bots: BotsHealth | BotTrouble, status: str, words: str
) -> None:
    async def check_database() -> None:
        if database is not None:
            raise database

    async def check_bots() -> BotsHealth:
        if isinstance(bots, BotTrouble):
            raise bots
        return bots

    found = asyncio.run(check_health(check_database, check_bots))
    assert found["status"] == status
    assert found["ok"] == (status != "broken")
    assert found["database"] == (database is None)
    assert words in " ".join([*found["wrong"], *found["busy"]])  # type: ignore[misc]
