"""Lessons in the browser: a page for each step, and the requests of that page.

The server stores nothing: the page sends the moves of the step played so far.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, Field

from parlour.kernel.spec import SHELVES
from parlour.language import _, translate
from parlour.lessons import Attempt, LessonStep, has_lesson, lesson
from parlour.picture.viewpoint import Viewpoint
from parlour.play.position import Position
from parlour.table.game import Game
from parlour.web.common.board_drawing import begins_far
from parlour.web.common.game_registry import registered_game, registered_specs
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import TALL, RequestedView, first_view
from parlour.web.play.snapshot import board_facts, game_facts, last_cells, next_steps

router = APIRouter()

Text = Annotated[str, Field(max_length=400)]
Number = Annotated[int, Path(ge=1, le=99)]


class PlayedMoves(BaseModel, title="Played"):
    """The moves of a step played so far, including the replies."""

    __qualname__ = "Played"  # its public name in the OpenAPI document

    model_config = ConfigDict(extra="forbid")

    played: Annotated[list[Text], Field(max_length=200)] = []


class PlayedSteps(PlayedMoves, title="PlayedSteps"):
    """And the steps of a move entered so far."""

    steps: Annotated[list[tuple[Literal["cell", "word"], Text]], Field(max_length=64)]


class PlayedMove(PlayedMoves, title="PlayedMove"):
    """And a move."""

    move: Text


# A tree has one cursor, and requests run in threads: one at a time steps through trees of lessons and
# puzzles.
STEPPING = threading.Lock()


def _steps(game_id: str) -> tuple[LessonStep, ...]:
    game = registered_game(game_id)
    if not has_lesson(game.id):
        raise Refused(404, "no-lesson", _("%(title)s has no lesson yet.", title=game.title))
    return lesson(game.id).steps


def _attempt(game_id: str, number: int, played: list[str]) -> Attempt:
    steps = _steps(game_id)
    if number > len(steps):
        raise Refused(404, "no-such-step", _("This lesson has %(count)s steps.", count=len(steps)))
    try:
        return Attempt(steps[number - 1], played)
    except ValueError as error:
        raise Refused(422, "not-in-this-step", f"{error}.") from error


def step_payload(attempt: Attempt, view: Viewpoint) -> dict[str, Any]:
    """The state of a step, in the format of the game page."""
    position = position_of(attempt)
    return {
        "game": {**game_facts(position.game), "views": narrow_views(position)},
        "ply": len(attempt.moves_made),
        "played": attempt.moves_made,
        **board_payload(attempt.step, position, view),
        "may_move": not attempt.over,
        "arrangeable": False,
        "next_parts": None if attempt.over else next_steps(position, ()),
        "task": "" if attempt.over or not attempt.task else translate(attempt.task),
        "hint": "" if attempt.over else attempt.hint,
        "done": attempt.is_done,
    }


def board_payload(step: LessonStep, position: Position, view: Viewpoint) -> dict[str, Any]:
    """The board in a position that follows a step's, as the learner sees it."""
    seat, face_up = step.seat, step.face_up
    scene = (position.state.open_scene if face_up else position.state.scene)(seat)
    upside_down = seat is not None and begins_far(step.tree.game, seat)
    at = replace(view, seat=seat, flip=view.flip != upside_down, view=None)
    shown = scene.picture or scene if face_up else None
    if view.view == TALL and narrow_views(position):
        shown = position.game.notation.VIEWS[TALL](scene, seat or 0)
    return {
        **board_facts(position, at, shown),
        "last_cells": last_cells(position, seat),
    }


def narrow_views(position: Position) -> list[str]:
    """The view for a phone held upright, if the game has one; lessons and puzzles have no other."""
    return [TALL] if TALL in position.game.notation.VIEWS else []


def position_of(attempt: Attempt) -> Position:
    """The position of a step after its moves."""
    return Position(attempt.step.tree.root.state()).play_all(attempt.moves_made)


@router.get("/learn", include_in_schema=False)
def lessons(request: Request) -> HTMLResponse:
    """The games with lessons."""
    games = [
        (spec, len(lesson(game_id).steps))
        for game_id, spec in registered_specs().items()
        if has_lesson(game_id)
    ]
    games.sort(key=lambda game: (SHELVES.index(game[0].shelf), game[1]))
    return page(request, "lessons.html", games=games)


@router.get("/learn/{game_id}", include_in_schema=False)
def first(request: Request, game_id: str, view: RequestedView) -> HTMLResponse:
    """The first step of a lesson."""
    return step(request, game_id, 1, view)


@router.get("/learn/{game_id}/{number}", include_in_schema=False)
def step(request: Request, game_id: str, number: Number, view: RequestedView) -> HTMLResponse:
    """One step of a lesson."""
    with STEPPING:
        attempt = _attempt(game_id, number, [])
        payload = step_payload(attempt, first_view(request, view))
    return page(
        request,
        "lesson.html",
        game=attempt.step.tree.game.spec,
        step=attempt.step,
        number=number,
        steps=_steps(game_id),
        first_game=first_game(attempt.step.tree.game),
        shown=payload,
        picture=Markup(payload["picture"]),
    )


def first_game(game: Game) -> dict[str, str]:
    """Form fields for a game with the lesson's options against bots of level 1."""
    seats = {f"seat-{seat}": "1" if seat else "here" for seat in range(game.seats)}
    return seats | {f"option-{name}": str(value) for name, value in game.chosen.items()}


@router.post("/api/lessons/{game_id}/{number}", tags=["lessons"])
def stands(game_id: str, number: Number, body: PlayedMoves, view: RequestedView) -> dict[str, Any]:
    """The state of a step after some of its moves."""
    with STEPPING:
        return step_payload(_attempt(game_id, number, body.played), view)


@router.post("/api/lessons/{game_id}/{number}/steps", tags=["lessons"], name="entered")
def next_move_steps(game_id: str, number: Number, body: PlayedSteps) -> dict[str, Any]:
    """The possible next steps of a move; nothing is played."""
    with STEPPING:
        return next_steps(position_of(_attempt(game_id, number, body.played)), body.steps)


@router.post("/api/lessons/{game_id}/{number}/moves", tags=["lessons"])
def move(game_id: str, number: Number, body: PlayedMove, view: RequestedView) -> dict[str, Any]:
    """Check a move: whether it solves the task, and the state of the step."""
    with STEPPING:
        attempt = _attempt(game_id, number, body.played)
        if attempt.is_done:
            raise Refused(409, "done", "This step is done.")
        answer = attempt.play(body.move)
        return {
            "right": answer.right,
            "words": translate(answer.words),
            "stands": step_payload(attempt, view),
        }
