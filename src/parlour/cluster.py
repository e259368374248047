"""Run functions on the workers of a Dask cluster."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from parlour.errors import MissingExtra, ParlourError

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2  # tasks for each worker: one that it works on, one that waits


class Cluster:
    """The workers of the Dask scheduler at `address`; raises MissingExtra.

    The task of a lost worker goes to another. The scheduler is contacted once there are tasks;
    ParlourError is raised if there is none.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError as error:
            raise MissingExtra(
                "--cluster needs Dask: install parlour with the extra cluster, pip install 'parlour[cluster]'"
            ) from error
        self.address = address
        self._dask: Any = distributed

    def as_done(self, do: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """The results of `do`, in order of completion; takes tasks when there is room."""
        waiting = iter(tasks)
        with self._client() as client:
            room = AHEAD * max(1, sum(client.nthreads().values()))
            done = self._dask.as_completed()

            def hand_out(number: int) -> None:
                for _, task in zip(range(number), waiting, strict=False):
                    done.add(client.submit(alone, do, task, pure=False, retries=3))

            hand_out(room)
            for future in done:
                found = future.result()
                hand_out(1)
                yield found

    def in_order(self, do: Callable[[T], R], tasks: Iterable[T]) -> Iterator[R]:
        """The results of `do` in the order of the tasks; submits all tasks at once."""
        with self._client() as client:
            made = [client.submit(alone, do, task, pure=False, retries=3) for task in tasks]
            for future in made:
                yield future.result()

    @contextmanager
    def _client(self) -> Iterator[Any]:
        try:
            client = self._dask.Client(self.address, timeout="10s")
        except (OSError, ValueError) as error:
            raise ParlourError(f"there is no Dask scheduler at {self.address}: {error}") from error
        with client:
            yield client


_alone = threading.Lock()


def alone(do: Callable[[T], R], task: T) -> R:
    """Run a task under a lock of this process, because games are loaded without locks."""
    with _alone:
        return do(task)
