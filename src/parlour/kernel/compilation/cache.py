"""The cache of compiled code on disk: one folder for each instance, never stale.

A folder's name contains a digest of everything that affects the machine code (see `loader.fingerprint`),
so code of other sources is never loaded. Each function and signature has its own file with a checksum.
Files are written under a temporary name and renamed, so two processes may compile at once. A damaged file
is reported and compiled again. If the folder is not writable, or another user could have written it, Parlour
warns once and works without it.
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

from parlour.kernel.compilation.cache_trust import advice, distrust, distrusted_folder
from parlour.kernel.compilation.dispatch import WordDispatcher

KEEP_FOLDERS = 400  # least recently used folders beyond this number are deleted
KEEP_DAYS = 60
PRIVATE = 0o700  # the mode of its folders
YOUNG_SECONDS = 3600  # a folder used this recently is never deleted

_warned: set[str] = set()


class CacheWarning(UserWarning):
    """The cache of compiled code is damaged or not writable; Parlour continues without it."""


def cache_root() -> Path:
    """The cache's folder: ``$PARLOUR_CACHE``, or ``compiled`` in the user's cache folder."""
    named = os.environ.get("PARLOUR_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("parlour")) / "compiled"


class CacheFolder:
    """The compiled code of one instance.

    `explain` is called with Numba's error when compilation fails. It must raise an error that the
    author of the rules understands.
    """

    def __init__(self, name: str, digest: str, explain: Callable[[Exception], NoReturn]) -> None:
        self.explain = explain
        plain_name = name.replace("parlour.", "").replace(".", "-")[-60:]
        self.root = cache_root()
        self.path = self.root / f"{plain_name}-{digest[:32]}"
        self.existed = self.path.is_dir()
        self._touched = False

    def dispatcher(self, function: Callable[..., Any], inner: bool = False) -> CPUDispatcher:
        """A Numba dispatcher for `function` that caches its machine code in this folder.

        An `inner` one is for compiled callers only and raises TypeError when Python calls it.
        """
        made = _Dispatcher(function, inner)
        made.explain = self.explain
        made._cache = _FunctionCache(self, function, "")
        made.linked._cache = _FunctionCache(self, function, "linked")
        return made

    def touch(self) -> None:
        """Create the folder and update its time, once a process; a new folder triggers `prune`."""
        if self._touched:
            return
        self._touched = True
        with contextlib.suppress(OSError):
            self.create()
            os.utime(self.path)
            if not self.existed:
                prune(self.root)

    def create(self) -> None:
        """Create the folder, for this user only."""
        self.root.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
        self.path.mkdir(mode=PRIVATE, exist_ok=True)

    def is_trusted(self) -> bool:
        """Whether only this user could have written into the folder; else a warning says why not."""
        wrong = distrusted_folder(self.root, self.path)
        if wrong:
            warn_once(advice(self.root, wrong))
        return not wrong

    def read(self, path: Path) -> bytes | None:
        """The contents of a file in the folder; None if there is none or it may not be trusted."""
        if not self.is_trusted():
            return None
        try:
            with path.open("rb") as file:
                wrong = distrust(os.fstat(file.fileno()))
                if not wrong:
                    return file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            warn_once(f"the cache of compiled code {self.path} cannot be read: {error.strerror}")
            return None
        warn_once(advice(self.root, f"{path} {wrong}"))
        return None


def prune(root: Path) -> None:
    """Delete the folders under `root` that are old or too many, but none that may be in use."""
    now = time.time()
    ages = []
    for folder in root.iterdir():
        with contextlib.suppress(OSError):
            ages.append((now - folder.stat().st_mtime, folder))
    ages.sort()
    for place, (age, folder) in enumerate(ages):
        if age > YOUNG_SECONDS and (place >= KEEP_FOLDERS or age > KEEP_DAYS * 86400):
            shutil.rmtree(folder, ignore_errors=True)


def warn_once(message: str) -> None:
    """Warn about a cache problem; the same message is shown once a process."""
    if message not in _warned:
        _warned.add(message)
        warnings.warn(message, CacheWarning, stacklevel=3)


class _Dispatcher(WordDispatcher):
    """A dispatcher that explains compilation errors to the author of the rules."""

    explain: Callable[[Exception], NoReturn]

    def __init__(self, function: Callable[..., Any], inner: bool) -> None:
        super().__init__(function)
        self.inner = inner

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        if self.inner:
            name = self.py_func.__name__
            raise TypeError(f"{name} can be called by compiled code only")
        try:
            return super()._compile_for_args(*args, **kws)
        except (NumbaError, UnsupportedBytecodeError) as error:
            self.explain(error)


class _FunctionCache(NullCache):
    """Numba's cache interface over one folder: a file for each signature of a function in one `form`."""

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
        data = self._folder.read(path)
        if data is None:
            return None
        self._folder.touch()
        target_context.refresh()  # loaded code may need late registrations of Numba; takes milliseconds
        trouble = "its checksum is wrong"
        if hashlib.sha256(data[32:]).digest() == data[:32]:
            try:
                return compiler.CompileResult._rebuild(target_context, *pickle.loads(data[32:]))
            except Exception as error:  # unpickling can raise anything
                trouble = f"{type(error).__name__}: {error}"
        warn_once(f"recompiling a damaged file of compiled code: {path} ({trouble})")
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if any(not lifted.can_cache for lifted in data.lifted) or data.library.has_dynamic_globals:
            return
        body = dumps(data._reduce())
        path = self._file(sig, data.codegen)
        try:
            self._folder.touch()
            self._folder.create()
            if not self._folder.is_trusted():
                return
            _write(path, hashlib.sha256(body).digest() + body)
        except OSError as error:
            warn_once(
                f"compiled code cannot be saved in {path.parent} ({error.strerror}), so Parlour will "
                "compile it each time. Set PARLOUR_CACHE to a writable folder"
            )


@cache
def _target(codegen: Any) -> tuple[Any, ...]:
    """The processor that machine code is made for; cached, since the query takes milliseconds."""
    return tuple(codegen.magic_tuple())


def _write(path: Path, data: bytes) -> None:
    """Write a file atomically."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
