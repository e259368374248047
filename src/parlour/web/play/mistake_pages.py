"""Learn from your mistakes: the positions of a reviewed game in which its player lost most.

A page for each, with the requests of a puzzle's page. A bot judges the moves that the review does not
know.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from parlour.kernel.layout import CHANCE
from parlour.language import _, translate
from parlour.lessons import Attempt, LessonStep
from parlour.lessons.attempt import WELL_DONE
from parlour.picture.viewpoint import Viewpoint
from parlour.play.conduct import not_yours
from parlour.play.position import Position
from parlour.puzzles.help import hint
from parlour.records import Tree
from parlour.review import GLYPHS, SHOWN, Judged
from parlour.table.familiar_moves import written_line
from parlour.table.game import State
from parlour.table.verdict import percent
from parlour.web.bots.worker_pool import BotTrouble
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import RequestedView
from parlour.web.learning.lesson_pages import (
    Number,
    PlayedMove,
    PlayedMoves,
    PlayedSteps,
    board_payload,
    position_of,
    step_payload,
)
from parlour.web.learning.refutations import ask_about, refutation_payload
from parlour.web.play.dependencies import GameId, find_room
from parlour.web.play.game_review import as_written, mistakes
from parlour.web.play.room import Room
from parlour.web.play.snapshot import next_steps

router = APIRouter()

JUDGE = "strongest:seconds=0.7"  # of moves that the review does not know
SMALL = GLYPHS[-1][0]  # a move that costs less of the chance of winning is accepted


@dataclass(frozen=True)
class Mistake:
    """A move that cost much, as a step: find a better one."""

    room: Room
    judged: Judged
    count: int  # of the game's mistakes
    accepted: frozenset[str] = frozenset()  # other moves that were found good

    def step(self) -> LessonStep:
        """The position before the move, with the best move and others that were accepted."""
        game, judged = self.room.game.position.game, self.judged
        before = self.room.game.position.back(judged.ply - 1).state
        said = as_written(before, judged)
        tree = Tree(game, {}, game.read(before.text))
        tree.root.task = _("You played %(move)s. Find a better move.", move=said.move)
        tree.root.add(judged.best)
        for move in sorted(self.accepted):
            tree.root.add(move)
        played = tree.root.add(judged.move)
        played.glyphs = [judged.glyph or GLYPHS[-1][1]]
        words = said.judgement(translate(game.seat_names[judged.seat]))
        played.comments = ("", " ".join((_("That is what you played."), words)))
        return LessonStep("", tree)

    def attempt(self, played: list[str]) -> Attempt:
        """The step after some moves; raises Refused."""
        try:
            return Attempt(self.step(), played)
        except ValueError as error:
            raise Refused(422, "not-in-this-step", f"{error}.") from error


async def _mistake(request: Request, game_id: str, number: int) -> Mistake:
    """The player's own mistake of this number; raises Refused."""
    room, owned = await find_room(request, game_id)
    if not owned:
        raise not_yours()
    review = await room.review.get()
    if review is None:
        raise Refused(
            409, "not-reviewed", "The review of this game goes on. Try again in a moment."
        )
    found = mistakes(review, owned)
    if number > len(found):
        raise Refused(
            404, "no-such-mistake", _("The review found %(count)s big mistakes.", count=len(found))
        )
    judged = found[number - 1]
    accepted = frozenset(room.review.accepted.get(judged.ply, ()))
    return Mistake(room, judged, len(found), accepted)


@router.get("/games/{game_id}/mistakes/{number}", include_in_schema=False)
async def show_mistake(
    request: Request, game_id: GameId, number: Number, view: RequestedView
) -> HTMLResponse:
    """One mistake on the board."""
    mistake = await _mistake(request, game_id, number)
    payload = await asyncio.to_thread(lambda: step_payload(mistake.attempt([]), view))
    game, judged = mistake.room.game.position.game, mistake.judged
    return page(
        request,
        "mistake.html",
        game=game.spec,
        room=game_id,
        number=number,
        count=mistake.count,
        ply=judged.ply - 1,
        title=_("%(name)s to move", name=translate(game.seat_names[judged.seat])),
        shown=payload,
        picture=Markup(payload["picture"]),
    )


@router.post("/api/games/{game_id}/mistakes/{number}", tags=["mistakes"])
async def stands(
    request: Request, game_id: GameId, number: Number, body: PlayedMoves, view: RequestedView
) -> dict[str, Any]:
    """The position of a mistake, or that after a better move."""
    mistake = await _mistake(request, game_id, number)
    return await asyncio.to_thread(lambda: step_payload(mistake.attempt(body.played), view))


@router.post("/api/games/{game_id}/mistakes/{number}/steps", tags=["mistakes"], name="entered")
async def next_move_steps(
    request: Request, game_id: GameId, number: Number, body: PlayedSteps
) -> dict[str, Any]:
    """The possible next steps of a move; nothing is played."""
    mistake = await _mistake(request, game_id, number)

    def work() -> dict[str, Any]:
        return next_steps(position_of(mistake.attempt(body.played)), body.steps)

    return await asyncio.to_thread(work)


