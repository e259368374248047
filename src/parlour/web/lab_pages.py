"""The pages of the laboratory: the experiments that were run here, how far one has come, its report.

They only look: experiments are run from the command line, and game files by nobody who looks.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from parlour.lab.experiment import Experiment
from parlour.lab.laboratory import Laboratory
from parlour.web.errors import Refused
from parlour.web.rendering import page

router = APIRouter(prefix="/laboratory")

# A report brings its style with it, and asks for nothing.
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"
)
KINDS = {"html": "text/html", "json": "application/json", "csv": "text/csv"}
REFRESH = 5  # seconds, while an experiment is played

Name = Annotated[str, Path(max_length=200)]


@router.get("")
def experiments(request: Request) -> HTMLResponse:
    """All experiments."""
    laboratory = Laboratory()
    rows = [_row(laboratory, experiment) for experiment in laboratory.experiments()]
    unread = laboratory.unread()
    return page(request, "laboratory.html", experiments=rows, unread=unread, refresh=_refresh(rows))


@router.get("/{name}")
def one(request: Request, name: Name) -> HTMLResponse:
    """One experiment: its arms with their games."""
    laboratory = Laboratory()
    experiment = _named(laboratory, name)
    row = _row(laboratory, experiment)
    return page(request, "experiment.html", experiment=row, refresh=_refresh([row]))


@router.get("/{name}/report.{kind}")
def report(name: Name, kind: str) -> Response:
    """The report that was written last: the page, or its figures."""
    laboratory = Laboratory()
    experiment = _named(laboratory, name)
    path = laboratory.folder_of(experiment) / f"{experiment.name}.{kind}"
    if kind not in KINDS or not path.is_file():
        raise Refused(404, "no-report", "There is no such report yet.")
    headers = {"Content-Security-Policy": REPORT_POLICY}
    return FileResponse(path, media_type=KINDS[kind], headers=headers)


def _named(laboratory: Laboratory, name: str) -> Experiment:
    for experiment in laboratory.experiments():
        if experiment.name == name:
            return experiment
    raise Refused(404, "no-experiment", "There is no such experiment.")


def _row(laboratory: Laboratory, experiment: Experiment) -> dict[str, Any]:
    """What both pages say of an experiment."""
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
        "reports": [kind for kind in KINDS if (folder / f"{experiment.name}.{kind}").is_file()],
    }


def _arm(
    laboratory: Laboratory, experiment: Experiment, variant: int, budget: int
) -> dict[str, Any]:
    return {
        "id": f"{variant + 1}.{budget + 1}",
        "players": experiment.budgets[budget].name,
        "games": laboratory.played(experiment, variant, budget)[0],
        "asked": laboratory.asked(experiment, budget),
    }


def _refresh(rows: list[dict[str, Any]]) -> int:
    """After how many seconds the page is to be loaded again; 0: it stays as it is."""
    return REFRESH if any(row["running"] for row in rows) else 0
