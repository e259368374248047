"""Report whether this process is compiling, so that interfaces can say what the user is waiting for.

Importing this does not import Numba. The loader calls `watch` before it first compiles something.
"""

from __future__ import annotations

from functools import cache

_under_way = 0  # running compilations, nested ones included; changed under the compiler's lock


def is_compiling() -> bool:
    """Whether anything is being compiled; loading from the cache does not count."""
    return _under_way > 0


@cache
def watch() -> None:
    """Start counting Numba's running compilations."""
    from numba.core import event

    class Counting(event.Listener):
        def on_start(self, event: object) -> None:
            _count(1)

        def on_end(self, event: object) -> None:
            _count(-1)

    event.register("numba:compile", Counting())  # type: ignore[no-untyped-call]


def _count(more: int) -> None:
    global _under_way
    _under_way += more
