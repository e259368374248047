"""A chance of winning as text: a percentage, or a sentence about a player."""

from __future__ import annotations

from math import ceil

LEAST, MOST = 1, 99  # per cent: the range shown for an end that is not proven


def percent(chance: float, proven: bool = False) -> str:
    """A chance as text: 1% to 99%; 0% and 100% only if the end is proven."""
    rounded = round(100 * chance)
    return f"{rounded if proven else min(max(rounded, LEAST), MOST)}%"


def verdict(chance: float | None, proven: bool, distance: int | None, name: str) -> str:
    """What a player's chance comes to in words, for the seat to move, called `name`.

    `distance` is the number of plies to a proven end, negative for a loss.
    """
    if chance is None:
        return ""
    if not proven:
        return f"{name}: {percent(chance)} chance of winning"
    moves = 0 if distance is None else ceil(abs(distance) / 2)
    within = f" in {moves} move{'s' * (moves != 1)} at most" if moves else " by force"
    if chance > 0.999:
        return f"{name} wins{within}"
    if chance < 0.001:
        return f"{name} loses{within}"
    return f"{name}: {percent(chance, True)} of the points for certain"
