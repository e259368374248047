"""The process of a background compiler: ``python -m parlour.players.compiler_process PARENT``."""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import threading
from queue import SimpleQueue
from typing import IO

from parlour.child_process import (
    end_with,
    limit_memory,
    limit_processor,
    take_lowest_priority,
)
from parlour.errors import ParlourError
from parlour.players.kinds import player
from parlour.table.background_compiler import DONE, FAILED, Wish

JOB_SECONDS = 600  # of processor time for one request; more ends the process
MEGABYTES = 4096  # of memory


def serve(wishes: SimpleQueue[Wish], answers: IO[bytes]) -> None:
    """Compile for the requested players in turn, while the process lives."""
    while True:
        answers.write(answer(wishes.get()))
        answers.flush()


def answer(wish: Wish) -> bytes:
    """Compile what one request needs; the answer's line."""
    limit_processor(JOB_SECONDS)
    try:
        game, text, _ = pickle.loads(wish)
        player(text, game, seed=1).compile()
    except ParlourError as error:
        return FAILED + " ".join(str(error).split()).encode() + b"\n"
    return DONE


def receive(source: IO[bytes], wishes: SimpleQueue[Wish]) -> None:
    """Queue requests as they come; when the parent closes the pipe or ends, so does this process."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            wishes.put(pickle.load(source))
    os._exit(0)


def main() -> None:
    """The process's body."""
    take_lowest_priority()
    end_with(int(sys.argv[1]))
    limit_memory(MEGABYTES)
    wishes: SimpleQueue[Wish] = SimpleQueue()
    threading.Thread(target=receive, args=(sys.stdin.buffer, wishes), daemon=True).start()
    serve(wishes, sys.stdout.buffer)


if __name__ == "__main__":
    main()
