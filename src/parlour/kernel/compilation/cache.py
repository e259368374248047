"""The cache of compiled code: a folder for each instance in the user's cache folder, never stale.

A folder's name holds a digest of everything that could be compiled in (see `loader.fingerprint`), so
code of other sources is never found. Each function and signature has a file of its own, written beside
and moved into place, with a checksum: two processes may compile at once, and a damaged file is reported
and compiled anew. Where the folder cannot be written, that is told once and nothing is kept.
"""

# Numba's own classes are not typed.
# mypy: disable-error-code="no-untyped-call,attr-defined,misc"
from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

import platformdirs
from numba.core import compiler
from numba.core.caching import NullCache
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps

from parlour.kernel.compilation.dispatch import WordDispatcher

KEEP_FOLDERS = 400  # the least recently used beyond these are dropped
KEEP_DAYS = 60
YOUNG_SECONDS = 3600  # a folder used within this time is never dropped

_told: set[str] = set()


class CacheWarning(UserWarning):
    """The cache of compiled code is damaged or cannot be written; Parlour goes on without it."""


def cache_root() -> Path:
    """Where compiled code is kept: ``$PARLOUR_CACHE``, or ``compiled`` in the user's cache folder."""
    named = os.environ.get("PARLOUR_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("parlour")) / "compiled"


class CacheFolder:
    """The compiled code of one instance; `explain` is called with Numba's error when compiling fails.

    It must raise an error that the writer of the rules understands.
    """

    def __init__(self, name: str, digest: str, explain: Callable[[Exception], NoReturn]) -> None:
        self.explain = explain
        plain_name = name.replace("parlour.", "").replace(".", "-")[-60:]
        self.path = cache_root() / f"{plain_name}-{digest[:32]}"
        self.existed = self.path.is_dir()
        self._touched = False

    def dispatcher(self, function: Callable[..., Any], inner: bool = False) -> CPUDispatcher:
        """`function` as a Numba dispatcher whose machine code is kept in this folder.

        An `inner` one is called by compiled code only, and refuses to be called from Python.
        """
        made = _Dispatcher(function, inner)
        made.explain = self.explain
        made._cache = _FunctionCache(self, function, "")
        made.linked._cache = _FunctionCache(self, function, "linked")
        return made

    def touch(self) -> None:
        """Make the folder, and note its use, once in a process; the first new one drops old ones."""
        if self._touched:
            return
        self._touched = True
        with contextlib.suppress(OSError):
            self.path.mkdir(parents=True, exist_ok=True)
            os.utime(self.path)
            if not self.existed:
                prune(self.path.parent)


def prune(root: Path) -> None:
    """Drop the folders under `root` that were not used for long, but none that may be in use."""
    now = time.time()
    ages = []
    for folder in root.iterdir():
        with contextlib.suppress(OSError):
            ages.append((now - folder.stat().st_mtime, folder))
    ages.sort()
    for place, (age, folder) in enumerate(ages):
        if age > YOUNG_SECONDS and (place >= KEEP_FOLDERS or age > KEEP_DAYS * 86400):
            shutil.rmtree(folder, ignore_errors=True)


def tell_once(message: str) -> None:
    """Warn of trouble with the cache, the same words once in a process."""
    if message not in _told:
        _told.add(message)
        warnings.warn(message, CacheWarning, stacklevel=3)


class _Dispatcher(WordDispatcher):
    """A dispatcher whose trouble with compiling is explained to the writer of the rules."""

    explain: Callable[[Exception], NoReturn]

    def __init__(self, function: Callable[..., Any], inner: bool) -> None:
        super().__init__(function)
        self.inner = inner

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        if self.inner:
            name = self.py_func.__name__
            raise TypeError(f"{name} is compiled to be called by compiled code only")
        try:
            return super()._compile_for_args(*args, **kws)
        except (NumbaError, UnsupportedBytecodeError) as error:
            self.explain(error)


class _FunctionCache(NullCache):
    """Numba's cache interface over one folder: a file for each signature of one function in one `form`."""

    def __init__(self, folder: CacheFolder, function: Callable[..., Any], form: str) -> None:
        self._folder, self._form = folder, form
        self._name = f"{function.__module__}.{function.__qualname__}".replace("<", "").replace(
            ">", ""
        )

    @property
    def cache_path(self) -> str:
        return str(self._folder.path)

    def _file(self, signature: Any, codegen: Any) -> Path:
        key = hashlib.sha256(repr((self._name, self._form, signature, _target(codegen))).encode())
        return self._folder.path / f"{self._name.rpartition('.')[2]}-{key.hexdigest()[:24]}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        path = self._file(sig, target_context.codegen())
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            tell_once(f"the cache of compiled code {path.parent} cannot be read: {error.strerror}")
            return None
        self._folder.touch()
        target_context.refresh()  # loaded code may need what Numba registers late; this takes milliseconds
        trouble = "its checksum is wrong"
        if hashlib.sha256(data[32:]).digest() == data[:32]:
            try:
                return compiler.CompileResult._rebuild(target_context, *pickle.loads(data[32:]))
            except Exception as error:  # whatever a pickle from elsewhere may raise
                trouble = f"{type(error).__name__}: {error}"
        tell_once(f"a damaged file of compiled code is made anew: {path} ({trouble})")
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if any(not lifted.can_cache for lifted in data.lifted) or data.library.has_dynamic_globals:
            return
        body = dumps(data._reduce())
        path = self._file(sig, data.codegen)
        try:
            self._folder.touch()
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, hashlib.sha256(body).digest() + body)
        except OSError as error:
            tell_once(
                f"compiled code cannot be kept in {path.parent} ({error.strerror}); "
                "it will be compiled anew each time. Set PARLOUR_CACHE to a folder that can be written"
            )


@cache
def _target(codegen: Any) -> tuple[Any, ...]:
    """The processor that machine code is made for; asked once, for the answer takes milliseconds."""
    return tuple(codegen.magic_tuple())


def _write(path: Path, data: bytes) -> None:
    """Write a file so that others see all of it or none of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
