"""The process of the background compiler: ``python -m parlour.players.compiler_process``."""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from typing import IO

from parlour.errors import ParlourError
from parlour.players.kinds import player
from parlour.table.background_compiler import DONE

PRIORITY = 5  # below the game that waits for it


def serve(wishes: IO[bytes], answers: IO[bytes]) -> None:
    """Compile for the requested players in turn, until there are no more requests."""
    while True:
        try:
            game, text = pickle.load(wishes)
        except EOFError:
            return
        with contextlib.suppress(ParlourError):  # whoever asked will see it for himself
            player(text, game, seed=1).compile()
        answers.write(DONE)
        answers.flush()


def main() -> None:
    """The process's body."""
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
    serve(sys.stdin.buffer, sys.stdout.buffer)


if __name__ == "__main__":
    main()
