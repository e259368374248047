"""Puzzles in the browser: all games, one game by difficulty, one puzzle on the board.

The server stores nothing; the browser remembers which puzzles are solved.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from parlour.language import _, mark, translate
from parlour.lessons import Attempt, begin
from parlour.lessons.attempt import ANOTHER
from parlour.picture.viewpoint import USUAL_SKIN, Viewpoint
from parlour.play.position import Position
from parlour.puzzles import Puzzle, has_puzzles, puzzle_of_the_day, puzzles
from parlour.puzzles.help import hint, solution_of
from parlour.table.catalogue import specs
from parlour.table.game import State
from parlour.web.common.game_registry import registered_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import Name, RequestedView, first_view, shipped_skin
from parlour.web.learning.lesson_pages import (
    STEPPING,
    Number,
    PlayedMove,
    PlayedMoves,
    PlayedSteps,
    board_payload,
    position_of,
    step_payload,
)
from parlour.web.learning.refutations import refutation_payload
from parlour.web.play.snapshot import next_steps

router = APIRouter()

AGAIN = mark("That is not the solution. Try again.")


@cache
def games_with_puzzles() -> tuple[str, ...]:
    """The ids of the games that have puzzles."""
    return tuple(game_id for game_id in specs() if has_puzzles(game_id))


def _puzzles(game_id: str) -> tuple[Puzzle, ...]:
    game = registered_game(game_id)
    if game.id not in games_with_puzzles():
        raise Refused(404, "no-puzzles", _("%(title)s has no puzzles yet.", title=game.title))
    return puzzles(game.id)


def _puzzle(game_id: str, number: int) -> Puzzle:
    all_puzzles = _puzzles(game_id)
    if number > len(all_puzzles):
        raise Refused(
            404, "no-such-puzzle", _("There are %(count)s puzzles.", count=len(all_puzzles))
        )
    return all_puzzles[number - 1]


def _attempt(puzzle: Puzzle, played: list[str]) -> Attempt:
    try:
        return begin(puzzle.step, played)
    except ValueError as error:
        raise Refused(422, "not-in-this-puzzle", f"{error}.") from error


def today(game_id: str) -> Puzzle | None:
    """The game's puzzle of the day, by universal time."""
    return puzzle_of_the_day(game_id, datetime.now(UTC).date())


@router.get("/puzzles", include_in_schema=False)
def games(request: Request) -> HTMLResponse:
    """The games with puzzles, and their puzzles of the day."""
    rows = [
        {"game": specs()[game_id], "count": len(puzzles(game_id)), "today": today(game_id)}
        for game_id in games_with_puzzles()
    ]
    return page(request, "puzzles.html", rows=rows)


@router.get("/puzzles/{game_id}", include_in_schema=False)
def of_game(request: Request, game_id: str) -> HTMLResponse:
    """One game's puzzles, by difficulty."""
    all_puzzles = _puzzles(game_id)
    rows = [
        (level, [puzzle for puzzle in all_puzzles if puzzle.difficulty == level])
        for level in sorted({puzzle.difficulty for puzzle in all_puzzles})
    ]
    game = registered_game(game_id).spec
    return page(
        request,
        "puzzles_of.html",
        game=game,
        rows=rows,
        count=len(all_puzzles),
        today=today(game.id),
    )


@router.get("/puzzles/{game_id}/today", include_in_schema=False)
def of_today(game_id: str) -> Response:
    """The puzzle of the day."""
    _puzzles(game_id)
    puzzle_today = today(game_id)
    assert puzzle_today is not None
    return RedirectResponse(f"/puzzles/{registered_game(game_id).id}/{puzzle_today.number}", 303)


@router.get("/puzzles/{game_id}/{number}", include_in_schema=False)
def puzzle(request: Request, game_id: str, number: Number, view: RequestedView) -> HTMLResponse:
    """One puzzle on the board."""
    chosen = _puzzle(game_id, number)
    with STEPPING:
        payload = step_payload(_attempt(chosen, []), first_view(request, view))
    return page(
        request,
        "puzzle.html",
        game=chosen.tree.game.spec,
        puzzle=chosen,
        count=len(_puzzles(game_id)),
        shown=payload,
        picture=Markup(payload["picture"]),
    )


