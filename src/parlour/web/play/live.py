"""Live connections: a page is sent how its game stands whenever that changes, and may move.

The first message tells everything; so do the others, or, where ``?changes=true`` asks for that, they
tell only what is new, and the picture is a list of its parts. A move that is sent, as the body of
``POST /moves`` has it, is answered by ``{"moved": …}`` with what that would answer, in one message with
what it changed.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from parlour.errors import ParlourError
from parlour.web.http.error_responses import Refused, told
from parlour.web.http.query_parameters import AskedView
from parlour.web.people.identity import Visitor
from parlour.web.play.deltas import changes
from parlour.web.play.room import Room
from parlour.web.play.rooms import Rooms
from parlour.web.play.snapshot import Asker, snapshot

router = APIRouter()

PAUSE = 0.02  # seconds between two tellings, in which changes are gathered; no answer waits
UNKNOWN, BROKEN = 4404, 4422
LONGEST_MOVE = 400

Text = Annotated[str, Field(max_length=LONGEST_MOVE)]
Lag = Annotated[int, Field(ge=0, le=10**6)] | None  # ms that a move was on its way


class MoveBody(BaseModel):
    """A legal move's text; `ply`, how many plies one has seen, guards against playing twice.

    `lag`, how many ms it was on its way, is given back to the seat's clock within a quota.
    """

    model_config = ConfigDict(extra="forbid")

    move: Text
    ply: Annotated[int, Field(ge=0, le=10**6)] | None = None
    lag: Lag = None


@router.websocket("/api/games/{game_id}/live")
async def live(
    socket: WebSocket,
    game_id: str,
    asked: AskedView,
    in_parts: Annotated[bool, Query(alias="changes")] = False,
) -> None:
    """Tell how the game stands, at once and after every change, and play what is sent."""
    rooms: Rooms = socket.app.state.rooms
    await socket.accept()
    try:
        room = await rooms.find(game_id[:40])
    except Refused as error:
        await socket.close(UNKNOWN, str(error)[:100])
        return
    visitor = Visitor(socket)
    changed = asyncio.Event()
    sent: dict[str, Any] = {}
    changed.set()
    heard = _Heard(socket, changed.set)
    forget = room.watch(heard.note)
    hearing = asyncio.create_task(heard.play(rooms, room, visitor))
    hearing.add_done_callback(lambda _: changed.set())
    due = 0.0
    try:
        while True:
            await changed.wait()
            if not heard.answers and (early := due - time.monotonic()) > 0:
                await asyncio.sleep(early)
            if hearing.done():
                break
            changed.clear()
            told = await heard.last_answer()
            held = visitor.held(rooms, room)
            shown = snapshot(room, Asker.at(room, held, asked, visitor.digest), in_parts)
            now = {"now": shown.pop("now")} if "now" in shown else {}  # which tells nothing new
            if shown != sent:  # else the change is none that this viewer may know of
                told |= changes(sent, shown) if sent and in_parts else shown
                told |= now
                sent = shown
            if told:
                await _tell(socket, told)
            due = time.monotonic() + PAUSE
    except ParlourError as error:  # of a game's own file
        await socket.close(BROKEN, str(error)[:100])
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        forget()
        hearing.cancel()
        with suppress(asyncio.CancelledError):
            await hearing


class _Heard:
    """What a page sends, and the answers, to be told with what is new; `woken` is called for each."""

    def __init__(self, socket: WebSocket, woken: Callable[[], None]) -> None:
        self.answers: list[dict[str, Any]] = []
        self._is_playing = False
        self._socket, self._woken = socket, woken

    def note(self) -> None:
        """The game has changed; while a move is played, what is new is told with the answer."""
        if not self._is_playing:
            self._woken()

    async def play(self, rooms: Rooms, room: Room, visitor: Visitor) -> None:
        """Play the moves that are sent, one after another, until the page has gone."""
        with suppress(WebSocketDisconnect, RuntimeError, KeyError):  # of what is no text
            while True:
                text = await self._socket.receive_text()
                self._is_playing = True
                answer = await _moved(text, visitor.held(rooms, room), room)
                self._is_playing = False
                self.answers.append({"moved": answer})
                self._woken()

    async def last_answer(self) -> dict[str, Any]:
        """The last answer, if there is any; those before it are told."""
        answers, self.answers = self.answers, []
        for answer in answers[:-1]:
            await _tell(self._socket, answer)
        return answers[-1] if answers else {}


async def _moved(text: str, held: frozenset[int], room: Room) -> dict[str, Any]:
    """What is answered to a move: the ply, when it is kept, or why it is refused."""
    try:
        body = MoveBody.model_validate_json(text)
        kept = room.move(held, body.move, body.ply, body.lag)
        return {"ply": await asyncio.shield(kept)}  # to its end, though the page may go
    except (ParlourError, ValidationError) as error:
        _, code, words = told(error)
        return {"error": {"code": code, "message": words}}


async def _tell(socket: WebSocket, told: dict[str, Any]) -> None:
    await socket.send_text(json.dumps(told, separators=(",", ":")))
