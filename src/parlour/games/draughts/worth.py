"""What a single game of TwinDraughts or RoyalDraughts counts outside a match, as a multiple of its scores."""

from __future__ import annotations

from fractions import Fraction

from parlour.kernel.spec import Chosen

ONE_GAME = {"practice": 0, "election": 2}  # of TwinDraughts; the others 1


def worth(chosen: Chosen) -> Fraction:
    """Double for election and for two sets of RoyalDraughts, nothing for practice; half to first win."""
    if "game" in chosen:
        value = Fraction(ONE_GAME.get(str(chosen["game"]), 1))
    else:
        value = Fraction(2 if chosen["sets"] == "both" else 1)
    return value / 2 if chosen["win"] == "first" else value
