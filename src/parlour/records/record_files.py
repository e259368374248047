"""Writing recorded games to a file, so that the file is never seen half written."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from parlour.records.tree import Tree


def save(path: str | Path, trees: Iterable[Tree]) -> None:
    """Write games in the native form to a file, in place of what it held; raises OSError."""
    with written_file(path) as file:
        file.write("\n".join(tree.write("native").text for tree in trees))


@contextlib.contextmanager
def written_file(path: str | Path, mode: int | None = None) -> Iterator[IO[str]]:
    """A file to be written in UTF-8 in place of what it held; raises OSError.

    The text is written beside the file and moved into place: whatever happens, the file holds all of
    the old text or all of the new. Its permissions stay as they are, unless `mode` is given.
    """
    target = Path(path)
    try:
        handle, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    except OSError as error:
        error.filename = str(target)  # which is the one that somebody asked for
        raise
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(beside, _mode(target) if mode is None else mode)
        os.replace(beside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise


def _mode(target: Path) -> int:
    """The permissions that the file has, or that a new one gets."""
    with contextlib.suppress(OSError):
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
