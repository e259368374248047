"""Convert exceptions from an inventor's game file to BadRules with the file's name and line."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from parlour.errors import BadRules, ParlourError

LOOSE = "parlour_file_"  # prefix of the module names of games in one file


def is_loose(module: str) -> bool:
    """Whether a module of this name is a user's game in one file."""
    return module.startswith(LOOSE)


def rules_error(error: BaseException, file: str) -> BadRules:
    """A BadRules with the file's name, the line and Python's message, on one line."""
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file
    ]
    where = f", line {frames[-1].lineno}" if frames else ""
    if frames and frames[-1].name.isidentifier():
        where += f", in {frames[-1].name}, `{frames[-1].line}`"
    return BadRules(f"{Path(file).name}{where}: {type(error).__name__}: {error}")


def with_rules_errors(function: Callable[..., Any], file: str) -> Callable[..., Any]:
    """Wrap `function` of a game's `file`: errors other than Parlour's own become BadRules.

    That includes SystemExit, so that a game cannot end the program that plays it.
    """

    @wraps(function)
    def run(*given: Any) -> Any:
        try:
            return function(*given)
        except ParlourError:
            raise
        except (Exception, SystemExit) as error:
            raise rules_error(error, file) from error

    return run
