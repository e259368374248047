"""The clock timer: one sleeping task that wakes for the next deadline of all games."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from parlour.clocks.deadlines import Deadlines

log = logging.getLogger("parlour.web.play.clock_timer")

Now = Callable[[], int]  # the time in ms UTC

LONGEST_SLEEP = 5.0  # seconds: timers of the system stand still while the machine sleeps
AGAIN = 1000  # ms before a failed check is repeated


class ClockTimer:
    """Calls `check` with a game's id when its clock needs attention."""

    def __init__(self, now: Now, check: Callable[[str], Awaitable[None]]) -> None:
        self._now, self._check = now, check
        self._deadlines: Deadlines[str] = Deadlines()
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def set(self, game_id: str, due: int | None) -> None:
        """Set when the clock of a game needs attention; None: never."""
        self._deadlines.set(game_id, due)
        self._changed.set()

    def start(self) -> None:
        """Start the timer."""
        self._task = asyncio.create_task(self._watch())

    async def check_due(self) -> None:
        """Check the games that are due."""
        for game_id in self._deadlines.due(self._now()):
            try:
                await self._check(game_id)
            except Exception:  # one game's error does not stop the others
                log.exception("a clock could not be checked", extra={"game": game_id})
                self.set(game_id, self._now() + AGAIN)

    async def _watch(self) -> None:
        while True:
            self._changed.clear()
            await self.check_due()
            due = self._deadlines.next()
            left = LONGEST_SLEEP if due is None else max(0.0, (due - self._now()) / 1000)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), min(left, LONGEST_SLEEP))

    async def close(self) -> None:
        """Stop the timer."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
