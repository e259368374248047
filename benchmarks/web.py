"""Measure how quickly moves are acknowledged: many games at once on one server against level-1 bots.

    python benchmarks/web.py --games 200 --seconds 60
    python benchmarks/web.py --games 1000 --moving 0.2 --seconds 60 --settle 20

The server is ``parlour serve`` in its own process on the loopback network, with a new database.
Each game has a live connection, like a page, receives pictures and sends moves on it; on Linux each
person has an address. In the games that are `--moving` a person plays a random legal move every two
seconds, when it is their turn; the others are idle. Measured are the times from sending a move to
its acknowledgement, when it is in the database, and to the bot's reply. The first --settle seconds,
in which all games start, do not count. A finished game is followed by another. The run stops after
--seconds.

Machines differ and have other work, so the processor time of a move is printed beside the wall
times.
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
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets
from websockets.exceptions import ConnectionClosed

import parlour
from parlour.table.game import State

PERIOD = 2.0  # seconds between a person's moves
PATIENCE = 20.0  # seconds that an answer may take after the end
GAMES = ("lines-of-action", "hex:size=7", "yavalath", "focus", "english-draughts")
LONGEST = 600  # seconds; the most that may be asked for


@dataclass
class Figures:
    """Measured times in seconds, of moves answered after the moment `since`."""

    since: float = 0.0
    acknowledged: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)  # from the move to the bot's reply
    finished: int = 0
    disconnected: Counter[str] = field(default_factory=Counter)
    waiting: int = 0  # people still waiting for an answer long after the end
    refused: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Load:
    """What a run demands of the server."""

    games: int
    moving: float  # of the games
    seconds: float
    workers: int
    settle: float = 0.0  # seconds of them in which nothing is counted


async def main() -> None:
    """Start the server, play, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--moving", type=float, default=1.0, help="part of the games, 0 to 1")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--settle", type=float, default=0, help="of these nothing is counted")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", type=Path, help="a file for the figures")
    asked = parser.parse_args()
    seconds = min(asked.seconds, LONGEST)
    load = Load(asked.games, asked.moving, seconds, asked.workers, min(asked.settle, seconds))
    with tempfile.TemporaryDirectory() as folder:
        server, address = await start(folder, load.workers)
        try:
            told = await measured(address, load, server.pid)
        finally:
            server.terminate()
            await server.wait()
    report(told)
    if asked.json:
        asked.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


async def start(folder: str, workers: int) -> tuple[asyncio.subprocess.Process, str]:
    """The server's process and its address."""
    environment = {**os.environ, "PARLOUR_DATA": folder, "PARLOUR_RATE": "1000000"}
    environment["PARLOUR_AHEAD"] = "0"  # what is played is compiled before it is measured
    environment["PARLOUR_CONNECTIONS"] = "4096"
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "parlour", "serve", "--no-browser", "--port", "0"),
        *("--workers", str(workers)),
        stdout=asyncio.subprocess.PIPE,
        env=environment,
    )
    assert server.stdout is not None
    line = (await server.stdout.readline()).decode()
    found = re.search(r"127\.0\.0\.1:\d+", line)
    assert found, line
    return server, found[0]


async def measured(address: str, load: Load, server: int) -> dict[str, Any]:
    """The figures of a run, after the bots have been compiled."""
    for name in GAMES:
        warm = Person(address, 0, Figures(), time.monotonic() + 1)
        await warm.one_game(name)
    begun = time.monotonic()
    figures, end = Figures(begun + load.settle), begun + load.seconds
    people = [Person(address, n, figures, end) for n in range(load.games)]
    moving = load.games * load.moving
    playing = asyncio.gather(*(person.play(person.number < moving) for person in people))
    await asyncio.sleep(load.settle)
    before = processor_seconds(server)
    await playing
    lasted = time.monotonic() - figures.since
    used = {name: now - before[name] for name, now in processor_seconds(server).items()}
    return summary(figures, load, used, lasted)


class Wire:
    """One HTTP connection, kept open, and reopened if the server closed it while idle."""

    def __init__(self, address: str, local: str | None) -> None:
        self._address, self._local = address, local
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, body: object) -> tuple[int, Any]:
        """The answer's status and its JSON."""
        if self._streams is None or self._streams[0].at_eof():
            host, port = self._address.split(":")
            local = (self._local, 0) if self._local else None
            self._streams = await asyncio.open_connection(host, int(port), local_addr=local)
        reader, writer = self._streams
        sent = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self._address}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
        )
        writer.write(head.encode() + sent)
        answered = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"(?i)content-length: (\d+)", answered)
        assert length, answered
        return int(answered.split()[1]), json.loads(await reader.readexactly(int(length[1])))

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass(frozen=True)
class Manner:
    """How a person plays: against which level, which games, how many seconds apart."""

    level: str = "1"
    games: tuple[str, ...] = GAMES
    period: float = PERIOD


