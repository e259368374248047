"""The servers under test: ``parlour serve`` in processes that can be killed and started again.

They are forked from a process that has imported everything, so that a restart takes part of a second.
"""

from __future__ import annotations

import asyncio
import mmap
import multiprocessing
import os
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import httpx

from parlour.errors import ParlourError

SECONDS = struct.Struct("d")
READY = 300.0  # seconds for a server to answer after its start, on a busy machine
ENVIRONMENT = {
    "PARLOUR_RATE": "100000",  # requests a second
    "PARLOUR_CONNECTIONS": "2000",
    "PARLOUR_PACE": "0",  # bots do not wait
    "PARLOUR_AHEAD": "0",  # no compiling
}


class NoServer(ParlourError):
    """A server did not start."""


@dataclass(frozen=True)
class ServerSettings:
    """How a server is started."""

    folder: Path
    database: str
    port: int
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def clock(self) -> Path:
        """The file with the difference between its time and the true one."""
        return self.folder / f"clock-{self.port}"


def free_port() -> int:
    """A port of this machine that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class SetClock:
    """The difference between a server's time and the true one, in a file that both map."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(SECONDS.size))
        with path.open("r+b") as file:
            self._memory = mmap.mmap(file.fileno(), SECONDS.size)

    def set(self, seconds: float) -> None:
        """Set the difference."""
        SECONDS.pack_into(self._memory, 0, seconds)

    def use(self) -> None:
        """Let this process read the time with the difference, as if the machine's time were set."""
        true_time, true_ns = time.time, time.time_ns

        def seconds() -> float:
            return float(SECONDS.unpack_from(self._memory)[0])

        time.time = lambda: true_time() + seconds()
        time.time_ns = lambda: true_ns() + round(seconds() * 1e9)


class Server:
    """One server; `running` is set while clients may use it."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.url = f"http://127.0.0.1:{settings.port}"
        self.running = asyncio.Event()
        self.log = settings.folder / f"server-{settings.port}.log"
        self.clock = SetClock(settings.clock)
        self._process: BaseProcess | None = None

    @property
    def pid(self) -> int:
        """The id of its process; 0 if there is none."""
        return (self._process.pid or 0) if self._process is not None else 0

    def start(self) -> None:
        """Start its process."""
        self._process = _context().Process(target=_serve, args=(self.settings, self.log))
        self._process.start()

    async def wait_ready(self) -> None:
        """Wait until it answers, then let clients in; raises NoServer."""
        until = time.monotonic() + READY
        async with httpx.AsyncClient(timeout=READY) as client:
            while time.monotonic() < until:
                with suppress(httpx.HTTPError):
                    if (await client.get(f"{self.url}/api/time")).status_code == 200:
                        self.running.set()
                        return
                if self._process is not None and not self._process.is_alive():
                    break
                await asyncio.sleep(0.02)
        raise NoServer(f"a server did not start; its log is {self.log}:\n{self._last_lines()}")

    def kill(self) -> None:
        """End its process with SIGKILL: it can do nothing about it."""
        self.running.clear()
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process = None

    async def restart(self) -> None:
        """Start it again after a kill."""
        self.start()
        await self.wait_ready()

    def bots(self) -> list[int]:
        """The process ids of its bots (Linux only)."""
        with suppress(OSError):
            text = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
            return [int(pid) for pid in text.split()]
        return []

    def signal(self, number: int) -> None:
        """Send a signal to its process."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def _last_lines(self) -> str:
        with suppress(OSError):
            return "\n".join(self.log.read_text(encoding="utf-8").splitlines()[-8:])
        return ""


def _context() -> Any:
    kind = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(kind)
    if kind == "forkserver":
        context.set_forkserver_preload(["parlour.web.serve", "parlour.durability.servers"])
    return context


def _serve(settings: ServerSettings, log: Path) -> None:
    """In the server's process: serve as the command does, until it is killed."""
    from parlour.web.serve import ServeOptions, serve

    if hasattr(os, "setsid"):
        os.setsid()  # Ctrl-C is for the command alone
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with log.open("ab") as file:
        os.dup2(file.fileno(), sys.stdout.fileno())
        os.dup2(file.fileno(), sys.stderr.fileno())
    os.environ.update({"PARLOUR_DATA": str(settings.folder), **ENVIRONMENT, **settings.environment})
    SetClock(settings.clock).use()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    serve(ServeOptions(port=settings.port, database=settings.database, workers=1, browser=False))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


async def start_all(servers: Sequence[Server]) -> None:
    """Start servers and wait until all are ready."""
    for server in servers:
        server.start()
    await asyncio.gather(*(server.wait_ready() for server in servers))
