"""A board to touch on a game's page: the visitor moves for all players, chance plays by itself.

The server stores nothing: the page sends the moves played so far.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from fastapi import APIRouter

from parlour.kernel.layout import CHANCE
from parlour.language import _, translate
from parlour.picture.svg_state import viewed
from parlour.picture.viewpoint import Viewpoint
from parlour.play.position import Position
from parlour.table.game import Game
from parlour.table.outcome import headline
from parlour.web.common.game_registry import registered_game
from parlour.web.http.error_responses import Refused
from parlour.web.http.query_parameters import RequestedView
from parlour.web.learning.lesson_pages import (
    PlayedMove,
    PlayedMoves,
    PlayedSteps,
    Text,
    narrow_views,
)
from parlour.web.play.dependencies import find_spec
from parlour.web.play.snapshot import board_facts, game_facts, last_cells, next_steps

router = APIRouter(prefix="/api/tries/{game_id}", tags=["tries"])

LONGEST = 120  # moves


class TriedMoves(PlayedMoves, title="TriedMoves"):
    """The moves on the board so far, and the options as in a game's name: ``size=5,pie=no``."""

    __qualname__ = "TriedMoves"

    options: Text = ""


class TriedSteps(PlayedSteps, TriedMoves, title="TriedSteps"):
    """And the steps of a move entered so far."""


class TriedMove(PlayedMove, TriedMoves, title="TriedMove"):
    """And a move."""


def can_be_tried(game: Game) -> bool:
    """Whether one visitor can move for all players: nothing is hidden."""
    return not game.spec.hidden


@router.post("")
def show(game_id: str, body: TriedMoves, view: RequestedView) -> dict[str, Any]:
    """The board after some moves."""
    return payload(_position(game_id, body), view)


@router.post("/steps", name="tried")
def next_move_steps(game_id: str, body: TriedSteps) -> dict[str, Any]:
    """The possible next steps of a move; nothing is played."""
    return next_steps(_position(game_id, body), body.steps)


@router.post("/moves")
def move(game_id: str, body: TriedMove, view: RequestedView) -> dict[str, Any]:
    """Play a move, and chance after it."""
    if len(body.played) >= LONGEST:
        raise Refused(409, "done", "Start again, or play a game.")
    position = _position(game_id, body)
    try:
        after = position.after(body.move)
    except ValueError as error:
        raise Refused(422, "illegal-move", f"{error}.") from error
    after = after_chance(after)
    return {"right": True, "words": status(after), "stands": payload(after, view)}


def start(game: Game) -> Position:
    """The position in which the first player is to move."""
    return after_chance(Position(game.start()))


def after_chance(position: Position) -> Position:
    """The position after chance has played, if it is to play."""
    while position.turn == CHANCE:
        position = position.after(position.state.draw(random.SystemRandom()))
    return position


def _position(game_id: str, body: TriedMoves) -> Position:
    find_spec(game_id)
    game = registered_game(f"{game_id}:{body.options}" if body.options else game_id)
    if not can_be_tried(game):
        raise Refused(409, "hidden", "With hidden information there is no board to try.")
    try:
        return after_chance(Position(game.start()).play_all(body.played))
    except ValueError as error:
        raise Refused(422, "not-in-this-game", f"{error}.") from error


def status(position: Position) -> str:
    """Whose turn it is, or how the game ended."""
    names, outcome = position.game.seat_names, position.state.outcome
    if outcome is not None:
        return f"{headline(names, outcome)}."
    assert position.turn is not None
    return _("%(name)s to move", name=translate(names[position.turn])) if len(names) > 1 else ""


def payload(position: Position, view: Viewpoint) -> dict[str, Any]:
    """The board in the format of the game page."""
    over = position.turn is None
    views = narrow_views(position)
    scene = viewed(position.state, view) if view.view in views else None
    return {
        "game": {**game_facts(position.game), "views": views},
        "options": position.game.name.partition(":")[2],
        "ply": position.ply,
        "played": [move.text for move in position.log],
        **board_facts(position, replace(view, view=None), scene),
        "last_cells": last_cells(position, None),
        "may_move": not over,
        "arrangeable": False,
        "next_parts": None if over else next_steps(position, ()),
        "task": "",
        "hint": "",
        "done": False,
    }
