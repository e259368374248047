"""Ctrl-C during compiled work: Python sees no signal before such a call returns, so it is made aside."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

LOOK = 0.1  # seconds between two looks whether somebody interrupts
ENDING = 0.5  # seconds that the work gets to end when it is stopped


def interruptible(work: Callable[[], T], stop: Callable[[], None]) -> T:
    """What `work` returns or raises; at Ctrl-C `stop` tells it to end, and KeyboardInterrupt is raised.

    Only the main thread hears Ctrl-C, in programs as in notebooks; any other just does the work.
    """
    if threading.current_thread() is not threading.main_thread():
        return work()
    results: list[T] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        done.set()

    threading.Thread(target=run, daemon=True).start()
    try:
        while not done.wait(LOOK):
            pass
    except BaseException:
        stop()
        done.wait(ENDING)
        raise
    if errors:
        raise errors[0]
    return results[0]
