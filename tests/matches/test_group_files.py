"""Groups as files: what one may hold, and that what is wrong is told by line and key."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour import BadMatch
from parlour.matches.group_file import FOLDER, _group

F = Fraction
MINE = """\
title = "Three of a kind"

[[games]]
game = "hex:size=5"
worth = "3/2"

[[games]]
game = "yavalath"
points = "win"

[bonus]
points = 2
tied = "1/2"
"""


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    match = parlour.match(file).result(1, (0, 1)).result(2, ("1/2", "1/2"))
    assert match.outcome == ((F(1, 2), 4), 1)
    assert parlour.match(str(file)).group.title == "Three of a kind"


WRONG = {
    "": r"mine\.toml: games: expected 1 to 100 games",
    "games = 5": "games",
    "[[games]]": "line 1: games: game is missing",
    "[[games]]\ngame = 5": "line 2: games.game",
    '[[games]]\ngame = "hexx"': "line 2: games.game: there is no game",
    '[[games]]\ngame = "hex:size=0"': "line 2: games.game",
    '[[games]]\ngame = "chainn"': "line 2: games.game: chainn is a game for one",
    '[[games]]\ngame = ""': "all places for games are empty",
    '[[games]]\ngame = "hex"\nworth = -1': "line 3: games.worth",
    '[[games]]\ngame = "hex"\nworth = 1.5': "line 3: games.worth",
    '[[games]]\ngame = "hex"\npoints = "more"': "line 3: games.points",
    '[[games]]\ngame = "hex"\npoints = "ahead"': "line 3: games.points",
    '[[games]]\ngame = "hex"\nwoth = 1': "line 3: games.woth: .* there are game, extra, points, worth$",
    '[[games]]\ngame = "hex"\n[bonus]': "line 3: bonus: points is missing",
    '[[games]]\ngame = "hex"\n[bonus]\npoints = "many"': "line 4: bonus.points",
    '[[games]]\ngame = "hex"\n[bonus]\npoints = 1\nlevel = 2': "line 5: bonus.level",
    '[[games]]\ngame = "hex"\n[bonus]\npoints = 1\nneeds = "luck"': "line 5: bonus.needs",
    '[[games]]\ngame = "hex"\n[tie-break]': "line 3: tie-break: game is missing",
    '[[games]]\ngame = "hex"\n[tie-break]\ngame = "hex"\ndraw = "North"': "line 5: tie-break.draw",
    '[[games]]\ngame = "hex"\n[tie-break]\ngame = "hex"\nbonus = "scores"': "line 5: tie-break.bonus",
    '[[games]]\ngame = "hex"\n[settings.x]\nplace = 2': "line 4: settings.x.place",
    '[[games]]\ngame = "hex"\n[settings.x]\nhelp = "what"': "line 3: settings.x: expected place",
    '[[games]]\ngame = "hex"\n[settings.x]\norders = { a = [2] }': "line 4: settings.x.orders.a",
    '[[games]]\ngame = "hex"\n[settings.x]\ndefault = "b"\norders = { a = [1] }': "settings.x.default",
    '[[games]]\ngame = "hex"\n[rest]\na = 1': "line 3: rest",
    "title =\n": "line 1",
    "\x00": "mine",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_told_by_line_and_key(text: str) -> None:
    with pytest.raises(BadMatch, match=WRONG[text]):
        _group(text, "mine.toml", {})


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadMatch, match="cannot be read"):
        parlour.match(file)
    with pytest.raises(BadMatch, match="cannot be read"):
        parlour.match(tmp_path / "none.toml")


PLACES = """\
settings = { second = { place = 2 } }

[[games]]
game = "hex"

[[games]]
game = ""
points = "ahead"

[[games]]
game = "y"

[bonus]
points = 1
level = 3

[tie-break]
game = "hex"
"""


def test_a_place_left_empty_is_no_game() -> None:
    """Games are numbered and change sides without it; `level` still names the third place."""
    match = parlour.Match(_group(PLACES, "mine.toml", {}))
    assert [(number, sides) for number, _, sides in match.games] == [(1, (0, 1)), (2, (1, 0))]
    match = match.result(1, (1, 0)).result(2, (1, 0))
    assert match.outcome == ((1, 2), 1)
    lost = parlour.Match(_group(PLACES.replace("level = 3", "level = 2"), "mine.toml", {}))
    lost = lost.result(1, (1, 0)).result(2, (1, 0))
    assert [number for number, _, _ in lost.games] == [1, 2, 3]
    assert lost.result(3, (1, 0)).outcome == ((2, 1), 0)


def test_a_place_is_filled_only_by_a_game_that_suits_it() -> None:
    filled = _group(PLACES, "mine.toml", {"second": "revolver:players=5"})
    assert [fixture.number for fixture in filled.fixtures] == [1, 2, 3]
    with pytest.raises(BadMatch, match="more players"):
        _group(PLACES, "mine.toml", {"second": "chess"})


TEXTS = [MINE, *(file.read_text() for file in sorted(FOLDER.glob("*.toml")))]
WORDS = [
    'game = ""', 'game = "y"', "worth = 0", "points = {}", "[settings]", "[[games]]", "[bonus]",
    "level = 1", "draw = 5", "tied = []", "place = 1", "orders = 3", "orders = {}", "[settings.toss]",
]  # fmt: skip


@given(st.sampled_from(TEXTS), st.data())
def test_nearly_right_files_are_groups_or_bad_matches(text: str, data: st.DataObject) -> None:
    lines = text.split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        choice = data.draw(st.integers(0, 3))
        if choice == 0:
            del lines[at : at + 1]
        elif choice == 1:
            lines[at] = data.draw(st.sampled_from(WORDS))
        elif choice == 2:
            lines.insert(at, data.draw(st.sampled_from(WORDS)))
        else:
            cut = data.draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:cut] + data.draw(st.text(max_size=2)) + lines[at][cut:]
        lines = lines or [""]
    try:
        group = _group("\n".join(lines), "mine.toml", {})
    except BadMatch as error:
        assert str(error).startswith("mine.toml")
        return
    match = parlour.Match(group)
    assert match.outcome is None
    assert match.influential
