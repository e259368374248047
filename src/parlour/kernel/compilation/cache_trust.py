"""Whether another user could have written a file of compiled code: loading it runs what is in it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

WRITABLE = stat.S_IWGRP | stat.S_IWOTH


def distrust(status: os.stat_result) -> str:
    """What is wrong with a file or folder of this status; "" if only its user and root can write it."""
    if not hasattr(os, "getuid"):  # Windows keeps users' folders apart
        return ""
    if status.st_uid not in (0, os.getuid()):
        return f"belongs to user {status.st_uid}"
    return "can be written by other users" if status.st_mode & WRITABLE else ""


def distrusted_folder(root: Path, folder: Path) -> str:
    """Why the files in a cache's `folder` are not used; "" if they are, or if there are none."""
    for path in (root, folder):
        try:
            wrong = distrust(path.stat())
        except OSError:
            continue
        if wrong:
            return f"{path} {wrong}"
    return ""


def advice(root: Path, wrong: str) -> str:
    """The warning about what is wrong, with what helps."""
    return (
        f"the cache of compiled code is not used, because others could have changed it: {wrong}. "
        f"Delete {root}, or set PARLOUR_CACHE to a folder that only you can write"
    )
