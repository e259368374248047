"""`parlour new`: what it writes plays, teaches and is what the docs show; `parlour check` finds traps."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import parlour
from parlour.cli.design.check_command import play_checked_games
from parlour.cli.design.rules_lint import RulesLint
from parlour.cli.design.starter import KINDS, new_game
from parlour.errors import BadOption, BadRules, UnknownGame
from parlour.lessons import Attempt, lesson
from tests.one_file import PAGE, documented_game, write_game


def test_it_is_the_game_that_the_docs_show(tmp_path: Path) -> None:
    game, _ = new_game(str(tmp_path / "four_in_line"))
    assert game.read_text() == documented_game()


@pytest.mark.parametrize("kind", KINDS[1:])
def test_the_page_of_a_starter_shows_what_is_written(tmp_path: Path, kind: str) -> None:
    title = {"hidden": "hidden_stones"}.get(kind, kind)
    game, _ = new_game(str(tmp_path / title), kind)
    assert f"```python\n{game.read_text()}```" in (PAGE.parent / f"starter-{kind}.md").read_text()


def test_a_kind_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="expected board, dice, hidden, cards, teams"):
        new_game(str(tmp_path / "x"), "chess")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", KINDS)
def test_its_lesson_can_be_done(tmp_path: Path, kind: str) -> None:
    game, course = new_game(str(tmp_path / "my_own.py"), kind)
    assert course.name == "my-own.lesson.pgn"
    assert parlour.game(str(game)).title == "My Own"
    for step in lesson(str(game)).steps:
        attempt = Attempt(step)
        while not attempt.is_done:
            assert attempt.play(attempt.node.children[0].move).right


@pytest.mark.parametrize("name", ["hex", "4", "no game", "x" * 50, ".py", "ä"])
def test_names_that_cannot_be(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnknownGame):
        new_game(str(tmp_path / name))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("there", ["mine.py", "mine.lesson.pgn"])
def test_nothing_is_overwritten(tmp_path: Path, there: str) -> None:
    (tmp_path / there).write_text("kept")
    with pytest.raises(UnknownGame, match="nothing was written"):
        new_game(str(tmp_path / "mine"))
    assert [file.read_text() for file in tmp_path.iterdir()] == ["kept"]


# -- traps -------------------------------------------------------------------------------------------

PASS = """
    out[n] = CELLS
    return n + 1
"""


def traps(folder: Path, *changes: tuple[str, str]) -> list[str]:
    text = documented_game().replace("(3, 16)", "(2, 16)")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "trapped.py"
    path.write_text(text)
    return see_a_game(str(path))


def see_a_game(path: str) -> list[str]:
    state, rng = parlour.game(path, size=2).start(), random.Random(1)
    seen = RulesLint(state.game)
    while state.outcome is None:
        seen.inspect(state)
        state.play(rng.choice(state.moves()))
    return seen.warnings


def test_a_sound_game_with_its_lesson_has_no_traps(tmp_path: Path) -> None:
    game, _ = new_game(str(tmp_path / "clean"))
    assert play_checked_games(parlour.game(str(game), size=3), 2, random.Random(1)).warnings == []


def test_colours_the_wrong_way_round(tmp_path: Path) -> None:
    found = traps(tmp_path, ('("Black", "White")', '("White", "Black")'))
    assert any("White's pieces are drawn black" in trap for trap in found)


def test_a_word_on_a_piece(tmp_path: Path) -> None:
    pieces = 'PIECES = (Piece("King", "black"), Piece("o", "white"))'
    imported = "from parlour.kernel.scene import Piece"
    found = traps(tmp_path, ("SEATS = 2", f"SEATS = 2\n{imported}\n{pieces}"))
    assert any("'King' is a word" in trap for trap in found)


def test_moves_that_are_cells_and_numbers(tmp_path: Path) -> None:
    found = traps(
        tmp_path,
        ("            n += 1\n    return n\n", f"            n += 1\n{PASS}"),
        ("MAX_MOVES = CELLS", "MAX_MOVES = CELLS + 1"),
        (
            "    s.board[m] = seat + 1\n    s.empty -= 1\n",
            "    s.board[m % CELLS] = 1 + seat\n    s.empty -= 1\n",
        ),
        ("if makes_row(s, m):", "if makes_row(s, m % CELLS):"),
    )
    assert any("some moves are cells (a1), others numbers (4)" in trap for trap in found)


def test_a_lesson_that_is_missing_or_cannot_be_used(tmp_path: Path) -> None:
    assert any(
        "there is no lesson: add four-in-line.lesson.pgn" in trap for trap in traps(tmp_path)
    )
    (tmp_path / "four-in-line.lesson.pgn").write_text('[Game "four-in-line"]\n\n*\n')
    assert any("step 1 has no title" in trap for trap in traps(tmp_path))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('REASONS = ("row", "full-board")', "", "must define REASONS"),
        ("s.reason = 1\n", "s.reason = 7\n", "reason is 7; REASONS has 2 words"),
        ("    s.empty -= 1\n", "    raise SystemExit\n", r"line \d+, in play, `raise SystemExit`"),
        ("s.board[m] = seat + 1", "s.board[m] = 5", "board has 5, and PIECES 3 pieces"),
    ],
)
def test_mistakes_are_no_traces_of_ours(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = Path(write_game(tmp_path, "wrong"))
    path.write_text(documented_game().replace("(3, 16)", "(2, 16)").replace(old, new))
    with pytest.raises(BadRules, match=message):
        see_a_game(str(path))
