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
from pathlib import Path
from typing import Any

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
    used: float = 0.0  # the processor's seconds that the server took, without its bots


async def main() -> None:
    """Start the server, play, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    seconds = min(asked.seconds, LONGEST)
    with tempfile.TemporaryDirectory() as folder:
        server, address = await start(folder, asked.workers)
        try:
            figures = await play_all(address, asked.games, seconds, server.pid)
            figures.used = processor_seconds(server.pid) - figures.used
        finally:
            server.terminate()
            await server.wait()
    told = summary(figures, asked.games, seconds, asked.workers)
    report(figures, told)
    if asked.json:
        asked.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


async def start(folder: str, workers: int) -> tuple[asyncio.subprocess.Process, str]:
    """The server's process and its address."""
    environment = {**os.environ, "PARLOUR_DATA": folder, "PARLOUR_RATE": "1000000"}
    environment["PARLOUR_CONNECTIONS"] = "4096"
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


async def play_all(address: str, games: int, seconds: float, server: int) -> Figures:
    """Play so many games at once for so long, after the bots have been compiled."""
    figures = Figures()
    limits = httpx.Limits(max_connections=games, keepalive_expiry=30)
    async with httpx.AsyncClient(base_url=address, limits=limits, timeout=60) as client:
        for name in GAMES:
            await one_game(client, address, name, Figures(), time.monotonic() + 1, random.Random(0))
        figures.used = processor_seconds(server)
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
        sent, due, played = 0.0, time.monotonic(), -1
        async for text in socket:
            told = json.loads(text)
            follow(state, told["moves"])
            if told["outcome"]:
                figures.finished += 1
                return
            if not told["may_move"] or told["ply"] <= played:
                continue
            played = told["ply"]
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


def processor_seconds(process: int) -> float:
    """How long a processor has worked for a process so far; 0 where that cannot be told."""
    try:
        fields = (
            Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        )
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def summary(figures: Figures, games: int, seconds: float, workers: int) -> dict[str, Any]:
    """The figures by name, times in milliseconds."""
    return {
        "games": games,
        "seconds": seconds,
        "workers": workers,
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "moves": len(figures.acknowledged),
        "finished": figures.finished,
        "refused": len(figures.refused),
        "processor": round(figures.used / seconds, 2),
        "acknowledged": quantiles(figures.acknowledged),
        "answered": quantiles(figures.answered),
    }


def quantiles(found: list[float]) -> dict[str, int]:
    """Median, tails and the longest, in milliseconds; nothing of too few."""
    if len(found) < 2:
        return {}
    parts = statistics.quantiles(found, n=100)
    named = {"median": parts[49], "95%": parts[94], "99%": parts[98], "longest": max(found)}
    return {name: round(1000 * value) for name, value in named.items()}


def report(figures: Figures, told: dict[str, Any]) -> None:
    """Print the figures."""
    for name in ("acknowledged", "answered"):
        print(f"{name:13} milliseconds: {told[name] or 'too few to tell'}")
    print(
        f"{told['games']} games at once, {told['moves'] / told['seconds']:.1f} moves a second by people, "
        f"{told['finished']} games finished, {told['refused']} moves refused"
    )
    print(
        f"the server took {told['processor']} of a processor; load {told['load']}, {told['cores']} cores"
    )
    for text in sorted(set(figures.refused))[:5]:
        print(f"  {text[:200]}")


if __name__ == "__main__":
    asyncio.run(main())
