"""The pages of the shipped findings: one finding with its figures, and the reports behind it."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from parlour.lab.shipped_findings import PLAYERS, findings, has_report, report_page
from parlour.web.common.game_registry import registered_specs
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import inline_markdown, markdown_html, page
from parlour.web.laboratory.lab_pages import REPORT_POLICY

router = APIRouter(prefix="/laboratory/findings", include_in_schema=False)

LINK = re.compile(r"\[([^]]*)\]\(([^)\s]*)\)")
FIGURES = re.compile(r"\.\./\.\./findings/(questions/[a-z-]+)\.json")


@router.get("/{slug}")
def show(request: Request, slug: str) -> HTMLResponse:
    """One finding: the question, the answer, doubts, and a fold with design and figures."""
    for finding in findings():
        if finding.slug == slug:
            specs = registered_specs()
            return page(
                request,
                "finding.html",
                finding=finding,
                players=PLAYERS,
                games=[specs[game_id] for game_id in finding.games if game_id in specs],
                inline=inline_markdown,
                design=markdown_html(LINK.sub(_link, finding.design)),
            )
    raise Refused(404, "no-finding", "There is no such finding.")


def _link(link: re.Match[str]) -> str:
    """A link of the text: to a report that is shipped, or its words alone."""
    words, target = link.groups()
    figures = FIGURES.fullmatch(target)
    if figures and has_report(figures[1]):
        return f"[{words}](/laboratory/findings/figures/{figures[1]})"
    return str(words)


@router.get("/figures/{name:path}")
def figures(name: str) -> Response:
    """The page of a shipped report."""
    if not has_report(name):
        raise Refused(404, "no-report", "There is no such report.")
    headers = {"Content-Security-Policy": REPORT_POLICY}
    return HTMLResponse(report_page(name), headers=headers)
