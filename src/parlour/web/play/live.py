"""Live connections: a page receives its game after every change, and sends moves.

Each message is a whole snapshot. With ``?changes=true`` the later ones contain only the differences,
and the picture is a list of parts. A move is sent as in the body of ``POST /moves``; the answer
``{"moved": …}`` comes in one message with the changes that the move made. A page that is to move by
the clock gets ``{"ping": number}`` with the changes and answers ``{"pong": number}`` at once: lag is
compensated as far as the server measures it so.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from parlour.errors import ParlourError
from parlour.web.http.error_responses import Refused, error_response
from parlour.web.http.identity import Visitor
from parlour.web.http.query_parameters import RequestedView
from parlour.web.play.deltas import changes
from parlour.web.play.dependencies import owned_seats
from parlour.web.play.room import Room
from parlour.web.play.rooms import Rooms
from parlour.web.play.snapshot import snapshot, view_room

router = APIRouter()

_encoded = json.JSONEncoder(separators=(",", ":")).encode  # one for all, as making one takes time

PAUSE = 0.02  # seconds between messages, to collect changes; answers do not wait
UNKNOWN, BROKEN = 4404, 4422
LONGEST_MOVE = 400

Text = Annotated[str, Field(max_length=LONGEST_MOVE)]
Lag = Annotated[int, Field(ge=0, le=10**6)] | None  # ms that the move was on its way


class MoveBody(BaseModel):
    """A legal move's text; `ply`, the number of moves the player has seen, prevents playing twice.

    `lag`, the ms the move was on its way, is given back to the player's clock up to a quota and the
    measured round trip.
    """

    model_config = ConfigDict(extra="forbid")

    move: Text
    ply: Annotated[int, Field(ge=0, le=10**6)] | None = None
    lag: Lag = None


class PongBody(BaseModel):
    """The answer to a ping: its number."""

    model_config = ConfigDict(extra="forbid")

    pong: Annotated[int, Field(ge=1, le=10**9, strict=True)]


@router.websocket("/api/games/{game_id}/live")
async def live(
    socket: WebSocket,
    game_id: str,
    asked: RequestedView,
    in_parts: Annotated[bool, Query(alias="changes")] = False,
) -> None:
    """Send the game at once and after every change, and play the moves that the page sends."""
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
    present = ExitStack()
    present.enter_context(room.attended_by(visitor.browser))
    moves = _IncomingMoves(socket, changed.set)
    stop_watching = room.watch(moves.note_change)
    playing = asyncio.create_task(moves.play(rooms, room, visitor))
    playing.add_done_callback(lambda _: changed.set())
    show, due = partial(snapshot, in_parts=in_parts), 0.0
    try:
        while True:
            await changed.wait()
            if not moves.answers and (early := due - time.monotonic()) > 0:
                await asyncio.sleep(early)
            if playing.done():
                break
            if room.is_removed:
                await socket.close(UNKNOWN, "This game was removed.")
                break
            changed.clear()
            message = await moves.last_answer()
            owned = owned_seats(visitor, rooms, room)
            now = await view_room(show, room, owned, asked, visitor.digest)
            clock = {"now": now.pop("now")} if "now" in now else {}  # not a change by itself
            if now != sent:  # else this viewer may not know of the change
                message |= changes(sent, now) if sent and in_parts else now
                message |= clock
                sent = now
                if now["may_move"] and room.measures_lag:
                    message["ping"] = moves.ping()
            if message:
                await _send(socket, message)
            due = time.monotonic() + PAUSE
    except ParlourError as error:  # in a game's own file
        await socket.close(BROKEN, str(error)[:100])
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        stop_watching()
        present.close()
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing


class _IncomingMoves:
    """Plays the moves that a page sends and collects the answers; `wake` is called for each."""

    def __init__(self, socket: WebSocket, wake: Callable[[], None]) -> None:
        self.answers: list[dict[str, Any]] = []
        self._is_playing = False
        self._pinged = (0, 0.0)  # the last ping's number, and when it was sent
        self._socket, self._wake = socket, wake

    def note_change(self) -> None:
        """The game has changed; during a move the change is sent together with the answer."""
        if not self._is_playing:
            self._wake()

    def ping(self) -> int:
        """The number of a ping that is sent now."""
        self._pinged = self._pinged[0] + 1, time.monotonic()
        return self._pinged[0]

    def _take_pong(self, text: str, owned: frozenset[int], room: Room) -> bool:
        """Whether a message answers a ping; the first answer to the last one is a measurement."""
        try:
            pong = PongBody.model_validate_json(text)
        except ValidationError:
            return False
        number, sent = self._pinged
        if pong.pong == number and sent:
            room.note_round_trip(owned, round(1000 * (time.monotonic() - sent)))
            self._pinged = number, 0.0
        return True

    async def play(self, rooms: Rooms, room: Room, visitor: Visitor) -> None:
        """Play the moves in order until the page closes."""
        with suppress(WebSocketDisconnect, RuntimeError, KeyError):  # KeyError: not a text message
            while True:
                text = await self._socket.receive_text()
                owned = owned_seats(visitor, rooms, room)
                if self._take_pong(text, owned, room):
                    continue
                self._is_playing = True
                answer = await _play(text, owned, room)
                self._is_playing = False
                self.answers.append({"moved": answer})
                self._wake()

    async def last_answer(self) -> dict[str, Any]:
        """The last answer, if there is one; earlier ones are sent."""
        answers, self.answers = self.answers, []
        for answer in answers[:-1]:
            await _send(self._socket, answer)
        return answers[-1] if answers else {}


async def _play(text: str, owned: frozenset[int], room: Room) -> dict[str, Any]:
    """Play a move; the answer is its ply once it is stored, or why it is rejected."""
    try:
        body = MoveBody.model_validate_json(text)
        stored = room.move(owned, body.move, body.ply, body.lag)
        return {"ply": await asyncio.shield(stored)}  # to its end, even if the page goes
    except (ParlourError, ValidationError) as error:
        _, code, message = error_response(error)
        return {"error": {"code": code, "message": message}}


async def _send(socket: WebSocket, message: dict[str, Any]) -> None:
    await socket.send_text(_encoded(message))
