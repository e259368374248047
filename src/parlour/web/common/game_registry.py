"""The game registry: installed games, and games in the files named on the command line.

A game's name in a request never makes the server run a file. Files run when the server starts and
when they have been saved, each in a process of its own (`web/rules`).
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar, TypeVarTuple

from parlour.errors import BadRules, ParlourError
from parlour.kernel.spec import Spec
from parlour.table.catalogue import file_spec, specs, unknown_game
from parlour.table.catalogue import game as find_game
from parlour.table.files import load_files_with, run_file
from parlour.table.game import Game
from parlour.table.loaded_rules import forget
from parlour.web.rules.rules_process import load_elsewhere, rehearse_elsewhere, rest, trouble_of

Ts = TypeVarTuple("Ts")
T = TypeVar("T")

PAUSE = 0.4  # seconds between two checks for saved files


@dataclass
class GameFile:
    """A file with a game, as named on the command line; `fault` is the error in its last version.

    `spec` is the game in the file's last version without an error; None before that.
    """

    path: str
    spec: Spec | None = None
    fault: str = ""
    reported: str = ""  # the trouble that `reload` has reported
    stamp: tuple[int, int] | None = None  # modification time and size of the file when read

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return Path(self.path).name

    @property
    def trouble(self) -> str:
        """The file's current error, which may have appeared in play."""
        return self.fault or (trouble_of(self.spec.package) if self.spec else "")

    @property
    def edition(self) -> str:
        """Changes whenever the file does."""
        return f"{self.stamp} {self.trouble}"

    def reload(self) -> bool:
        """Run the file if it has been saved since; whether that or its trouble has changed."""
        stamp = _stamp(self.path)
        if stamp == self.stamp and self.stamp is not None:
            changed = self.trouble != self.reported
            self.reported = self.trouble
            return changed
        before = self.spec
        try:
            self.spec, self.fault = _load_checked(self.path), ""
        except ParlourError as error:
            self.fault = str(error)
        self.stamp = stamp  # when all is known: pages ask whether it changes
        self.reported = self.trouble
        if before is not None and self.spec is not None and before.package != self.spec.package:
            forget(before.package)
            rest(before.package)
        return True


def _stamp(path: str) -> tuple[int, int]:
    try:
        found = Path(path).stat()
    except OSError:
        return (0, 0)
    return found.st_mtime_ns, found.st_size


def _load_checked(path: str) -> Spec:
    """Load a file and play and draw a few test moves; raises ParlourError."""
    spec = file_spec(path, again=True)
    try:
        game = find_game(spec.id)
        rehearse_elsewhere(game)
        state = game.start()
        state.moves()
        state.svg()
    except ParlourError:
        rest(spec.package)
        raise
    return spec


class GameFiles:
    """The game files of the server, in the order of its command line."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self.files = [GameFile(path) for path in paths]
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        return bool(self.files)

    def reload(self) -> list[GameFile]:
        """Run and return the files that have been saved since."""
        with self._lock:
            changed = [file for file in self.files if file.reload()]
            for file in changed:
                other = self.file_of(file.spec.id) if file.spec else None
                if other not in (None, file) and not file.trouble:
                    file.fault = f"{file.name}: {other.name} has a game of the same id"
            return changed

    def file_of(self, game_id: str) -> GameFile | None:
        """The file with the game of this id."""
        return next((f for f in self.files if f.spec is not None and f.spec.id == game_id), None)

    @property
    def edition(self) -> str:
        """Changes whenever a file or its error does; "" without files."""
        if not self.files:
            return ""
        return sha256("\0".join(file.edition for file in self.files).encode()).hexdigest()[:12]

    @property
    def specs(self) -> dict[str, Spec]:
        """The games of the files by id, where a file could be loaded."""
        return {file.spec.id: file.spec for file in self.files if file.spec is not None}


_files = GameFiles()


def game_files() -> GameFiles:
    """The game files of the server in this process."""
    return _files


def register_files(paths: Iterable[str], elsewhere: bool = False) -> GameFiles:
    """Register these files in place of the ones before; `elsewhere`: they run in processes of their own."""
    global _files
    for file in _files.files:
        if file.spec is not None:
            rest(file.spec.package)
    load_files_with(load_elsewhere if elsewhere else run_file)
    _files = GameFiles(paths)
    return _files


async def watch(files: GameFiles, changed: Callable[[GameFile], Awaitable[None]]) -> None:
    """Reload files that have been saved, and call `changed` for each of them."""
    while files:
        await asyncio.sleep(PAUSE)
        for file in await asyncio.to_thread(files.reload):
            await changed(file)


def registered_specs() -> dict[str, Spec]:
    """All games by id, those of files first."""
    return {**_files.specs, **specs(), **_files.specs}  # files come first, and win


def source_file(game: Game) -> tuple[str, str] | None:
    """The path of a game's file and its current package; None for an installed game."""
    file = _files.file_of(game.id)
    return None if file is None else (file.path, game.spec.package)


async def apply_rules(game: Game, function: Callable[[*Ts], T], *given: *Ts) -> T:
    """The result of a function that calls a game's rules; those of a file may take long, in a thread."""
    if source_file(game) is None:
        return function(*given)
    return await asyncio.to_thread(function, *given)


@cache
def example_name() -> str:
    """The name of a game on a small board, as an example: ``ID:size=N``."""
    return next(
        f"{spec.id}:{option.name}={option.allowed[len(option.allowed) // 4]}"
        for spec in specs().values()
        for option in spec.options
        if option.name == "size" and isinstance(option.allowed, range)
    )


def registered_game(name: str, **options: object) -> Game:
    """The game with this id and these options; raises UnknownGame, BadOption.

    Raises BadRules if the game's file currently has an error.
    """
    identifier = name.partition(":")[0]
    if identifier not in registered_specs():
        raise unknown_game(identifier, registered_specs())
    file = _files.file_of(identifier)
    if file is not None and file.trouble:
        raise BadRules(file.trouble)
    return find_game(name, **options)
