"""Lessons: a game learnt in a few steps on the board, each a position, a sentence and a task.

A lesson is a file of recorded games in Parlour's native form, ``ID.lesson.pgn`` in the game's folder or
beside a game in one file; docs/play/lessons.md says how one is written. `lesson` reads a game's, `begin`
makes an `Attempt` at a step.
"""

from __future__ import annotations

from parlour.lessons.attempt import Attempt, LessonVerdict, begin
from parlour.lessons.course import BadLesson, Lesson, LessonStep, has_lesson, lesson

__all__ = [
    "Attempt",
    "BadLesson",
    "Lesson",
    "LessonStep",
    "LessonVerdict",
    "begin",
    "has_lesson",
    "lesson",
]
