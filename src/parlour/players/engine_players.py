"""External engines as players: ``ugi:COMMAND``, and in the same way `uci`, `usi`, `gtp`, `uhp`, `hub`.

COMMAND starts the engine, as ``uci:stockfish`` or ``gtp:mohex --use-logfile=0``; a budget is given beside it
(``player(text, game, budget="seconds=0.5")``, one second otherwise). The engine is a process of its own: one
that cannot be started, hangs, dies, talks too much or answers what is no legal move is ended, and
`EngineFailed` says what it did; the game is unchanged. Its reports on its thinking are trusted.
"""

from __future__ import annotations

import contextlib
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import ClassVar

from parlour.errors import BadPlayer, IllegalMove, ParlourError
from parlour.players.engine_info import Info
from parlour.players.protocol_games import check_game
from parlour.table import catalogue
from parlour.table.foreign_notation import GtpHooks, HubHooks, LineHooks, UhpHooks
from parlour.table.game import Game, State
from parlour.table.player import Advice, Player, Progress

PATIENCE = 10.0  # seconds more than its time that an engine has to answer
LONG = 3600.0  # seconds that it may take for a number of positions or a depth
READY = 60.0  # seconds to get ready for a game: engines load weights and tables, ours compiles
MOST_LINES = 100_000  # that it may say about one move
LONGEST = 100_000  # characters of a line
SHOWN = 12  # moves of the line that it expects
OWN_TIME = "time"  # the option with a GTP engine's own command for the time of a move
UHP: UhpHooks = catalogue.hooks("uhp")
HUB: HubHooks = catalogue.hooks("hub")


class EngineFailed(ParlourError):
    """An engine failed: what it did, and in answer to which command."""


class Process:
    """A running engine, spoken to in lines; `name` is what errors call it."""

    def __init__(self, command: str, name: str) -> None:
        self.name = name
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                errors="replace",
                bufsize=1,
                start_new_session=True,  # it is ended with all that it starts; Ctrl-C is ours
            )
        except (OSError, ValueError) as error:
            why = (isinstance(error, OSError) and error.strerror) or error
            raise EngineFailed(f"{name!s:.80} cannot be started: {why}") from error
        self._output: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        self._saying = threading.Lock()  # `stop` comes from another thread
        threading.Thread(target=_listen, args=(self.process, self._output), daemon=True).start()
        weakref.finalize(self, _end, self.process)

    def say(self, line: str) -> None:
        """Send a line; raises EngineFailed."""
        try:
            assert self.process.stdin is not None
            with self._saying:
                self.process.stdin.write(line + "\n")
                self.process.stdin.flush()
        except (OSError, ValueError):
            raise self.failed(f"ended at the command {line!s:.60}") from None

    def lines(self, seconds: float, request: str) -> Iterator[str]:
        """What it says, line by line, for at most `seconds`; raises EngineFailed after them."""
        end = time.monotonic() + seconds
        for _ in range(MOST_LINES):
            try:
                line = self._output.get(timeout=max(end - time.monotonic(), 0.001))
            except queue.Empty:
                raise self.failed(f"did not answer {request!s:.60} in {seconds:g} s") from None
            if line is None:
                raise self.failed(f"ended when it was asked {request!s:.60}")
            yield line
        raise self.failed(f"said more than {MOST_LINES:,} lines to {request!s:.60}")

    def until(self, word: str, seconds: float, request: str) -> str:
        """The first line that begins with `word`."""
        return next(line for line in self.lines(seconds, request) if line.split(" ", 1)[0] == word)

    def failed(self, what: str) -> EngineFailed:
        """End the process; the error that says why."""
        self.close()
        return EngineFailed(f"the engine {self.name!s:.80} {what}")

    def close(self) -> None:
        """End the process."""
        _end(self.process)


def _listen(process: subprocess.Popen[str], output: queue.Queue[str | None]) -> None:
    """Put what an engine says into a queue; one that says too much is ended."""
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError, queue.Full):
        while line := process.stdout.readline(LONGEST):
            output.put(line.strip(), timeout=PATIENCE)
    _end(process)
    with contextlib.suppress(queue.Full):
        output.put_nowait(None)


