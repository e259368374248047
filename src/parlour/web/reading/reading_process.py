"""A process that reads one text and ends: its task, its limits and its answer."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from parlour.child_process import limit_strictly
from parlour.errors import ParlourError
from parlour.language import ENGLISH, use_language
from parlour.table.files import running_no_files
from parlour.web.common.game_registry import register_files
from parlour.web.http.error_responses import error_response
from parlour.web.http.logs import set_up

log = logging.getLogger("parlour.web.reading")

NO_MEMORY = 91  # the exit status of a process that reaches its limit of memory
ENDS_OF_TIME = (-signal.SIGKILL, -getattr(signal, "SIGXCPU", 0))  # or of its processor time


@dataclass(frozen=True)
class ReadingLimits:
    """The limits for reading one text, and for how many are read at once and may wait.

    `seconds` are of processor time; `patience` is in seconds of real time, on a busy machine.
    """

    seconds: int = 15
    patience: float = 300.0
    megabytes: int = 512
    at_once: int = 2
    waiting: int = 100
    waiting_of_client: int = 30
    niceness: int = 5


@dataclass(frozen=True)
class ReadingTask:
    """A function to call in a process of its own; `files` are the server's game files.

    Its words are in `language`.
    """

    function: Callable[..., Any]
    given: tuple[Any, ...]
    files: tuple[str, ...]
    limits: ReadingLimits
    language: str = ENGLISH


@dataclass(frozen=True)
class ReadingAnswer:
    """What the function returned, or the status, code and message of its refusal."""

    value: Any = None
    refusal: tuple[int, str, str] | None = None


def main(answers: Connection, task: ReadingTask) -> None:
    """Run a task within its limits and send the answer. The server sees other ends by the status."""
    set_up("warning")
    use_language(task.language)
    limit_strictly(task.limits.seconds, task.limits.megabytes, task.limits.niceness)
    try:
        answers.send(_answer(task))
    except MemoryError:
        os._exit(NO_MEMORY)


def _answer(task: ReadingTask) -> ReadingAnswer:
    if task.files:
        register_files(task.files).reload()
    try:
        with running_no_files():  # only the command line names files to run
            return ReadingAnswer(task.function(*task.given))
    except ParlourError as error:
        return ReadingAnswer(refusal=error_response(error))
    except MemoryError:
        raise
    except Exception:
        log.exception("a text could not be read", extra={"task": task.function.__name__})
        return ReadingAnswer(refusal=(422, "unreadable", "This text cannot be read."))
