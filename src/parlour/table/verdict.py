"""A chance of winning as text: a percentage, or a sentence about a player."""

from __future__ import annotations

from math import ceil

from parlour.language import _, ngettext, translate

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
    name = translate(name)
    if not proven:
        return _("%(name)s: %(percent)s chance of winning", name=name, percent=percent(chance))
    moves = 0 if distance is None else ceil(abs(distance) / 2)
    if chance > 0.999:
        won = ngettext(
            "%(name)s wins in %(num)s move at most",
            "%(name)s wins in %(num)s moves at most",
            moves,
            name=name,
        )
        return won if moves else _("%(name)s wins by force", name=name)
    if chance < 0.001:
        lost = ngettext(
            "%(name)s loses in %(num)s move at most",
            "%(name)s loses in %(num)s moves at most",
            moves,
            name=name,
        )
        return lost if moves else _("%(name)s loses by force", name=name)
    points = percent(chance, True)
    return _("%(name)s: %(percent)s of the points for certain", name=name, percent=points)
