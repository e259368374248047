"""A bot's worker process: it keeps players and states of the games it is asked about, and thinks.

Several tasks are thought about at once, in slices: a short one does not wait for a long one, and no
client's tasks for another's, however many they are. Compiling a game is not sliced. An outside engine
thinks in a process of its own: nobody waits for it but who asked.

Requests and answers are plain tuples over a pipe; nothing here knows the server.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import os
import signal
import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from parlour.errors import BadRules, ParlourError
from parlour.players import Advice, Player, player
from parlour.players.programs import ProgramPlayer
from parlour.players.several import QUICK, several
from parlour.records import Tree
from parlour.review import Review, review
from parlour.table.catalogue import file_spec
from parlour.table.catalogue import game as find_game
from parlour.table.game import Game, State
from parlour.web.bots.fair_scheduler import Baton

KEPT = 1024  # states and players that are remembered
LATEST = 16  # players of them that are kept however much memory they take
MEMORY = 1 << 30  # bytes that the process may have before it forgets players, the oldest first
STATM = Path("/proc/self/statm")
TOLD = 0.25  # seconds between two reports of progress

What = Literal["choose", "advise", "several", "review", "ready", "ping"]


@dataclass(frozen=True)
class Sheet:
    """Where a game stands: the game with its options, from which position, the texts played.

    `table` names the game being played, so that a player goes on with what it found before. `file` is
    the path of a game's own file, and the package that it was for the server.
    """

    table: str
    game: str
    position: str | None
    moves: tuple[str, ...]
    file: tuple[str, str] | None = None

    def find_game(self) -> Game:
        """The game; its own file is run anew if it has changed. Raises ParlourError."""
        if self.file is not None and file_spec(self.file[0], again=True).package != self.file[1]:
            raise BadRules(f"{Path(self.file[0]).name} has just been saved; in a moment it is read")
        return find_game(self.game)


@dataclass(frozen=True)
class Task:
    """What a worker is to do.

    Choose a move, give advice, weigh `count` moves, look back at the whole game, or get ready (compile).
    """

    number: int
    what: What
    sheet: Sheet
    player: str
    seed: int
    client: str = ""  # for whom it is done: clients share the worker's time evenly
    count: int = 1


@dataclass(frozen=True)
class Answer:
    """What came of a task; `trouble` says why nothing did. Without `done` it reports progress only."""

    number: int
    done: bool = True
    move: str = ""
    code: int | None = None  # the move's in the rules, where it was chosen
    chance: float | None = None
    verdict: str = ""
    line: tuple[str, ...] = ()
    words: str = ""
    trouble: str = ""
    compiled: int = 0  # functions compiled so far
    part: float = 0.0  # of the thinking that is done
    several: tuple[Advice, ...] = ()  # moves that were weighed, the best first
    review: Review | None = None


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


class _Telling:
    """Tells of one task's progress, now and then, and lets others think in between."""

    def __init__(self, task: Task, send: Callable[[Answer], None], baton: Baton) -> None:
        self._task, self._send, self._baton = task, send, baton
        self._told, self._compiled = time.monotonic(), 0

    def function_compiled(self) -> None:
        """Numba has compiled one more; this is no place to let others go on: it holds a lock."""
        self._compiled += 1
        self._tell(0.0)

    def progress(self, part: float) -> None:
        """Part of the thinking is done."""
        self._tell(part)
        self._baton.pass_on(self._task.client)

    def _tell(self, part: float) -> None:
        now = time.monotonic()
        if now - self._told >= TOLD:
            self._told = now
            self._send(Answer(self._task.number, done=False, compiled=self._compiled, part=part))


