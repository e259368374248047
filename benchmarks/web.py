"""How quickly moves are acknowledged: many games at once on one server, each against a level-1 bot.

    python benchmarks/web.py --games 200 --seconds 60

The server is ``parlour serve`` in a process of its own on the loopback address, with a fresh database;
nothing else is ever spoken to. Each game has a live connection, as a page has, and is sent pictures as
a page is. Its person plays a random legal move every two seconds, if it is their turn; what is measured
is the time from sending the move to its acknowledgement, when it is in the database. A game that ends is
followed by another. The run is bounded by --seconds and stops by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field

import httpx
import websockets

import parlour
from parlour.table.state import State

PERIOD = 2.0  # seconds between a person's moves
GAMES = ("lines-of-action", "hex:size=7", "yavalath", "focus", "english-draughts")
LONGEST = 600  # seconds; the most that may be asked for


@dataclass
class Figures:
    """What was measured, in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)  # from the move to the bot's reply
    finished: int = 0
    refused: list[str] = field(default_factory=list)


async def main() -> None:
    """Start the server, play, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    seconds = min(asked.seconds, LONGEST)
    with tempfile.TemporaryDirectory() as folder:
        server, address = await start(folder, asked.workers)
        try:
            figures = await play_all(address, asked.games, seconds)
        finally:
            server.terminate()
            await server.wait()
    report(figures, asked.games, seconds)


async def start(folder: str, workers: int) -> tuple[asyncio.subprocess.Process, str]:
    """The server's process and its address."""
    environment = {**os.environ, "PARLOUR_DATA": folder, "PARLOUR_RATE": "1000000"}
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "parlour", "serve", "--no-browser", "--port", "0"),
        *("--workers", str(workers)),
        stdout=asyncio.subprocess.PIPE,
        env=environment,
    )
    assert server.stdout is not None
    line = (await server.stdout.readline()).decode()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found, line
    return server, found[0]


async def play_all(address: str, games: int, seconds: float) -> Figures:
    """Play so many games at once for so long, after the bots have been compiled."""
    figures = Figures()
    limits = httpx.Limits(max_connections=games)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        for name in GAMES:
            await one_game(client, address, name, Figures(), time.monotonic() + 1, random.Random(0))
        end = time.monotonic() + seconds
        await asyncio.gather(*(person(client, address, n, figures, end) for n in range(games)))
    return figures


async def person(
    client: httpx.AsyncClient, address: str, number: int, figures: Figures, end: float
) -> None:
    """Play one game after another until the end."""
    rng = random.Random(number)
    await asyncio.sleep(rng.random() * PERIOD * 2)
    while time.monotonic() < end:
        await one_game(client, address, GAMES[number % len(GAMES)], figures, end, rng)


async def one_game(
    client: httpx.AsyncClient,
    address: str,
    name: str,
    figures: Figures,
    end: float,
    rng: random.Random,
) -> None:
    """Play a game to its end, or until the time is up."""
    body = {"game": name, "seats": ["link", "1"]}
    answer = await client.post("/api/games", json=body)
    answer.raise_for_status()
    started = answer.json()
    headers = {"Authorization": f"Bearer {started['links'][0]['secret']}"}
    state = parlour.game(name).start()
    live = f"{address.replace('http', 'ws')}/api/games/{started['id']}/live"
    async with websockets.connect(live, additional_headers=headers, max_size=None) as socket:
        sent, due = 0.0, time.monotonic()
        async for text in socket:
            told = json.loads(text)
            follow(state, told["moves"])
            if told["outcome"]:
                figures.finished += 1
                return
            if not told["may_move"] or told["ply"] != len(state.history):
                continue
            if sent:
                figures.answered.append(time.monotonic() - sent)
            if time.monotonic() > end:
                return
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due = max(due + PERIOD, time.monotonic())
            sent = time.monotonic()
            move = {"move": rng.choice(state.moves()), "ply": told["ply"]}
            path = f"/api/games/{started['id']}/moves"
            kept = await client.post(path, json=move, headers=headers)
            figures.acknowledged.append(time.monotonic() - sent)
            if kept.status_code != 200:
                figures.refused.append(kept.text)


def follow(state: State, moves: list[list[object]]) -> None:
    """Play what is new."""
    for _, text in moves[len(state.history) :]:
        state.play(str(text))


def report(figures: Figures, games: int, seconds: float) -> None:
    """Print the figures."""
    for name, found in (("acknowledged", figures.acknowledged), ("bot's reply", figures.answered)):
        if len(found) < 2:
            print(f"{name}: too few to tell")
            continue
        parts = statistics.quantiles(found, n=100)
        print(
            f"{name:13} {len(found):6} moves, {len(found) / seconds:5.1f}/s; milliseconds: "
            f"median {1000 * parts[49]:.0f}, 95% {1000 * parts[94]:.0f}, 99% {1000 * parts[98]:.0f}, "
            f"longest {1000 * max(found):.0f}"
        )
    print(f"{games} games at once, {figures.finished} finished, {len(figures.refused)} refused")
    for text in sorted(set(figures.refused))[:5]:
        print(f"  {text[:200]}")


if __name__ == "__main__":
    asyncio.run(main())
