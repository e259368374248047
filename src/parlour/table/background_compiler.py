"""Compile in the background: weak bots start with the plain rules while another process compiles.

Compiled and plain searches find the same moves, so a search of a few hundred positions need not wait for the
compiler. It continues with compiled code when that is in the cache. ``PARLOUR_AHEAD=0`` disables the process
and everything else that is compiled before it is needed; then all bots wait.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
import threading
from functools import cache
from typing import Protocol

from parlour.table.game import Game

DONE, FAILED = b".\n", b"!"  # an answer is a line: done, or what is wrong

Wish = bytes  # a game and the text of a player of the kind that is to be compiled, pickled


class BackgroundCompiler(Protocol):
    """Compiles in other processes what players of this one ask for."""

    def ask(self, game: Game, text: str) -> bool:
        """Have compiled what such a player needs; whether its code is still to come."""


def wish_for(game: Game, text: str) -> Wish:
    """The request to compile what such a player needs, for another process."""
    return pickle.dumps((game, text, game.spec.package))  # a changed file has another package


def sent(wish: Wish) -> bytes:
    """A request as a compiling process reads it."""
    return pickle.dumps(wish)


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
                compiler_command(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                process_group=0,  # Ctrl-C is not meant for it
            )
        except OSError:
            self._ended = True
            return
        atexit.register(self._end)
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, game: Game, text: str) -> bool:
        """Have compiled what such a player needs, unless that is asked for; whether it will be."""
        try:
            wish = wish_for(game, text)
        except pickle.PicklingError:
            return False
        with self._asking:
            if wish not in self._wishes and not self._ended:
                try:
                    assert self._process.stdin is not None
                    self._process.stdin.write(sent(wish))
                    self._process.stdin.flush()
                except OSError:
                    self._ended = True
                self._wishes.append(wish)
        return not self.is_done(wish)

    def is_done(self, wish: Wish) -> bool:
        """Whether that has been compiled, or never will be."""
        return self._ended or wish in self._wishes[: self._done]

    def _end(self) -> None:
        self._process.kill()  # files of the cache are whole or not there at all
        self._process.wait()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        while self._process.stdout.readline():
            self._done += 1
        self._ended = True


def compiler_command() -> list[str]:
    """The command of a process that compiles for this one and ends with it."""
    return [sys.executable, "-m", "parlour.players.compiler_process", str(os.getpid())]


def compiles_ahead() -> bool:
    """Whether anything is compiled before it is needed: not where $PARLOUR_AHEAD is 0."""
    return os.environ.get("PARLOUR_AHEAD") != "0"


_shared: BackgroundCompiler | None = None


def use_compiler(shared: BackgroundCompiler) -> None:
    """Let this process's players ask `shared`, in place of a compiler of their own."""
    global _shared
    _shared = shared


def compiler() -> BackgroundCompiler | None:
    """This process's compiler, started when it is first asked for; None where there shall be none."""
    return _shared or own_compiler()


@cache
def own_compiler() -> Compiler | None:
    """A compiler that serves this process alone."""
    return Compiler() if compiles_ahead() else None


if hasattr(os, "register_at_fork"):
    # A parent's answers are the parent's.
    os.register_at_fork(after_in_child=own_compiler.cache_clear)
