"""Reads a file of many games into a collection, in a process of its own: ``python -m`` this module.

It says how it gets on by lines of JSON on standard output, and leaves no file where it breaks off.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from parlour.errors import ParlourError
from parlour.records import read
from parlour.records.keys import Keys
from parlour.web.collections.collection_store import Filling

MOST_GAMES = 200_000
LONGEST = 4000  # moves of a game
MANY = 300_000  # bytes, from which on rules are compiled for a file
SAID = 0.5  # seconds between two words on how it gets on
TROUBLES = 20  # that are told


def fill(source: Path, target: Path, told: Callable[[dict[str, Any]], None]) -> None:
    """Read all games of `source` into the new collection `target`; broken ones as far as they go."""
    beside = target.with_suffix(".part")
    beside.unlink(missing_ok=True)
    filling = Filling(beside)
    keys: dict[str, Keys] = {}
    compiled = source.stat().st_size > MANY
    troubles: list[str] = []
    broken, said = 0, time.monotonic()
    for number, item in enumerate(read(source), 1):
        if item.error is not None:
            broken += 1
            if len(troubles) < TROUBLES:
                troubles.append(f"game {number}: {item.error}"[:300])
        tree = item.tree
        if tree is not None and not tree.heard_by and len(tree.moves()) <= LONGEST:
            name = tree.game.name
            if name not in keys:
                keys[name] = Keys(tree.game, compiled)
            with suppress(ParlourError):
                filling.add(tree, *keys[name].positions(tree))
        if filling.count >= MOST_GAMES:
            troubles.append(f"only the first {MOST_GAMES:,} games were read")
            break
        if time.monotonic() - said > SAID:
            said = time.monotonic()
            told({"games": filling.count})
    count = filling.count
    filling.close(broken, troubles)
    if not count:
        beside.unlink()
        told({"trouble": "No game was found in this file." if not troubles else troubles[0]})
        return
    beside.replace(target)
    told({"games": count, "broken": broken, "troubles": troubles, "done": True})


def _say(news: dict[str, Any]) -> None:
    print(json.dumps(news), flush=True)


if __name__ == "__main__":
    with suppress(OSError):
        os.nice(5)
    fill(Path(sys.argv[1]), Path(sys.argv[2]), _say)
