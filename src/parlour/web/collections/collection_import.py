"""Imports a file of many games into a collection, in a process of its own (``python -m``).

It reports progress as lines of JSON on standard output, and leaves no file if it is interrupted.
"""

from __future__ import annotations

import errno
import json
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from parlour.child_process import limit_strictly
from parlour.errors import ParlourError
from parlour.records import read
from parlour.records.keys import Keys
from parlour.table.files import running_no_files
from parlour.web.collections.collection_store import CollectionWriter

MOST_GAMES = 200_000
LONGEST = 4000  # moves of a game
MANY = 300_000  # bytes; larger files use compiled rules
REPORT_INTERVAL = 0.5  # seconds
MOST_TROUBLES = 20  # reported
LEAST_SECONDS, BYTES_PER_SECOND, MOST_SECONDS = 300, 2000, 7200  # of processor time for a file
MEGABYTES = 1024  # of memory
NICENESS = 5
MARGIN = 1 << 20  # bytes below the limit on the size of a collection at which it counts as reached


def fill(source: Path, target: Path, report: Callable[[dict[str, Any]], None]) -> None:
    """Import the games of `source` into the new collection `target`; broken ones up to the error."""
    partial = target.with_suffix(".part")
    partial.unlink(missing_ok=True)
    writer = CollectionWriter(partial)
    keys: dict[str, Keys] = {}
    compiled = source.stat().st_size > MANY
    troubles: list[str] = []
    broken, reported = 0, time.monotonic()
    for number, item in enumerate(read(source), 1):
        if item.error is not None:
            broken += 1
            if len(troubles) < MOST_TROUBLES:
                troubles.append(f"game {number}: {item.error}"[:300])
        tree = item.tree
        if tree is not None and not tree.heard_by and len(tree.moves()) <= LONGEST:
            name = tree.game.name
            if name not in keys:
                keys[name] = Keys(tree.game, compiled)
            with suppress(ParlourError):
                writer.add(tree, *keys[name].positions(tree))
        if writer.count >= MOST_GAMES:
            troubles.append(f"only the first {MOST_GAMES:,} games were read")
            break
        if time.monotonic() - reported > REPORT_INTERVAL:
            reported = time.monotonic()
            report({"games": writer.count})
    count = writer.count
    writer.close(broken, troubles)
    if not count:
        partial.unlink()
        report({"trouble": "This file contains no games." if not troubles else troubles[0]})
        return
    partial.replace(target)
    report({"games": count, "broken": broken, "troubles": troubles, "done": True})


def _print_json(update: dict[str, Any]) -> None:
    print(json.dumps(update), flush=True)


def fill_within_limits(source: Path, target: Path, most: int) -> None:
    """Import a file as `fill` does, within limits on processor time, memory and `most` bytes of disk."""
    seconds = min(MOST_SECONDS, LEAST_SECONDS + source.stat().st_size // BYTES_PER_SECOND)
    limit_strictly(seconds, MEGABYTES, NICENESS)
    limit_files(most)
    try:
        with running_no_files():  # only the command line names files to run
            fill(source, target, _print_json)
    except MemoryError:
        words = f"This file takes too much memory to read: {MEGABYTES} MB are allowed."
        _print_json({"trouble": words})
    except (OSError, sqlite3.Error) as error:
        _print_json({"trouble": _disk_words(error, target, most)})


def limit_files(most: int) -> None:
    """Limit the size of the files that this process writes, where the system can."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


def _disk_words(error: OSError | sqlite3.Error, target: Path, most: int) -> str:
    partial = target.with_suffix(".part")
    if partial.exists() and partial.stat().st_size > most - MARGIN:
        return f"There is no room for this collection: at most {most >> 20:,} MB are left."
    if "full" in str(error) or (isinstance(error, OSError) and error.errno == errno.ENOSPC):
        return "The server's disk is full; nothing was saved."
    return f"This file could not be read: {error}"


if __name__ == "__main__":
    fill_within_limits(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
