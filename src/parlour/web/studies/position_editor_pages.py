"""The page of the position editor, and the check of position texts."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from parlour.errors import ParlourError
from parlour.picture.viewpoint import Viewpoint
from parlour.play.position import Position
from parlour.table.game import Game, State
from parlour.web.common.game_registry import registered_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import RequestedView
from parlour.web.play.dependencies import LONGEST_POSITION
from parlour.web.play.snapshot import board_facts, game_facts
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
) -> HTMLResponse:
    """The position editor."""
    rules = registered_game(position.partition(" ")[0] or game)
    if rules.spec.hidden:
        words = "Positions of games with hidden information cannot be edited."
        raise Refused(422, "hidden", words)
    state, trouble = _read(rules, position)
    learned = await run_in_threadpool(layout, rules)
    board = _board_payload(state, Viewpoint())
    return page(
        request,
        "setup.html",
        game=rules,
        text=position or state.text,
        trouble=trouble,
        picture=Markup(board["picture"]),
        data={**board, "layout": None if learned is None else asdict(learned), "start": state.text},
    )


def _read(game: Game, text: str) -> tuple[State, str]:
    """The state of a text, or the game's start and an error message."""
    try:
        return (game.read(text) if text else game.start()), ""
    except ParlourError as error:
        return game.start(), str(error)


@router.post("/api/positions", tags=["studies"])
async def judge(body: PositionBody, view: RequestedView) -> dict[str, Any]:
    """Check a position text: its board, or what is wrong with it."""
    name = body.text.partition(" ")[0]
    try:
        state = await run_in_threadpool(registered_game(name).read, body.text)
    except ParlourError as error:
        return {"fine": False, "words": f"{error}."}
    if state.game.spec.hidden:
        raise Refused(422, "hidden", "Positions of games with hidden information cannot be edited.")
    return {"fine": True, "words": status(state), **_board_payload(state, view)}


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
