"""Games by names that come from outside: installed ones, and those in the files that the server was given.

A name never makes the server run a file: only files named on its command line are run, when it starts
and when they have been saved since.
"""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import FrameType
from typing import Any

from parlour.errors import BadRules, ParlourError, UnknownGame
from parlour.kernel.smoke import rehearse
from parlour.kernel.spec import Spec
from parlour.table.catalogue import file_spec, specs
from parlour.table.catalogue import game as find_game
from parlour.table.game import Game
from parlour.table.loaded_rules import forget

PAUSE = 0.4  # seconds between two looks at when the files were saved
PATIENCE = (
    5.0  # seconds for which a file may run, and then be played a little, before it is given up
)


@dataclass
class GameFile:
    """A file with a game, as named on the command line; `trouble` says what is wrong with it now.

    `spec` is the game as the file last was without a mistake; None before that.
    """

    path: str
    spec: Spec | None = None
    trouble: str = ""
    stamp: tuple[int, int] | None = None  # of the file as it was read: when it was saved, its size

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return Path(self.path).name

    @property
    def edition(self) -> str:
        """Different whenever the file is."""
        return f"{self.stamp} {self.trouble}"

    def read_again(self) -> bool:
        """Run the file if it has been saved since; whether it was."""
        stamp = _stamp(self.path)
        if stamp == self.stamp and self.stamp is not None:
            return False
        self.stamp, before = stamp, self.spec
        try:
            self.spec, self.trouble = _in_time(self.path, lambda: _try_file(self.path)), ""
        except ParlourError as error:
            self.trouble = str(error)
        if before is not None and self.spec is not None and before.package != self.spec.package:
            forget(before.package)
        return True


def _stamp(path: str) -> tuple[int, int]:
    try:
        found = Path(path).stat()
    except OSError:
        return (0, 0)
    return found.st_mtime_ns, found.st_size


def _try_file(path: str) -> Spec:
    """The game in a file, played a little and drawn; raises ParlourError."""
    spec = file_spec(path, again=True)
    game = find_game(spec.id)
    rehearse(game.plain.rules)
    state = game.start()
    state.moves()
    state.svg()
    return spec


class _TooLong(BaseException):
    """The time is up; no game's own `except Exception` stops it."""


def _in_time(path: str, work: Callable[[], Spec]) -> Spec:
    """What `work` gives; raises BadRules with the line of the file that is run when the time is up."""
    end, file = time.monotonic() + PATIENCE, str(Path(path).resolve())

    def watch(frame: FrameType, event: str, given: Any) -> Any:
        if frame.f_code.co_filename != file:
            return None
        if time.monotonic() > end:
            raise _TooLong(frame.f_lineno)
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        return work()
    except _TooLong as error:
        raise BadRules(
            f"{Path(path).name}, line {error}: still running after {PATIENCE:.0f} seconds; is this a "
            "loop without end?"
        ) from None
    finally:
        sys.settrace(before)


class GameFiles:
    """The files that the server was given, in the order of its command line."""

    def __init__(self, paths: Iterable[str] = ()) -> None:
        self.files = [GameFile(path) for path in paths]
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        return bool(self.files)

    def read_again(self) -> list[GameFile]:
        """Run those that have been saved since; returns them."""
        with self._lock:
            changed = [file for file in self.files if file.read_again()]
            for file in changed:
                other = self.file_of(file.spec.id) if file.spec else None
                if other not in (None, file) and not file.trouble:
                    file.trouble = f"{file.name}: {other.name} has a game of the same id"
            return changed

    def file_of(self, game_id: str) -> GameFile | None:
        """The file with the game of this id."""
        return next((f for f in self.files if f.spec is not None and f.spec.id == game_id), None)

    @property
    def edition(self) -> str:
        """Different whenever one of the files is, or has another mistake; "" without files."""
        if not self.files:
            return ""
        return sha256("\0".join(file.edition for file in self.files).encode()).hexdigest()[:12]

    @property
    def specs(self) -> dict[str, Spec]:
        """The files' games by id, as far as they could be read."""
        return {file.spec.id: file.spec for file in self.files if file.spec is not None}


_served = GameFiles()


def served() -> GameFiles:
    """The files of the server that runs in this process."""
    return _served


def serve_files(paths: Iterable[str]) -> GameFiles:
    """From now on the server has these files' games, and no others'."""
    global _served
    _served = GameFiles(paths)
    return _served


async def watch(files: GameFiles, changed: Callable[[GameFile], Awaitable[None]]) -> None:
    """Read the files again whenever they are saved, and call `changed` for each that was."""
    while files:
        await asyncio.sleep(PAUSE)
        for file in await asyncio.to_thread(files.read_again):
            await changed(file)


def known_specs() -> dict[str, Spec]:
    """The games that can be played here by id, those of files first."""
    return {**_served.specs, **specs()}


def own_file(game: Game) -> tuple[str, str] | None:
    """The path of a game's own file and the package that it is now; None for an installed game."""
    file = _served.file_of(game.id)
    return None if file is None else (file.path, game.spec.package)


def known_game(name: str, **options: object) -> Game:
    """The game with this id and these options; raises UnknownGame, BadOption.

    BadRules for one whose file has a mistake in it now.
    """
    identifier = name.partition(":")[0]
    if identifier not in known_specs():
        raise UnknownGame(
            f"there is no game {identifier:.60}: there are {', '.join(known_specs())}"
        )
    file = _served.file_of(identifier)
    if file is not None and file.trouble:
        raise BadRules(file.trouble)
    return find_game(name, **options)
