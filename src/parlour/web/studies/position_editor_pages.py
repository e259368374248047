"""The page of the position editor, and the check of position texts."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from parlour.errors import BadPosition, ParlourError
from parlour.language import translate
from parlour.picture.viewpoint import Viewpoint
from parlour.play.position import Position
from parlour.table.game import Game, State
from parlour.web.common.game_registry import registered_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import RequestedView
from parlour.web.play.dependencies import LONGEST_POSITION, readers_of
from parlour.web.play.snapshot import board_facts, game_facts
from parlour.web.reading.readers import NotRead
from parlour.web.studies.position_editor import (
    board_of_tokens,
    fields_of,
    layout,
    set_up_palette,
)
from parlour.web.studies.study_views import status

router = APIRouter()

Name = Annotated[str, Query(max_length=500)]
PositionText = Annotated[str, Field(max_length=LONGEST_POSITION)]
ShortText = Annotated[str, Field(max_length=40)]


class PositionBody(BaseModel):
    """A position text, and changes to make first, for games whose notation says how they are made.

    `put` is a cell and a token, "" to empty the cell; `turn` the seat to move; `clear` empties the board.
    """

    model_config = ConfigDict(extra="forbid")

    text: PositionText
    put: tuple[ShortText, ShortText] | None = None
    turn: Annotated[int, Field(ge=0, lt=16)] | None = None
    clear: bool = False


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
    trouble, board = "", {}
    if position:
        try:
            board = await readers_of(request).read_for(
                request, read_position, position, Viewpoint()
            )
        except NotRead:
            raise
        except Refused as error:
            trouble = str(error)
        if not board.get("fine", True):
            trouble = board["words"]
    start = await run_in_threadpool(lambda: _board_payload(rules.start(), Viewpoint()))
    board = {**start, **board}
    palette = await run_in_threadpool(set_up_palette, rules)
    learned = None if palette else await run_in_threadpool(layout, rules)
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
            "palette": [asdict(token) for token in palette],
            "turns": bool(palette) and rules.notation.SETUP.turn is not None,
            "turning": bool(palette) and rules.notation.SETUP.again is not None,
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
        return await readers_of(request).read_for(request, read_position, body.text, view, body)
    except NotRead:
        raise
    except Refused as error:
        return {"fine": False, "words": f"{error}."}


def read_position(text: str, at: Viewpoint, changes: PositionBody | None = None) -> dict[str, Any]:
    """A position text's board and status, as a reading process finds them. Raises ParlourError.

    Where a game's notation says how its pieces are set up, the board of a wrong text is shown too.
    """
    game = registered_game(text.partition(" ")[0])
    if game.notation.SETUP is None or game.spec.hidden:
        state = game.read(text)
        return {"fine": True, "words": status(state), **_board_payload(state, at)}
    if changes is not None:
        text = _changed(game, text, changes)
    try:
        state = game.read(text)
    except BadPosition as error:
        return {"fine": False, "words": f"{error}.", "text": text, **_wrong_board(game, text, at)}
    told = {"fine": True, "words": status(state), "text": text, "turn": state.turn}
    return {**told, **_board_payload(state, at)}


def _changed(game: Game, text: str, changes: PositionBody) -> str:
    """The text after the changes that are asked for; raises BadPosition."""
    if not (changes.put or changes.clear) and changes.turn is None:
        return text
    set_up = game.notation.SETUP
    fields = fields_of(text)
    if changes.clear:
        set_up.read(fields)  # so that `write` meets fields that are there
        fields = set_up.write(fields, {})
    if changes.put is not None:
        fields = set_up.place_token(fields, *changes.put)
    if changes.turn is not None:
        if set_up.turn is None or changes.turn >= game.seats:
            raise BadPosition("the player to move cannot be chosen here")
        fields = set_up.turn(fields, changes.turn)
    return " ".join((game.name, *fields))


def _wrong_board(game: Game, text: str, at: Viewpoint) -> dict[str, Any]:
    """The board of a text that is no position, as far as its pieces can be read."""
    try:
        scene = board_of_tokens(game, fields_of(text))
    except BadPosition:
        return {}
    return board_facts(Position(game.start()), _usual_view(at), scene)


def _board_payload(state: State, at: Viewpoint) -> dict[str, Any]:
    """A position's board, in the format of the game page."""
    position = Position(state)
    return {
        "game": {**game_facts(position.game), "views": []},
        "position": state.text,
        "over": state.outcome is not None,
        "may_move": True,
        "arrangeable": False,
        "seats": [translate(name) for name in state.game.seat_names],
        "next_parts": None,
        **board_facts(position, _usual_view(at)),
    }


def _usual_view(at: Viewpoint) -> Viewpoint:
    return Viewpoint(flip=at.flip, coordinates=at.coordinates)
