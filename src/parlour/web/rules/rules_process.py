"""Calls a game file's functions in its own process, so that no mistake in it can stop the server.

A function that takes too long or ends its process is not called again until the file is saved; a new
process answers for the others.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import re
import tempfile
import threading
import weakref
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.errors import BadRules, ParlourError
from parlour.kernel.loader import Parameters, SourceFile, run_elsewhere
from parlour.kernel.smoke import rehearse
from parlour.kernel.spec import Spec
from parlour.table.game import Game
from parlour.web.rules.rules_child import (
    Answer,
    Function,
    FunctionCall,
    GameSource,
    RehearsalRequest,
    Request,
    RulesRequest,
    SpecRequest,
    is_record,
    main,
)

PATIENCE = 3.0  # seconds for a call
STARTING = 60.0  # seconds for a process to start, on a busy machine
SPARE = 2.0  # seconds after which a process that does not end itself is ended
LARGEST_STATE = 1 << 20  # bytes
MOST_MOVES = 1 << 20  # for which room is made

_processes: dict[str, RulesProcess] = {}  # by module


def load_elsewhere(path: str, file: Path, text: str, module: str) -> Spec:
    """The game in a file, whose functions run in another process; raises BadRules."""
    process = RulesProcess(GameSource(path, file, text, module))
    try:
        given: dict[str, Any] = process.request(SpecRequest())
    except ParlourError:
        process.rest()
        raise
    for name, value in given.items():
        if isinstance(value, Function):
            given[name] = process.function(None, name)
    spec = Spec(**given)
    run_elsewhere(module, process.rules)
    _processes[module] = process
    return spec


def trouble_of(module: str) -> str:
    """Why a function of the file is not called any more; "" if all are."""
    process = _processes.get(module)
    return "" if process is None else process.trouble


def rehearse_elsewhere(game: Game) -> None:
    """Play test games where the game's rules run; raises BadRules."""
    process = _processes.get(game.spec.package)
    if process is None:
        rehearse(game.plain.rules)
    else:
        process.request(RehearsalRequest(game.parameters))


def rest(module: str) -> None:
    """End the process of a version that is rarely needed now; its next call starts another."""
    process = _processes.get(module)
    if process is not None:
        process.rest()


class RulesProcess:
    """The process of one version of a game file; it starts with the first request, and when it has ended."""

    def __init__(self, source: GameSource) -> None:
        self._source = source
        self._lock = threading.Lock()
        self._pipe: Connection | None = None
        self._process: BaseProcess | None = None
        self._refused: dict[str, str] = {}  # what went wrong, by function
        handle, name = tempfile.mkstemp(prefix="parlour-rules-")
        os.close(handle)
        self._lines = Path(name)  # where a call that takes too long leaves its line
        weakref.finalize(self, self._lines.unlink, missing_ok=True)

    @property
    def trouble(self) -> str:
        """Why a function is not called any more."""
        return next(iter(self._refused.values()), "")

    def rules(self, source: SourceFile, parameters: Parameters) -> ModuleType:
        """The rules with these parameters; raises BadRules."""
        module = ModuleType(source.module)
        module.__file__, module.__package__ = str(source.path), ""
        for name, value in self.request(RulesRequest(parameters)).items():
            is_function = isinstance(value, Function)
            setattr(module, name, self.function(parameters, name) if is_function else value)
        state = getattr(module, "STATE", None)
        if state is not None and state.itemsize > LARGEST_STATE:
            raise BadRules(
                f"{source.path.name}: a state may have {LARGEST_STATE // 8:,} words at most"
            )
        return module

    def function(self, parameters: Parameters | None, name: str) -> Callable[..., Any]:
        """A function that is called in the process."""

        def run(*given: Any) -> Any:
            return self.request(FunctionCall(parameters, name, given))

        run.__name__ = run.__qualname__ = name
        run.__module__ = self._source.module
        return run

    def request(self, request: Request) -> Any:
        """What the process answers; raises ParlourError."""
        name = request.function if isinstance(request, FunctionCall) else type(request).__name__
        with self._lock:
            if name in self._refused:
                raise BadRules(self._refused[name])
            answer = self._answer(request, name)
        if answer.error is not None:
            raise answer.error
        if isinstance(request, FunctionCall):
            for old, new in zip(request.given, answer.given, strict=True):
                _update(old, new)
        if name == "count_moves" and answer.value > MOST_MOVES:
            raise BadRules(
                f"{self._source.file.name}: count_moves returns more than {MOST_MOVES:,}"
            )
        return answer.value

    def _answer(self, request: Request, name: str) -> Answer:
        try:
            pipe = self._pipe or self._start()
            pipe.send(request)
            if not pipe.poll(PATIENCE + SPARE):
                raise EOFError
            answer: Answer = pickle.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            self._refused[name] = self._end()
            raise BadRules(self._refused[name]) from None
        except Exception as error:  # pickles of objects of the file
            wrong = f"a result cannot be read: {type(error).__name__}: {error}"
            return Answer(error=BadRules(f"{self._source.file.name}: {wrong}"))
        return answer

    def rest(self) -> None:
        """End the process until the next request."""
        with self._lock:
            self._end()

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        pipe, theirs = context.Pipe()
        given = (theirs, self._source, PATIENCE, str(self._lines))
        process = context.Process(target=main, args=given, daemon=True, name="rules")
        process.start()
        theirs.close()
        self._pipe, self._process = pipe, process
        weakref.finalize(self, _close, pipe)
        if not pipe.poll(STARTING):
            raise EOFError
        pipe.recv_bytes()
        return pipe

    def _end(self) -> str:
        """End the process, if it has not ended; why that was."""
        pipe, process = self._pipe, self._process
        self._pipe = self._process = None
        status: int | None = None
        if process is not None and pipe is not None:
            _close(pipe)
            process.join(SPARE)
            status = process.exitcode
            process.kill()
            process.join()
        return _why(self._source.file, self._lines.read_text(encoding="utf-8"), status)


def _why(file: Path, lines: str, status: int | None) -> str:
    """Why a process ended, by the calls that were active when its time was over and its exit status."""
    found = re.search(rf'File "{re.escape(str(file))}", line (\d+) in (\w+)', lines)
    where = f", line {found[1]}, in {found[2]}" if found else ""
    if lines or status is None:
        return (
            f"{file.name}{where}: still running after {PATIENCE:g} seconds; is this an endless loop? "
            "Mend the file and save it"
        )
    return f"{file.name}: the rules ended their process (exit status {status}). Mend the file and save it"


def _update(old: Any, new: Any) -> None:
    """Make an argument what a call has made of its copy."""
    if isinstance(old, list):
        old[:] = new
    elif is_record(old):
        for name in old.__slots__:
            setattr(old, name, getattr(new, name))


def _close(pipe: Connection) -> None:
    with suppress(OSError):
        pipe.close()
