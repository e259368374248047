"""Games in one file: running the file, once or again when it has changed, and who may run it at all.

A game file is a program. Nothing here knows which games are installed; `catalogue` does.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.errors import BadRules, UnknownGame
from parlour.kernel.spec import Spec
from parlour.kernel.tracebacks import LOOSE, rules_error, with_rules_errors

TRIES = 5  # at reading a file that is saved meanwhile

# Finds the game in a file, of which it gets the path as given, the file, its text and its module's name.
Loader = Callable[[str, Path, str, str], Spec]

_by_path: dict[Path, Spec] = {}
_may_run: ContextVar[bool] = ContextVar("files_may_run", default=True)


@contextmanager
def running_no_files() -> Iterator[None]:
    """Within it no game file is run: what is only looked at runs none.

    Files that this process has run already are known all the same; others raise BadRules.
    """
    before = _may_run.set(False)
    try:
        yield
    finally:
        _may_run.reset(before)


def in_one_file(spec: Spec) -> Spec:
    """`spec` of a game whose module is a single file, with its rules and notation in it."""
    return replace(spec, rules="", notation="", about="")


def spec_in(path: str, again: bool = False) -> Spec:
    """The game in a Python file, run once; `again`: run again if it has changed since.

    `package` of what is returned is different for each text of the file. Raises UnknownGame where
    there is no such file, BadRules with the line for a mistake in it.
    """
    file = Path(path).resolve()
    known = _by_path.get(file)
    if known is not None and not again:
        return known
    if not _may_run.get():
        raise BadRules(f"{path} is a program, and is not run only to be looked at")
    from parlour.kernel.loader import SourceFile  # which needs NumPy, and help needs it not

    for _ in range(TRIES):
        text = _text(path, file)
        name = _module_name(file, text)
        if known is not None and known.package == name:
            return known
        _register(path, file, name)
        spec = _load(path, file, text, name)
        if SourceFile.of_module(name).text == text:  # else it was saved while it was run
            _by_path[file] = spec
            return spec
    raise BadRules(f"{path} changes faster than it can be read")


def _text(path: str, file: Path) -> str:
    if not file.is_file():
        raise UnknownGame(f"there is no file {path}")
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRules(f"{path} cannot be read: {error}") from error


def _module_name(file: Path, text: str) -> str:
    digest = sha256(f"{file}\0{text}".encode()).hexdigest()[:12]
    return f"{LOOSE}{re.sub(r'[^0-9A-Za-z]', '_', file.stem)}_{digest}"


def _register(path: str, file: Path, name: str) -> ModuleType:
    """The file's module, empty, by which it can be found."""
    found = importlib.util.spec_from_file_location(name, file)
    if found is None:
        raise BadRules(f"{path} is no Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(found)
    return module


def run_file(path: str, file: Path, text: str, name: str) -> Spec:
    """Run `text` in this process; the game in it. Raises BadRules with the line that went wrong."""
    return _spec(path, _run(path, file, text, name))


_load: Loader = run_file


def load_files_with(load: Loader) -> None:
    """From now on game files are loaded by `load`; `run_file` runs them in this process."""
    global _load
    _load = load


def _run(path: str, file: Path, text: str, name: str) -> ModuleType:
    """The module made by running `text`."""
    module = _register(path, file, name)
    try:
        exec(compile(text, str(file), "exec", dont_inherit=True), vars(module))
    except SyntaxError as error:
        raise BadRules(f"{path}, line {error.lineno}: {error.msg}") from error
    except (Exception, SystemExit) as error:
        raise rules_error(error, str(file)) from error
    return module


def _spec(path: str, module: ModuleType) -> Spec:
    game = getattr(module, "GAME", None)
    if not isinstance(game, Spec):
        raise BadRules(f"{path} must define its game: GAME = Spec(…)")
    own: dict[str, Any] = {
        name: with_rules_errors(value, str(module.__file__))
        for name, value in vars(game).items()
        if callable(value) and getattr(value, "__module__", "") == module.__name__
    }
    return in_one_file(replace(game, package=module.__name__, **own))