class Person:
    """A person who plays one game after the other, on Linux with an address for the `place`."""

    def __init__(
        self,
        address: str,
        number: int,
        figures: Figures,
        end: float,
        manner: Manner = Manner(),
        place: int | None = None,
    ) -> None:
        self.number, self._address, self._figures, self._end = number, address, figures, end
        self._manner, self._rng = manner, random.Random(number)
        at = number if place is None else place
        own = f"127.{1 + at // 250 % 250}.{at % 250 + 1}.2"
        self._local = own if sys.platform == "linux" else None
        self._wire = Wire(address, self._local)

    async def play(self, is_moving: bool) -> None:
        """Play until the end; or start a game and only look on."""
        await asyncio.sleep(self._rng.random() * self._manner.period * 2)
        while time.monotonic() < self._end:
            try:
                async with asyncio.timeout(self._end + PATIENCE - time.monotonic()):
                    games = self._manner.games
                    await self.one_game(games[self.number % len(games)], is_moving)
            except TimeoutError:
                self._figures.waiting += 1
            except (ConnectionClosed, asyncio.IncompleteReadError, OSError) as error:
                self._figures.disconnected[f"{type(error).__name__}: {error}"] += 1
                self._wire.close()
                await asyncio.sleep(PERIOD)
        self._wire.close()

    async def one_game(self, name: str, is_moving: bool = True) -> None:
        """Play a game to its end, or until the time is up."""
        status, started = await self._wire.post(
            "/api/games", {"game": name, "seats": ["link", self._manner.level]}
        )
        if status != 201:
            self._figures.refused[str(started)] += 1
            await asyncio.sleep(PERIOD)
            return
        secret = started["links"][0]["secret"]
        live = f"ws://{self._address}/api/games/{started['id']}/live?changes=true"
        local = {"local_addr": (self._local, 0)} if self._local else {}
        headers = {"Authorization": f"Bearer {secret}"}
        async with websockets.connect(
            live, additional_headers=headers, max_size=None, open_timeout=60, **local
        ) as socket:
            if is_moving:
                await self._moves(name, socket)
            else:
                await self._looks_on(socket)

    async def _looks_on(self, socket: websockets.ClientConnection) -> None:
        try:
            async with asyncio.timeout(max(0.0, self._end - time.monotonic())):
                async for _ in socket:
                    pass
        except TimeoutError:
            return
        self._figures.disconnected["live connection"] += 1

    async def _moves(self, name: str, socket: websockets.ClientConnection) -> None:
        state = parlour.game(name).start()
        sent, due, played = 0.0, time.monotonic(), -1
        told: dict[str, Any] = {}
        async for text in socket:
            news = json.loads(text)
            is_counted = time.monotonic() >= self._figures.since
            if kept := news.pop("moved", None):
                if is_counted:
                    self._figures.acknowledged.append(time.monotonic() - sent)
                if "error" in kept:
                    self._figures.refused[str(kept)] += 1
            if not news:
                continue
            told |= news.get("set", {} if told else news)
            follow(state, news.get("lists", {}).get("moves") or enumerated(news.get("moves", [])))
            if told["outcome"]:
                self._figures.finished += 1
                return
            if not told["may_move"] or told["ply"] <= played:
                continue
            played = told["ply"]
            if sent and is_counted:
                self._figures.answered.append(time.monotonic() - sent)
            if time.monotonic() > self._end and self._figures.answered:
                return
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            due = max(due + self._manner.period, time.monotonic())
            sent = time.monotonic()
            move = {"move": self._rng.choice(state.moves()), "ply": told["ply"]}
            await socket.send(json.dumps(move))
        self._figures.disconnected["live connection"] += 1


def enumerated(moves: list[Any]) -> list[Any]:
    """All moves in the format of a list's changes: its length, and its items with their indices."""
    return [len(moves), list(enumerate(moves))]


def follow(state: State, moves: list[Any]) -> None:
    """Apply and answer what is new."""
    for index, (_, text) in moves[1]:
        if index == len(state.history):
            state.play(str(text))


def processor_seconds(process: int) -> dict[str, float]:
    """Processor seconds so far of the server, of its bots, and of this program; empty if unknown."""
    children = Path(f"/proc/{process}/task/{process}/children")
    if not children.exists():
        return {}
    bots = map(int, children.read_text(encoding="ascii").split())
    return {
        "server": _seconds_of(process),
        "bots": sum(map(_seconds_of, bots)),
        "people": time.process_time(),
    }


def _seconds_of(process: int) -> float:
    stat = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
    fields = stat.rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def summary(figures: Figures, load: Load, used: dict[str, float], lasted: float) -> dict[str, Any]:
    """The figures by name, times in milliseconds."""
    moves = len(figures.acknowledged)
    return {
        **vars(load),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "moves": moves,
        "lasted": round(lasted, 1),
        "finished": figures.finished,
        "refused": dict(figures.refused),
        "disconnected": dict(figures.disconnected),
        "waiting": figures.waiting,
        "processors": {name: round(seconds / lasted, 2) for name, seconds in used.items()},
        "processor_a_move": {
            name: round(1000 * seconds / max(moves, 1), 2) for name, seconds in used.items()
        },
        "acknowledged": quantiles(figures.acknowledged),
        "answered": quantiles(figures.answered),
    }


def quantiles(found: list[float]) -> dict[str, int]:
    """Median, tails and maximum in milliseconds; nothing if there are too few."""
    if len(found) < 2:
        return {}
    parts = statistics.quantiles(found, n=100)
    named = {"median": parts[49], "95%": parts[94], "99%": parts[98], "longest": max(found)}
    return {name: round(1000 * value) for name, value in named.items()}


def report(told: dict[str, Any]) -> None:
    """Print the figures."""
    for name in ("acknowledged", "answered"):
        print(f"{name:13} milliseconds: {told[name] or 'too few to tell'}")
    print(
        f"{told['games']} games at once, {told['moves'] / told['lasted']:.1f} moves a second by people, "
        f"{told['finished']} games finished, {sum(told['refused'].values())} requests refused, "
        f"{sum(told['disconnected'].values())} disconnected, {told['waiting']} left waiting"
    )
    print(f"processors: {told['processors']}; load {told['load']}, {told['cores']} cores")
    print(f"ms of a processor for a person's move and its reply: {told['processor_a_move']}")
    for text, count in sorted({**told["refused"], **told["disconnected"]}.items())[:5]:
        print(f"  {count} times {text[:200]}")


if __name__ == "__main__":
    asyncio.run(main())
