"""The pilot of `parlour lab ask`: plans belong to a file's contents, and games without end are limited."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.lab.inventor.inventor_plan import TRIED, name_of, pilot, with_limit
from tests.one_file import documented_game

ENDLESS = """
def play(s, m):
    s.turn = 1 - s.turn


def former_play(s, m):"""


def game_in(folder: Path, text: str) -> parlour.table.game.Game:
    folder.mkdir()
    path = folder / "mine.py"
    path.write_text(text)
    return parlour.game(str(path), size=3)


def test_plans_are_kept_by_path_and_contents(tmp_path: Path) -> None:
    first = game_in(tmp_path / "a", documented_game())
    elsewhere = game_in(tmp_path / "b", documented_game())
    edited = game_in(tmp_path / "c", documented_game() + "# edited")
    names = [name_of("ask", game, 1.0) for game in (first, elsewhere, edited)]
    assert len(set(names)) == 3
    assert name_of("ask", first, 1.0) == names[0]
    assert name_of("ask", parlour.game("hex"), 1.0) == "ask-hex-1h"


def test_a_game_without_end_gets_a_limit(tmp_path: Path) -> None:
    game = game_in(tmp_path / "a", documented_game().replace("\ndef play(s, m):", ENDLESS))
    assert with_limit(game, 2000.0).chosen["move_limit"] == 250
    assert with_limit(parlour.game("hex"), 60.0).chosen["move_limit"] > 0


@pytest.mark.long
def test_the_pilot_of_a_game_without_end_ends_and_says_so(tmp_path: Path) -> None:
    text = documented_game().replace("\ndef play(s, m):", ENDLESS)
    found = pilot(game_in(tmp_path / "a", text))
    assert found.endless == TRIED
    assert found.unit > 0
