"""Background work with a progress display, which Ctrl-C interrupts."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from rich.console import Console

from parlour.kernel.compilation.compile_watch import is_compiling

T = TypeVar("T")

ReportProgress = Callable[[float], None]

STEP = 0.05  # seconds between two checks
PATIENCE = 1.0  # seconds before figures are shown


class UserLeft(Exception):
    """The person has decided to leave, or not to wait for the work to end."""


def run_in_background(
    out: Console, label: str, work: Callable[[ReportProgress], T], leave: Callable[[], bool]
) -> T:
    """What `work` returns or raises; it runs in a thread while `label` is shown.

    `work` gets a function to report how much is done, from 0 to 1. At Ctrl-C, if `leave` returns
    True, UserLeft is raised and the thread is abandoned.
    """
    results: list[T] = []
    errors: list[BaseException] = []
    parts = [0.0]  # of the work, as last reported
    done = threading.Event()  # Thread.join, interrupted by Ctrl-C, takes the thread for ended

    def report(part: float) -> None:
        parts[0] = part

    def run() -> None:
        try:
            results.append(work(report))
        except BaseException as error:
            errors.append(error)
        done.set()

    threading.Thread(target=run, daemon=True).start()
    while not (results or errors):
        try:
            _watch(out, label, done, parts)
        except KeyboardInterrupt:
            if leave():
                raise UserLeft from None
    if errors:
        raise errors[0]
    return results[0]


def _watch(out: Console, label: str, done: threading.Event, parts: list[float]) -> None:
    """Wait until the work is done; a terminal shows a spinner and, after a while, figures."""
    if done.wait(STEP):
        return
    if not out.is_terminal:
        while not done.wait(STEP):  # in short steps: another thread may get the signal
            pass
        return
    begun = time.monotonic()
    with out.status(label, spinner="dots") as status:
        while not done.wait(STEP):
            seconds = time.monotonic() - begun
            if seconds >= PATIENCE:
                status.update(f"{label} [dim]{figures(seconds, parts[0])}[/dim]")


def figures(seconds: float, part: float) -> str:
    """The time so far, the part done, and whether the game is being compiled."""
    done = f", {part:.0%}" if part else ""
    compiling = ", compiling the game" if is_compiling() else ""
    return f"{seconds:.0f} s{done}{compiling}"
