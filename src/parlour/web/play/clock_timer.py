"""Whose flag falls next: one sleeping task for all games of the server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from parlour.clocks.deadlines import Deadlines

log = logging.getLogger("parlour.web.play.clock_timer")

Now = Callable[[], int]  # the time in ms UTC

LONGEST_SLEEP = 3600.0  # seconds; the server's time may be set meanwhile
AGAIN = 1000  # ms after which a flag is tried again that could not be dealt with


class Flags:
    """When flags will fall; `falls` is called with a game's id when its flag has."""

    def __init__(self, now: Now, falls: Callable[[str], Awaitable[None]]) -> None:
        self._now, self._falls = now, falls
        self._deadlines: Deadlines[str] = Deadlines()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def put(self, game_id: str, falls: int | None) -> None:
        """The flag of a game will fall then; None: it will not."""
        self._deadlines.put(game_id, falls)
        self._changed.set()

    def start(self) -> None:
        """Begin to look after them."""
        self._task = asyncio.create_task(self._watch())

    async def fall(self) -> None:
        """Deal with the flags that have fallen by now."""
        for game_id in self._deadlines.due(self._now()):
            try:
                await self._falls(game_id)
            except Exception:  # one game's trouble is not the others'
                log.exception("a flag could not be dealt with", extra={"game": game_id})
                self.put(game_id, self._now() + AGAIN)

    async def _watch(self) -> None:
        while True:
            self._changed.clear()
            await self.fall()
            due = self._deadlines.next()
            left = LONGEST_SLEEP if due is None else max(0.0, (due - self._now()) / 1000)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(left, LONGEST_SLEEP))

    async def close(self) -> None:
        """Stop looking after them."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
