"""Finding games: by the folders of `parlour.games`, by entry points of other packages, by file."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import re
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from parlour.errors import BadOption, BadRules, UnknownGame
from parlour.kernel.spec import Spec, parse_options

if TYPE_CHECKING:
    from parlour.table.game import Game

GROUP = "parlour.games"  # the entry points of packages that bring games: a module or a Spec each


@cache
def specs() -> dict[str, Spec]:
    """Every game that is installed, by id."""
    home = importlib.import_module("parlour.games")
    folders = [module.name for module in pkgutil.iter_modules(home.__path__) if module.ispkg]
    found = [importlib.import_module(f"parlour.games.{name}") for name in sorted(folders)]
    by_id: dict[str, Spec] = {}
    for source in [*found, *_brought()]:
        for spec in _specs_of(source):
            if spec.id in by_id:
                raise BadRules(
                    f"two games have the id {spec.id}: {by_id[spec.id].package}, {spec.package}"
                )
            by_id[spec.id] = spec
    return dict(sorted(by_id.items()))


def _brought() -> Iterator[ModuleType | Spec]:
    """What other packages bring; one that cannot be loaded is told of and left out."""
    from importlib.metadata import entry_points  # slow to import, and help needs it not

    for point in entry_points(group=GROUP):
        try:
            yield point.load()
        except Exception as error:  # it is somebody else's code: anything may be raised
            what = f"{type(error).__name__}: {error}"
            warnings.warn(
                f"the game {point.name} ({point.value}) is left out: {what}", stacklevel=2
            )


def _specs_of(source: ModuleType | Spec) -> tuple[Spec, ...]:
    found = (source,) if isinstance(source, Spec) else getattr(source, "GAMES", ())
    return tuple(spec if _has_folder(spec) else _in_one_file(spec) for spec in found)


def _has_folder(spec: Spec) -> bool:
    return hasattr(importlib.import_module(spec.package), "__path__")


def _in_one_file(spec: Spec) -> Spec:
    """`spec` of a game whose module is a single file, with its rules and notation in it."""
    return replace(spec, rules="", notation="", about="")


def games() -> list[str]:
    """The ids of the games that are installed, sorted."""
    return list(specs())


def game(name: str, /, **options: object) -> Game:
    """The game with this id and these options; `name` may also hold them, as ``id:key=value,…``.

    A name that ends in ``.py`` is the path of a game in one file. Raises UnknownGame, BadOption, and
    BadRules for a file that is no game.
    """
    from parlour.table.game import Game

    if not isinstance(name, str):
        raise UnknownGame("a game's name is a text")
    identifier, colon, given = name.partition(":")
    if identifier.endswith(".py"):
        spec: Spec | None = file_spec(identifier)
    else:
        spec = _in_files.get(identifier) or specs().get(identifier)
    if spec is None:
        raise UnknownGame(f"there is no game {identifier!s:.60}: there are {', '.join(specs())}")
    named = parse_options(given) if colon else {}
    for key in options:
        if key in named:
            raise BadOption(f"the option {key} is given twice")
    chosen = spec.choose({**named, **options})
    source = sys.modules[spec.package].__file__ if spec.id in _in_files else spec.id
    _, colon, text = spec.name(chosen).partition(":")
    return Game(spec, chosen, (game, (f"{source}{colon}{text}",)))


_in_files: dict[str, Spec] = {}  # games in files that this process has loaded, by id


@cache
def file_spec(path: str) -> Spec:
    """The game in one Python file, which has everything: the rules, ``GAME = Spec(…)``, and notation.

    Its about text is the file's docstring. From then on the process knows the game by its id too.
    """
    file = Path(path).resolve()
    if not file.is_file():
        raise UnknownGame(f"there is no file {path}")
    module = _run_file(path, file)
    game = getattr(module, "GAME", None)
    if not isinstance(game, Spec):
        raise BadRules(f"{path} must define its game: GAME = Spec(…)")
    if game.id in specs():
        raise BadRules(f"{path}: {game.id} is the id of an installed game; choose another")
    spec = _in_one_file(replace(game, package=module.__name__))
    _in_files[spec.id] = spec
    return spec


_files_are_run: ContextVar[bool] = ContextVar("files_are_run", default=True)


@contextmanager
def running_no_files() -> Iterator[None]:
    """Within it no game file is run: a game file is a program, and what is only looked at runs none.

    Files that this process has run already are known all the same; others raise BadRules.
    """
    before = _files_are_run.set(False)
    try:
        yield
    finally:
        _files_are_run.reset(before)


def _run_file(path: str, file: Path) -> ModuleType:
    """The module made by running `file`; raises BadRules with the line that went wrong."""
    if not _files_are_run.get():
        raise BadRules(f"{path} is a program, and is not run only to be looked at")
    stem = re.sub(r"\W", "_", file.stem)
    name = f"parlour_file_{stem}_{sha256(str(file).encode()).hexdigest()[:8]}"
    found = importlib.util.spec_from_file_location(name, file)
    if found is None or found.loader is None:
        raise BadRules(f"{path} is no Python file")
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except SyntaxError as error:
        raise BadRules(f"{path}, line {error.lineno}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        frames = traceback.extract_tb(error.__traceback__)
        lines = [f", line {frame.lineno}" for frame in frames if frame.filename == str(file)]
        where = path + (lines[-1] if lines else "")
        raise BadRules(f"{where}: {type(error).__name__}: {error}") from error
    return module
