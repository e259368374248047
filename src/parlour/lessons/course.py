"""A lesson in its file: its steps, each a small tree, checked when they are read."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from parlour.errors import ParlourError
from parlour.kernel.layout import CHANCE
from parlour.records import Node, Tree, read
from parlour.table.catalogue import game as find_game
from parlour.table.game import Game

ENDING = ".lesson.pgn"
TITLE = "Lesson"  # the tag with a step's title
FEWEST, MOST = 1, 8  # steps of a lesson
WRONG = frozenset({2, 4, 6})  # ?, ??, ?!


class BadLesson(ParlourError):
    """A lesson that cannot be used: names the file, the step, and what was expected."""


@dataclass(frozen=True)
class LessonStep:
    """One step: a title, a text to read, and a tree whose root has the task.

    The seat to move at the root is the learner's. Where nothing is to be played, there is no task.
    `free`: any move will do that ends as well as the tree's main line. `face_up`: nothing is hidden.
    """

    title: str
    tree: Tree
    free: bool = False
    face_up: bool = False

    @property
    def text(self) -> str:
        """What is said before the task."""
        return " ".join(part for part in self.tree.root.comments if part)

    @property
    def task(self) -> str:
        """The first task; "" for a step that is only read."""
        return self.tree.root.task or ""

    @property
    def seat(self) -> int | None:
        """The learner's seat."""
        turn = self.tree.root.state().turn
        return None if turn == CHANCE else turn


@dataclass(frozen=True)
class Lesson:
    """The steps of a game's lesson, in order."""

    game: Game
    steps: tuple[LessonStep, ...]


def lesson_file(game: Game) -> Path:
    """Where a game's lesson stands, whether there is one or not."""
    package = importlib.import_module(game.spec.package)
    return Path(str(package.__file__)).parent / f"{game.id}{ENDING}"


def has_lesson(game_id: str) -> bool:
    """Whether a game has a lesson."""
    return lesson_file(find_game(game_id)).is_file()


def lesson(game_id: str) -> Lesson:
    """The lesson of a game; raises UnknownGame, BadLesson."""
    game = find_game(game_id)
    path = lesson_file(game)
    if not path.is_file():
        raise BadLesson(f"{game.title} has no lesson: there is no file {path.name}")
    return _read(game, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _read(game: Game, path: Path, changed: int) -> Lesson:
    """A file's lesson, read again only when it has changed."""
    steps = []
    for number, item in enumerate(read(path.read_text(encoding="utf-8")), 1):
        where = f"{path.name}, step {number}"
        if item.error is not None or item.tree is None:
            raise BadLesson(f"{where}: {item.error}")
        if item.notices:
            raise BadLesson(f"{where}: {item.notices[0]}")
        steps.append(_step(item.tree, where))
    if not FEWEST <= len(steps) <= MOST:
        raise BadLesson(f"{path.name} has {len(steps)} steps; expected {FEWEST} to {MOST}")
    return Lesson(game, tuple(steps))


def _step(tree: Tree, where: str) -> LessonStep:
    """A tree as a step, if it can be one."""
    title = tree.tags.get(TITLE, "")
    made = LessonStep(title, tree)
    if not title:
        raise BadLesson(f'{where} has no title; expected a tag [{TITLE} "…"]')
    if not made.text:
        raise BadLesson(f"{where} says nothing; expected a comment before the moves")
    if bool(made.task) != bool(tree.root.children):
        raise BadLesson(f"{where}: a task and the moves that do it go together")
    if made.task and made.seat is None:
        raise BadLesson(
            f"{where} begins at an event of chance or after the end; expected a seat to move"
        )
    for node in tree.root.below():
        if node.children and not is_right(node.children[0]):
            raise BadLesson(f"{where}: the main line, {node.children[0].move}, is marked as wrong")
    return made


def is_right(node: Node) -> bool:
    """Whether a move does the task: moves of the main line, and others unless marked ?, ?? or ?!."""
    return not WRONG & set(node.glyphs)
