"""How a match stands, in sentences."""

from __future__ import annotations

import parlour
from parlour.matches.match_outlook import prospects

NAMES = ("Ann", "Ben")


def test_who_can_still_win_and_which_games_decide_it() -> None:
    group = parlour.match("twindraughts-group", toss="rebound")
    assert prospects(group, NAMES) == [
        "Both can still win the match and its bonus.",
        "Games 1, 2 and 3 can change who wins.",
    ]
    group = group.result(1, (1, 0)).result(2, ("1/2", "1/2"))
    assert prospects(group, NAMES) == [
        "Both can still win the match and its bonus.",
        "Game 3 can settle it at once.",
    ]
    ahead = parlour.match("twindraughts-group", toss="rebound").result(1, (1, 0)).result(3, (1, 0))
    assert prospects(ahead, NAMES) == [
        "Ann wins the match and its bonus, whatever is still to come."
    ]
    assert prospects(ahead.result(2, ("1/2", "1/2")), NAMES) == []


def test_a_match_without_a_bonus_and_a_tie() -> None:
    two = parlour.match(game="hex:size=7", games=2)
    assert prospects(two, NAMES)[0] == "Both can still win the match, or it can be a tie."
    one = two.result(1, (1, 0))
    assert prospects(one, NAMES) == [
        "Only Ann can still win the match, or it can be a tie.",
        "Game 2 can settle it at once.",
    ]
