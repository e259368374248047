"""Whether this process is compiling at the moment, for whoever tells people what they wait for.

Asking imports no compiler; the loader has it watched when it first compiles something.
"""

from __future__ import annotations

from functools import cache

_under_way = 0  # compilations, the inner ones too; changed under the compiler's lock


def is_compiling() -> bool:
    """Whether something is being made into machine code; loading it from the cache does not count."""
    return _under_way > 0


@cache
def watch() -> None:
    """Count from now on what Numba says it compiles."""
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
