"""Fair scheduling of threads on one processor: the client served least so far runs next."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

SLICE = 0.05  # seconds that one thread may run while others wait


class FairScheduler:
    """Lets one thread run at a time; each works for a client, and clients share the time evenly.

    The turn is handed to one waiting thread: to wake them all, so that they find out whose turn it is,
    would take more time than the work of many short tasks.
    """

    def __init__(self, slice_seconds: float = SLICE) -> None:
        self._slice = slice_seconds
        self._changing = threading.Lock()
        # what each waiting thread waits for, in order of arrival, and its client
        self.waiting: dict[threading.Lock, str] = {}
        self.used: dict[str, float] = {}  # seconds, of the active clients
        self._is_busy = False
        self._since = 0.0

    def acquire(self, client: str) -> None:
        """Wait for a turn."""
        turn = threading.Lock()
        with self._changing:
            others = [self.used[other] for other in self.waiting.values()]
            least = min(others, default=0.0)  # unused time is not saved up
            self.used[client] = max(self.used.get(client, 0.0), least)
            if self._is_busy:
                turn.acquire()
                self.waiting[turn] = client
            self._is_busy = True
        with turn:  # free at once, or when it is this thread's turn
            self._since = time.monotonic()

    def release(self, client: str) -> None:
        """End the turn, and give it to the client served least so far."""
        with self._changing:
            self.used[client] += time.monotonic() - self._since
            self._is_busy = bool(self.waiting)
            if self.waiting:
                turn = min(self.waiting, key=lambda turn: self.used[self.waiting[turn]])
                del self.waiting[turn]
                turn.release()
            else:
                self.used.clear()

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
