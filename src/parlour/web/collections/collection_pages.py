"""Collections in the browser: import a file of many games, list and search it, count openings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi import Path as InPath
from fastapi.responses import HTMLResponse, RedirectResponse
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
from parlour.web.collections.server_collections import Collections
from parlour.web.common.game_registry import registered_game
from parlour.web.common.heavy_work import run_heavy
from parlour.web.http.error_responses import ErrorBody, Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import page
from parlour.web.http.query_parameters import usual_skin
from parlour.web.http.security import address_of
from parlour.web.play.dependencies import LONGEST_POSITION, limit_new_games
from parlour.web.store.stored_collections import READY, is_owned_by
from parlour.web.studies.study_api import StudyPath, study_of_record

router = APIRouter()

CollectionId = Annotated[str, InPath(max_length=40, pattern=r"^[A-Za-z0-9_-]+$")]
Word = Annotated[str, Query(max_length=100)]


def collections_of(request: Request) -> Collections:
    """The collections of the running server."""
    collections: Collections = request.app.state.collections
    return collections


@router.post(
    "/api/collections",
    status_code=202,
    tags=["studies"],
    responses={507: {"description": "The disk is full.", "model": ErrorBody}},
)
async def take_in(request: Request, response: Response) -> StudyPath:
    """Import a file of many games, sent as the request body. Reading continues in the background.

    The collection belongs to this browser.
    """
    limit_new_games(request)
    visitor, collections = Visitor(request), collections_of(request)
    size = int(request.headers.get("content-length", 0))
    await collections.check_room(visitor.browser, address_of(request.scope), size)
    name = await collections.receive(request.stream(), visitor.browser)
    visitor.set_cookie(response)
    return StudyPath(id=name, path=f"/collection/{name}")


@router.post("/api/collections/{collection_id}/remove", tags=["studies"])
async def remove(collection_id: CollectionId, request: Request) -> dict[str, str]:
    """Delete a collection of this browser permanently."""
    await collections_of(request).remove(collection_id, Visitor(request).browser)
    return {"result": "done"}


@router.post("/collection/{collection_id}/remove", include_in_schema=False)
async def remove_by_form(collection_id: CollectionId, request: Request) -> RedirectResponse:
    """Delete a collection of this browser, from its page."""
    await remove(collection_id, request)
    return RedirectResponse("/study", 303)


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
    collection = await collections_of(request).find(collection_id)
    text = await run_in_threadpool(collection.record, number)
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
    stored = await collections.look(collection_id)
    if stored.state != READY:
        return page(request, "collection_reading.html", reading=stored)
    collection = await collections.find(collection_id)
    games = GameFilter(q, result, _number(least), _number(most), since, until, page=number)
    skin = usual_skin(request)
    query = CollectionQuery(games, tuple(line.split()), position.strip(), pattern, skin)
    try:
        content = await run_heavy(_page_content, collection, query)
    except ParlourError as error:
        query = CollectionQuery(games, skin=skin)
        content = await run_heavy(_page_content, collection, query)
        content["trouble"] = str(error)
    given = {name: text for name, text in request.query_params.items() if text and name != "page"}
    return page(
        request,
        "collection.html",
        id=collection_id,
        given=given,
        number=number,
        is_mine=await is_owned_by(collections.store, stored, Visitor(request).browser),
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
