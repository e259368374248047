"""A bots' worker process: it caches players and game states, and answers tasks.

Several tasks run at once, in slices: a short one does not wait for a long one, nor one client for
another. A worker compiles nothing: it asks the server, and bots play by the plain rules meanwhile, or
wait while others play. An external engine runs in its own process, and only its own task waits for it.

Tasks and answers are plain values over a pipe; nothing here knows the server.
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

from parlour.child_process import STATM, end_with_thread_of_parent, limit_memory
from parlour.errors import BadRules, ParlourError
from parlour.kernel.compilation.compile_watch import (
    NotCompiled,
    compiling_here,
    leave_compiling_to_others,
)
from parlour.kernel.tracebacks import is_loose
from parlour.language import ENGLISH, use_language
from parlour.players import Advice, Player, player
from parlour.players.engine_players import ProgramPlayer
from parlour.players.several import QUICK, several
from parlour.puzzles.help import Refutation, refute
from parlour.puzzles.own import problem_source
from parlour.records import Tree
from parlour.review import Review, review
from parlour.table.background_compiler import Wish, compiles_ahead, use_compiler, wish_for
from parlour.table.catalogue import file_spec
from parlour.table.catalogue import game as find_game
from parlour.table.game import Game, State
from parlour.web.bots.fair_scheduler import FairScheduler

CACHED = 1024  # states and players
MEGABYTES = 1024  # of memory above which the process drops players, the oldest first
LATEST = 16  # players that stay cached, whatever memory they take
REPORT_INTERVAL = 0.25  # seconds between two reports of progress

TaskKind = Literal["choose", "advise", "several", "review", "refute", "ready", "ping"]


@dataclass(frozen=True)
class BotGame:
    """A game in progress, for bots: the game with its options, its start, and the moves since.

    `key` identifies the game in progress, so that a player can reuse its earlier work. `file` is the
    path of a user's game file, and the server's package name for it.
    """

    key: str
    game: str
    position: str | None
    moves: tuple[str, ...]
    file: tuple[str, str] | None = None

    def find_game(self) -> Game:
        """The game; a changed file is loaded again. Raises ParlourError."""
        if self.file is not None and file_spec(self.file[0], again=True).package != self.file[1]:
            raise BadRules(
                f"{Path(self.file[0]).name} has just been saved and is being loaded; try again"
            )
        return find_game(self.game)


@dataclass(frozen=True)
class BotTask:
    """A task for a worker.

    Choose a move, give advice, rank `count` moves, review the game, refute its last move, or compile.
    `language`: of the answer's words.
    """

    number: int
    kind: TaskKind
    game: BotGame
    player: str
    seed: int
    client: str = ""  # clients share the worker's time evenly
    count: int = 1
    language: str = ENGLISH


@dataclass(frozen=True)
class BotAnswer:
    """The result of a task, or its `error`; without `done`, a report of progress."""

    number: int
    done: bool = True
    move: str = ""
    code: int | None = None  # of a chosen move, in the rules
    chance: float | None = None
    verdict: str = ""
    line: tuple[str, ...] = ()
    words: str = ""
    error: str = ""
    compiled: int = 0  # functions compiled so far
    part: float = 0.0  # of the work done so far
    several: tuple[Advice, ...] = ()  # ranked moves, the best first
    review: Review | None = None
    refutation: Refutation | None = None


@dataclass(frozen=True)
class CompileRequest:
    """A worker's request to the server: compile this for a client."""

    wish: Wish
    client: str


@dataclass(frozen=True)
class CompileResult:
    """The server's answer: the code is in the cache, or what is wrong."""

    wish: Wish
    trouble: str


class _Cache(OrderedDict[Any, Any]):
    """A cache of limited size that drops the least recently used entries."""

    def find(self, key: Any) -> Any:
        value = self.get(key)
        if value is not None:
            self.move_to_end(key)
        return value

    def store(self, key: Any, value: Any) -> None:
        self[key] = value
        self.move_to_end(key)
        while len(self) > CACHED:
            self.popitem(last=False)


class _ProgressReporter:
    """Reports one task's progress now and then, and lets other tasks run in between."""

    def __init__(
        self, task: BotTask, send: Callable[[BotAnswer], None], scheduler: FairScheduler
    ) -> None:
        self._task, self._send, self._scheduler = task, send, scheduler
        self._reported, self._compiled = time.monotonic(), 0

    def count_compiled(self) -> None:
        """Numba has compiled a function; it holds a lock, so others cannot run now."""
        self._compiled += 1
        self._report(0.0)

    def progress(self, part: float) -> None:
        """A part of the work is done."""
        self._report(part)
        self._scheduler.yield_turn(self._task.client)

    def _report(self, part: float) -> None:
        now = time.monotonic()
        if now - self._reported >= REPORT_INTERVAL:
            self._reported = now
            self._send(BotAnswer(self._task.number, done=False, compiled=self._compiled, part=part))


