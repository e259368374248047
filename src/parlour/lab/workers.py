"""Play tasks in this process, in several processes, or on a Dask cluster.

Each of these takes tasks when it has room, and yields results in order of completion.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from parlour.cluster import AHEAD, Cluster
from parlour.errors import ParlourError
from parlour.lab.batch import pack
from parlour.lab.lab_games import ArmTask, play

SLOW, QUICK = (
    5e-3,
    5e-4,
)  # seconds a game: above, packing small costs nothing to speak of; below, much


@dataclass(frozen=True)
class Done:
    """A task's games, packed, and the processor seconds they took."""

    task: ArmTask
    data: bytes
    seconds: float


Work = Callable[[Iterator[ArmTask]], Iterator[Done]]


def work_on(task: ArmTask) -> Done:
    """Play a task's games."""
    batch, seconds = play(task)
    each = seconds / task.count
    return Done(task, pack(batch, 6 if each > SLOW else 1 if each > QUICK else 0), seconds)


def here(tasks: Iterator[ArmTask]) -> Iterator[Done]:
    """Play in this process."""
    return map(work_on, tasks)


def in_processes(workers: int) -> Work:
    """Play in a number of processes of this machine."""

    def work(tasks: Iterator[ArmTask]) -> Iterator[Done]:
        from joblib import Parallel, delayed
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        pool = Parallel(
            workers,
            backend="loky",
            return_as="generator_unordered",
            pre_dispatch=AHEAD * workers,
            batch_size=1,
        )
        try:
            yield from pool(delayed(work_beside)(task) for task in tasks)
        except TerminatedWorkerError as error:
            raise ParlourError(
                "a worker was killed, perhaps for want of memory; what was played is kept: "
                "run the experiment again to go on, with fewer --workers"
            ) from error

    return work


def work_beside(task: ArmTask) -> Done:
    """Play a task's games in a process that leaves Ctrl-C to its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return work_on(task)


def on_cluster(address: str) -> Work:
    """Play on the workers of the Dask scheduler at `address`; raises MissingExtra, ParlourError."""
    return partial(Cluster(address).as_done, work_on)
