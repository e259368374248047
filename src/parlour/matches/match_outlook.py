"""How a match stands, in sentences: who can still win it and its bonus, and which games bear on that."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.matches.match import Match


def prospects(match: Match, names: Sequence[str]) -> list[str]:
    """Who can still win, by the sides' names, and which games decide it; nothing once it is over."""
    if match.outcome is not None:
        return []
    prize = "the match and its bonus" if match.group.bonus else "the match"
    can = match.contenders
    winners = [names[side] for side in (0, 1) if side in can]
    if len(can) == 1:
        return (
            [f"{winners[0]} wins {prize}, whatever is still to come."]
            if winners
            else ["It will be a tie."]
        )
    who = "Both can" if len(winners) == 2 else f"Only {winners[0]} can"
    tie = ", or it can be a tie" if None in can else ""
    decided = {*match.results, *match.critical, *match.influential}
    idle = [f.number for f in match.fixtures if f.number > 0 and f.number not in decided]
    changing = [number for number in match.influential if number not in match.critical]
    return [
        f"{who} still win {prize}{tie}.",
        *_of_games(match.critical, "can settle it at once", "can each settle it at once"),
        *_of_games(changing, "can change who wins", "can change who wins"),
        *_of_games(idle, "bears on the points alone", "bear on the points alone"),
    ]


def _of_games(numbers: Sequence[int], one: str, several: str) -> list[str]:
    """What holds for some games of the match, as a sentence; none where there are none."""
    if not numbers:
        return []
    *first, last = map(str, numbers)
    return [f"Games {', '.join(first)} and {last} {several}." if first else f"Game {last} {one}."]
