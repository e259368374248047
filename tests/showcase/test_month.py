"""The Game of the Month: the same for everybody, and all games have their turn."""

from __future__ import annotations

from datetime import date

import pytest

from parlour.cli.showcase_commands import show_month
from parlour.errors import BadOption
from parlour.showcase.month import candidates, game_of_the_month

MONTHS = [date(2026 + month // 12, month % 12 + 1, 1) for month in range(2 * len(candidates()))]


def test_all_games_have_their_turn_before_one_comes_again() -> None:
    names = [game_of_the_month(day).spec.id for day in MONTHS]
    turn = len(candidates())
    assert len(set(names[:turn])) == turn
    assert names[turn:] == names[:turn]
    assert game_of_the_month(date(2026, 11, 30)) == game_of_the_month(date(2026, 11, 1))


def test_a_game_that_comes_again_brings_something_else() -> None:
    one = game_of_the_month(MONTHS[0])
    other = game_of_the_month(MONTHS[len(candidates())])
    assert one.spec == other.spec
    assert one.puzzle.number != other.puzzle.number
    assert one.annotated != other.annotated


def test_the_command_names_what_there_is_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    show_month("2026-11")
    printed, found = capsys.readouterr().out, game_of_the_month(date(2026, 11, 1))
    for part in (found.spec.title, found.puzzle.title, found.annotated[1], found.question):
        assert part in printed
    for wrong in ("2026-13", "2026", "11-2026", "２０２６-11"):
        with pytest.raises(BadOption, match="expected year and month"):
            show_month(wrong)
