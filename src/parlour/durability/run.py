"""A run: servers, clients and the nemesis; then the checks."""

from __future__ import annotations

import asyncio
import signal
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from parlour.durability.bot_games import BotGames
from parlour.durability.checks import Verdict, check
from parlour.durability.clients import Client
from parlour.durability.databases import SQLITE, NoDatabase, database
from parlour.durability.duels import Duels
from parlour.durability.faults import injectors
from parlour.durability.findings import KINDS
from parlour.durability.history import History, read_faults, read_history
from parlour.durability.imports import Imports
from parlour.durability.matches import Matches
from parlour.durability.nemesis import Nemesis
from parlour.durability.rated_games import RatedGames
from parlour.durability.requests import Requests
from parlour.durability.run_settings import Fault, RunSettings
from parlour.durability.servers import Server, ServerSettings, free_port, start_all
from parlour.durability.stored import read_stored
from parlour.durability.study_clients import StudyClients
from parlour.errors import ParlourError

HISTORY = "history.jsonl"

INTERVAL = 10.0  # seconds between two reports of progress
AT_ONCE = 8  # looks when all is over
ENDING = 30.0  # seconds for clients to finish what they do


@dataclass
class DurabilityProgress:
    """How far a run is."""

    moves: int = 0
    kills: int = 0
    seconds: float = 0.0


@dataclass
class Report:
    """The result of a run."""

    verdict: Verdict
    database: str
    kills: int = 0
    seconds: float = 0.0
    faults: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)  # faults, and why
    errors: dict[str, int] = field(default_factory=dict)  # answers with a server's error
    is_partial: bool = False
    trouble: str = ""  # why the run ended early, as a server that did not start again

    @property
    def is_good(self) -> bool:
        """Whether every promise was kept, and everything started again after each fault."""
        return not self.verdict.findings and not self.trouble

    @property
    def payload(self) -> dict[str, Any]:
        """The report for programs."""
        verdict = self.verdict
        return {
            "database": self.database,
            "seconds": round(self.seconds, 1),
            "partial": self.is_partial,
            "trouble": self.trouble,
            "kills": self.kills,
            "faults": self.faults,
            "skipped": self.skipped,
            "acknowledged": verdict.acknowledged,
            "unknown": verdict.unknown,
            "rejected": verdict.refused,
            "errors": self.errors,
            "checked": verdict.subjects,
            **{kind: verdict.count(kind) for kind in KINDS},
            "findings": [str(finding) for finding in verdict.findings],
        }


