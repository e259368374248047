"""Every lesson that ships is read and done; what a lesson file may not be; what is said of moves."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.lessons import Attempt, BadLesson, has_lesson, lesson
from parlour.lessons.course import is_right, lesson_file
from tests.conftest import standard_games

TAUGHT = [game_id for game_id in standard_games() if has_lesson(game_id)]


@pytest.mark.parametrize("game_id", TAUGHT)
def test_every_lesson_can_be_done(game_id: str) -> None:
    course = lesson(game_id)
    assert any(step.task for step in course.steps)
    for step in course.steps:
        assert step.tree.game.id == game_id
        attempt = Attempt(step)
        while not attempt.is_done:
            assert attempt.task
            assert attempt.state.turn == step.seat, "the learner is to move"
            for child in attempt.node.children[1:]:
                assert is_right(child) or any(child.comments), "a wrong move is explained"
            answer = attempt.play(attempt.node.children[0].move)
            assert answer.right
            assert answer.words


def test_every_game_has_a_lesson() -> None:
    assert standard_games() == TAUGHT


@pytest.mark.parametrize("game_id", TAUGHT)
def test_every_task_has_a_hint(game_id: str) -> None:
    for step in lesson(game_id).steps:
        assert bool(step.task) == bool(Attempt(step).hint)


def test_a_right_move_a_wrong_one_and_one_that_is_not_asked() -> None:
    step = lesson("hex").steps[1]
    attempt = Attempt(step)
    wrong = attempt.play("c1")
    assert not wrong.right
    assert "long way" in wrong.words
    assert attempt.moves_made == ()
    assert attempt.play("a5").words.startswith("That is legal")
    with pytest.raises(parlour.IllegalMove):
        attempt.play("c2")
    done = attempt.play("b3")
    assert done.right
    assert done.done
    with pytest.raises(ValueError, match="done"):
        attempt.play("a1")


def test_answers_are_played_and_an_attempt_is_taken_up_again() -> None:
    step = lesson("hex").steps[-1]
    attempt = Attempt(step)
    assert attempt.play("d3").right
    assert attempt.moves_made == ("d3", "d1")
    assert "top" in attempt.task
    again = Attempt(step, attempt.moves_made)
    assert again.play("e1").right
    with pytest.raises(ValueError, match="does not belong"):
        Attempt(step, ["a1"])


GOOD = '[Game "hex:pie=no,size=3"]\n[Lesson "One"]\n\n{Play. [%task Play.] [%hint a1]}\n1. a1 *\n\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (GOOD * 9, "has 9 steps; expected 1 to 8"),
        (GOOD * 2 + GOOD.replace('[Lesson "One"]\n', ""), "step 3 has no title"),
        (GOOD * 2 + GOOD.replace("Play. [%task", "[%task"), "step 3 says nothing"),
        (GOOD * 2 + GOOD.replace("1. a1", ""), "task and the moves"),
        (GOOD * 2 + GOOD.replace("1. a1", "1. a1 $2"), "marked as wrong"),
        (GOOD * 2 + GOOD.replace("1. a1", "1. z9"), "step 3"),
    ],
)
def test_a_bad_lesson_is_told(
    text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hex.lesson.pgn"
    path.write_text(text)
    monkeypatch.setattr("parlour.lessons.course.lesson_file", lambda game: path)
    with pytest.raises(BadLesson, match=why):
        lesson("hex")


def test_a_game_without_a_lesson_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.lessons.course.lesson_file", lambda game: Path("none.lesson.pgn"))
    with pytest.raises(BadLesson, match="Hex has no lesson"):
        lesson("hex")


def test_lessons_lie_beside_their_games() -> None:
    assert lesson_file(parlour.game("hex")).parent.name == "y_and_hex"
