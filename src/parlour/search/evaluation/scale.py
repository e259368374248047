"""From an evaluation to an expected score, the same for cut playouts, votes and advice; also compiled."""

from __future__ import annotations

__compiled__ = True
__inner__ = True

SCALE = 200  # hundredths of a man that stand half way between even and won


def share(value: float, scale: float) -> float:
    """The expected share of the highest score for an evaluation: 0.5 for zero, 0.75 for `scale`."""
    return (1.0 + value / (scale + abs(value))) / 2.0
