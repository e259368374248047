"""Live connections: a page is sent how its game stands whenever that changes. Nothing is read from it.

The first message tells everything; so do the others, or, where ``?changes=true`` asks for that, they
tell only what is new, and the picture is a list of its parts.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect

from parlour.errors import ParlourError
from parlour.web.asking import AskedView
from parlour.web.changes import changes
from parlour.web.errors import Refused
from parlour.web.identity import Visitor
from parlour.web.rooms import Rooms
from parlour.web.snapshot import Asker, snapshot

router = APIRouter()

PAUSE = 0.02  # seconds in which changes are gathered
GONE, UNKNOWN, BROKEN = 1001, 4404, 4422


@router.websocket("/api/games/{game_id}/live")
async def live(
    socket: WebSocket,
    game_id: str,
    asked: AskedView,
    in_parts: Annotated[bool, Query(alias="changes")] = False,
) -> None:
    """Tell how the game stands, at once and after every change."""
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
    forget = room.watch(changed.set)
    gone = asyncio.create_task(_gone(socket))
    try:
        while not gone.done():
            waiting = asyncio.create_task(changed.wait())
            await asyncio.wait({waiting, gone}, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            if gone.done():
                break
            changed.clear()
            held = visitor.held(rooms, room)
            shown = snapshot(room, Asker.at(room, held, asked, visitor.digest), in_parts)
            now = {"now": shown.pop("now")} if "now" in shown else {}  # which tells nothing new
            if shown != sent:  # else the change is none that this viewer may know of
                news = changes(sent, shown) if sent and in_parts else shown
                await socket.send_text(json.dumps({**news, **now}, separators=(",", ":")))
                sent = shown
            await asyncio.sleep(PAUSE)
    except ParlourError as error:  # of a game's own file
        await socket.close(BROKEN, str(error)[:100])
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        forget()
        gone.cancel()
        with suppress(asyncio.CancelledError):
            await gone


async def _gone(socket: WebSocket) -> None:
    """Return when the page has gone; what it says is not listened to."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_text()
