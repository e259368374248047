"""Round numbers for the axis of a plot."""

from __future__ import annotations

from math import ceil, floor, isfinite, log10


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round numbers from `low` to `high`, `most` at most."""
    span = high - low
    if not isfinite(span) or span <= 0:
        return [low]
    rough = span / most
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * m for m in (1, 2, 2.5, 5, 10) if unit * m >= rough * 0.999)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [k * step for k in range(first, last + 1)]
