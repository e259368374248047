"""A game's puzzles, read from its file."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from parlour.errors import BadRecord
from parlour.lessons import LessonStep
from parlour.records import Tree, read
from parlour.table.catalogue import game as find_game
from parlour.table.game import Game
from parlour.table.problem import BEST, MOST

ENDING = ".puzzles.pgn"
KIND, LENGTH, DIFFICULTY, THEMES = "Puzzle", "Length", "Difficulty", "Themes"  # tags
SEED = "Seed"  # tag: of the game from which it was made
AIM = "Aim"  # tag: what is to be done, where the game itself says it
WIN, SAVE = "win", "save"  # kinds: one move wins, one move does not lose
KINDS = (WIN, SAVE, MOST, BEST)
HARDEST = 10


@dataclass(frozen=True)
class Puzzle:
    """A position and the only move that does it, `number` in its game's file, counted from 1.

    `kind` is one of KINDS; `length` the moves of the solver up to the proven end, its own counted and, for
    SAVE, how many the quickest loss would last. `difficulty`, 1 to 10, is one more than the number of
    levels that fail on it; `themes` are words for what happens.
    """

    number: int
    kind: str
    length: int
    difficulty: int
    themes: tuple[str, ...]
    tree: Tree

    @property
    def step(self) -> LessonStep:
        """The puzzle as something to be done on the board."""
        hidden = self.tree.game.spec.hidden
        return LessonStep(self.title, self.tree, free=self.kind == BEST, face_up=hidden)

    @property
    def name_in_storage(self) -> str:
        """What stays the same when puzzles are added: a few letters from its position."""
        return sha256((self.tree.position or "").encode()).hexdigest()[:8]

    @property
    def name(self) -> str:
        """The seat to move."""
        turn = self.tree.root.state().turn
        assert turn is not None
        return self.tree.game.seat_names[turn]

    @property
    def title(self) -> str:
        """The task."""
        if AIM in self.tree.tags:
            return self.tree.tags[AIM]
        moves = f"{self.length} move{'s' * (self.length != 1)}"
        if self.kind == WIN:
            return f"{self.name} to move wins in {moves}"
        return f"{self.name} to move: the only move that does not lose"


def puzzles_file(game: Game) -> Path:
    """Where a game's puzzles stand, whether there are any or not."""
    package = importlib.import_module(game.spec.package)
    return Path(str(package.__file__)).parent / f"{game.id}{ENDING}"


def has_puzzles(game_id: str) -> bool:
    """Whether a game has puzzles."""
    return puzzles_file(find_game(game_id)).is_file()


def puzzles(game_id: str) -> tuple[Puzzle, ...]:
    """A game's puzzles, the easiest first; raises UnknownGame, and BadRecord for a damaged file."""
    return puzzles_in(puzzles_file(find_game(game_id)))


def puzzles_in(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file, none if it is not there; raises BadRecord for a damaged one."""
    return _read(path, path.stat().st_mtime_ns) if path.is_file() else ()


def puzzle_of_the_day(game_id: str, day: date) -> Puzzle | None:
    """The puzzle for a day: in order, each game starting elsewhere; None if there is none."""
    found = puzzles(game_id)
    return found[(day.toordinal() * 7 + len(game_id)) % len(found)] if found else None


@lru_cache(maxsize=64)
def _read(path: Path, changed: int) -> tuple[Puzzle, ...]:
    """A file's puzzles, read again only when it has changed."""
    found = []
    for number, item in enumerate(read(path.read_text(encoding="utf-8")), 1):
        if item.error is not None or item.tree is None:
            raise BadRecord(f"{path.name}, puzzle {number}: {item.error}")
        found.append(puzzle_of(item.tree, number, path.name))
    return tuple(found)


def puzzle_of(tree: Tree, number: int, where: str) -> Puzzle:
    """A tree as a puzzle, if it is one; raises BadRecord."""
    tags = tree.tags
    kind, length, difficulty = (tags.get(name, "") for name in (KIND, LENGTH, DIFFICULTY))
    turn = tree.root.state().turn
    numbers = (length, difficulty, tags.get(SEED, "0"))
    if kind not in KINDS or not all(map(str.isdecimal, numbers)):
        raise BadRecord(
            f"{where}, puzzle {number}: expected the tags {KIND}, {LENGTH}, {DIFFICULTY}"
        )
    if not tree.root.children or not 1 <= int(difficulty) <= HARDEST or turn is None or turn < 0:
        raise BadRecord(f"{where}, puzzle {number}: expected a seat to move and its solution")
    themes = tuple(filter(None, tags.get(THEMES, "").split(", ")))
    return Puzzle(number, kind, int(length), int(difficulty), themes, tree)