class ServerCompiler:
    """Asks the server to compile; it compiles for all workers, and serves their clients in turn."""

    def __init__(self, send: Callable[[CompileRequest], None]) -> None:
        self._send = send
        self._results = _Cache()
        self._changed = threading.Condition()
        self._task = threading.local()

    def serve(self, client: str) -> None:
        """From now on this thread works for the client."""
        self._task.client = client

    def ask(self, game: Game, text: str) -> bool:
        """Have compiled what such a player needs; whether its code is still to come.

        Raises BadRules where the compiler rejects a user's file.
        """
        trouble = self._result(wish_for(game, text))
        if trouble and is_loose(game.spec.package):
            raise BadRules(trouble)
        return trouble != ""  # what could not be compiled is never there

    def _result(self, wish: Wish) -> str | None:
        with self._changed:
            trouble: str | None = self._results.find(wish)
        if trouble is None:
            self._send(CompileRequest(wish, getattr(self._task, "client", "")))
        return trouble

    def wait(self, game: Game, text: str, report: Callable[[], None]) -> None:
        """Wait until it is compiled; raises BadRules where it cannot be."""
        wish = wish_for(game, text)
        trouble = self._result(wish)
        with self._changed:
            while trouble is None:
                self._changed.wait(REPORT_INTERVAL)
                report()
                trouble = self._results.find(wish)
        if trouble:
            raise BadRules(f"this bot cannot play, for it cannot be compiled: {trouble}")

    def receive(self, result: CompileResult) -> None:
        """Take the server's answer."""
        with self._changed:
            self._results.store(result.wish, result.trouble)
            self._changed.notify_all()


