"""The pages of the laboratory: experiments, their progress, games and reports.

These pages are read-only and never run game files; `lab_runs` writes, starts and stops experiments.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from parlour.errors import ParlourError
from parlour.lab.experiment import Experiment
from parlour.lab.laboratory import Laboratory
from parlour.lab.shipped_findings import PLAYERS, findings
from parlour.lab.trace import Trace
from parlour.records import Tree, result_text
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import inline_markdown, page
from parlour.web.laboratory.lab_runs import is_started, may_run, require_local
from parlour.web.play.dependencies import limit_new_games
from parlour.web.studies.study_api import study_of_record

router = APIRouter(prefix="/laboratory", include_in_schema=False)

# A report contains its styles and loads nothing.
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
)
KINDS = {"html": "text/html", "json": "application/json", "csv": "text/csv"}
REPORTS = {**KINDS, "answers.html": "text/html"}  # the last: answers to a question
SHOWN = 20  # games of an arm on a page
REFRESH = 5  # seconds, while an experiment runs

Name = Annotated[str, Path(max_length=200)]


@router.get("")
def experiments(request: Request) -> HTMLResponse:
    """All experiments."""
    laboratory = Laboratory()
    rows = [_row(laboratory, experiment) for experiment in laboratory.experiments()]
    unread = laboratory.unread()
    return page(
        request,
        "laboratory.html",
        experiments=rows,
        findings=findings(),
        players=PLAYERS,
        inline=inline_markdown,
        unread=unread,
        refresh=_refresh(rows),
        may_run=may_run(request),
    )


@router.get("/{name}")
def one(request: Request, name: Name) -> HTMLResponse:
    """One experiment: its arms with their games."""
    laboratory = Laboratory()
    known = {experiment.name for experiment in laboratory.experiments()}
    if name not in known and is_started(name):
        require_local(request)
        return page(request, "lab_planned.html", planned=name, refresh=REFRESH)
    row = _row(laboratory, _find_experiment(laboratory, name))
    return page(
        request,
        "experiment.html",
        experiment=row,
        refresh=_refresh([row]),
        may_run=may_run(request),
    )


@router.get("/{name}/games")
def games(
    request: Request,
    name: Name,
    arm: Annotated[str, Query(pattern=r"^[1-9]\d{0,3}\.[1-9]\d{0,3}$")] = "1.1",
    first: Annotated[int, Query(ge=1, le=10**9)] = 1,
) -> HTMLResponse:
    """Games of an arm from number `first` on, with links to study them."""
    laboratory = Laboratory()
    experiment = _find_experiment(laboratory, name)
    variant, budget = (int(part) - 1 for part in arm.split("."))
    if (variant, budget) not in experiment.arms:
        raise Refused(404, "no-arm", "The experiment has no such arm.")
    traces = laboratory.traces(experiment, variant, budget, first - 1, first - 1 + SHOWN)
    return page(
        request,
        "lab_games.html",
        experiment=experiment,
        arm=arm,
        label=f"{experiment.variants[variant].label} · {experiment.budgets[budget].name}",
        games=[_line(trace) for trace in traces],
        first=first,
        shown=SHOWN,
        played=laboratory.count_played(experiment, variant, budget)[0],
    )


def _line(trace: Trace) -> tuple[str, str, int, str, str]:
    same = len(set(trace.players)) == 1
    players = trace.players[0] if same else " / ".join(trace.players)
    return trace.id, players, trace.length, result_text(trace.scores), trace.reason


@router.post("/{name}/games/{game}/study")
async def study(name: Name, game: Name, request: Request) -> Response:
    """Create a study of a game."""
    limit_new_games(request)
    visitor = Visitor(request)
    text = await run_in_threadpool(lambda: _record(name, game).write().text)
    created = await study_of_record(request, text, visitor)
    response = RedirectResponse(f"/study/{created.id}", 303)
    visitor.set_cookie(response)
    return response


def _record(name: str, game: str) -> Tree:
    laboratory = Laboratory()
    try:
        return laboratory.trace(_find_experiment(laboratory, name), game).record
    except ParlourError as error:
        raise Refused(404, "no-such-game", str(error)) from error


@router.get("/{name}/report.{kind}")
def report(name: Name, kind: str) -> Response:
    """The latest report: the page or its data."""
    laboratory = Laboratory()
    experiment = _find_experiment(laboratory, name)
    path = laboratory.folder_of(experiment) / f"{experiment.name}.{kind}"
    if kind not in REPORTS or not path.is_file():
        raise Refused(404, "no-report", "There is no such report yet.")
    headers = {"Content-Security-Policy": REPORT_POLICY}
    return FileResponse(path, media_type=REPORTS[kind], headers=headers)


def _find_experiment(laboratory: Laboratory, name: str) -> Experiment:
    for experiment in laboratory.experiments():
        if experiment.name == name:
            return experiment
    raise Refused(404, "no-experiment", "There is no such experiment.")


def _row(laboratory: Laboratory, experiment: Experiment) -> dict[str, Any]:
    """An experiment for the pages."""
    folder = laboratory.folder_of(experiment)
    budgets = range(len(experiment.budgets))
    variants = [
        (variant.label, [_arm(laboratory, experiment, at, budget) for budget in budgets])
        for at, variant in enumerate(experiment.variants)
    ]
    arms = [arm for _, own in variants for arm in own]
    return {
        "name": experiment.name,
        "title": experiment.title,
        "question": experiment.question,
        "variants": variants,
        "games": sum(arm["games"] for arm in arms),
        "asked": sum(arm["asked"] for arm in arms),
        "running": laboratory.is_running(experiment),
        "reports": [kind for kind in REPORTS if (folder / f"{experiment.name}.{kind}").is_file()],
    }


def _arm(
    laboratory: Laboratory, experiment: Experiment, variant: int, budget: int
) -> dict[str, Any]:
    return {
        "id": f"{variant + 1}.{budget + 1}",
        "players": experiment.budgets[budget].name,
        "games": laboratory.count_played(experiment, variant, budget)[0],
        "asked": laboratory.games_wanted(experiment, budget),
    }


def _refresh(rows: list[dict[str, Any]]) -> int:
    """Seconds until the next refresh; 0: none."""
    return REFRESH if any(row["running"] for row in rows) else 0
