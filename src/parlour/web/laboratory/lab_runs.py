"""Writing, starting and stopping experiments in the browser: for people at the server's own machine alone.

An experiment plays for hours and its players may be programs, so all of it is shut unless the server was
started with ``--laboratory``, and then open only to who asks from this machine by its own name, through no
proxy. A text that is written here names no program and runs no game file. What is started is `parlour
lab run`, a process of its own, which keeps its games when it is stopped.
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

router = APIRouter(prefix="/laboratory")

LAB = (sys.executable, "-m", "parlour", "lab")
CALLED = "called.json"  # the arguments of what an inventor asked, in its experiment's folder
HERE = ("127.0.0.1", "::1")
NAMES = ("localhost", "127.0.0.1", "[::1]")
FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via")
STOPS_WITHIN = 20.0  # seconds that a run may take to end, before it is killed
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
    """Whether who asks may write, start and stop experiments."""
    peer = request.client.host if request.client else ""
    name = request.headers.get("host", "").rpartition(":")[0] or request.headers.get("host", "")
    return (
        request.app.state.settings.laboratory
        and peer in HERE
        and name in NAMES
        and not any(header in request.headers for header in FORWARDED)
    )


def require_permission(request: Request) -> None:
    """Refuse who may not write, start and stop experiments."""
    if not may_run(request):
        raise Refused(
            403,
            "not-here",
            "Experiments are started at the server's own machine, where it was begun by "
            "parlour serve --laboratory.",
        )


@router.get("/new")
def new(request: Request) -> Response:
    """A page on which an experiment is written."""
    require_permission(request)
    return _page(request, "", EXAMPLE, "")


@router.post("")
async def write(request: Request) -> Response:
    """Save an experiment without starting it; errors name the line."""
    require_permission(request)
    given = await form_of(request)
    name, text = given.get("name", "").strip(), given.get("text", "").replace("\r\n", "\n")
    try:
        await run_in_threadpool(_keep, name, text)
    except ParlourError as error:
        return _page(request, name, text, str(error))
    return RedirectResponse(f"/laboratory/{name}", 303)


def _page(request: Request, name: str, text: str, wrong: str) -> Response:
    return page(request, "lab_new.html", given=name, text=text, wrong=wrong, longest=LONGEST)


def _keep(name: str, text: str) -> None:
    """Keep the experiment of a text; raises BadExperiment."""
    laboratory = Laboratory()
    if not _NAME.fullmatch(name) or name == "new":
        raise BadExperiment("A name is of small letters, digits and hyphens, 60 at most.")
    if len(text) > LONGEST:
        raise BadExperiment(f"An experiment has {LONGEST:,} characters at most.")
    if (laboratory.folder / name).exists():
        raise BadExperiment(f"There is an experiment {name} already; choose another name.")
    _refuse_programs(text)
    experiment = parse_experiment(text, "the experiment", laboratory.folder, name)
    games = laboratory.games(experiment)
    laboratory.note(experiment, games)
    games.close()


def _refuse_programs(text: str) -> None:
    """Raise BadExperiment where a player is another program."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # which parse_experiment tells with its line
    for word in _texts(told):
        if _PROGRAM.match(word):
            raise BadExperiment(f"{word!s:.60}: players that are programs are for the command line")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


_started: dict[str, subprocess.Popen[bytes]] = {}  # by the experiment's name, while they run


@router.post("/{name}/start")
def start(name: str, request: Request) -> Response:
    """Play what is missing of an experiment, in a process of its own."""
    require_permission(request)
    experiment = _find_experiment(name)
    laboratory = Laboratory()
    if not laboratory.is_running(experiment):
        started(laboratory.folder_of(experiment), experiment.name)
    return RedirectResponse(f"/laboratory/{experiment.name}", 303)


def started(folder: Path, name: str) -> None:
    """Start what plays an experiment, whose folder this is, unless it was started and still runs."""
    if is_started(name):
        return
    called = folder / CALLED
    told = json.loads(called.read_text(encoding="utf-8")) if called.is_file() else ["run", name]
    _started[name] = subprocess.Popen(
        [*LAB, *told, "--workers", "1", "--folder", str(folder.parent.resolve())],
        cwd=folder,  # where nothing else is called as it is
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def is_started(name: str) -> bool:
    """Whether what was started here under that name still runs."""
    running = _started.get(name)
    return running is not None and running.poll() is None


@router.post("/{name}/stop")
def stop(name: str, request: Request) -> Response:
    """Stop an experiment that was started here; its games are kept."""
    require_permission(request)
    if name not in _started:
        _find_experiment(name)
    running = _started.pop(name, None)
    if running is None or running.poll() is not None:
        raise Refused(409, "not-started-here", "It was not started here, or has ended.")
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
