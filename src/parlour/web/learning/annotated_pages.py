"""Annotated games in the browser: each opens as a study of one's own."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse, Response

from parlour.lessons.annotated_games import all_annotated_titles, annotated_file
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.play.dependencies import limit_new_games
from parlour.web.studies.study_api import NewStudy, create_study

router = APIRouter(include_in_schema=False)


@router.post("/annotated/{game_id}/{number}")
async def open_annotated(
    request: Request, game_id: str, number: Annotated[int, Path(ge=1, le=99)]
) -> Response:
    """Open an annotated game as a new study."""
    limit_new_games(request)
    titles = all_annotated_titles().get(game_id, ())
    if number > len(titles):
        words = f"There are {len(titles)} annotated games of {game_id[:40]}."
        raise Refused(404, "no-such-annotated-game", words)
    visitor = Visitor(request)
    text = annotated_file(game_id).read_text(encoding="utf-8")
    study = await create_study(request, NewStudy(text=text, number=number), visitor)
    response = RedirectResponse(f"/study/{study.id}", 303)
    visitor.set_cookie(response)
    return response
