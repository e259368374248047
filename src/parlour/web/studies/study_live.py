"""A study's live connection: its page tells where it is and whether a bot should think along;

it is notified of changes to the study, of the other viewers' nodes, and of the bot's analysis.
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
from parlour.web.http.security import address_of
from parlour.web.people.identity import Visitor
from parlour.web.play.live import UNKNOWN
from parlour.web.studies.study import Study
from parlour.web.studies.study_bots import MOST_LINES, check_thinker, thoughts
from parlour.web.studies.study_edits import Key
from parlour.web.studies.study_tree import ROOT

router = APIRouter()

_numbers = itertools.count()


class Here(BaseModel):
    """Where a page is, and how many lines a bot should think about; 0: none, and it stops.

    `by` names an engine that the server offers; "": the game's strongest player thinks.
    """

    model_config = ConfigDict(extra="forbid")

    at: Key = ROOT
    lines: Annotated[int, Field(ge=0, le=MOST_LINES)] = 0
    by: Annotated[str, Field(max_length=80)] = ""


class Page:
    """One page that looks at a study."""

    def __init__(self, socket: WebSocket, study: Study) -> None:
        self.socket, self.study = socket, study
        self.name = f"{next(_numbers)}"
        self.here = Here()
        self.client = address_of(socket.scope)
        self.bots = socket.app.state.bots
        self.engines = socket.app.state.rooms.engines
        self.changed = asyncio.Event()
        self.thinking: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Send and receive until the page is closed."""
        self.study.watchers.add(self.changed.set)
        self.changed.set()
        telling = asyncio.create_task(self._tell())
        try:
            while True:
                await self._hear(await self.socket.receive_text())
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.study.watchers.discard(self.changed.set)
            self.study.present.pop(self.name, None)
            self.study.tell()
            await _end(telling)
            await _end(self.thinking)

    async def _hear(self, text: str) -> None:
        try:
            here = Here.model_validate_json(text)
        except ValueError:
            return  # nonsense is passed over
        if here == self.here and self.name in self.study.present:
            return
        self.here = here
        self.study.present[self.name] = here.at
        self.study.tell()
        await _end(self.thinking)
        self.thinking = asyncio.create_task(self._think(here)) if here.lines else None

    async def _think(self, here: Here) -> None:
        try:
            check_thinker(self.study.tree.tree.game, self.engines, here.by)
            asked = thoughts(self.bots, self.study, here.at, here.lines, self.client, here.by)
            async for thought in asked:
                await self._send({"thought": thought})
        except ParlourError as error:
            await self._send({"thought": {"key": here.at, "lines": [], "words": str(error)}})
        except (WebSocketDisconnect, RuntimeError):
            pass  # the page is gone

    async def _tell(self) -> None:
        sent: dict[str, Any] = {}
        while True:
            await self.changed.wait()
            self.changed.clear()
            others = {who: at for who, at in self.study.present.items() if who != self.name}
            annotating = self.study.annotating
            part = None if annotating is None else round(annotating, 2)
            news = {"version": self.study.kept.version, "others": others, "annotating": part}
            if news != sent:
                with suppress(WebSocketDisconnect, RuntimeError):
                    await self._send(news)
                sent = news
            await asyncio.sleep(0.05)  # in which changes are gathered

    async def _send(self, news: dict[str, Any]) -> None:
        await self.socket.send_text(json.dumps(news, separators=(",", ":")))


async def _end(task: asyncio.Task[None] | None) -> None:
    if task is not None:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@router.websocket("/api/studies/{study_id}/live")
async def live(socket: WebSocket, study_id: str) -> None:
    """Send changes, the other viewers' nodes and the bot's analysis while the page is open."""
    await socket.accept()
    try:
        study = await socket.app.state.studies.find(study_id[:40], Visitor(socket).browser)
    except Refused as error:
        await socket.close(UNKNOWN, str(error)[:100])
        return
    await Page(socket, study).run()
