"""The page where a position is set up by hand, and whether a text is a position, and why not."""

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
from parlour.web.common.game_registry import known_game
from parlour.web.dependencies import LONGEST_POSITION
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import AskedView
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
    """A board on which pieces are put by hand."""
    found = known_game(position.partition(" ")[0] or game)
    if found.spec.hidden:
        words = "Where information is hidden, positions are not set up by hand."
        raise Refused(422, "hidden", words)
    state, trouble = _read(found, position)
    learnt = await run_in_threadpool(layout, found)
    shown = _board_payload(state, Viewpoint())
    return page(
        request,
        "setup.html",
        game=found,
        text=position or state.text,
        trouble=trouble,
        picture=Markup(shown["picture"]),
        data={**shown, "layout": None if learnt is None else asdict(learnt), "start": state.text},
    )


def _read(game: Game, text: str) -> tuple[State, str]:
    """The state of a text, or the game's start and why it is none."""
    try:
        return (game.read(text) if text else game.start()), ""
    except ParlourError as error:
        return game.start(), str(error)


@router.post("/api/positions", tags=["studies"])
async def judge(body: PositionBody, asked: AskedView) -> dict[str, Any]:
    """Whether a text is a position, with its board; if not, what is wrong with it."""
    name = body.text.partition(" ")[0]
    try:
        state = await run_in_threadpool(known_game(name).read, body.text)
    except ParlourError as error:
        return {"fine": False, "words": f"{error}."}
    if state.game.spec.hidden:
        raise Refused(
            422, "hidden", "Where information is hidden, positions are not set up by hand."
        )
    return {"fine": True, "words": status(state), **_board_payload(state, asked)}


def _board_payload(state: State, at: Viewpoint) -> dict[str, Any]:
    """A position's board, as the table's page knows games."""
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