@router.post("/api/games/{game_id}/mistakes/{number}/moves", tags=["mistakes"])
async def move(
    request: Request, game_id: GameId, number: Number, body: PlayedMove, view: RequestedView
) -> dict[str, Any]:
    """Check a move: whether it is better than the one that was played."""
    mistake = await _mistake(request, game_id, number)
    state = await asyncio.to_thread(_unknown_move, mistake, body)
    if state is None:
        return await asyncio.to_thread(_answer, mistake, body.played, body.move, view)
    words, is_good = await _judge(request, mistake, state)
    if is_good:
        mistake = replace(mistake, accepted=mistake.accepted | {state.history[-1]})
    return await asyncio.to_thread(_answer, mistake, [], state.history[-1], view, words)


def _unknown_move(mistake: Mistake, body: PlayedMove) -> State | None:
    """The position after a move that the review does not know; None if it does. Raises Refused."""
    attempt = mistake.attempt(body.played)
    if attempt.is_done:
        raise Refused(409, "done", "You have found a better move.")
    text = attempt.state.move(body.move).text
    return None if attempt.node.child(text) is not None else attempt.state.copy().play(text)


def _answer(
    mistake: Mistake, played: list[str], text: str, view: Viewpoint, words: str = ""
) -> dict[str, Any]:
    """Whether a move is right, in words, and the position as it stands then."""
    attempt = mistake.attempt(played)
    move = attempt.state.move(text).text
    if attempt.node.child(move) is None:
        return {"right": False, "words": words, "stands": step_payload(attempt, view)}
    answer = attempt.play(move)
    if answer.right and not words:
        words = " ".join((translate(WELL_DONE), _("That is the best move.")))
    words = words or translate(answer.words)
    return {"right": answer.right, "words": words, "stands": step_payload(attempt, view)}


async def _judge(request: Request, mistake: Mistake, state: State) -> tuple[str, bool]:
    """Words about a move that the review does not know, and whether it is good, which is kept."""
    judged = mistake.judged
    chance = await _chance(request, mistake, state)
    if chance is None or judged.before is None:
        return _("Nobody can tell how good that is. Find another move."), False
    given = percent(chance)
    if judged.before - chance < SMALL:
        mistake.room.review.accepted.setdefault(judged.ply, set()).add(state.history[-1])
        return _("That is good too: your chance of winning is %(given)s.", given=given), True
    best = percent(judged.before)
    return _(
        "With that your chance of winning is %(given)s; with the best move it is %(best)s.",
        given=given,
        best=best,
    ), False


async def _chance(request: Request, mistake: Mistake, state: State) -> float | None:
    """The chance of winning of whoever made the last move; None if unknown."""
    seat = mistake.judged.seat
    if state.outcome is not None:
        return float(state.outcome.scores[seat])
    if state.turn == CHANCE:
        return None
    task = f"mistake {mistake.room.id} {mistake.judged.ply}"
    try:
        found = (await ask_about(request, "several", task, state, JUDGE)).several[0]
    except BotTrouble as error:
        raise Refused(503, "no-answer", f"The bots cannot judge this move: {error}.") from error
    if found.chance is None:
        return None
    return found.chance if state.turn == seat else 1 - found.chance


# -- help ------------------------------------------------------------------------------------------


@router.post("/api/games/{game_id}/mistakes/{number}/hint", tags=["mistakes"])
async def show_hint(
    request: Request, game_id: GameId, number: Number, body: PlayedMoves
) -> dict[str, Any]:
    """Words that help with the best move, and the cells that they name."""
    mistake = await _mistake(request, game_id, number)
    found = await asyncio.to_thread(lambda: hint(mistake.attempt(body.played)))
    return {"words": found.words, "cells": found.cells}


@router.post("/api/games/{game_id}/mistakes/{number}/solution", tags=["mistakes"])
async def solution(
    request: Request, game_id: GameId, number: Number, body: PlayedMoves
) -> dict[str, Any]:
    """The line that the review expected."""
    mistake = await _mistake(request, game_id, number)

    def work() -> dict[str, Any]:
        attempt = mistake.attempt(body.played)
        line = () if attempt.is_done else mistake.judged.line[:SHOWN]
        return {"played": body.played, "line": line, "written": written_line(attempt.state, line)}

    return await asyncio.to_thread(work)


@router.post("/api/games/{game_id}/mistakes/{number}/refutation", tags=["mistakes"])
async def refutation(
    request: Request, game_id: GameId, number: Number, body: PlayedMove
) -> dict[str, Any]:
    """Why a move fails: the line that follows it, and what it comes to."""
    mistake = await _mistake(request, game_id, number)
    if mistake.room.game.position.game.seats != 2:
        raise Refused(409, "nobody-answers", "In a game for one nobody answers a move.")
    state = await asyncio.to_thread(_wrong_move, mistake, body)
    return await refutation_payload(request, f"mistake {game_id} {number}", state)


def _wrong_move(mistake: Mistake, body: PlayedMove) -> State:
    """The position after a move other than the best; raises Refused for that one."""
    attempt = mistake.attempt(body.played)
    state = attempt.state.copy().play(body.move)
    if attempt.is_done or state.history[-1] == mistake.judged.best:
        raise Refused(409, "right", "That move is right.")
    return state


@router.post("/api/games/{game_id}/mistakes/{number}/board", tags=["mistakes"])
async def board_after(
    request: Request, game_id: GameId, number: Number, body: PlayedMoves, view: RequestedView
) -> dict[str, Any]:
    """The board after any legal moves, right or wrong."""
    mistake = await _mistake(request, game_id, number)

    def work() -> dict[str, Any]:
        step = mistake.step()
        position = Position(step.tree.root.state().copy()).play_all(body.played)
        return board_payload(step, position, view)

    return await asyncio.to_thread(work)