class Worker:
    """Answers tasks, each in its own thread; the scheduler lets one run at a time."""

    def __init__(self, pipe: Connection, megabytes: int = MEGABYTES) -> None:
        self._pipe, self._memory = pipe, megabytes << 20
        self._sending = threading.Lock()
        self._scheduler = FairScheduler()
        self._states: _Cache = _Cache()
        self._players: _Cache = _Cache()
        self._locks: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._compiling: dict[int, _ProgressReporter] = {}  # by thread
        self._ready = _Cache()  # games with bots that have been compiled
        self.compiler = ServerCompiler(self._send)

    def run(self) -> None:
        """Answer until the pipe is closed."""
        _watch_compiler(self._function_compiled)
        while True:
            try:
                message: BotTask | CompileResult = self._pipe.recv()
            except (EOFError, OSError):
                return
            if isinstance(message, CompileResult):
                self.compiler.receive(message)
            elif message.kind == "ping":
                self._send(BotAnswer(message.number))
            else:
                threading.Thread(target=self._work, args=(message,), daemon=True).start()

    def _work(self, task: BotTask) -> None:
        """Answer one task; tasks of one game run in order, because they share its players."""
        reporter = _ProgressReporter(task, self._send, self._scheduler)
        thread = threading.get_ident()
        self.compiler.serve(task.client)
        use_language(task.language)
        with self._lock(task.game.key):
            self._scheduler.acquire(task.client)
            self._compiling[thread] = reporter
            try:
                answer = self._answer(task, reporter)
            except Exception as error:  # a fault in one game must not end the bots of others
                known = isinstance(error, ParlourError)
                message = str(error) if known else f"{type(error).__name__}: {error}"
                answer = BotAnswer(task.number, error=message)
            finally:
                del self._compiling[thread]
                self.drop_players()
                self._scheduler.release(task.client)
        self._send(answer)

    def _answer(self, task: BotTask, reporter: _ProgressReporter) -> BotAnswer:
        """The answer to a task; where a bot has no plain form, others play until it is compiled."""
        try:
            return self.answer(task, reporter.progress)
        except NotCompiled:
            game = task.game.find_game()
            if task.kind == "ready":
                self.compiler.ask(game, task.player)
                return BotAnswer(task.number)
            with self._scheduler.let_others_run(task.client):
                self.compiler.wait(game, task.player, reporter.count_compiled)
        try:
            return self.answer(task, reporter.progress)
        except NotCompiled:
            with compiling_here():
                return self.answer(task, reporter.progress)

    @contextlib.contextmanager
    def _lock(self, key: str) -> Iterator[None]:
        lock = self._locks[key]
        with lock:
            yield
        if len(self._locks) > CACHED and not lock.locked():
            self._locks.pop(key, None)

    def answer(self, task: BotTask, progress: Callable[[float], None]) -> BotAnswer:
        """The answer to a task. Raises ParlourError."""
        state = self._state(task.game)
        self._scheduler.yield_turn(task.client)  # loading a game may take long
        if task.kind == "ready":
            self._prepare(task, state)
            return BotAnswer(task.number)
        if task.kind == "choose":
            move = self._player(task, task.game.key).choose(state.copy(), progress)
            return BotAnswer(task.number, move=move, code=state.code(move))
        if task.kind == "several":
            return self._rank(task, state, progress)
        if task.kind == "review":
            player = self._player(task, f"{task.game.key} review")
            reviewed = review(Tree.from_state(state), player, progress, self._quick(task))
            return BotAnswer(task.number, review=reviewed)
        if task.kind == "refute":
            return BotAnswer(task.number, refutation=self._refute(task, state))
        found = self._player(task, f"{task.game.key} advice").advise(state.copy(), progress)
        return BotAnswer(
            task.number,
            move=found.move,
            chance=found.chance,
            verdict=found.verdict(state),
            line=found.line,
            words=found.words,
        )

    def _prepare(self, task: BotTask, state: State) -> None:
        """Compile what the bot needs, once for all games with such a bot."""
        kind = (task.game.game, task.player)
        if self._ready.find(kind) is None and state.turn is not None and state.turn >= 0:
            bot = self._share_time(player(task.player, state.game, task.seed), task)
            bot.prepare()
            self._ready.store(kind, True)

    def _share_time(self, bot: Player, task: BotTask) -> Player:
        """The bot; while one waits for an external engine, other tasks run."""
        if isinstance(bot, ProgramPlayer):
            bot.waiting = partial(self._scheduler.let_others_run, task.client)
        return bot

    def _rank(self, task: BotTask, state: State, progress: Callable[[float], None]) -> BotAnswer:
        """The best moves, ranked; asked again, the player continues its search."""
        player = self._player(task, f"{task.game.key} advice")
        found = several(state, player, self._quick(task), task.count, progress)
        return BotAnswer(task.number, verdict=found[0].verdict(state), several=tuple(found))

    def _refute(self, task: BotTask, state: State) -> Refutation:
        """How play goes on after a wrong move; a game that judges its own problems needs no player."""
        judges_itself = problem_source(state.game) is not None
        refuter = None if judges_itself else self._player(task, f"{task.game.key} advice")
        return refute(state, refuter)

    def _quick(self, task: BotTask) -> Player:
        return self._player(replace(task, player=QUICK), f"{task.game.key} quick")

    def _state(self, given: BotGame) -> State:
        """The state after the game's moves: a cached one, played on, or a new one."""
        key = (given.key, given.file)
        state: State | None = self._states.find(key)
        if state is None or state.history != given.moves[: len(state.history)]:
            game = given.find_game()
            state = game.start() if given.position is None else game.read(given.position)
        for text in given.moves[len(state.history) :]:
            state.play(text)
        self._states.store(key, state)
        return state

    def _player(self, task: BotTask, use: str) -> Player:
        key = (use, task.game.game, task.game.file, task.player, task.seed)
        found = self._players.find(key)
        if found is None:
            found = player(task.player, task.game.find_game(), task.seed)
            self._players.store(key, found)
        return self._share_time(found, task)

    def drop_players(self) -> None:
        """Drop a quarter of the players, the oldest, while the process uses too much memory."""
        while len(self._players) > LATEST and resident_memory() > self._memory:
            for _ in range(min(1 + len(self._players) // 4, len(self._players) - LATEST)):
                self._players.popitem(last=False)
            trim_memory()

    def _function_compiled(self) -> None:
        reporter = self._compiling.get(threading.get_ident())
        if reporter is not None:
            reporter.count_compiled()

    def _send(self, message: BotAnswer | CompileRequest) -> None:
        with self._sending, contextlib.suppress(OSError):
            self._pipe.send(message)


def resident_memory() -> int:
    """The bytes of memory that the process uses; 0 if the system does not say."""
    try:
        return int(STATM.read_text(encoding="ascii").split()[1]) * mmap.PAGESIZE
    except OSError:
        return 0


def trim_memory() -> None:
    """Return freed memory to the system, which glibc would keep."""
    with contextlib.suppress(OSError, TypeError, AttributeError):  # other C libraries
        ctypes.CDLL(None).malloc_trim(0)


def _watch_compiler(notify: Callable[[], None]) -> None:
    """Call `notify` whenever Numba has compiled a function."""
    from numba.core import event

    class Compiled(event.Listener):
        def on_start(self, event: object) -> None:
            pass

        def on_end(self, event: object) -> None:
            notify()

    event.register("numba:compile", Compiled())  # type: ignore[no-untyped-call]


def main(pipe: Connection, megabytes: int, limit: int | None = None) -> None:
    """The process: it ignores Ctrl-C, which is for the server, and runs at a lower priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(5)
    end_with_thread_of_parent()  # the event loop's
    if limit is not None:
        limit_memory(limit)
    worker = Worker(pipe, megabytes)
    if compiles_ahead():
        leave_compiling_to_others()
        use_compiler(worker.compiler)
    worker.run()
