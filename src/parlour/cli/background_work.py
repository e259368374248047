"""Work that may take a while, done aside: the terminal shows that it goes on, and Ctrl-C still works."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from rich.console import Console

from parlour.kernel.compile_watch import is_compiling

T = TypeVar("T")

Told = Callable[[float], None]

STEP = 0.05  # seconds between two looks at whether the work is done
PATIENCE = 1.0  # seconds before figures are shown


class Left(Exception):
    """The person decided not to wait for the work to end."""


def aside(out: Console, label: str, work: Callable[[Told], T], leave: Callable[[], bool]) -> T:
    """What `work` returns or raises; it runs in a thread of its own, `label` is shown meanwhile.

    `work` is given a function that it may tell how much of it is done, from 0 to 1. At Ctrl-C `leave`
    is asked; if it says so, Left is raised and the thread is left to itself.
    """
    results: list[T] = []
    errors: list[BaseException] = []
    parts = [0.0]  # how much is done
    done = threading.Event()  # Thread.join takes a thread for ended when Ctrl-C interrupts it

    def told(part: float) -> None:
        parts[0] = part

    def run() -> None:
        try:
            results.append(work(told))
        except BaseException as error:
            errors.append(error)
        done.set()

    threading.Thread(target=run, daemon=True).start()
    while not (results or errors):
        try:
            _watch(out, label, done, parts)
        except KeyboardInterrupt:
            if leave():
                raise Left from None
    if errors:
        raise errors[0]
    return results[0]


def _watch(out: Console, label: str, done: threading.Event, parts: list[float]) -> None:
    """Wait until the work is done; on a terminal with a spinner and, after a while, figures."""
    if done.wait(STEP):
        return
    if not out.is_terminal:
        while not done.wait(STEP):  # not for long at once: the signal may come to another thread
            pass
        return
    begun = time.monotonic()
    with out.status(label, spinner="dots") as status:
        while not done.wait(STEP):
            seconds = time.monotonic() - begun
            if seconds >= PATIENCE:
                status.update(f"{label} [dim]{figures(seconds, parts[0])}[/dim]")


def figures(seconds: float, part: float) -> str:
    """How long the work takes so far, how much of it is done, and what holds it up."""
    done = f", {part:.0%}" if part else ""
    compiling = ", compiling the game" if is_compiling() else ""
    return f"{seconds:.0f} s{done}{compiling}"
