"""The game files of one folder, and the commands that run on them in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from parlour.errors import ParlourError, UnknownGame
from parlour.kernel.spec import Value
from parlour.table import catalogue
from parlour.table.game import Game

LONGEST_OUTPUT = 20_000  # characters; of a longer one the end is shown


class GameFolder:
    """Games that a client may name: the installed ones, and the Python files in one folder."""

    def __init__(self, path: Path) -> None:
        if not path.is_dir():
            raise ParlourError(f"{path} is not a folder")
        self._path = path.resolve()

    @property
    def files(self) -> list[str]:
        """The names of the folder's Python files."""
        return sorted(
            path.name for path in self._path.glob("*.py") if self._resolved(path.name) is not None
        )

    def file(self, name: str) -> Path:
        """The file with this name in the folder; raises UnknownGame for everything else."""
        found = self._resolved(name)
        if found is None:
            allowed = ", ".join(self.files) or "none"
            raise UnknownGame(f"{name!s:.80} is no game file of this folder; it has {allowed}")
        return found

    def _resolved(self, name: str) -> Path | None:
        """The file that a name means; None for one that lies elsewhere, also by a link, or is no file."""
        if Path(name).name != name or not name.endswith(".py") or not name.isprintable():
            return None
        found = (self._path / name).resolve()
        return found if found.parent == self._path and found.is_file() else None

    def game(self, name: str, options: Mapping[str, Value]) -> Game:
        """An installed game by its id, or the game in a file of the folder; raises UnknownGame, BadOption."""
        if name in catalogue.specs():
            return catalogue.game(name, **options)
        if not name.endswith(".py"):
            raise UnknownGame(f"there is no game {name!s:.80}: see list_games")
        return catalogue.game(str(self.file(name)), **options)

    def run(self, arguments: list[str], seconds: float) -> str:
        """The output of a command of Parlour, run without a shell in a process of its own."""
        environment = {**os.environ, "NO_COLOR": "1", "COLUMNS": "100"}
        try:
            done = subprocess.run(
                [sys.executable, "-m", "parlour", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=self._path,
                env=environment,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise ParlourError(f"stopped after {seconds:.0f} seconds") from None
        return done.stdout.decode("utf-8", "replace").strip()[-LONGEST_OUTPUT:]

    @property
    def laboratory(self) -> Path:
        """The subfolder of experiments; raises ParlourError if it is a link."""
        found = self._path / "laboratory"
        if found.is_symlink():
            raise ParlourError(f"{found.name} is a link; experiments stay in this folder")
        return found
