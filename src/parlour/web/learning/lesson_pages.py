"""Lessons in the browser: a page for each step, and what it asks of the server.

Nothing is kept here: the page says which moves of the step were played, and has the step done so far.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, Field

from parlour.lessons import Attempt, LessonStep, has_lesson, lesson
from parlour.picture.viewpoint import Viewpoint
from parlour.play.position import Position
from parlour.table.game import Game
from parlour.web.common.board_drawing import lies_far
from parlour.web.common.game_registry import known_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import AskedView
from parlour.web.play.snapshot import board_facts, game_facts, last_cells, next_steps

router = APIRouter()

Text = Annotated[str, Field(max_length=400)]
Number = Annotated[int, Path(ge=1, le=99)]


class PlayedMoves(BaseModel):
    """The moves of a step that were played, the answers to them included."""

    model_config = ConfigDict(extra="forbid")

    played: Annotated[list[Text], Field(max_length=200)] = []


class PlayedSteps(PlayedMoves):
    """Beside them the steps of a move that were entered."""

    steps: Annotated[list[tuple[Literal["cell", "word"], Text]], Field(max_length=64)]


class PlayedMove(PlayedMoves):
    """Beside them a move."""

    move: Text


def _steps(game_id: str) -> tuple[LessonStep, ...]:
    game = known_game(game_id)
    if not has_lesson(game.id):
        raise Refused(404, "no-lesson", f"{game.title} has no lesson yet.")
    return lesson(game.id).steps


def _attempt(game_id: str, number: int, played: list[str]) -> Attempt:
    steps = _steps(game_id)
    if number > len(steps):
        raise Refused(404, "no-such-step", f"This lesson has {len(steps)} steps.")
    try:
        return Attempt(steps[number - 1], played)
    except ValueError as error:
        raise Refused(422, "not-in-this-step", f"{error}.") from error


def step_payload(attempt: Attempt, asked: Viewpoint) -> dict[str, Any]:
    """How a step stands, as the board's page knows games."""
    position, seat, scene = position_of(attempt), attempt.step.seat, attempt.scene
    upside_down = seat is not None and lies_far(scene, seat)
    at = replace(asked, seat=seat, flip=asked.flip != upside_down, view=None)
    return {
        "game": {**game_facts(position), "views": []},
        "ply": len(attempt.moves_made),
        "played": attempt.moves_made,
        **board_facts(position, at, scene.picture or scene if attempt.step.face_up else None),
        "last_cells": last_cells(position, seat),
        "may_move": not attempt.over,
        "arrangeable": False,
        "next_parts": None if attempt.over else next_steps(position, ()),
        "task": "" if attempt.over else attempt.task,
        "hint": "" if attempt.over else attempt.hint,
        "done": attempt.is_done,
    }


def position_of(attempt: Attempt) -> Position:
    """Where a step stands, with the moves that were played in it."""
    return Position(attempt.step.tree.root.state()).play_all(attempt.moves_made)


@router.get("/learn/{game_id}", include_in_schema=False)
async def first(request: Request, game_id: str, asked: AskedView) -> HTMLResponse:
    """The first step of a lesson."""
    return await step(request, game_id, 1, asked)


@router.get("/learn/{game_id}/{number}", include_in_schema=False)
async def step(request: Request, game_id: str, number: Number, asked: AskedView) -> HTMLResponse:
    """One step of a lesson."""
    attempt = _attempt(game_id, number, [])
    stands = step_payload(attempt, asked)
    return page(
        request,
        "lesson.html",
        game=attempt.step.tree.game.spec,
        step=attempt.step,
        number=number,
        steps=_steps(game_id),
        first_game=first_game(attempt.step.tree.game),
        shown=stands,
        picture=Markup(stands["picture"]),
    )


def first_game(game: Game) -> dict[str, str]:
    """What the start page is sent for a game with a step's options against bots of level 1."""
    seats = {f"seat-{seat}": "1" if seat else "here" for seat in range(game.seats)}
    return seats | {f"option-{name}": str(value) for name, value in game.chosen.items()}


@router.post("/api/lessons/{game_id}/{number}", tags=["lessons"])
async def stands(
    game_id: str, number: Number, body: PlayedMoves, asked: AskedView
) -> dict[str, Any]:
    """How a step stands after some moves of it."""
    return step_payload(_attempt(game_id, number, body.played), asked)


@router.post("/api/lessons/{game_id}/{number}/steps", tags=["lessons"])
async def show_next_steps(game_id: str, number: Number, body: PlayedSteps) -> dict[str, Any]:
    """What may come next after the steps of a move that were entered; nothing is played."""
    return next_steps(position_of(_attempt(game_id, number, body.played)), body.steps)


@router.post("/api/lessons/{game_id}/{number}/moves", tags=["lessons"])
async def move(game_id: str, number: Number, body: PlayedMove, asked: AskedView) -> dict[str, Any]:
    """Whether a move does the task, and the step after it."""
    attempt = _attempt(game_id, number, body.played)
    if attempt.is_done:
        raise Refused(409, "done", "This step is done.")
    answer = attempt.play(body.move)
    return {"right": answer.right, "words": answer.words, "stands": step_payload(attempt, asked)}
