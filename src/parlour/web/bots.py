"""The bots' worker processes, as the server sees them: tasks go out, answers come back, none blocks it.

A game stays with one worker while that is not busy, so that a player can go on with its tree. A worker
that dies is replaced, and what it was doing is given to the new one, once.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import multiprocessing
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from parlour.errors import ParlourError
from parlour.web.worker import Answer, Sheet, Task, What, main

log = logging.getLogger("parlour.web.bots")

TRIES = 2  # of a task whose worker dies
QUEUE = 2000  # tasks that may wait

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
    """One worker: its process, our end of its pipe, what it is doing."""

    process: BaseProcess
    pipe: Connection
    job: _Job | None = None
    tables: set[str] = field(default_factory=set)


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
        for job in [*self._waiting, *(w.job for w in self._workers if w.job)]:
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
        """How many workers are running; one that is idle is asked. Raises BotTrouble."""
        if any(worker.job is None for worker in self._workers):
            await self.ask("ping", Sheet("", "", None, ()), "", 0)
        return self.alive

    async def ask(
        self, what: What, sheet: Sheet, player: str, seed: int, told: Told | None = None
    ) -> Answer:
        """The answer to a task; `told` gets reports of progress. Raises BotTrouble."""
        if len(self._waiting) >= QUEUE:
            raise BotTrouble("the bots have too much to do; try again in a moment")
        task = Task(next(self._numbers), what, sheet, player, seed)
        job = _Job(task, told, self._loop.create_future())
        self._waiting.append(job)
        self._hand_out()
        answer = await job.done
        if answer.trouble:
            raise BotTrouble(answer.trouble)
        return answer

    # -- handing out -----------------------------------------------------------------------------------

    def _hand_out(self) -> None:
        """Give waiting jobs to idle workers: the one that knows the game, if it is idle."""
        idle = [w for w in self._workers if w.job is None]
        while idle and self._waiting:
            job = self._waiting.pop(0)
            if job.done.done():
                continue
            worker = next((w for w in idle if job.task.sheet.table in w.tables), idle[0])
            idle.remove(worker)
            self._give(worker, job)

    def _give(self, worker: _Process, job: _Job) -> None:
        worker.job = job
        worker.tables.add(job.task.sheet.table)
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
        job = worker.job
        if job is None or job.task.number != answer.number:
            return
        if not answer.done:
            if job.told is not None:
                job.told(answer)
            return
        worker.job = None
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
        if worker.job is not None:
            self._again(worker.job)
        self._hand_out()

    def _again(self, job: _Job) -> None:
        """Put a job whose worker died in front, or give it up if that happened before."""
        if job.tries < TRIES:
            job.task = replace(job.task, number=next(self._numbers))
            self._waiting.insert(0, job)
        elif not job.done.done():
            job.done.set_result(Answer(job.task.number, trouble="the bot's process ended twice"))
