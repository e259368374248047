"""Mistakes in a game's own file: whatever its functions raise becomes BadRules, with the file's line."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from parlour.errors import BadRules, ParlourError

LOOSE = "parlour_file_"  # begins the names of modules that are games in one file


def is_loose(module: str) -> bool:
    """Whether a module of this name is a game in one file, written by whoever uses Parlour."""
    return module.startswith(LOOSE)


def blamed(error: BaseException, file: str) -> BadRules:
    """What went wrong in a game's file, on one line: the file's name, the line, Python's own words."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file
    ]
    where = f", line {frames[-1].lineno}" if frames else ""
    if frames and frames[-1].name.isidentifier():
        where += f", in {frames[-1].name}, `{frames[-1].line}`"
    return BadRules(f"{Path(file).name}{where}: {type(error).__name__}: {error}")


def guarded(function: Callable[..., Any], file: str) -> Callable[..., Any]:
    """`function` of a game's `file`, raising BadRules in place of anything but Parlour's own errors.

    SystemExit is among them: a game does not end the program that plays it.
    """

    @wraps(function)
    def run(*given: Any) -> Any:
        try:
            return function(*given)
        except ParlourError:
            raise
        except (Exception, SystemExit) as error:
            raise blamed(error, file) from error

    return run