class Worker:
    """Answers tasks, each in a thread of its own; only who has the baton works."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._sending = threading.Lock()
        self._baton = Baton()
        self._states: _Kept = _Kept()
        self._players: _Kept = _Kept()
        self._tables: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._compiling: dict[int, _Telling] = {}  # by thread
        self._ready = _Kept()  # games with bots that need no compiling any more

    def run(self) -> None:
        """Answer until the pipe is closed."""
        _watch_compiler(self._function_compiled)
        while True:
            try:
                task: Task = self._pipe.recv()
            except (EOFError, OSError):
                return
            threading.Thread(target=self._work, args=(task,), daemon=True).start()

    def _work(self, task: Task) -> None:
        """Answer one task; those of one table one after another, for they share its players."""
        telling, thread = _Telling(task, self._send, self._baton), threading.get_ident()
        with self._table(task.sheet.table):
            self._baton.take(task.client)
            self._compiling[thread] = telling
            try:
                answer = self.answer(task, telling.progress)
            except Exception as error:  # a fault in one game must not end the others' opponent
                known = isinstance(error, ParlourError)
                words = str(error) if known else f"{type(error).__name__}: {error}"
                answer = Answer(task.number, trouble=words)
            finally:
                del self._compiling[thread]
                self.forget_players()
                self._baton.give(task.client)
        self._send(answer)

    @contextlib.contextmanager
    def _table(self, table: str) -> Iterator[None]:
        lock = self._tables[table]
        with lock:
            yield
        if len(self._tables) > KEPT and not lock.locked():
            self._tables.pop(table, None)

    def answer(self, task: Task, progress: Callable[[float], None]) -> Answer:
        if task.what == "ping":
            return Answer(task.number)
        state = self._state(task.sheet)
        if task.what == "ready":
            self._get_ready(task, state, progress)
            return Answer(task.number)
        if task.what == "choose":
            move = self._player(task, task.sheet.table).choose(state.copy(), progress)
            return Answer(task.number, move=move, code=state.code(move))
        if task.what == "several":
            return self._several(task, state, progress)
        if task.what == "review":
            player = self._player(task, f"{task.sheet.table} review")
            reviewed = review(Tree.from_state(state), player, progress, self._quick(task))
            return Answer(task.number, review=reviewed)
        found = self._player(task, f"{task.sheet.table} advice").advise(state.copy(), progress)
        return Answer(
            task.number,
            move=found.move,
            chance=found.chance,
            verdict=found.verdict(state),
            line=found.line,
            words=found.words,
        )

    def _get_ready(self, task: Task, state: State, progress: Callable[[float], None]) -> None:
        """Have what the bot needs compiled, once for all tables with such a bot."""
        kind = (task.sheet.game, task.player)
        if self._ready.find(kind) is None and state.turn is not None and state.turn >= 0:
            bot = self._letting_go(player(task.player, state.game, task.seed), task)
            bot.advise(state.copy(), progress)
            self._ready.keep(kind, True)

    def _letting_go(self, bot: Player, task: Task) -> Player:
        """The bot; an outside engine has a process of its own, and others work while it is waited for."""
        if isinstance(bot, ProgramPlayer):
            bot.waiting = partial(self._baton.aside, task.client)
        return bot

    def _several(self, task: Task, state: State, progress: Callable[[float], None]) -> Answer:
        """The best moves side by side; asked again, the player goes on where it was."""
        player = self._player(task, f"{task.sheet.table} advice")
        found = several(state, player, self._quick(task), task.count, progress)
        return Answer(task.number, verdict=found[0].verdict(state), several=tuple(found))

    def _quick(self, task: Task) -> Player:
        return self._player(replace(task, player=QUICK), f"{task.sheet.table} quick")

    def _state(self, sheet: Sheet) -> State:
        """The state after the sheet's moves: the one that is kept, played on, or a new one."""
        key = (sheet.table, sheet.file)
        kept = self._states.find(key)
        if kept is None or kept.history != sheet.moves[: len(kept.history)]:
            game = sheet.find_game()
            kept = game.start() if sheet.position is None else game.read(sheet.position)
        for text in sheet.moves[len(kept.history) :]:
            kept.play(text)
        self._states.keep(key, kept)
        state: State = kept
        return state

    def _player(self, task: Task, table: str) -> Player:
        key = (table, task.sheet.game, task.sheet.file, task.player, task.seed)
        found = self._players.find(key)
        if found is None:
            found = player(task.player, task.sheet.find_game(), task.seed)
            self._players.keep(key, found)
        return self._letting_go(found, task)

    def forget_players(self) -> None:
        """Forget a quarter of the players, the oldest, while the process has too much memory."""
        while len(self._players) > LATEST and resident() > MEMORY:
            for _ in range(min(1 + len(self._players) // 4, len(self._players) - LATEST)):
                self._players.popitem(last=False)
            trim()

    def _function_compiled(self) -> None:
        telling = self._compiling.get(threading.get_ident())
        if telling is not None:
            telling.function_compiled()

    def _send(self, answer: Answer) -> None:
        with self._sending, contextlib.suppress(OSError):
            self._pipe.send(answer)


def resident() -> int:
    """How many bytes of memory the process has; 0 where the system does not tell."""
    try:
        return int(STATM.read_text(encoding="ascii").split()[1]) * mmap.PAGESIZE
    except OSError:
        return 0


def trim() -> None:
    """Give memory that was freed back to the system, where the C library (glibc) keeps it."""
    with contextlib.suppress(
        OSError, TypeError, AttributeError
    ):  # another library has no such call
        ctypes.CDLL(None).malloc_trim(0)


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
