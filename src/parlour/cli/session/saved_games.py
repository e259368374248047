"""Saved games: each is written to the user's data folder after every move, and can be resumed."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from parlour.data_folder import data_folder
from parlour.records import HEARD, UNFINISHED, Tree, save, tags_of


def games_folder() -> Path:
    """The folder of saved games: ``games`` in ``$PARLOUR_DATA`` or the user's data folder."""
    return data_folder() / "games"


class Autosave:
    """The file to which one game is saved after every move."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.error: str | None = None  # of the last attempt

    @classmethod
    def new(cls, game_id: str) -> Autosave:
        """A new file in the user's folder, named after the time and the game."""
        name = f"{datetime.now():%Y-%m-%d-%H%M%S}-{re.sub(r'[^a-z0-9-]', '-', game_id)}"
        path = games_folder() / f"{name}.pgn"
        number = 2
        while path.exists():
            path = path.with_name(f"{name}-{number}.pgn")
            number += 1
        return cls(path)

    def write(self, record: Tree) -> None:
        """Save the game; an error is stored in `error`, because play goes on."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            save(self.path, [record])
            self.error = None
        except OSError as error:
            self.error = f"{self.path}: {error.strerror}"


def last_unfinished() -> Path | None:
    """The file of the unfinished game that was played last."""
    for path in _latest_first():
        tags = _tags(path)
        if "Game" in tags and tags.get("Result") == UNFINISHED and HEARD not in tags:
            return path
    return None


def _latest_first() -> list[Path]:
    found = []
    for path in games_folder().glob("*.pgn"):
        try:
            found.append((path.stat().st_mtime, path))
        except OSError:
            continue
    return [path for _, path in sorted(found, reverse=True)]


def _tags(path: Path) -> dict[str, str]:
    try:
        return tags_of(path)
    except OSError:
        return {}
