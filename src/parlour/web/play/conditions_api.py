"""Conditional moves of a game by correspondence: each seat's own, which the other never sees."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from parlour.web.dependencies import GameId, find_room

router = APIRouter(prefix="/api/games/{game_id}/conditions", tags=["games"])


class ConditionsBody(BaseModel):
    """What is to be answered: a line for each branch, the other's move first, as ``if d4 then e5``."""

    model_config = ConfigDict(extra="forbid")
    lines: Annotated[str, Field(max_length=20_000)]


class Conditions(BaseModel):
    """The lines that one's own seat will follow, from where the game stands."""

    lines: list[str]


@router.get("")
async def foreseen(request: Request, game_id: GameId) -> Conditions:
    """One's own conditional moves."""
    room, held = await find_room(request, game_id)
    return Conditions(lines=room.game.conditional_lines(held))


@router.post("")
async def foresee(request: Request, game_id: GameId, body: ConditionsBody) -> Conditions:
    """Enter conditional moves in place of those there were; nothing removes them."""
    room, held = await find_room(request, game_id)
    await room.enter_conditional_moves(held, body.lines)
    return Conditions(lines=room.game.conditional_lines(held))
