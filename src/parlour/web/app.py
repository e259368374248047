"""The application: routes, errors, what is started with it and ended with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

import parlour
from parlour.errors import ParlourError
from parlour.play.wall_clock import now_ms
from parlour.web.bots.worker_pool import Bots
from parlour.web.collections import collection_pages
from parlour.web.common.game_registry import serve_files, watch
from parlour.web.http import page_templates
from parlour.web.http.compression import Compressing
from parlour.web.http.error_responses import error_response
from parlour.web.http.gc_control import no_full_collections, sweep
from parlour.web.http.health import examined
from parlour.web.http.security import Buckets, Guard
from parlour.web.laboratory import lab_pages, lab_questions, lab_runs
from parlour.web.learning import lesson_pages, puzzle_pages
from parlour.web.lobby import lobby, new_game, skin_gallery
from parlour.web.matches import match_pages
from parlour.web.people import calendar_pages, people_pages, rating_pages, your_games
from parlour.web.play import conditions_api, game_api, game_pages, live
from parlour.web.play.clock_timer import Now
from parlour.web.play.rooms import Rooms
from parlour.web.settings import Settings
from parlour.web.store.game_store import Store
from parlour.web.studies import (
    position_editor_pages,
    study_api,
    study_export,
    study_live,
    study_pages,
)
from parlour.web.studies.study import Studies


class Why(BaseModel):
    """Why a request is refused: a word for programs, a sentence for people."""

    code: str
    message: str


class ErrorResponse(BaseModel):
    """The body of an error response."""

    error: Why


def create_app(settings: Settings, now: Now = now_ms) -> FastAPI:
    """The application with these settings; its workers and its database live as long as it runs.

    `now` is the time by which clocks are kept, in ms UTC.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database)
        bots = Bots(settings.workers)
        await bots.start()
        app.state.store, app.state.bots = store, bots
        app.state.studies = Studies(store)
        app.state.collections = collection_pages.Collections(settings.database)
        rooms = app.state.rooms = Rooms(
            store,
            bots,
            settings.pace,
            now=now,
            gives_back=settings.gives_back,
            mailer=settings.mailer,
            engines=settings.engines,
        )
        loop = asyncio.get_running_loop()
        store.listen(
            lambda game_id, version: asyncio.run_coroutine_threadsafe(
                rooms.reload_newer(game_id, version), loop
            )
        )
        files = serve_files(settings.files)
        await asyncio.to_thread(files.read_again)
        await rooms.start()
        sweeping = asyncio.create_task(sweep(rooms.are_quiet))
        watching = asyncio.create_task(watch(files, rooms.follow_file))
        try:
            with no_full_collections():
                yield
        finally:
            sweeping.cancel()
            watching.cancel()
            await app.state.collections.close()
            await app.state.rooms.close()
            await bots.close()
            store.close()

    app = FastAPI(
        title="Parlour",
        version=parlour.__version__,
        description="Games at play: start them, look at them, move. Seats are opened by their secrets, "
        "shown as a bearer token.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = settings
    app.state.new_games = Buckets(settings.new_games / 60, settings.new_games)
    app.add_middleware(Compressing)
    app.add_middleware(Guard, settings=settings)
    refused = {"description": "Refused, and why.", "model": ErrorResponse}
    unable = {"description": "Not possible at the moment; nothing changed.", "model": ErrorResponse}
    app.include_router(game_api.router, responses={"4XX": refused, 503: unable})
    app.include_router(live.router)
    for pages_of in (lobby, new_game, game_pages, your_games, lab_questions, lab_runs, lab_pages):
        app.include_router(pages_of.router, include_in_schema=False)
    app.include_router(lesson_pages.router, responses={"4XX": refused, 503: unable})
    app.include_router(puzzle_pages.router, responses={"4XX": refused, 503: unable})
    app.include_router(skin_gallery.router, responses={"4XX": refused, 503: unable})
    app.include_router(study_api.router, responses={"4XX": refused, 503: unable})
    app.include_router(collection_pages.router, responses={"4XX": refused, 503: unable})
    app.include_router(position_editor_pages.router, responses={"4XX": refused, 503: unable})
    app.include_router(study_api.games, responses={"4XX": refused, 503: unable})
    app.include_router(study_export.router, responses={"4XX": refused, 503: unable})
    app.include_router(study_live.router)
    app.include_router(calendar_pages.router, include_in_schema=False)
    app.include_router(people_pages.router, include_in_schema=False)
    app.include_router(rating_pages.router, include_in_schema=False)
    app.include_router(conditions_api.router, responses={"4XX": refused, 503: unable})
    app.include_router(match_pages.router, include_in_schema=False)
    app.include_router(study_pages.router, include_in_schema=False)
    app.mount("/static", page_templates.static())
    app.add_exception_handler(ParlourError, _refused)
    app.add_exception_handler(RequestValidationError, _refused)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(SQLAlchemyError, _store_failed)

    ill = {"description": "The database or the bots do not answer; the body tells which."}

    @app.get("/healthz", tags=["server"], responses={503: ill})
    async def health(response: Response) -> dict[str, object]:
        """Whether the server works: its database keeps what is written, and its bots answer."""
        found = await examined(app.state.store, app.state.bots)
        response.status_code = 200 if found["ok"] else 503
        return found

    return app


def _answer(request: Request, status: int, code: str, words: str) -> Response:
    """A refusal: in JSON for programs, as a page for people."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": {"code": code, "message": words}}, status)
    return page_templates.refusal(request, status, words)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, (ParlourError, RequestValidationError))
    return _answer(request, *error_response(error))


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "There is nothing here.", 405: "That cannot be done here."}
    code = {404: "not-found", 405: "not-allowed", 413: "too-large"}.get(
        error.status_code, "refused"
    )
    said = words.get(error.status_code, str(error.detail))
    return _answer(request, error.status_code, code, said)


async def _store_failed(request: Request, error: Exception) -> Response:
    return _answer(request, 503, "not-kept", "The database does not answer; nothing changed.")
