"""A season: three matches in one standing, a story that is told as it goes, and a ceremony."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

import parlour
from parlour import BadMatch
from parlour.cli.contests.season_command import show_season
from parlour.matches.season import Season, season, shipped_seasons

NAMES = ("Ann", "Ben")
GROUPS = ("twindraughts-group", "diagonal-groupling", "sundry-trio")


@cache
def won_by(group: str, side: int) -> parlour.Match:
    """A match of which one side has won every game."""
    match = parlour.match(group)
    for number, _, sides in match.games:
        if len(sides) == 2:
            match = match.result(number, ("1", "0") if sides[0] == side else ("0", "1"))
        elif None in sides:
            match = match.result(number, [0] * 6 + [1], ahead=side)
        else:
            match = match.result(number, [3 if other == side else 0 for other in sides])
    return match


def after(*winners: int) -> Season:
    """The season after some matches, each won by a side."""
    current = season("new-camelot")
    for place, side in enumerate(winners):
        current = current.with_match(place, won_by(GROUPS[place], side))
    return current


def test_the_standing_is_that_of_all_matches() -> None:
    assert season("new-camelot").current == 0
    current = after(0, 1)
    assert (current.current, current.wins, current.winner) == (2, (1, 1), 0)
    assert current.points == (Fraction(8), Fraction(6))
    assert current.ceremony(NAMES) == ""


@pytest.mark.parametrize(("winners", "champion"), [((0, 1, 1), "Ben"), ((0, 0, 1), "Ann")])
def test_most_matches_win_and_the_ceremony_says_who(
    winners: tuple[int, ...], champion: str
) -> None:
    words = after(*winners).ceremony(NAMES)
    assert f"{champion} has won 2 of the three contests" in words
    assert "{" not in words


def test_a_match_of_another_group_is_none_of_the_season() -> None:
    with pytest.raises(BadMatch, match="is not the"):
        after(0).with_match(1, parlour.match("sundry-trio"))
    with pytest.raises(BadMatch, match="there is new-camelot"):
        season("avalon")
    assert shipped_seasons() == ("new-camelot",)


def test_the_command_tells_the_story_up_to_the_match_that_is_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    show_season("new-camelot", str(tmp_path), False, [])
    printed = capsys.readouterr().out
    for words in ("A season at New-Camelot", "Spring. ", "The Diagonal groupling", "Standings"):
        assert words in printed
    assert "Summer. " not in printed
    with pytest.raises(BadMatch, match="name the folder"):
        show_season("new-camelot", None, True, [])