class Run:
    """One run; Ctrl-C ends it early, with a report of what was done."""

    def __init__(
        self, settings: RunSettings, on_progress: Callable[[DurabilityProgress], object]
    ) -> None:
        self._settings, self._on_progress = settings, on_progress
        if settings.servers > 1 and settings.database == SQLITE:
            raise NoDatabase("a SQLite file has one server; several need PostgreSQL")
        settings.folder.mkdir(parents=True, exist_ok=True)
        if any(settings.folder.iterdir()):
            raise NoDatabase(f"{settings.folder} is not empty; name a new folder")
        self._database = database(settings.database, settings.folder)
        self._history = History(settings.folder / HISTORY)
        self._begun = time.monotonic()

    def report(self) -> Report:
        """Run, then check."""
        settings = self._settings
        self._database.start()
        try:
            report = asyncio.run(self._run())
            report.verdict = check_folder(settings.folder, self._database.url)
        finally:
            self._database.stop()
        report.seconds = time.monotonic() - self._begun
        return report

    def discard(self) -> None:
        """Delete the history and the database."""
        self._database.discard()

    async def _run(self) -> Report:
        settings = self._settings
        servers = [
            Server(ServerSettings(settings.folder, self._database.url, free_port()))
            for _ in range(settings.servers)
        ]
        report = Report(Verdict(), settings.database)
        try:
            await start_all(servers)
            requests = Requests(servers, self._history, Random(f"{settings.seed}/requests"))
            clients = make_clients(requests, settings)
            await self._play(servers, clients, report)
            if not report.trouble:
                await _look_at_all(servers, clients, requests)
            report.errors = requests.errors
            await requests.close()
        finally:
            for server in servers:
                server.kill()
            self._history.close()
        return report

    async def _play(
        self, servers: Sequence[Server], clients: Sequence[Client], report: Report
    ) -> None:
        settings = self._settings
        found, report.skipped = injectors(settings.faults, servers, self._database)
        nemesis = Nemesis(servers, found, self._history, settings)
        playing = [asyncio.create_task(client.run()) for client in clients]
        work = asyncio.create_task(nemesis.run())
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, work.cancel)
        watched: set[asyncio.Task[None]] = {work, *playing}
        while not work.done() and not report.trouble:
            done, watched = await asyncio.wait(
                watched, timeout=INTERVAL, return_when=asyncio.FIRST_COMPLETED
            )
            self._show(nemesis)
            report.trouble = "; ".join(filter(None, map(_trouble, done)))
        report.is_partial = work.cancelled() or bool(report.trouble)
        work.cancel()
        await _end(clients, playing)
        report.kills, report.faults = nemesis.kills, nemesis.injected

    def _show(self, nemesis: Nemesis) -> None:
        moves = self._history.acknowledged.get("move", 0)
        self._on_progress(DurabilityProgress(moves, nemesis.kills, time.monotonic() - self._begun))


def make_clients(requests: Requests, settings: RunSettings) -> list[Client]:
    """The clients of a run: most play duels, a few do each other thing."""
    others = (Matches, RatedGames, StudyClients, BotGames, Imports)
    duels = [Duels(requests, settings, n) for n in range(settings.tables)]
    return [*duels, *(kind(requests, settings, 0) for kind in others)]


async def _look_at_all(
    servers: Sequence[Server], clients: Sequence[Client], requests: Requests
) -> None:
    """Start the servers afresh, and look at everything once, as somebody who comes back."""
    for server in servers:
        server.kill()
    await start_all(servers)
    waiting = [request for client in clients for request in client.closing]

    async def look() -> None:
        while waiting:
            await requests.send(waiting.pop())

    await asyncio.gather(*(look() for _ in range(AT_ONCE)))


async def _end(clients: Sequence[Client], playing: Sequence[asyncio.Task[None]]) -> None:
    """Let the clients finish; those that wait for a server that does not come are cancelled."""
    for client in clients:
        client.end()
    _, late = await asyncio.wait(playing, timeout=ENDING)
    for task in late:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


def _trouble(task: asyncio.Task[None]) -> str:
    """Why a task has failed: a server did not start again, or an answer was not understood."""
    error = None if task.cancelled() else task.exception()
    if error is None or isinstance(error, ParlourError):
        return "" if error is None else str(error)
    return "".join(traceback.format_exception(error))


def check_folder(folder: Path, url: str) -> Verdict:
    """Check the history in a folder against a database."""
    with (folder / HISTORY).open(encoding="utf-8") as lines:
        operations = read_history(lines)
    with (folder / HISTORY).open(encoding="utf-8") as lines:
        time_was_set = Fault.CLOCK in read_faults(lines)
    stored = read_stored(url)
    return check(operations, stored, time_was_set=time_was_set)


def check_again(folder: Path, name: str) -> Report:
    """Check a kept history against its database again; raises NoDatabase."""
    if not (folder / HISTORY).is_file():
        raise NoDatabase(f"{folder} has no {HISTORY}: name the folder of an earlier run")
    begun, kept = time.monotonic(), database(name, folder.resolve())
    kept.start()
    try:
        verdict = check_folder(folder, kept.url)
    finally:
        kept.stop()
    return Report(verdict, name, seconds=time.monotonic() - begun)
