"""The pool of bots' worker processes: tasks go out and answers come back without blocking the server.

A worker runs several tasks at once; the client with the fewest running tasks is served first. A game
stays with its worker, unless that is busier than others, so that a player can reuse its tree. A worker
that dies is replaced, and its tasks are given to others, once.

Games of users' files have a worker of their own. It is ended when it is silent for too long, since
their rules may never come to an end.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import multiprocessing
import signal
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from parlour.errors import ParlourError
from parlour.language import ENGLISH
from parlour.table.background_compiler import Wish
from parlour.web.bots.compile_service import CompileService
from parlour.web.bots.worker import (
    CACHED,
    MEGABYTES,
    BotAnswer,
    BotGame,
    BotTask,
    CompileRequest,
    CompileResult,
    TaskKind,
    main,
)

log = logging.getLogger("parlour.web.bots.worker_pool")

TRIES = 2  # for a task whose worker dies
QUEUE = 4000  # waiting tasks
CLIENT_QUEUE = 200  # waiting tasks of one client
AT_WORK = 8  # tasks that run at once in a worker, beside the first ones of other clients
CLIENTS_AT_WORK = 64  # clients that a worker serves at once
PATIENCE = 5.0  # seconds that a worker may take to answer a ping
RULES_PATIENCE = 30.0  # seconds that a worker of users' files may be silent while it has tasks
LOOK = 1.0  # seconds between two looks at it
RULES_MEGABYTES = 4096  # of memory that it may have
SILENCE = 60.0  # seconds without any message from a worker, after which none is thought to work

Report = Callable[[BotAnswer], None]


class BotTrouble(ParlourError):
    """A bot could not answer."""


@dataclass(frozen=True)
class BotsHealth:
    """How many workers run, whether they are slow to answer, and how many tasks wait for them."""

    alive: int
    slow: bool
    waiting: int


@dataclass(eq=False)
class _Job:
    task: BotTask
    report: Report | None
    done: asyncio.Future[BotAnswer]
    tries: int = 0


@dataclass(eq=False)
class _Process:
    """One worker: its process, our end of its pipe, and its jobs by task number."""

    process: BaseProcess
    pipe: Connection
    jobs: dict[int, _Job] = field(default_factory=dict)
    clients: Counter[str] = field(default_factory=Counter)  # how many of the jobs are each client's
    games: OrderedDict[str, None] = field(default_factory=OrderedDict)
    worked: float = 0.0  # when it last reported progress, or got a task after it had none
    of_files: bool = False  # whether it plays games of users' files, and no others
    heard: float = field(default_factory=time.monotonic)  # when it last sent something, or started

    def send(self, message: BotTask | CompileResult) -> None:
        """Send a message; a worker that has just died is replaced soon."""
        try:
            self.pipe.send(message)
        except OSError:
            log.warning("a worker does not take a message", extra={"worker": self.process.pid})

    def has_room_for(self, task: BotTask) -> bool:
        """Whether it takes a task: one client's tasks leave room for the first ones of others."""
        room = AT_WORK if self.clients[task.client] else CLIENTS_AT_WORK
        return self.of_files == (task.game.file is not None) and len(self.jobs) < room

    def add(self, job: _Job) -> None:
        """Note a job that it works on."""
        self.jobs[job.task.number] = job
        self.clients[job.task.client] += 1

    def remove(self, number: int) -> None:
        """Forget a job, by the number of its task."""
        client = self.jobs.pop(number).task.client
        self.clients[client] -= 1
        if not self.clients[client]:
            del self.clients[client]


