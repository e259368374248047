"""An inventor's questions in the browser: ask, tune and diff.

Each starts `parlour lab ask`, `tune` or `diff` as a process. The arguments are saved beside the games, so
that a question can be resumed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from parlour.errors import BadOption, ParlourError
from parlour.kernel.spec import parse_options
from parlour.lab.inventor.inventor_plan import name_of
from parlour.lab.inventor.tuning import goal, option_sets
from parlour.lab.laboratory import Laboratory
from parlour.table import catalogue
from parlour.table.game import Game
from parlour.web.common.game_registry import example_name
from parlour.web.http.page_templates import form_of, page
from parlour.web.laboratory.lab_runs import CALLED, require_local, start_process

router = APIRouter(prefix="/laboratory", include_in_schema=False)

KINDS = ("ask", "tune", "diff")
HOURS = (0.005, 100.0)
LONGEST = 300  # characters of a field
EMPTY = {"kind": "ask", "game": "", "options": "", "goal": "", "other": "", "hours": "0.25"}


@dataclass(frozen=True)
class Call:
    """A call of `parlour lab`: the experiment's name and the arguments."""

    name: str
    arguments: tuple[str, ...]


@router.get("/ask")
def form(request: Request) -> Response:
    """The page with the question form."""
    require_local(request)
    return _page(request, EMPTY, "")


@router.post("/ask")
async def ask(request: Request) -> Response:
    """Start the question, or show what is wrong with it."""
    require_local(request)
    form = await form_of(request)
    fields = {key: form.get(key, "").strip()[:LONGEST] for key in EMPTY}
    try:
        call = await run_in_threadpool(_call, fields)
        await run_in_threadpool(_begin, call)
    except ParlourError as error:
        return _page(request, fields, str(error))
    return RedirectResponse(f"/laboratory/{call.name}", 303)


def _page(request: Request, fields: Mapping[str, str], wrong: str) -> Response:
    games = [(name, catalogue.specs()[name].title) for name in catalogue.games()]
    return page(
        request,
        "lab_ask.html",
        given=fields,
        games=games,
        wrong=wrong,
        longest=LONGEST,
        example=example_name(),
    )


def _call(fields: Mapping[str, str]) -> Call:
    """The call for a completed form; raises ParlourError."""
    hours = _hours(fields["hours"])
    options = fields["options"].split()
    last = ("--hours", f"{hours:g}")
    if fields["kind"] == "tune":
        plain = _game(fields["game"], [])
        option_sets(plain, options)
        goal(fields["goal"])
        name = name_of("tune", plain, hours, " ".join([*options, fields["goal"]]))
        return Call(name, ("tune", plain.id, *_flags(options), "--goal", fields["goal"], *last))
    game = _game(fields["game"], options)
    if fields["kind"] == "ask":
        return Call(name_of("ask", game, hours), ("ask", game.id, *_flags(options), *last))
    if fields["kind"] != "diff":
        raise BadOption(f"{fields['kind']!s:.20}: expected {', '.join(KINDS)}")
    other = fields["other"] or game.id
    identifier, _, rest = other.partition(":")
    new = _game(identifier, rest.split(",") if rest else [])
    both = f"{game.name} {other}" if game.name != other else other
    return Call(name_of("diff", new, hours, both), ("diff", game.name, other, *last))


def _hours(text: str) -> float:
    low, high = HOURS
    try:
        hours = float(text)
    except ValueError:
        hours = 0.0
    if not low <= hours <= high:
        raise BadOption(
            f"{text!s:.20} hours: expected a number from {low:g} to {high:g}, such as 0.25"
        )
    return hours


def _game(identifier: str, options: list[str]) -> Game:
    """A shipped game with options such as ``size=5``; never runs a file. Raises ParlourError."""
    if identifier not in catalogue.games():
        raise BadOption(
            f"{identifier!s:.40} is not a game here; use the command line for game files"
        )
    return catalogue.game(identifier, **(parse_options(",".join(options)) if options else {}))


def _flags(options: list[str]) -> list[str]:
    return [word for option in options for word in ("--option", option)]


def _begin(call: Call) -> None:
    """Save the arguments beside the games, and start the call unless it is running."""
    folder = Laboratory().folder / call.name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / CALLED).write_text(json.dumps(call.arguments), encoding="utf-8")
    start_process(Path(folder), call.name)