def _end(process: subprocess.Popen[str]) -> None:
    """Kill a process, and those that it has started."""
    if sys.platform == "win32":
        process.kill()
    elif process.returncode is None:  # else its number may be another's by now
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(2)


class ProgramPlayer(Player):
    """An engine as a player; `introduce` and `ask` speak its protocol.

    Its budget is one of SETTINGS: `seconds`, or `nodes` or a `depth` where the protocol has them.
    """

    SETTINGS: ClassVar[Mapping[str, type]] = {"seconds": float}
    protocol = ""
    chance = False  # whether the protocol can tell of dice

    def __init__(
        self,
        game: Game,
        command: str,
        seconds: float = 1.0,
        options: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(game, 0)
        if not command.strip():
            raise BadPlayer(f"{self.protocol} needs a command, as {self.protocol}:/usr/bin/engine")
        check_game(game, self.protocol, BadPlayer, chance=self.chance)
        self.command, self.seconds, self.options = command, seconds, dict(options or {})
        self.waiting: Callable[[], AbstractContextManager[None]] = contextlib.nullcontext
        self.nodes: int | None = None
        self.depth: int | None = None
        self._process: Process | None = None
        self._lock = threading.Lock()

    @property
    def process(self) -> Process:
        """The running engine; started, and introduced to, where it is not."""
        if self._process is None or self._process.process.poll() is not None:
            self._process = Process(self.command, self.title)
            self.introduce(self._process)
        return self._process

    @property
    def title(self) -> str:
        """What people read: its name in the file of engines, or else its command."""
        return self.name if self.name.startswith("engine:") else self.command

    @property
    def pid(self) -> int | None:
        """The number of the running engine's process; None if there is none."""
        if self._process is None or self._process.process.poll() is not None:
            return None
        return self._process.process.pid

    def close(self) -> None:
        """End the engine."""
        if self._process is not None:
            self._process.close()

    def think_for(self, budget: str, amount: float) -> None:
        self.nodes = self.depth = None
        super().think_for(budget, amount)

    @property
    def longest(self) -> float:
        """Seconds after which an engine that has not answered has failed."""
        return PATIENCE + (self.seconds if self.nodes is None and self.depth is None else LONG)

    def advise(self, state: State, progress: Progress | None = None) -> Advice:
        """Ask the engine, within `waiting`. Raises EngineFailed."""
        with self._lock, self.waiting():
            process = self.process
            found = self.ask(process, state)
            try:
                state.code(found.move)
            except IllegalMove as error:
                raise process.failed(f"answered {found.move!s:.40}: {error}") from error
        line = found.line if found.line[:1] == (found.move,) else (found.move,)
        return replace(found, line=line, words=f"from {self.title!s:.40}")

    def introduce(self, process: Process) -> None:
        """Begin to speak with a fresh process."""
        raise NotImplementedError

    def ask(self, process: Process, state: State) -> Advice:
        """The engine's move in our notation, or its answer as it is, with its search information."""
        raise NotImplementedError

    def read(self, state: State, text: str) -> str:
        """A move of the protocol as ours. Raises IllegalMove where it is none."""
        return state.move(text).text

    def advice(self, state: State, move: str, info: Info) -> Advice:
        """A move with the engine's report; the expected line as far as it is legal."""
        highest, at = float(self.game.plain.rules.HIGHEST), state.copy()
        line: list[str] = []
        with contextlib.suppress(IllegalMove):
            for text in info.line[:SHOWN]:
                line.append(self.read(at, text))
                at.play(line[-1])
        return Advice(
            move,
            None if info.chance is None else highest * info.chance,
            tuple(line),
            nodes=info.nodes,
            depth=info.depth,
            chance=info.chance,
            proven=info.distance is not None,
            distance=info.distance,
        )


class LinePlayer(ProgramPlayer):
    """An engine that speaks UGI, or UCI or USI, which look like it."""

    SETTINGS: ClassVar = {"seconds": float, "nodes": int, "depth": int}
    word = "fen"
    hooks: LineHooks | None = None  # of the game that the protocol is for; None: it is for any

    def introduce(self, process: Process) -> None:
        process.say(self.protocol)
        process.until(f"{self.protocol}ok", READY, self.protocol)
        switches = self.hooks.SWITCHES if self.hooks else {}
        on = {
            name: "true"
            for name, switch in switches.items()
            if switch(self.game, True) is self.game
        }
        for name, value in (on | self.options).items():
            process.say(f"setoption name {name} value {value}")
        process.say(f"{self.protocol}newgame")

    def ask(self, process: Process, state: State) -> Advice:
        process.say("isready")
        process.until("readyok", READY, "isready")
        process.say(self.position_command(state))
        request = f"go {self.limit}"
        process.say(request)
        info = Info()
        for answer in process.lines(self.longest, request):
            info.hear(answer, plies=self.protocol == "usi")
            if answer.startswith("bestmove"):
                move = [*answer.split(), ""][1]
                with contextlib.suppress(IllegalMove):
                    move = self.read(state, move)
                return self.advice(state, move, info)
        raise AssertionError("lines() ends by an error")

    @property
    def limit(self) -> str:
        """The words after ``go``."""
        if self.nodes is not None:
            return f"nodes {self.nodes}"
        if self.depth is not None:
            return f"depth {self.depth}"
        return f"movetime {max(1, round(1000 * self.seconds))}"

    def stop(self) -> None:
        _say_stop(self._process)

    def read(self, state: State, text: str) -> str:
        ours = {self.protocol_move(move): move for move in state.moves()} if self.hooks else {}
        return super().read(state, ours.get(text, text))

    def position_command(self, state: State) -> str:
        """The command that sets up a position: where it began, and the moves since, for repetition."""
        moves = " ".join(self.protocol_move(text) for text in state.history)
        return f"position {self.position(_first(state))}" + (f" moves {moves}" if moves else "")

    def position(self, state: State) -> str:
        """A position as the protocol writes it."""
        if self.hooks is not None:
            return f"{self.word} {self.hooks.position_of(state)}"
        if state.text == state.game.start().text:
            return "startpos"
        return f"{self.word} {state.text}"

    def protocol_move(self, text: str) -> str:
        """A move as the protocol writes it."""
        return text if self.hooks is None else self.hooks.written_move(text)


class UgiPlayer(LinePlayer):
    """Any game of two seats in which all lies open, by the Universal Game Interface."""

    protocol, chance = "ugi", True


class UciPlayer(LinePlayer):
    """Chess, by UCI."""

    protocol, hooks = "uci", catalogue.hooks("uci")


class UsiPlayer(LinePlayer):
    """Shogi, by USI."""

    protocol, word, hooks = "usi", "sfen", catalogue.hooks("usi")


class GtpPlayer(ProgramPlayer):
    """Games of placing stones, by the Go Text Protocol.

    GTP has whole seconds. The option ``time`` names an engine's own command for others, such as
    ``time=param_mohex max_time``, which gets the seconds of a move.
    """

    protocol = "gtp"

    def introduce(self, process: Process) -> None:
        self._command(process, "name", patience=READY)
        for name, value in self.options.items():
            if name != OWN_TIME:
                self._command(process, f"{name} {value}".strip())

    def ask(self, process: Process, state: State) -> Advice:
        hooks: GtpHooks = catalogue.hooks("gtp", state.game.id)
        if _first(state).text != state.game.start().text:
            raise process.failed("speaks GTP, which knows no other positions than the start")
        if "size" in state.game.chosen:
            self._command(process, f"boardsize {state.game.chosen['size']}")
        self._command(process, "clear_board", patience=READY)
        for number, text in enumerate(state.history):
            self._command(process, f"play {hooks.LETTERS[number % 2]} {text}")
        if OWN_TIME in self.options:
            self._command(process, f"{self.options[OWN_TIME]} {self.seconds:.3f}")
        else:
            self._command(process, f"time_settings 0 {max(1, round(self.seconds))} 1", fatal=False)
        answer = self._command(process, f"genmove {hooks.LETTERS[len(state.history) % 2]}")
        return Advice(hooks.read_move(answer))

    def _command(
        self, process: Process, command: str, fatal: bool = True, patience: float = PATIENCE
    ) -> str:
        process.say(command)
        for line in process.lines(self.seconds + patience, command):
            if line.startswith("="):
                return line[1:].strip()
            if line.startswith("?"):
                if fatal:
                    raise process.failed(f"refused {command!s:.40}: {line[1:].strip()!s:.80}")
                return ""
        raise AssertionError("lines() ends by an error")


class UhpPlayer(ProgramPlayer):
    """Hive, by the Universal Hive Protocol."""

    SETTINGS: ClassVar = {"seconds": float, "depth": int}
    protocol = "uhp"

    def introduce(self, process: Process) -> None:
        process.until("ok", READY, "to introduce itself")  # as a UHP engine does unasked
        for name, value in self.options.items():
            self._command(process, f"options set {name} {value}")

    def ask(self, process: Process, state: State) -> Advice:
        self._command(process, f"newgame {UHP.type_of(state.game)}", READY)
        for text in state.history:
            self._command(process, f"play {UHP.written_move(text)}" if text != "pass" else "pass")
        answer = self._command(process, f"bestmove {self.limit}")
        move = UHP.read_move(answer[-1]) if answer else ""
        code = state.game.notation.read_move(state.record, move) if move else None
        legal = state.moves()
        if move in legal or code is None:
            return Advice(move)
        return Advice(str(state.game.notation.move_text(state.record, code)))

    @property
    def limit(self) -> str:
        """The words after ``bestmove``."""
        if self.depth is not None:
            return f"depth {self.depth}"
        whole = max(1, round(self.seconds))
        return f"time {whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}"

    def _command(self, process: Process, command: str, patience: float = 0.0) -> list[str]:
        process.say(command)
        answer: list[str] = []
        for line in process.lines(self.longest + patience, command):
            if line == "ok":
                break
            answer.append(line)
        if answer and answer[0].startswith(("err", "invalidmove")):
            raise process.failed(f"refused {command!s:.60}: {answer[0]!s:.80}")
        return answer


class HubPlayer(ProgramPlayer):
    """English draughts, by Hub."""

    SETTINGS: ClassVar = {"seconds": float, "nodes": int, "depth": int}
    protocol = "hub"

    def introduce(self, process: Process) -> None:
        if why := HUB.why_unsuited(self.game):
            raise process.failed(f"cannot play it: {why}")
        process.say("hub")
        process.until("wait", READY, "hub")
        for name, value in self.options.items():
            process.say(f'set-param name={name} value="{value}"')
        process.say("init")
        process.until("ready", READY, "init")
        process.say("new-game")

    def ask(self, process: Process, state: State) -> Advice:
        process.say(self.position_command(state))
        process.say(f"level {self.limit}")
        process.say("go think")
        info = Info()
        for answer in process.lines(self.longest, "go think"):
            info.hear_hub(answer)
            if answer.startswith("error"):
                raise process.failed(f"refused a position: {answer!s:.80}")
            if answer.startswith("done"):
                move = next((word[5:] for word in answer.split() if word.startswith("move=")), "")
                with contextlib.suppress(IllegalMove):
                    move = self.read(state, move)
                return self.advice(state, move, info)
        raise AssertionError("lines() ends by an error")

    @property
    def limit(self) -> str:
        """The argument of ``level``."""
        if self.nodes is not None:
            return f"nodes={self.nodes}"
        return f"move-time={self.seconds:g}" if self.depth is None else f"depth={self.depth}"

    def stop(self) -> None:
        _say_stop(self._process)

    def read(self, state: State, text: str) -> str:
        return HUB.read_move(state, text)

    def position_command(self, state: State) -> str:
        """The command that sets up a position: where it began, and the moves since, for repetition."""
        at, moves = _first(state), []
        place = f"pos pos={HUB.position_of(at)}"
        for text in state.history:
            moves.append(HUB.written_move(at.move(text)))
            at.play(text)
        return place + (f' moves="{" ".join(moves)}"' if moves else "")


def _say_stop(process: Process | None) -> None:
    """Ask an engine for what it has found; one that is idle ignores it."""
    if process is not None:
        with contextlib.suppress(EngineFailed):
            process.say("stop")


def _first(state: State) -> State:
    """The position with which a state's game began."""
    first = state.copy()
    while first.history:
        first.undo()
    return first


PROGRAMS: dict[str, type[ProgramPlayer]] = {
    made.protocol: made
    for made in (UgiPlayer, UciPlayer, UsiPlayer, GtpPlayer, UhpPlayer, HubPlayer)
}
