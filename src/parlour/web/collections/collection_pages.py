"""Collections in the browser: import a file of many games, list and search it, count openings."""

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
    GameFilter,
    GamePage,
    MoveCount,
)
from parlour.web.collections.pattern_search import palette, parse_pattern
from parlour.web.common.game_registry import registered_game
from parlour.web.common.secrets import new_name
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import usual_skin
from parlour.web.play.dependencies import LONGEST_POSITION, limit_new_games
from parlour.web.reading.reading_process import ENDS_OF_TIME
from parlour.web.settings import data_folder
from parlour.web.store.schema import database_file
from parlour.web.studies.study_api import StudyPath, study_of_record

router = APIRouter()

AT_ONCE = 2  # files imported at the same time
WAITING = 8  # files being imported or waiting

CollectionId = Annotated[str, InPath(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Word = Annotated[str, Query(max_length=100)]


@dataclass
class ImportProgress:
    """The progress of an import."""

    games: int = 0
    trouble: str = ""
    troubles: list[str] = field(default_factory=list)


class Collections:
    """The collections of a server: a SQLite file each, in a folder beside the database."""

    def __init__(self, database: str) -> None:
        file = database_file(database)
        self.folder = (data_folder() if file is None else file.parent) / "collections"
        self.imports: dict[str, ImportProgress] = {}
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def file(self, collection_id: str) -> Path:
        """The file of a collection."""
        return self.folder / f"{collection_id}.sqlite"

    def find(self, collection_id: str) -> Collection:
        """A complete collection; raises Refused."""
        if not self.file(collection_id).is_file():
            raise Refused(404, "no-such-collection", "There is no such collection.")
        return Collection(self.file(collection_id))

    def take_in(self, source: Path) -> str:
        """Start importing a file, which is deleted afterwards; returns the collection's id."""
        name = new_name()
        self.imports[name] = ImportProgress()
        task = asyncio.create_task(self._read(name, source))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return name

    async def _read(self, name: str, source: Path) -> None:
        progress = self.imports[name]
        try:
            async with self._turns:
                await self._run(progress, source, self.file(name))
        finally:
            source.unlink(missing_ok=True)
        if not progress.trouble:
            del self.imports[name]

    async def _run(self, progress: ImportProgress, source: Path, target: Path) -> None:
        module = "parlour.web.collections.collection_import"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module, str(source), str(target)),
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                with suppress(ValueError):
                    update = json.loads(line)
                    progress.games = update.get("games", progress.games)
                    progress.trouble = update.get("trouble", "")
            if await process.wait() and not progress.trouble:
                too_long = process.returncode in ENDS_OF_TIME
                progress.trouble = (
                    "This file takes too long to read: send it in parts."
                    if too_long
                    else "This file could not be read."
                )
        finally:
            if process.returncode is None:
                process.kill()

    async def close(self) -> None:
        """Stop all imports."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def collections_of(request: Request) -> Collections:
    """The collections of the running server."""
    collections: Collections = request.app.state.collections
    return collections


@router.post("/api/collections", status_code=202, tags=["studies"])
async def take_in(request: Request) -> StudyPath:
    """Import a file of many games, sent as the request body. Reading continues in the background."""
    limit_new_games(request)
    collections = collections_of(request)
    if len(collections.imports) >= WAITING:
        raise Refused(503, "at-work", "Too many files are being imported; try again in a moment.")
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
    """Create a study of a game in a collection."""
    limit_new_games(request)
    visitor = Visitor(request)
    text = await run_in_threadpool(collections_of(request).find(collection_id).record, number)
    if text is None:
        raise Refused(404, "no-such-game", "The collection has no game with this number.")
    created = await study_of_record(request, text, visitor)
    visitor.set_cookie(response)
    return StudyPath(id=created.id, path=f"/study/{created.id}")


@dataclass(frozen=True)
class CollectionQuery:
    """A request for a collection's page: which games, and which line, position or pattern."""

    filter: GameFilter
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
    """The matching games of a collection, and the moves played from a position."""
    collections = collections_of(request)
    progress = collections.imports.get(collection_id)
    if progress is not None:
        return page(request, "collection_reading.html", reading=progress)
    collection = collections.find(collection_id)
    games = GameFilter(q, result, _number(least), _number(most), since, until, page=number)
    skin = usual_skin(request)
    query = CollectionQuery(games, tuple(line.split()), position.strip(), pattern, skin)
    try:
        content = await run_in_threadpool(_page_content, collection, query)
    except ParlourError as error:
        query = CollectionQuery(games, skin=skin)
        content = await run_in_threadpool(_page_content, collection, query)
        content["trouble"] = str(error)
    given = {name: text for name, text in request.query_params.items() if text and name != "page"}
    return page(
        request,
        "collection.html",
        id=collection_id,
        given=given,
        number=number,
        address=lambda **more: f"?{urlencode({**given, **more})}",
        **content,
    )


def _number(text: str) -> int | None:
    return int(text) if text.isdecimal() else None


def _page_content(collection: Collection, query: CollectionQuery) -> dict[str, Any]:
    """The content of the page. Raises ParlourError for an impossible line or position."""
    games = collection.games()
    game = registered_game(next(iter(games)))
    state = _state(next(iter(games)), query)
    moves: list[MoveCount] = []
    filter_ = query.filter
    if state is not None:
        moves = collection.moves(key_of(state))
        if query.line or query.position:
            filter_ = replace(filter_, key=key_of(state))
        game = state.game
        tokens = collection.tokens(game.name) if query.pattern.strip() else ()
        filter_ = replace(
            filter_, pattern=parse_pattern(query.pattern, game, tokens), game=game.name
        )
    games_found: GamePage = collection.find(filter_)
    broken, troubles = collection.broken()
    return {
        "games": {registered_game(name).title: count for name, count in games.items()},
        "found": games_found,
        "pages": -(-games_found.count // PAGE),
        "moves": moves,
        "total": sum(move.count for move in moves),
        "line": query.line,
        "text": "" if state is None else state.text,
        "picture": "" if state is None else Markup(state.svg(size=320, skin=query.skin)),
        "trouble": "",
        "choices": {} if state is None else palette(game),
        "broken": broken,
        "troubles": troubles,
    }


def _state(game: str, query: CollectionQuery) -> State | None:
    """The position on the page; None for games with hidden information."""
    if query.position:
        return registered_game(query.position.partition(" ")[0]).read(query.position)
    rules = registered_game(game)
    if rules.spec.hidden:
        return None
    state = rules.start()
    for move in query.line:
        state.play(move)
    return state
