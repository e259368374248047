"""Conditional moves in correspondence games: each player's own, hidden from the opponent."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from parlour.play.conditional_moves import MOST_PLIES
from parlour.play.position import Position
from parlour.table.familiar_moves import written_line
from parlour.web.http.identity import Visitor
from parlour.web.http.query_parameters import RequestedView
from parlour.web.play.dependencies import GameId, find_room
from parlour.web.play.live import Text
from parlour.web.play.room import Room
from parlour.web.play.snapshot import ViewRequest, board_facts, last_cells, next_steps

router = APIRouter(prefix="/api/games/{game_id}/conditions", tags=["games"])


class ConditionsBody(BaseModel):
    """Conditional moves: a line for each branch, the opponent's move first, as ``if d4 then e5``."""

    model_config = ConfigDict(extra="forbid")
    lines: Annotated[str, Field(max_length=20_000)]


class LineBody(BaseModel):
    """A line of moves from the current position, as far as it has been entered."""

    model_config = ConfigDict(extra="forbid")
    moves: Annotated[list[Text], Field(max_length=MOST_PLIES)] = []


class LineSteps(LineBody):
    """And the steps of its next move."""

    steps: Annotated[list[tuple[Literal["cell", "word"], Text]], Field(max_length=64)] = []


class Conditions(BaseModel):
    """Your conditional lines from the current position."""

    lines: list[str]


@router.get("")
async def show_conditions(request: Request, game_id: GameId) -> Conditions:
    """Your conditional moves."""
    room, owned = await find_room(request, game_id)
    return Conditions(lines=room.game.conditional_lines(owned))


@router.post("")
async def enter_conditions(request: Request, game_id: GameId, body: ConditionsBody) -> Conditions:
    """Replace your conditional moves; an empty text removes them."""
    room, owned = await find_room(request, game_id)
    await room.enter_conditional_moves(owned, body.lines)
    return Conditions(lines=room.game.conditional_lines(owned))


@router.post("/board")
async def show_line(
    request: Request, game_id: GameId, body: LineBody, asked: RequestedView
) -> dict[str, Any]:
    """The board after a line of expected moves, to enter the next one; nothing is played."""
    room, owned = await find_room(request, game_id)
    seat = room.game.foreseeing_seat(owned)
    asker = ViewRequest.at(room, owned, asked, Visitor(request).digest)

    def work() -> dict[str, Any]:
        after = room.game.position.play_all(body.moves)
        ply = room.game.position.ply
        line = after.state.history[ply:]
        goes_on = after.turn is not None and after.turn >= 0 and len(line) < MOST_PLIES
        return {
            "moves": line,
            "written": written_line(room.game.position.state, line),
            "complete": bool(line) and after.log[-1].seat == seat,
            **board_facts(after, asker.viewpoint),
            "last_cells": last_cells(after, seat),
            "next_parts": next_steps(after, ()) if goes_on else None,
        }

    return await asyncio.to_thread(work)


@router.post("/steps", name="foreseen")
async def next_line_steps(request: Request, game_id: GameId, body: LineSteps) -> dict[str, Any]:
    """The possible next steps of a line's next move."""
    room, owned = await find_room(request, game_id)
    room.game.foreseeing_seat(owned)
    return await asyncio.to_thread(_next_steps, room, body)


def _next_steps(room: Room, body: LineSteps) -> dict[str, Any]:
    after: Position = room.game.position.play_all(body.moves)
    return next_steps(after, body.steps)
