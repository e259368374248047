"""Conditional moves in correspondence games: each player's own, hidden from the opponent."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from parlour.web.play.dependencies import GameId, find_room

router = APIRouter(prefix="/api/games/{game_id}/conditions", tags=["games"])


class ConditionsBody(BaseModel):
    """Conditional moves: a line for each branch, the opponent's move first, as ``if d4 then e5``."""

    model_config = ConfigDict(extra="forbid")
    lines: Annotated[str, Field(max_length=20_000)]


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
