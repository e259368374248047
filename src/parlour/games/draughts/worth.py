"""The value of a single game of TwinDraughts outside a match, as a multiple of its scores."""

from __future__ import annotations

from fractions import Fraction

from parlour.kernel.spec import Chosen


def worth(chosen: Chosen) -> Fraction:
    """Double for election, half when played to first win; nothing for practice."""
    value = Fraction({"practice": 0, "election": 2}.get(str(chosen["game"]), 1))
    return value / 2 if chosen["win"] == "first" else value
