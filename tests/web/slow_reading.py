"""Functions for reading processes that take too long, too much, or end early."""

from __future__ import annotations

import os
import re
import time

from parlour.errors import BadRecord
from parlour.table.catalogue import game


def length(text: str) -> int:
    return len(text)


def process() -> int:
    return os.getpid()


def refuse(text: str) -> int:
    raise BadRecord(f"there is no game in {text}")


def stumble(text: str) -> int:
    raise KeyError(text)


def match_for_ever(text: str) -> object:
    """One call of a regular expression that holds the interpreter's lock and never ends."""
    return re.match(r"(;+)+$", text + "!")


def hoard(megabytes: int) -> int:
    return len(bytearray(megabytes << 20))


def die() -> None:
    os._exit(7)


def sleep(seconds: float, mark: str) -> float:
    """Write the process's id to a file, and sleep."""
    with open(mark, "a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")
    time.sleep(seconds)
    return time.monotonic()


def run_file(path: str) -> str:
    return game(path).name
