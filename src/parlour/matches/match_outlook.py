"""How a match stands, in sentences: who can still win it and its bonus, and which games bear on that."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.language import _, ngettext
from parlour.matches.match import Match


def prospects(match: Match, names: Sequence[str]) -> list[str]:
    """Who can still win, by the sides' names, and which games decide it; nothing once it is over."""
    if match.outcome is not None:
        return []
    prize = _("the match and its bonus") if match.group.bonus else _("the match")
    can = match.contenders
    winners = [names[side] for side in (0, 1) if side in can]
    if len(can) == 1:
        return (
            [
                _(
                    "%(name)s wins %(prize)s, whatever is still to come.",
                    name=winners[0],
                    prize=prize,
                )
            ]
            if winners
            else [_("It will be a tie.")]
        )
    who = (
        _("Both can still win %(prize)s", prize=prize)
        if len(winners) == 2
        else _("Only %(name)s can still win %(prize)s", name=winners[0], prize=prize)
    )
    tie = _(", or it can be a tie") if None in can else ""
    decided = {*match.results, *match.critical, *match.influential}
    idle = [f.number for f in match.fixtures if f.number > 0 and f.number not in decided]
    changing = [number for number in match.influential if number not in match.critical]
    return [
        f"{who}{tie}.",
        *_of_games(
            match.critical,
            "Game %(last)s can settle it at once.",
            "Games %(first)s and %(last)s can each settle it at once.",
        ),
        *_of_games(
            changing,
            "Game %(last)s can change who wins.",
            "Games %(first)s and %(last)s can change who wins.",
        ),
        *_of_games(
            idle,
            "Game %(last)s bears on the points alone.",
            "Games %(first)s and %(last)s bear on the points alone.",
        ),
    ]


def _of_games(numbers: Sequence[int], one: str, several: str) -> list[str]:
    """What holds for some games of the match, as a sentence; none where there are none."""
    if not numbers:
        return []
    *first, last = map(str, numbers)
    return [ngettext(one, several, len(numbers), first=", ".join(first), last=last)]
