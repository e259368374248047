"""Keeping games: each is written to the user's data folder after every move, and found again there."""

from __future__ import annotations

import os
import re
from datetime import datetime
from pathlib import Path

import platformdirs

from parlour.records import HEARD, UNFINISHED, Tree, save, tags_of


def games_folder() -> Path:
    """Where games are kept: ``$PARLOUR_DATA``, or the user's data folder, and ``games`` in it."""
    named = os.environ.get("PARLOUR_DATA")
    return Path(named or platformdirs.user_data_dir("parlour")) / "games"


class Keeper:
    """The file of one game; nothing is written before the first move."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.trouble: str | None = None  # why the game could not be written, the last time

    @classmethod
    def new(cls, game_id: str) -> Keeper:
        """A new file in the user's folder, named by the time and the game."""
        name = f"{datetime.now():%Y-%m-%d-%H%M%S}-{re.sub(r'[^a-z0-9-]', '-', game_id)}"
        path = games_folder() / f"{name}.pgn"
        number = 2
        while path.exists():
            path = path.with_name(f"{name}-{number}.pgn")
            number += 1
        return cls(path)

    def keep(self, record: Tree) -> None:
        """Write the game as it stands; what goes wrong is noted in `trouble`, for play goes on."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            save(self.path, [record])
            self.trouble = None
        except OSError as error:
            self.trouble = f"{self.path}: {error.strerror}"


def last_unfinished() -> Path | None:
    """The file of the game that was played last and is not over."""
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
