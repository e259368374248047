"""Compiling beside the game: weak bots begin with the plain rules, while a process of its own compiles.

Compiled and plain searches find the same, so that a search of a few hundred positions need not wait for the
compiler: it is done sooner without. What is compiled meanwhile is found in the cache. ``PARLOUR_AHEAD=0``
leaves the process out, and whatever else is compiled before it is needed; then all wait.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import threading
from functools import cache

from parlour.table.game import Game

DONE = b"."

Wish = tuple[Game, str]  # a game, and the text of a player of the kind that is to be compiled


class Compiler:
    """A process that compiles what it is asked for, in turn, and ends with this one.

    Where it cannot be started, or fails, all is held to be done: then whoever needs the code compiles it.
    """

    def __init__(self) -> None:
        self._wishes: list[Wish] = []
        self._done, self._ended = 0, False
        self._asking = threading.Lock()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "parlour.players.compiler_process"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is not meant for it
            )
        except OSError:
            self._ended = True
            return
        atexit.register(self._end)
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, game: Game, text: str) -> bool:
        """Have compiled what such a player needs, unless that is asked for; whether it will be."""
        with self._asking:
            if (game, text) not in self._wishes and not self._ended:
                try:
                    assert self._process.stdin is not None
                    self._process.stdin.write(pickle.dumps((game, text)))
                    self._process.stdin.flush()
                except (OSError, pickle.PicklingError):
                    self._ended = True
                self._wishes.append((game, text))
        return not self.is_done(game, text)

    def is_done(self, game: Game, text: str) -> bool:
        """Whether that has been compiled, or never will be."""
        return self._ended or (game, text) in self._wishes[: self._done]

    def _end(self) -> None:
        self._process.kill()  # files of the cache are whole or not there at all
        self._process.wait()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while self._process.stdout.read(1) == DONE:
            self._done += 1
        self._ended = True


def compiles_ahead() -> bool:
    """Whether anything is compiled before it is needed: not where $PARLOUR_AHEAD is 0."""
    return os.environ.get("PARLOUR_AHEAD") != "0"


@cache
def compiler() -> Compiler | None:
    """This process's compiler, started when it is first asked for; None where there shall be none."""
    return Compiler() if compiles_ahead() else None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=compiler.cache_clear)  # a parent's answers are the parent's
