"""Collections in the browser: a file of many games is taken in, listed, searched, its openings counted."""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool

from parlour.errors import ParlourError
from parlour.picture.viewpoint import USUAL_SKIN
from parlour.records.keys import key_of
from parlour.table.game import State
from parlour.web.collections.collection_store import (
    PAGE,
    Collection,
    MoveStatistics,
    SearchPage,
    Wanted,
)
from parlour.web.collections.pattern_search import palette, parsed
from parlour.web.common.game_registry import known_game
from parlour.web.common.secrets import new_name
from parlour.web.dependencies import LONGEST_POSITION, limit_new_games
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import usual_skin
from parlour.web.people.identity import Visitor
from parlour.web.settings import data_folder
from parlour.web.store.schema import database_file
from parlour.web.studies.study_api import StudyPath, studies_of
from parlour.web.studies.study_import import opened

router = APIRouter()

AT_ONCE = 2  # files that are read at the same time
WAITING = 8  # files that are read or wait to be

CollectionId = Annotated[str, InPath(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Word = Annotated[str, Query(max_length=100)]


@dataclass
class Reading:
    """A file that is being read, and how it gets on."""

    games: int = 0
    trouble: str = ""
    troubles: list[str] = field(default_factory=list)


class Collections:
    """The collections of a server: a SQLite file each, in a folder beside the database."""

    def __init__(self, database: str) -> None:
        file = database_file(database)
        self.folder = (data_folder() if file is None else file.parent) / "collections"
        self.at_work: dict[str, Reading] = {}
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def file(self, collection_id: str) -> Path:
        """Where a collection is kept."""
        return self.folder / f"{collection_id}.sqlite"

    def find(self, collection_id: str) -> Collection:
        """A collection that is whole; raises Refused."""
        if not self.file(collection_id).is_file():
            raise Refused(404, "no-such-collection", "There is no such collection here.")
        return Collection(self.file(collection_id))

    def take_in(self, source: Path) -> str:
        """Begin to read a file, which is removed then; returns the name of the new collection."""
        name = new_name()
        self.at_work[name] = Reading()
        task = asyncio.create_task(self._read(name, source))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return name

    async def _read(self, name: str, source: Path) -> None:
        reading = self.at_work[name]
        try:
            async with self._turns:
                await self._run(reading, source, self.file(name))
        finally:
            source.unlink(missing_ok=True)
        if not reading.trouble:
            del self.at_work[name]

    async def _run(self, reading: Reading, source: Path, target: Path) -> None:
        module = "parlour.web.collections.collection_import"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module, str(source), str(target)),
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                with suppress(ValueError):
                    news = json.loads(line)
                    reading.games = news.get("games", reading.games)
                    reading.trouble = news.get("trouble", "")
            if await process.wait() and not reading.trouble:
                reading.trouble = "This file could not be read."
        finally:
            if process.returncode is None:
                process.kill()

    async def close(self) -> None:
        """Stop what is being read."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def collections_of(request: Request) -> Collections:
    """The collections of the running server."""
    found: Collections = request.app.state.collections
    return found


@router.post("/api/collections", status_code=202, tags=["studies"])
async def take_in(request: Request) -> StudyPath:
    """Take in a file of many games: its bytes are the request's body. It is read in the background."""
    limit_new_games(request)
    collections = collections_of(request)
    if len(collections.at_work) >= WAITING:
        raise Refused(503, "at-work", "Several files are being read; try again in a moment.")
    collections.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with tempfile.NamedTemporaryFile(dir=collections.folder, delete=False) as file:
        source = Path(file.name)
        try:
            async for block in request.stream():
                file.write(block)
        except BaseException:
            source.unlink(missing_ok=True)
            raise
    name = collections.take_in(source)
    return StudyPath(id=name, path=f"/collection/{name}")


@router.post("/api/collections/{collection_id}/games/{number}", status_code=201, tags=["studies"])
async def study(
    collection_id: CollectionId,
    number: Annotated[int, InPath(ge=1, le=10**7)],
    request: Request,
    response: Response,
) -> StudyPath:
    """Begin a study of one of a collection's games."""
    limit_new_games(request)
    visitor = Visitor(request)
    text = await run_in_threadpool(collections_of(request).find(collection_id).record, number)
    if text is None:
        raise Refused(404, "no-such-game", "The collection has no game of this number.")
    found = await run_in_threadpool(opened, text)
    made = await studies_of(request).create(found.tree, visitor.browser, found.told)
    visitor.name(response)
    return StudyPath(id=made.id, path=f"/study/{made.id}")


@dataclass(frozen=True)
class CollectionQuery:
    """What a page of a collection is asked: which games, and which line or position they reached."""

    wanted: Wanted
    line: tuple[str, ...] = ()
    position: str = ""
    pattern: str = ""
    skin: str = USUAL_SKIN


@router.get("/collection/{collection_id}", include_in_schema=False)
async def show(
    collection_id: CollectionId,
    request: Request,
    q: Word = "",
    result: Word = "",
    least: Annotated[str, Query(max_length=6)] = "",
    most: Annotated[str, Query(max_length=6)] = "",
    since: Word = "",
    until: Word = "",
    line: Annotated[str, Query(max_length=4000)] = "",
    position: Annotated[str, Query(max_length=LONGEST_POSITION)] = "",
    pattern: Annotated[str, Query(max_length=1000)] = "",
    number: Annotated[int, Query(ge=1, le=100_000, alias="page")] = 1,
) -> HTMLResponse:
    """The games of a collection that are asked for, and what was played from a position."""
    collections = collections_of(request)
    reading = collections.at_work.get(collection_id)
    if reading is not None:
        return page(request, "collection_reading.html", reading=reading)
    collection = collections.find(collection_id)
    wanted = Wanted(q, result, _number(least), _number(most), since, until, page=number)
    skin = usual_skin(request)
    asked = CollectionQuery(wanted, tuple(line.split()), position.strip(), pattern, skin)
    try:
        told = await run_in_threadpool(_page_data, collection, asked)
    except ParlourError as error:
        told = await run_in_threadpool(_page_data, collection, CollectionQuery(wanted, skin=skin))
        told["trouble"] = str(error)
    given = {name: text for name, text in request.query_params.items() if text and name != "page"}
    return page(
        request,
        "collection.html",
        id=collection_id,
        given=given,
        number=number,
        address=lambda **more: f"?{urlencode({**given, **more})}",
        **told,
    )


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


def _page_data(collection: Collection, asked: CollectionQuery) -> dict[str, Any]:
    """What the page shows. Raises ParlourError for a line or position that cannot be."""
    games = collection.games()
    game = known_game(next(iter(games)))
    state = _state(next(iter(games)), asked)
    moves: list[MoveStatistics] = []
    wanted = asked.wanted
    if state is not None:
        moves = collection.moves(key_of(state))
        if asked.line or asked.position:
            wanted = replace(wanted, key=key_of(state))
        game = state.game
        tokens = collection.tokens(game.name) if asked.pattern.strip() else ()
        wanted = replace(wanted, pattern=parsed(asked.pattern, game, tokens), game=game.name)
    found: SearchPage = collection.find(wanted)
    broken, troubles = collection.broken()
    return {
        "games": {known_game(name).title: count for name, count in games.items()},
        "found": found,
        "pages": -(-found.count // PAGE),
        "moves": moves,
        "total": sum(move.count for move in moves),
        "line": asked.line,
        "text": "" if state is None else state.text,
        "picture": "" if state is None else Markup(state.svg(size=320, skin=asked.skin)),
        "trouble": "",
        "choices": {} if state is None else palette(game),
        "broken": broken,
        "troubles": troubles,
    }


def _state(game: str, asked: CollectionQuery) -> State | None:
    """The position shown; None if there is none."""
    if asked.position:
        return known_game(asked.position.partition(" ")[0]).read(asked.position)
    found = known_game(game)
    if found.spec.hidden:
        return None
    state = found.start()
    for move in asked.line:
        state.play(move)
    return state
