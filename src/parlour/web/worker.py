"""A bot's worker process: it keeps players and states of the games it is asked about, and thinks.

Requests and answers are plain tuples over a pipe; nothing here knows the server.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Literal

from parlour.errors import ParlourError
from parlour.players import Player, player
from parlour.table.catalogue import game as find_game
from parlour.table.state import State

KEPT = 256  # states and players that are remembered
TOLD = 0.25  # seconds between two reports of progress

What = Literal["choose", "advise", "ready", "ping"]


@dataclass(frozen=True)
class Sheet:
    """Where a game stands: the game with its options, from which position, the texts played.

    `table` names the game being played, so that a player goes on with what it found before.
    """

    table: str
    game: str
    position: str | None
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Task:
    """What a worker is to do: choose a move, give advice, or only get ready (compile)."""

    number: int
    what: What
    sheet: Sheet
    player: str
    seed: int


@dataclass(frozen=True)
class Answer:
    """What came of a task; `trouble` says why nothing did. Without `done` it reports progress only."""

    number: int
    done: bool = True
    move: str = ""
    value: float | None = None
    line: tuple[str, ...] = ()
    words: str = ""
    trouble: str = ""
    compiled: int = 0  # functions compiled so far
    part: float = 0.0  # of the thinking that is done


class _Kept(OrderedDict[Any, Any]):
    """A dict that forgets what was not used for the longest time."""

    def find(self, key: Any) -> Any:
        value = self.get(key)
        if value is not None:
            self.move_to_end(key)
        return value

    def keep(self, key: Any, value: Any) -> None:
        self[key] = value
        self.move_to_end(key)
        while len(self) > KEPT:
            self.popitem(last=False)


class Worker:
    """Answers tasks one after another."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._sending = threading.Lock()
        self._states: _Kept = _Kept()
        self._players: _Kept = _Kept()
        self._compiled = 0
        self._told = 0.0
        self._task = -1

    def run(self) -> None:
        """Answer until the pipe is closed."""
        _watch_compiler(self._function_compiled)
        while True:
            try:
                task: Task = self._pipe.recv()
            except (EOFError, OSError):
                return
            self._task, self._compiled, self._told = task.number, 0, time.monotonic()
            try:
                answer = self._answer(task)
            except Exception as error:  # a fault in one game must not end the others' opponent
                known = isinstance(error, ParlourError)
                answer = Answer(
                    task.number, trouble=str(error) if known else f"{type(error).__name__}: {error}"
                )
            self._send(answer)

    def _answer(self, task: Task) -> Answer:
        if task.what == "ping":
            return Answer(task.number)
        state = self._state(task.sheet)
        if task.what == "ready":
            if state.turn is not None and state.turn >= 0:
                self._player(task, "").choose(state.copy(), self._progress)
            return Answer(task.number)
        if task.what == "choose":
            move = self._player(task, task.sheet.table).choose(state.copy(), self._progress)
            return Answer(task.number, move=move)
        found = self._player(task, f"{task.sheet.table} advice").advise(
            state.copy(), self._progress
        )
        return Answer(
            task.number, move=found.move, value=found.value, line=found.line, words=found.words
        )

    def _state(self, sheet: Sheet) -> State:
        """The state after the sheet's moves: the one that is kept, played on, or a new one."""
        kept = self._states.find(sheet.table)
        if kept is None or kept.history != sheet.moves[: len(kept.history)]:
            game = find_game(sheet.game)
            kept = game.start() if sheet.position is None else game.read(sheet.position)
        for text in sheet.moves[len(kept.history) :]:
            kept.play(text)
        self._states.keep(sheet.table, kept)
        state: State = kept
        return state

    def _player(self, task: Task, table: str) -> Player:
        key = (table, task.sheet.game, task.player, task.seed)
        found = self._players.find(key)
        if found is None:
            found = player(task.player, find_game(task.sheet.game), task.seed)
            self._players.keep(key, found)
        bot: Player = found
        return bot

    # -- progress ------------------------------------------------------------------------------------

    def _function_compiled(self) -> None:
        self._compiled += 1
        self._tell(0.0)

    def _progress(self, part: float) -> None:
        self._tell(part)

    def _tell(self, part: float) -> None:
        now = time.monotonic()
        if now - self._told >= TOLD:
            self._told = now
            self._send(Answer(self._task, done=False, compiled=self._compiled, part=part))

    def _send(self, answer: Answer) -> None:
        with self._sending, contextlib.suppress(OSError):
            self._pipe.send(answer)


def _watch_compiler(told: Any) -> None:
    """Call `told` whenever Numba has compiled a function."""
    from numba.core import event

    class Compiled(event.Listener):
        def on_start(self, event: object) -> None:
            pass

        def on_end(self, event: object) -> None:
            told()

    event.register("numba:compile", Compiled())  # type: ignore[no-untyped-call]


def main(pipe: Connection) -> None:
    """The body of the process: it leaves Ctrl-C to the server, and yields to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(5)
    Worker(pipe).run()
