"""The confidence level of intervals: 95%, or more if an experiment has interim looks.

    with at_level(corrected(looks=10)):
        measures(arm)

makes every interval within at that level. Intervals of level 1 − 0.05/k hold at k looks together, so
the report is valid whenever play stopped (Bonferroni's inequality).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

ERROR = 0.05  # how often an interval may leave the truth out

_level: ContextVar[float] = ContextVar("level", default=1 - ERROR)


@contextmanager
def at_level(level: float) -> Iterator[None]:
    """Intervals within are of this level, 0 to 1."""
    token = _level.set(level)
    try:
        yield
    finally:
        _level.reset(token)


def corrected(looks: int) -> float:
    """The level of intervals that hold at `looks` looks together."""
    return 1 - ERROR / max(1, looks)


def level() -> float:
    """The level of intervals now."""
    return _level.get()


def tail() -> float:
    """How often the truth may lie beyond one end."""
    return (1 - _level.get()) / 2


def deviations() -> float:
    """Standard deviations of a normal law to an end."""
    from scipy import stats  # slow to import

    return float(stats.norm.isf(tail()))
