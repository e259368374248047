"""A study's live connection.

The page sends its current node and whether a bot should analyse it. It receives changes, the nodes
of other viewers and the bot's analysis.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field

from parlour.errors import ParlourError
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.security import address_of
from parlour.web.play.live import UNKNOWN
from parlour.web.studies.study import Study, unknown_study
from parlour.web.studies.study_bots import MOST_LINES, check_thinker, thoughts
from parlour.web.studies.study_edits import Key
from parlour.web.studies.study_tree import ROOT

router = APIRouter()

_numbers = itertools.count()


class PageState(BaseModel):
    """A page's current node, and how many lines a bot should analyse (0 stops it).

    `by` names an engine that the server offers; "" is the game's strongest bot.
    """

    model_config = ConfigDict(extra="forbid")

    at: Key = ROOT
    lines: Annotated[int, Field(ge=0, le=MOST_LINES)] = 0
    by: Annotated[str, Field(max_length=80)] = ""


class StudyConnection:
    """The connection of a page to a study."""

    def __init__(self, socket: WebSocket, study: Study) -> None:
        self.socket, self.study = socket, study
        self.browser = Visitor(socket).browser
        self.name = f"{next(_numbers)}"
        self.state = PageState()
        self.client = address_of(socket.scope)
        self.bots = socket.app.state.bots
        self.engines = socket.app.state.rooms.engines
        self.changed = asyncio.Event()
        self.thinking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Send and receive until the page is closed."""
        self.study.watchers.add(self.changed.set)
        self.changed.set()
        sending = asyncio.create_task(self._send_changes())
        try:
            while self._has_access:
                await self._receive(await self.socket.receive_text())
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.study.watchers.discard(self.changed.set)
            self.study.present.pop(self.name, None)
            self.study.notify_watchers()
            await _end(sending)
            await _end(self.thinking)

    @property
    def _has_access(self) -> bool:
        return self.study.may_view(self.browser)

    async def _receive(self, text: str) -> None:
        if not self._has_access:
            return
        try:
            state = PageState.model_validate_json(text)
        except ValueError:
            return  # ignore invalid messages
        if state == self.state and self.name in self.study.present:
            return
        self.state = state
        self.study.present[self.name] = state.at
        self.study.notify_watchers()
        await _end(self.thinking)
        self.thinking = asyncio.create_task(self._think(state)) if state.lines else None

    async def _think(self, state: PageState) -> None:
        try:
            check_thinker(self.study.tree.tree.game, self.engines, state.by)
            analysis = thoughts(self.bots, self.study, state.at, state.lines, self.client, state.by)
            async for thought in analysis:
                if not self._has_access:
                    return
                await self._send({"thought": thought})
        except ParlourError as error:
            await self._send({"thought": {"key": state.at, "lines": [], "words": str(error)}})
        except (WebSocketDisconnect, RuntimeError):
            pass  # the page is closed

    async def _send_changes(self) -> None:
        sent: dict[str, Any] = {}
        while True:
            await self.changed.wait()
            self.changed.clear()
            if not self._has_access:
                await _end(self.thinking)
                with suppress(WebSocketDisconnect, RuntimeError):
                    await self.socket.close(UNKNOWN, str(unknown_study()))
                return
            others = {who: at for who, at in self.study.present.items() if who != self.name}
            annotating = self.study.annotating
            part = None if annotating is None else round(annotating, 2)
            update = {"version": self.study.stored.version, "others": others, "annotating": part}
            if update != sent:
                with suppress(WebSocketDisconnect, RuntimeError):
                    await self._send(update)
                sent = update
            await asyncio.sleep(0.05)  # to batch changes

    async def _send(self, message: dict[str, Any]) -> None:
        await self.socket.send_text(json.dumps(message, separators=(",", ":")))


async def _end(task: asyncio.Task[None] | None) -> None:
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@router.websocket("/api/studies/{study_id}/live")
async def live(socket: WebSocket, study_id: str) -> None:
    """Send changes, other viewers and analysis while the page is open."""
    await socket.accept()
    try:
        study = await socket.app.state.studies.find(study_id[:40], Visitor(socket).browser)
    except Refused as error:
        await socket.close(UNKNOWN, str(error)[:100])
        return
    await StudyConnection(socket, study).run()