@router.get("/puzzles/{game_id}/{number}/picture.svg", include_in_schema=False)
def picture(game_id: str, number: Number, skin: Name = USUAL_SKIN) -> Response:
    """The board of a puzzle; a page asks for the dark one where it is dark."""
    with STEPPING:
        view = Viewpoint(skin=shipped_skin(skin))
        payload = step_payload(_attempt(_puzzle(game_id, number), []), view)
    return Response(payload["picture"], media_type="image/svg+xml")


@router.post("/api/puzzles/{game_id}/{number}", tags=["puzzles"])
def stands(game_id: str, number: Number, body: PlayedMoves, view: RequestedView) -> dict[str, Any]:
    """The state of a puzzle after some moves of its solution."""
    with STEPPING:
        return step_payload(_attempt(_puzzle(game_id, number), body.played), view)


@router.post("/api/puzzles/{game_id}/{number}/steps", tags=["puzzles"], name="entered")
def next_move_steps(game_id: str, number: Number, body: PlayedSteps) -> dict[str, Any]:
    """The possible next steps of a move; nothing is played."""
    with STEPPING:
        attempt = _attempt(_puzzle(game_id, number), body.played)
        return next_steps(position_of(attempt), body.steps)


@router.post("/api/puzzles/{game_id}/{number}/moves", tags=["puzzles"])
def move(game_id: str, number: Number, body: PlayedMove, view: RequestedView) -> dict[str, Any]:
    """Check a move: whether it is the solution, and the state of the puzzle."""
    with STEPPING:
        attempt = _attempt(_puzzle(game_id, number), body.played)
        if attempt.over:
            raise Refused(409, "done", "This puzzle is solved.")
        answer = attempt.play(body.move)
        words = translate(AGAIN if answer.words == ANOTHER else answer.words)
        return {"right": answer.right, "words": words, "stands": step_payload(attempt, view)}


# -- help ------------------------------------------------------------------------------------------


@router.post("/api/puzzles/{game_id}/{number}/hint", tags=["puzzles"], name="puzzle_hint")
def show_hint(game_id: str, number: Number, body: PlayedMoves) -> dict[str, Any]:
    """Words that help with the next move, and the cells that they name."""
    with STEPPING:
        found = hint(_attempt(_puzzle(game_id, number), body.played))
    return {"words": found.words, "cells": found.cells}


@router.post("/api/puzzles/{game_id}/{number}/solution", tags=["puzzles"])
def solution(game_id: str, number: Number, body: PlayedMoves) -> dict[str, Any]:
    """The rest of the solution, and the moves before it."""
    with STEPPING:
        found = solution_of(_attempt(_puzzle(game_id, number), body.played))
        return {"played": found.played, "line": found.line, "written": found.texts}


@router.post("/api/puzzles/{game_id}/{number}/refutation", tags=["puzzles"])
async def refutation(
    request: Request, game_id: str, number: Number, body: PlayedMove
) -> dict[str, Any]:
    """Why a wrong move fails: the moves that follow it, and what they come to."""
    state = await asyncio.to_thread(_wrong_move, game_id, number, body)
    return await refutation_payload(request, f"puzzle {game_id} {number}", state)


def _wrong_move(game_id: str, number: int, body: PlayedMove) -> State:
    """The position after a wrong move; raises Refused for any other."""
    with STEPPING:
        attempt = _attempt(_puzzle(game_id, number), body.played)
        if attempt.over:
            raise Refused(409, "done", "This puzzle is solved.")
        if attempt.step.free:
            raise Refused(409, "any-move", "Any move may be played in this puzzle.")
        state = attempt.state.copy()
        answer = attempt.play(body.move)
        if answer.right:
            raise Refused(409, "right", "That move is right.")
        return state.play(body.move)


@router.post("/api/puzzles/{game_id}/{number}/board", tags=["puzzles"])
def board_after(
    game_id: str, number: Number, body: PlayedMoves, view: RequestedView
) -> dict[str, Any]:
    """The board after any legal moves, right or wrong."""
    with STEPPING:
        step = _puzzle(game_id, number).step
        position = Position(step.tree.root.state().copy())
        return board_payload(step, position.play_all(body.played), view)
