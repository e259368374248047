"""The process that runs one game file: it loads the file and calls its functions for the server.

A call that takes too long ends the process, in whatever code it is, and leaves the line where it was.
"""

from __future__ import annotations

import faulthandler
import pickle
import signal
from collections.abc import Mapping
from dataclasses import dataclass, fields
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.child_process import limit_memory
from parlour.errors import BadRules, ParlourError
from parlour.kernel.layout import Record
from parlour.kernel.loader import Parameters, PlainInstance, SourceFile
from parlour.kernel.smoke import rehearse
from parlour.kernel.spec import Spec
from parlour.kernel.tracebacks import rules_error
from parlour.table.files import run_file
from parlour.table.loaded_rules import LoadedRules

MEGABYTES = 1024  # of memory
LARGEST = 16 << 20  # bytes of an answer


@dataclass(frozen=True)
class GameSource:
    """A game file: the path as it was given, the file, its text, and the name of its module."""

    path: str
    file: Path
    text: str
    module: str


@dataclass(frozen=True)
class SpecRequest:
    """Asks for the fields of the file's `Spec`."""


@dataclass(frozen=True)
class RulesRequest:
    """Asks for the contents of the rules with these parameters."""

    parameters: Parameters


@dataclass(frozen=True)
class RehearsalRequest:
    """Asks to play test games by the rules with these parameters."""

    parameters: Parameters


@dataclass(frozen=True)
class FunctionCall:
    """Asks to call a function of the rules with these parameters, or without them one of the `Spec`."""

    parameters: Parameters | None
    function: str
    given: tuple[Any, ...]


Request = SpecRequest | RulesRequest | RehearsalRequest | FunctionCall


@dataclass(frozen=True)
class Function:
    """Represents a function, which only this process can call."""


@dataclass(frozen=True)
class Answer:
    """What a request came to, or the error that it raised; and what a call made of its arguments."""

    value: Any = None
    error: ParlourError | None = None
    given: tuple[Any, ...] = ()


class _Instance(PlainInstance):
    """Rules that know which names the file itself gives them."""

    def _remember(self, source: SourceFile, module: ModuleType) -> None:
        if source is self.source:
            self.names = [name for name in vars(module) if not name.startswith("__")]
        super()._remember(source, module)


class _Rules(LoadedRules):
    """The rules with some parameters, complete with what a file may omit."""

    def __init__(self, spec: Spec, parameters: Parameters) -> None:
        self.spec, self.parameters = spec, parameters
        self.instance = _Instance(self._source, parameters)
        self.__dict__["plain"] = self.instance
        self.notation  # noqa: B018 (fills in what the file omits)


class RulesHost:
    """One game file, loaded."""

    def __init__(self, source: GameSource) -> None:
        self._spec = run_file(source.path, source.file, source.text, source.module)
        self._rules: dict[Parameters, _Rules] = {}

    def answer(self, request: Request) -> Answer:
        """The answer to a request; raises what the file's code raises."""
        if isinstance(request, SpecRequest):
            return Answer(self._spec_fields())
        if isinstance(request, RulesRequest):
            rules = self._with(request.parameters).instance
            return Answer(_contents({name: vars(rules.rules)[name] for name in rules.names}))
        if isinstance(request, RehearsalRequest):
            rehearse(self._with(request.parameters).instance.rules)
            return Answer()
        where = (
            self._spec if request.parameters is None else self._with(request.parameters).plain.rules
        )
        value = getattr(where, request.function)(*request.given)
        return Answer(
            value, given=tuple(given if _may_change(given) else None for given in request.given)
        )

    def _spec_fields(self) -> dict[str, Any]:
        """The fields of the `Spec`, but for functions that it has from its class."""
        given = {field.name: getattr(self._spec, field.name) for field in fields(Spec)}
        own = {name: value for name, value in given.items() if not _is_default(value)}
        return _contents(own)

    def _with(self, parameters: Parameters) -> _Rules:
        if parameters not in self._rules:
            self._rules[parameters] = _Rules(self._spec, parameters)
        return self._rules[parameters]


def _is_default(value: Any) -> bool:
    return callable(value) and getattr(value, "__module__", "") == Spec.__module__


def _contents(names: Mapping[str, Any]) -> dict[str, Any]:
    """Values that the server can read; functions are replaced, other things it cannot read are omitted."""
    found: dict[str, Any] = {}
    for name, value in names.items():
        if callable(value) and not isinstance(value, type):
            found[name] = Function()
        elif _is_plain(value):
            found[name] = value
    return found


def _is_plain(value: Any) -> bool:
    if isinstance(value, (ModuleType, type)):
        return False
    try:
        pickle.dumps(value)
    except Exception:  # whatever an object of the file raises
        return False
    return True


def _may_change(given: Any) -> bool:
    return isinstance(given, list) or is_record(given)


def is_record(given: Record) -> bool:
    """Whether it is a plain state."""
    return type(given).__name__ == "PlainState"


def main(pipe: Connection, source: GameSource, seconds: float, place: str) -> None:
    """Answer until the pipe is closed; `place` is where a call that takes too long leaves its line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limit_memory(MEGABYTES)
    pipe.send_bytes(b"")  # it has started: time is measured from now on
    with Path(place).open("w", encoding="utf-8") as lines:
        host: RulesHost | None = None
        while True:
            try:
                request: Request = pipe.recv()
            except EOFError:
                return
            faulthandler.dump_traceback_later(seconds, exit=True, file=lines)
            try:
                host = host or RulesHost(source)
                answer = pickle.dumps(host.answer(request))
            except BaseException as error:
                answer = pickle.dumps(Answer(error=_as_error(error, source.file)))
            if len(answer) > LARGEST:
                megabytes = LARGEST >> 20
                wrong = BadRules(f"{source.file.name}: a result is larger than {megabytes} MiB")
                answer = pickle.dumps(Answer(error=wrong))
            faulthandler.cancel_dump_traceback_later()
            pipe.send_bytes(answer)


def _as_error(error: BaseException, file: Path) -> ParlourError:
    """The error as one of Parlour's, which the server can read."""
    return error if isinstance(error, ParlourError) else rules_error(error, str(file))
