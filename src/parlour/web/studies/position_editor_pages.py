"""The page of the position editor, and the check of position texts."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from parlour.errors import ParlourError
from parlour.picture.viewpoint import Viewpoint
from parlour.play.position import Position
from parlour.table.game import State
from parlour.web.common.game_registry import registered_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import RequestedView
from parlour.web.play.dependencies import LONGEST_POSITION, readers_of
from parlour.web.play.snapshot import board_facts, game_facts
from parlour.web.reading.readers import NotRead
from parlour.web.studies.position_editor import layout
from parlour.web.studies.study_views import status

router = APIRouter()

Name = Annotated[str, Query(max_length=500)]
PositionText = Annotated[str, Field(max_length=LONGEST_POSITION)]


class PositionBody(BaseModel):
    """A position text."""

    model_config = ConfigDict(extra="forbid")

    text: PositionText


@router.get("/study/setup", include_in_schema=False)
async def set_up(
    request: Request,
    game: Name = "",
    position: Annotated[str, Query(max_length=LONGEST_POSITION)] = "",
) -> Response:
    """The position editor; without a game, the page where one is chosen."""
    if not (game or position):
        return RedirectResponse("/study", 303)
    rules = registered_game(position.partition(" ")[0] or game)
    if rules.spec.hidden:
        words = "Positions of games with hidden information cannot be edited."
        raise Refused(422, "hidden", words)
    trouble, board = "", None
    if position:
        try:
            board = await readers_of(request).read_for(
                request, read_position, position, Viewpoint()
            )
        except NotRead:
            raise
        except Refused as error:
            trouble = str(error)
    start = await run_in_threadpool(lambda: _board_payload(rules.start(), Viewpoint()))
    board = board or start
    learned = await run_in_threadpool(layout, rules)
    return page(
        request,
        "setup.html",
        game=rules,
        text=position or start["position"],
        trouble=trouble,
        picture=Markup(board["picture"]),
        data={
            **board,
            "layout": None if learned is None else asdict(learned),
            "start": board["position"],
        },
    )


@router.post("/api/positions", tags=["studies"])
async def judge(body: PositionBody, request: Request, view: RequestedView) -> dict[str, Any]:
    """Check a position text: its board, or what is wrong with it."""
    try:
        hidden = registered_game(body.text.partition(" ")[0]).spec.hidden
    except ParlourError as error:
        return {"fine": False, "words": f"{error}."}
    if hidden:
        raise Refused(422, "hidden", "Positions of games with hidden information cannot be edited.")
    try:
        return await readers_of(request).read_for(request, read_position, body.text, view)
    except NotRead:
        raise
    except Refused as error:
        return {"fine": False, "words": f"{error}."}


def read_position(text: str, at: Viewpoint) -> dict[str, Any]:
    """A position text's board and status, as a reading process finds them. Raises ParlourError."""
    state = registered_game(text.partition(" ")[0]).read(text)
    return {"fine": True, "words": status(state), **_board_payload(state, at)}


def _board_payload(state: State, at: Viewpoint) -> dict[str, Any]:
    """A position's board, in the format of the game page."""
    position = Position(state)
    return {
        "game": {**game_facts(position), "views": []},
        "position": state.text,
        "over": state.outcome is not None,
        "may_move": True,
        "arrangeable": False,
        "seats": list(state.game.seat_names),
        "next_parts": None,
        **board_facts(position, Viewpoint(flip=at.flip, coordinates=at.coordinates)),
    }
