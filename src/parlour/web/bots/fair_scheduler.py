"""Fair scheduling of threads on one processor: the client served least so far runs next."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

SLICE = 0.05  # seconds that one thread may run while others wait


class FairScheduler:
    """Lets one thread run at a time; each works for a client, and clients share the time evenly."""

    def __init__(self, slice_seconds: float = SLICE) -> None:
        self._slice = slice_seconds
        self._changed = threading.Condition()
        self.waiting: dict[object, str] = {}  # waiting threads in order of arrival: their clients
        self.used: dict[str, float] = {}  # seconds, of the active clients
        self._is_busy = False
        self._since = 0.0

    def acquire(self, client: str) -> None:
        """Wait for a turn."""
        with self._changed:
            ticket = object()
            others = [self.used[other] for other in self.waiting.values()]
            least = min(others, default=0.0)  # unused time is not saved up
            self.used[client] = max(self.used.get(client, 0.0), least)
            self.waiting[ticket] = client
            while self._is_busy or self._next() is not ticket:
                self._changed.wait()
            del self.waiting[ticket]
            self._is_busy, self._since = True, time.monotonic()

    def _next(self) -> object:
        return min(self.waiting, key=lambda ticket: self.used[self.waiting[ticket]])

    def release(self, client: str) -> None:
        """End the turn."""
        with self._changed:
            self.used[client] += time.monotonic() - self._since
            self._is_busy = False
            if not self.waiting:
                self.used.clear()
            self._changed.notify_all()

    @contextlib.contextmanager
    def let_others_run(self, client: str) -> Iterator[None]:
        """Give up the turn while waiting for another process."""
        self.release(client)
        try:
            yield
        finally:
            self.acquire(client)

    def yield_turn(self, client: str) -> None:
        """Let others run in between, if any are waiting and the slice is over."""
        if self.waiting and time.monotonic() - self._since >= self._slice:
            self.release(client)
            self.acquire(client)
