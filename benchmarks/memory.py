"""Measure how the server's memory grows: many games at once for a long time against level-1 bots.

    python benchmarks/memory.py --games 200 --minutes 60

The games are those of ``web.py``: a finished game is followed by another, so old ones accumulate in
the database and must not in memory. The resident memory of the server and of its bots is read from
/proc (Linux) at intervals. A straight line through the second half of the readings gives the
growth.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from pathlib import Path

import numpy as np

from web import PERIOD, Figures, Load, Manner, Person, processor_seconds, start, summary

READINGS = 12  # in all, if the run is not shorter than that many seconds


async def main() -> None:
    """Play, read, and print the growth."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument(
        "--period", type=float, default=PERIOD, help="seconds between a person's moves"
    )
    parser.add_argument("--json", type=Path, help="a file for the readings")
    asked = parser.parse_args()
    load = Load(asked.games, 1.0, 60 * asked.minutes, 1)
    with tempfile.TemporaryDirectory() as folder:
        server, address = await start(folder, load.workers)
        try:
            told = await measured(address, load, server.pid, Manner(period=asked.period))
        finally:
            server.terminate()
            await server.wait()
    report(told)
    if asked.json:
        asked.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


async def measured(address: str, load: Load, server: int, manner: Manner) -> dict[str, object]:
    """The readings of a run, with the load under which they were made."""
    figures, before = Figures(), processor_seconds(server)
    begun = time.monotonic()
    end = begun + load.seconds
    people = [Person(address, n, figures, end, manner) for n in range(load.games)]
    playing = asyncio.gather(*(person.play(True) for person in people))
    readings = []
    while not playing.done():
        await asyncio.wait({playing}, timeout=max(1.0, load.seconds / READINGS))
        readings.append([round(time.monotonic() - begun), *megabytes(server)])
        print(
            f"{readings[-1][0]:6} s: server {readings[-1][1]} MB, bots {readings[-1][2]} MB",
            flush=True,
        )
    await playing
    used = {name: now - before[name] for name, now in processor_seconds(server).items()}
    told = summary(figures, load, used, time.monotonic() - begun)
    return {**told, "readings": readings[:-1]}  # the last one is of the end


def megabytes(server: int) -> tuple[int, int]:
    """The resident memory of the server and of its bots."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text(encoding="ascii")
    return _resident(server), sum(_resident(int(child)) for child in children.split())


def _resident(process: int) -> int:
    pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE") >> 20


def growth(readings: list[list[int]], column: int) -> float:
    """MB an hour in the second half of the readings, by least squares."""
    half = np.array(readings[len(readings) // 2 :], float)
    if len(half) < 3:
        return float("nan")
    return float(np.polyfit(half[:, 0] / 3600, half[:, column], 1)[0])


def report(told: dict[str, object]) -> None:
    """Print the growth."""
    readings = told["readings"]
    assert isinstance(readings, list)
    for name, column in (("server", 1), ("bots", 2)):
        values = [reading[column] for reading in readings] or [0]
        print(
            f"{name:7} {values[0]} MB first, {values[len(values) // 2]} half way, {values[-1]} last, "
            f"{max(values)} at most; in the second half {growth(readings, column):+.1f} MB an hour"
        )
    print(f"{told['moves']} moves, {told['finished']} games finished; load {told['load']}")


if __name__ == "__main__":
    asyncio.run(main())
