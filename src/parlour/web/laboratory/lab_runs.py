"""Writing, starting and stopping experiments in the browser, on the server's own machine only.

Experiments run for hours, so these pages need ``--laboratory`` and a direct request from this machine,
without a proxy. Experiments written here cannot name programs or game files. Each runs as a process,
`parlour lab run`, which keeps its games when it is stopped.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from parlour.errors import BadExperiment, ParlourError
from parlour.lab.experiment import Experiment, parse_experiment
from parlour.lab.laboratory import Laboratory
from parlour.players.kinds import PROTOCOLS
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import form_of, page

router = APIRouter(prefix="/laboratory", include_in_schema=False)

LAB = (sys.executable, "-m", "parlour", "lab")
CALLED = "called.json"  # the arguments of a question, in its experiment's folder
HERE = ("127.0.0.1", "::1")
NAMES = ("localhost", "127.0.0.1", "[::1]")
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
STOPS_WITHIN = 20.0  # seconds before a stopping run is killed
LONGEST = 20_000  # characters of an experiment
EXAMPLE = """\
title = "Hex on a small board"
question = "How much is the first move worth?"
games = 200

[[variant]]
game = "hex"
options.size = 5
options.pie = "no"

[[budget]]
name = "weak"
players = "2"

[[budget]]
name = "stronger"
players = "4"
"""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_PROGRAM = re.compile(rf"(?:.*/)?(?:{'|'.join((*PROTOCOLS, 'engine'))}):")


def may_run(request: Request) -> bool:
    """Whether the requester may write, start and stop experiments."""
    peer = request.client.host if request.client else ""
    name = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
    return (
        request.app.state.settings.laboratory
        and peer in HERE
        and name in NAMES
        and not any(header in request.headers for header in FORWARDED)
    )


def require_local(request: Request) -> None:
    """Raise Refused unless the requester may run experiments."""
    if not may_run(request):
        raise Refused(
            403,
            "not-here",
            "Experiments can be started only on the server's own machine, and only with "
            "parlour serve --laboratory.",
        )


@router.get("/new")
def new(request: Request) -> Response:
    """The page for writing an experiment."""
    require_local(request)
    return _page(request, "", EXAMPLE, "")


@router.post("")
async def write(request: Request) -> Response:
    """Save an experiment without starting it, or show what is wrong, with the line."""
    require_local(request)
    form = await form_of(request)
    name, text = form.get("name", "").strip(), form.get("text", "").replace("\r\n", "\n")
    try:
        await run_in_threadpool(_save, name, text)
    except ParlourError as error:
        return _page(request, name, text, str(error))
    return RedirectResponse(f"/laboratory/{name}", 303)


def _page(request: Request, name: str, text: str, wrong: str) -> Response:
    return page(request, "lab_new.html", given=name, text=text, wrong=wrong, longest=LONGEST)


def _save(name: str, text: str) -> None:
    """Save an experiment; raises BadExperiment."""
    laboratory = Laboratory()
    if not _NAME.fullmatch(name) or name == "new":
        raise BadExperiment("A name has up to 60 lower-case letters, digits and hyphens.")
    if len(text) > LONGEST:
        raise BadExperiment(f"An experiment has at most {LONGEST:,} characters.")
    if (laboratory.folder / name).exists():
        raise BadExperiment(f"The name {name} is already taken; choose another.")
    _reject_programs(text)
    experiment = parse_experiment(text, "the experiment", laboratory.folder, name)
    games = laboratory.games(experiment)
    laboratory.note(experiment, games)
    games.close()


def _reject_programs(text: str) -> None:
    """Raise BadExperiment if a player is an external program."""
    try:
        settings = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # parse_experiment reports it with its line
    for word in _texts(settings):
        if _PROGRAM.match(word):
            raise BadExperiment(f"{word!s:.60}: use the command line for players that are programs")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


_started: dict[str, subprocess.Popen[bytes]] = {}  # by the experiment's name, while they run


@router.post("/{name}/start")
def start(name: str, request: Request) -> Response:
    """Start an experiment, or resume it."""
    require_local(request)
    experiment = _find_experiment(name)
    laboratory = Laboratory()
    if not laboratory.is_running(experiment):
        start_process(laboratory.folder_of(experiment), experiment.name)
    return RedirectResponse(f"/laboratory/{experiment.name}", 303)


def start_process(folder: Path, name: str) -> None:
    """Start the process of an experiment in this folder, unless it is running."""
    if is_started(name):
        return
    called = folder / CALLED
    arguments = (
        json.loads(called.read_text(encoding="utf-8")) if called.is_file() else ["run", name]
    )
    _started[name] = subprocess.Popen(
        [*LAB, *arguments, "--workers", "1", "--folder", str(folder.parent.resolve())],
        cwd=folder,  # no file here can shadow a module
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def is_started(name: str) -> bool:
    """Whether the process of this experiment is running."""
    running = _started.get(name)
    return running is not None and running.poll() is None


@router.post("/{name}/stop")
def stop(name: str, request: Request) -> Response:
    """Stop an experiment that was started here; its games remain."""
    require_local(request)
    if name not in _started:
        _find_experiment(name)
    running = _started.pop(name, None)
    if running is None or running.poll() is not None:
        raise Refused(
            409, "not-started-here", "This experiment was not started here, or it has ended."
        )
    running.send_signal(signal.SIGINT)
    try:
        running.wait(STOPS_WITHIN)
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait()
    there = name in {experiment.name for experiment in Laboratory().experiments()}
    return RedirectResponse(f"/laboratory/{name}" if there else "/laboratory", 303)


def _find_experiment(name: str) -> Experiment:
    for experiment in Laboratory().experiments():
        if experiment.name == name:
            return experiment
    raise Refused(404, "no-experiment", "There is no such experiment.")
