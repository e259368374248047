"""The bots' worker processes, as the server sees them: tasks go out, answers come back, none blocks it.

A worker thinks about several tasks at once and shares its time evenly among clients; the client that has
least at work is served first. A game stays with one worker, if that has no more to do than others, so
that a player can go on with its tree. A worker that dies is replaced, and what it was doing is given to
others, once.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import multiprocessing
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from parlour.errors import ParlourError
from parlour.web.bots.worker import KEPT, Answer, Sheet, Task, What, main

log = logging.getLogger("parlour.web.bots.worker_pool")

TRIES = 2  # of a task whose worker dies
QUEUE = 4000  # tasks that may wait
IN_HAND = 200  # of them one client's
AT_WORK = 8  # tasks that a worker thinks about at once
PATIENCE = 5.0  # seconds that a worker may take to say that it is there
STARTING = 30.0  # seconds after its start in which it may say so for the first time

Told = Callable[[Answer], None]


class BotTrouble(ParlourError):
    """A bot could not think."""


@dataclass(eq=False)
class _Job:
    task: Task
    told: Told | None
    done: asyncio.Future[Answer]
    tries: int = 0


@dataclass(eq=False)
class _Process:
    """One worker: its process, our end of its pipe, what it is doing, by the tasks' numbers."""

    process: BaseProcess
    pipe: Connection
    jobs: dict[int, _Job] = field(default_factory=dict)
    tables: OrderedDict[str, None] = field(default_factory=OrderedDict)
    started: float = field(default_factory=time.monotonic)
    answered: bool = False

    def of_client(self, client: str) -> int:
        """How many of a client's tasks it thinks about."""
        return sum(job.task.client == client for job in self.jobs.values())


class Bots:
    """A few worker processes; `start` them in a running event loop."""

    def __init__(self, workers: int) -> None:
        self._count = workers
        self._numbers = itertools.count()
        self._workers: list[_Process] = []
        self._waiting: list[_Job] = []
        self._closing = False
        self._context = multiprocessing.get_context("spawn")

    async def start(self) -> None:
        """Start the workers."""
        self._loop = asyncio.get_running_loop()
        for _ in range(self._count):
            self._spawn()

    async def close(self) -> None:
        """End the workers and give up what they were asked."""
        self._closing = True
        for worker in self._workers:
            worker.pipe.close()
            worker.process.terminate()
        for job in [*self._waiting, *(job for w in self._workers for job in w.jobs.values())]:
            if not job.done.done():
                job.done.cancel()
        await asyncio.to_thread(self._join)

    def _join(self) -> None:
        for worker in self._workers:
            worker.process.join(2)
            if worker.process.is_alive():
                worker.process.kill()

    @property
    def alive(self) -> int:
        """How many workers are running."""
        return sum(worker.process.is_alive() for worker in self._workers)

    async def check(self) -> int:
        """How many workers are running, one of which has answered. Raises BotTrouble, TimeoutError."""
        await asyncio.wait_for(self.ask("ping", Sheet("", "", None, ()), "", 0), self.patience)
        return self.alive

    @property
    def patience(self) -> float:
        """How many seconds a worker may take to answer at all: more while one is still starting."""
        starts = [worker.started for worker in self._workers if not worker.answered]
        return max(PATIENCE, max(starts, default=-STARTING) + STARTING - time.monotonic())

    async def ask(
        self,
        what: What,
        sheet: Sheet,
        player: str,
        seed: int,
        told: Told | None = None,
        client: str = "",
        count: int = 1,
    ) -> Answer:
        """The answer to a task for a client; `told` gets reports of progress. Raises BotTrouble."""
        in_hand = sum(job.task.client == client for job in self._waiting)
        if len(self._waiting) >= QUEUE or in_hand >= IN_HAND:
            raise BotTrouble("the bots have too much to do; try again in a moment")
        task = Task(next(self._numbers), what, sheet, player, seed, client, count)
        job = _Job(task, told, self._loop.create_future())
        self._waiting.append(job)
        self._hand_out()
        answer = await job.done
        if answer.trouble:
            raise BotTrouble(answer.trouble)
        return answer

    # -- handing out -----------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Give waiting jobs to workers that can take more, those of the client with least at work first."""
        self._waiting = [job for job in self._waiting if not job.done.done()]
        while self._waiting:
            free = [worker for worker in self._workers if len(worker.jobs) < AT_WORK]
            if not free:
                return
            job = min(self._waiting, key=lambda job: self._at_work(job.task.client))
            self._waiting.remove(job)
            self._give(min(free, key=lambda worker: _fit(worker, job.task)), job)

    def _at_work(self, client: str) -> int:
        return sum(worker.of_client(client) for worker in self._workers)

    def _give(self, worker: _Process, job: _Job) -> None:
        worker.jobs[job.task.number] = job
        worker.tables[job.task.sheet.table] = None
        worker.tables.move_to_end(job.task.sheet.table)
        while len(worker.tables) > KEPT:
            worker.tables.popitem(last=False)
        job.tries += 1
        try:
            worker.pipe.send(job.task)
        except OSError:
            log.warning("a worker could not be asked", extra={"worker": worker.process.pid})

    def _spawn(self) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(target=main, args=(theirs,), daemon=True, name="bot")
        process.start()
        theirs.close()
        worker = _Process(process, ours)
        self._workers.append(worker)
        threading.Thread(target=self._listen, args=(worker,), daemon=True, name="bots").start()

    def _listen(self, worker: _Process) -> None:
        """In a thread: pass what a worker says to the event loop, until it is dead."""
        while True:
            try:
                answer: Answer = worker.pipe.recv()
            except (EOFError, OSError, TypeError):
                break
            self._call(self._heard, worker, answer)
        worker.process.join(1)  # its exit status is known a little after its pipe is closed
        self._call(self._died, worker)

    def _call(self, function: Callable[..., None], *given: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *given)

    def _heard(self, worker: _Process, answer: Answer) -> None:
        worker.answered = True
        job = worker.jobs.get(answer.number)
        if job is None:
            return
        if not answer.done:
            if job.told is not None:
                job.told(answer)
            return
        del worker.jobs[answer.number]
        if not job.done.done():
            job.done.set_result(answer)
        self._hand_out()

    def _died(self, worker: _Process) -> None:
        if self._closing or worker not in self._workers:
            return
        status = worker.process.exitcode
        # where all processes are asked to end, as a service is stopped, the workers end first
        level = logging.INFO if status == -signal.SIGTERM else logging.WARNING
        log.log(level, "a worker died and is replaced", extra={"exit": status})
        self._workers.remove(worker)
        worker.pipe.close()
        self._spawn()
        for job in worker.jobs.values():
            self._again(job)
        self._hand_out()

    def _again(self, job: _Job) -> None:
        """Put a job whose worker died in front, or give it up if that happened before."""
        if job.tries < TRIES:
            job.task = replace(job.task, number=next(self._numbers))
            self._waiting.insert(0, job)
        elif not job.done.done():
            job.done.set_result(Answer(job.task.number, trouble="the bot's process ended twice"))


def _fit(worker: _Process, task: Task) -> tuple[int, int, bool]:
    """How well a worker suits a task, least first: by the client's tasks, all tasks, whether it knows it."""
    return worker.of_client(task.client), len(worker.jobs), task.sheet.table not in worker.tables