class Bots:
    """A few worker processes; `start` them in a running event loop.

    A worker drops players that have not moved for longest while it uses more than `megabytes` of memory.
    """

    def __init__(self, workers: int, megabytes: int = MEGABYTES) -> None:
        self._count, self._megabytes = workers, megabytes
        self._numbers = itertools.count()
        self._workers: list[_Process] = []
        self._waiting: list[_Job] = []
        self._closing = False
        self._watching: asyncio.Task[None] | None = None
        self._context = multiprocessing.get_context("spawn")

    async def start(self) -> None:
        """Start the workers."""
        self._loop = asyncio.get_running_loop()
        self._compiler = CompileService(self._tell_compiled)
        for _ in range(self._count):
            self._spawn()

    async def close(self) -> None:
        """Stop the workers and cancel their tasks."""
        self._closing = True
        for worker in self._workers:
            worker.pipe.close()
            worker.process.terminate()
        for job in [*self._waiting, *(job for w in self._workers for job in w.jobs.values())]:
            if not job.done.done():
                job.done.cancel()
        if self._watching is not None:
            self._watching.cancel()
        await self._compiler.close()
        await asyncio.to_thread(self._join)

    def _join(self) -> None:
        for worker in self._workers:
            worker.process.join(2)
            if worker.process.is_alive():
                worker.process.kill()

    @property
    def alive(self) -> int:
        """The number of running workers."""
        return sum(worker.process.is_alive() for worker in self._workers)

    async def check(self) -> BotsHealth:
        """Whether a worker answers; it is slow where the machine is busy. Raises BotTrouble."""
        if not self._workers:
            return BotsHealth(0, False, len(self._waiting))
        pings = [asyncio.create_task(self._ping(worker)) for worker in self._workers]
        try:
            done, _ = await asyncio.wait(
                pings, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            for ping in pings:
                ping.cancel()
        silent = time.monotonic() - max(worker.heard for worker in self._workers)
        if not done and silent > SILENCE:
            raise BotTrouble(f"no bot process has answered for {silent:.0f} seconds")
        return BotsHealth(self.alive, not done, len(self._waiting))

    async def _ping(self, worker: _Process) -> None:
        task = BotTask(next(self._numbers), "ping", BotGame("", "", None, ()), "", 0)
        job = _Job(task, None, self._loop.create_future())
        self._send(worker, job)
        await job.done

    async def ask(
        self,
        kind: TaskKind,
        game: BotGame,
        player: str,
        seed: int,
        report: Report | None = None,
        client: str = "",
        count: int = 1,
        language: str = ENGLISH,
    ) -> BotAnswer:
        """The answer to a task for a client, with words in a language; `report` gets its progress.

        Raises BotTrouble.
        """
        waiting = sum(job.task.client == client for job in self._waiting)
        if len(self._waiting) >= QUEUE or waiting >= CLIENT_QUEUE:
            raise BotTrouble("the bots are busy; try again in a moment")
        task = BotTask(next(self._numbers), kind, game, player, seed, client, count, language)
        job = _Job(task, report, self._loop.create_future())
        self._ensure_worker_of_files(task)
        self._waiting.append(job)
        self._assign_jobs()
        answer = await job.done
        if answer.error:
            raise BotTrouble(answer.error)
        return answer

    # -- scheduling ------------------------------------------------------------------------------------

    def _assign_jobs(self) -> None:
        """Give waiting jobs to workers with room, the client with the fewest running tasks first."""
        self._waiting = [job for job in self._waiting if not job.done.done()]
        while (found := self._next_job()) is not None:
            job, worker = found
            self._waiting.remove(job)
            self._send(worker, job)

    def _next_job(self) -> tuple[_Job, _Process] | None:
        """The job to run next, and the worker that has room for it and suits it best."""
        workers = [worker for worker in self._workers if len(worker.jobs) < CLIENTS_AT_WORK]
        if not workers:  # most often so when many wait
            return None
        for job in sorted(self._waiting, key=lambda job: self._running_tasks(job.task.client)):
            free = [worker for worker in workers if worker.has_room_for(job.task)]
            if free:
                return job, min(free, key=lambda worker: _fit(worker, job.task))
        return None

    def _ensure_worker_of_files(self, task: BotTask) -> None:
        if task.game.file is not None and not any(worker.of_files for worker in self._workers):
            self._spawn(of_files=True)
            self._watching = asyncio.create_task(self._watch_files())

    async def _watch_files(self) -> None:
        """End the worker of users' files while it is silent."""
        while workers := [worker for worker in self._workers if worker.of_files]:
            await asyncio.sleep(LOOK)
            for worker in workers:
                silent = time.monotonic() - worker.worked
                if worker.jobs and silent > RULES_PATIENCE:
                    self._give_up(worker)

    def _give_up(self, worker: _Process) -> None:
        """End a worker, and answer its tasks with what is wrong."""
        for job in worker.jobs.values():
            name = Path(job.task.game.file[0]).name if job.task.game.file else "the rules"
            error = (
                f"{name} takes too long: no move in {RULES_PATIENCE:.0f} seconds. Mend the rules"
            )
            if not job.done.done():
                job.done.set_result(BotAnswer(job.task.number, error=error))
        worker.jobs.clear()
        worker.clients.clear()
        worker.process.kill()

    def _running_tasks(self, client: str) -> int:
        return sum(worker.clients[client] for worker in self._workers)

    def _send(self, worker: _Process, job: _Job) -> None:
        worker.add(job)
        worker.games[job.task.game.key] = None
        worker.games.move_to_end(job.task.game.key)
        while len(worker.games) > CACHED:
            worker.games.popitem(last=False)
        job.tries += 1
        if len(worker.jobs) == 1:
            worker.worked = time.monotonic()
        worker.send(job.task)

    def _tell_compiled(self, wish: Wish, trouble: str) -> None:
        for worker in self._workers:
            worker.send(CompileResult(wish, trouble))

    def _spawn(self, of_files: bool = False) -> None:
        ours, theirs = self._context.Pipe()
        limit = RULES_MEGABYTES if of_files else None
        process = self._context.Process(
            target=main, args=(theirs, self._megabytes, limit), daemon=True, name="bot"
        )
        process.start()
        theirs.close()
        worker = _Process(process, ours, of_files=of_files)
        self._workers.append(worker)
        threading.Thread(target=self._listen, args=(worker,), daemon=True, name="bots").start()

    def _listen(self, worker: _Process) -> None:
        """In a thread: pass a worker's answers to the event loop until it dies."""
        while True:
            try:
                message: BotAnswer | CompileRequest = worker.pipe.recv()
            except (EOFError, OSError, TypeError):
                break
            if isinstance(message, CompileRequest):
                self._call(self._compiler.ask, message.wish, message.client)
            else:
                self._call(self._receive, worker, message)
        worker.process.join(1)  # the exit status comes a little after the pipe closes
        self._call(self._replace, worker)

    def _call(self, function: Callable[..., None], *given: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *given)

    def _receive(self, worker: _Process, answer: BotAnswer) -> None:
        worker.heard = time.monotonic()
        job = worker.jobs.get(answer.number)
        if job is None:
            return
        if job.task.kind != "ping":  # which a worker answers that does nothing else
            worker.worked = worker.heard
        if not answer.done:
            if job.report is not None:
                job.report(answer)
            return
        worker.remove(answer.number)
        if not job.done.done():
            job.done.set_result(answer)
        self._assign_jobs()

    def _replace(self, worker: _Process) -> None:
        if self._closing or worker not in self._workers:
            return
        status = worker.process.exitcode
        # when a service is stopped, all its processes are terminated, workers first
        level = logging.INFO if status == -signal.SIGTERM else logging.WARNING
        log.log(level, "a worker died and is replaced", extra={"exit": status})
        self._workers.remove(worker)
        worker.pipe.close()
        self._spawn(worker.of_files)
        for job in worker.jobs.values():
            self._retry(job)
        self._assign_jobs()

    def _retry(self, job: _Job) -> None:
        """Queue a dead worker's job first, or give it up the second time."""
        if job.tries < TRIES:
            job.task = replace(job.task, number=next(self._numbers))
            self._waiting.insert(0, job)
        elif not job.done.done():
            job.done.set_result(BotAnswer(job.task.number, error="the bot's process ended twice"))


def _fit(worker: _Process, task: BotTask) -> tuple[int, int, bool]:
    """How well a worker suits a task, best first: the client's tasks, all tasks, another game."""
    return worker.clients[task.client], len(worker.jobs), task.game.key not in worker.games
