"""The current time, for servers and terminals: the rest of this package takes moments as arguments."""

from __future__ import annotations

import time


def now_ms() -> int:
    """The current time, in ms UTC."""
    return time.time_ns() // 1_000_000
