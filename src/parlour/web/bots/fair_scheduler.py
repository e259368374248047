"""Taking turns at one processor: of those who think at once, whose client has had least goes on first."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator

SLICE = 0.05  # seconds that one may think while others wait


class Baton:
    """Held by one thread at a time; each acts for a client, and clients share the time evenly."""

    def __init__(self, slice_seconds: float = SLICE) -> None:
        self._slice = slice_seconds
        self._changed = threading.Condition()
        self.waiting: dict[object, str] = {}  # who waits, in order of coming, and for which client
        self.used: dict[str, float] = {}  # seconds, of the clients that are at work
        self._held = False
        self._since = 0.0

    def take(self, client: str) -> None:
        """Wait for one's turn."""
        with self._changed:
            me = object()
            others = [self.used[other] for other in self.waiting.values()]
            least = min(others, default=0.0)  # what was not used before is not saved up
            self.used[client] = max(self.used.get(client, 0.0), least)
            self.waiting[me] = client
            while self._held or self._first() is not me:
                self._changed.wait()
            del self.waiting[me]
            self._held, self._since = True, time.monotonic()

    def _first(self) -> object:
        return min(self.waiting, key=lambda who: self.used[self.waiting[who]])

    def give(self, client: str) -> None:
        """Let the next one go on."""
        with self._changed:
            self.used[client] += time.monotonic() - self._since
            self._held = False
            if not self.waiting:
                self.used.clear()
            self._changed.notify_all()

    @contextlib.contextmanager
    def aside(self, client: str) -> Iterator[None]:
        """Let others go on while one waits for what needs no turn here."""
        self.give(client)
        try:
            yield
        finally:
            self.take(client)

    def pass_on(self, client: str) -> None:
        """Let others go on in between, if any wait and one's slice is over."""
        if self.waiting and time.monotonic() - self._since >= self._slice:
            self.give(client)
            self.take(client)
