"""Whether this process is compiling, so that interfaces can say so, and whether it may compile at all.

Importing this does not import Numba. The loader calls `watch` before it first compiles something.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from parlour.errors import ParlourError

_under_way = 0  # running compilations, nested ones included; changed under the compiler's lock
_may_compile = True
_thread = threading.local()


class NotCompiled(ParlourError):
    """Machine code is neither in this process nor in the cache, and this process may not compile it."""


def is_compiling() -> bool:
    """Whether anything is being compiled; loading from the cache does not count."""
    return _under_way > 0


def may_compile() -> bool:
    """Whether this thread compiles what it needs and does not find in the cache."""
    return _may_compile or getattr(_thread, "compiles", False)


@contextmanager
def compiling_here() -> Iterator[None]:
    """Let this thread compile all the same: others could not help, as where the cache cannot be written."""
    _thread.compiles = True
    try:
        yield
    finally:
        _thread.compiles = False


def leave_compiling_to_others(others: bool = True) -> None:
    """From now on missing machine code raises NotCompiled here; another process compiles it."""
    global _may_compile
    _may_compile = not others


@cache
def watch() -> None:
    """Start counting Numba's running compilations."""
    from numba.core import event

    class Counting(event.Listener):
        def on_start(self, event: object) -> None:
            _count(1)  # its end is reported even if it is refused
            if not may_compile():
                raise NotCompiled("this needs compiled code that is not there yet")

        def on_end(self, event: object) -> None:
            _count(-1)

    event.register("numba:compile", Counting())  # type: ignore[no-untyped-call]


def _count(more: int) -> None:
    global _under_way
    _under_way += more
