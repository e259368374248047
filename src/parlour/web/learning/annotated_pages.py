"""Annotated games in the browser: a list; each opens as a study of one's own."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from parlour.language import _
from parlour.lessons.annotated_games import all_annotated_titles, annotated_file
from parlour.table.catalogue import specs
from parlour.web.http import page_templates
from parlour.web.http.identity import Visitor
from parlour.web.play.dependencies import limit_new_games
from parlour.web.studies.study_api import NewStudy, create_study

router = APIRouter(include_in_schema=False)


@router.post("/annotated/{game_id}/{number}")
async def open_annotated(request: Request, game_id: str, number: str) -> Response:
    """Open an annotated game as a new study."""
    limit_new_games(request)
    if not _is_there(game_id, number):
        return _list(request, game_id, number)
    visitor = Visitor(request)
    text = annotated_file(game_id).read_text(encoding="utf-8")
    study = await create_study(request, NewStudy(text=text, number=int(number)), visitor)
    response = RedirectResponse(f"/study/{study.id}", 303)
    visitor.set_cookie(response)
    return response


@router.get("/annotated")
@router.get("/annotated/{game_id}")
@router.get("/annotated/{game_id}/{number}")
def list_annotated(request: Request, game_id: str = "", number: str = "") -> Response:
    """The annotated games of a game, or of all games; each opens by a click."""
    return _list(request, game_id, number)


def _list(request: Request, game_id: str, number: str) -> Response:
    """What there is, and whether what was asked for is missing."""
    found = all_annotated_titles()
    titles, names = found.get(game_id, ()), specs()
    is_missing = bool(game_id) and not (_is_there(game_id, number) if number else titles)
    known = names[game_id].title if game_id in names else game_id[:40]
    words = _("Number of annotated games of %(game)s: %(count)s.", count=len(titles), game=known)
    shown = {game_id: titles} if titles else found
    return page_templates.page(
        request,
        "annotated.html",
        404 if is_missing else 200,
        missing=words if is_missing else "",
        shown=[(names[each].title, each, some) for each, some in shown.items() if each in names],
    )


def _is_there(game_id: str, number: str) -> bool:
    count = len(all_annotated_titles().get(game_id, ()))
    return number in map(str, range(1, count + 1))
