"""Measure how long bots take for some people while another client requests as much as it may.

    python benchmarks/fairness.py --seconds 40

Two runs: a few people play against level-3 bots, first alone, then while one client at one address
has many large games against level 6 and moves in each at once. The bound to keep is that the
others' bots take at most twice their time. The server is that of ``web.py``.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path

from web import Figures, Manner, Person, start

PEOPLE, GREEDY = 4, 12  # people; games of the one client
USUAL = Manner("3", ("lines-of-action", "yavalath"), 1.0)
ALL_IT_MAY = Manner("6", ("hex:size=11", "focus"), 0.0)
PLACE = 5_000  # of the one client


async def main() -> None:
    """Play twice, and print both times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=40, help="of each of both runs")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, address = await start(folder, 1)
        try:
            await warmed(address)
            alone = await answered(address, 0, asked.seconds)
            beside = await answered(address, GREEDY, asked.seconds)
        finally:
            server.terminate()
            await server.wait()
    told = {"alone": summary_of(alone), "beside": summary_of(beside)}
    for name, figures in told.items():
        print(f"{name:7} {figures}")
    print(
        f"medians: {told['beside']['median'] / max(told['alone']['median'], 1):.2f} times as long"
    )
    if asked.json:
        asked.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


async def warmed(address: str) -> None:
    """Have compiled what will be played."""
    end = time.monotonic() + 1
    for manner in (USUAL, ALL_IT_MAY):
        for name in manner.games:
            await Person(address, 0, Figures(), end, manner).one_game(name)


async def answered(address: str, greedy: int, seconds: float) -> list[float]:
    """The seconds that the people's bots took, beside so many games of the one client."""
    figures, others, end = Figures(), Figures(), time.monotonic() + seconds
    people = [Person(address, n, figures, end, USUAL) for n in range(PEOPLE)]
    people += [Person(address, n, others, end, ALL_IT_MAY, PLACE) for n in range(greedy)]
    await asyncio.gather(*(person.play(True) for person in people))
    return figures.answered


def summary_of(times: list[float]) -> dict[str, int]:
    """Median and maximum in milliseconds, and the number."""
    found = [round(1000 * value) for value in times] or [0]
    return {"median": round(statistics.median(found)), "longest": max(found), "moves": len(times)}


if __name__ == "__main__":
    asyncio.run(main())
