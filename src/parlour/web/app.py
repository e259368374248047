"""The web application: routes, middleware, and what starts and stops with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.responses import JSONResponse

import parlour
from parlour.play.wall_clock import SteadyClock
from parlour.web.bots.worker_pool import Bots
from parlour.web.collections.server_collections import Collections
from parlour.web.common.game_registry import register_files, watch
from parlour.web.common.heavy_work import limit_threads
from parlour.web.http import health
from parlour.web.http.compression import PageCompression
from parlour.web.http.error_handlers import add_error_handlers
from parlour.web.http.error_responses import RESPONSES
from parlour.web.http.gc_control import collect_when_quiet, no_full_collections
from parlour.web.http.page_language import PageLanguage
from parlour.web.http.security import RateLimiter, SecurityMiddleware
from parlour.web.http.static_files import EditionFiles
from parlour.web.http.text_refusal import TextRefusal
from parlour.web.other_servers import follow_administrators, follow_other_servers
from parlour.web.play.clock_timer import Now
from parlour.web.play.rooms import Rooms
from parlour.web.reading.readers import Readers
from parlour.web.routes import ROUTERS
from parlour.web.settings import Settings
from parlour.web.store.game_store import Store
from parlour.web.studies.study import Studies
from parlour.web.tournaments.tournament_service import Tournaments


def create_app(settings: Settings, now: Now | None = None) -> FastAPI:
    """The application; its bots and its database connection live as long as it runs.

    `now` is the time that clocks use, in ms UTC; by default a steady one.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        limit_threads()
        store = Store(settings.database)
        await store.measure_clock()
        bots = Bots(settings.workers, settings.bot_megabytes)
        await bots.start()
        app.state.store, app.state.bots = store, bots
        readers, study_readers = Readers(settings.reading), Readers(settings.study_reading)
        app.state.readers = readers
        app.state.studies = Studies(store, study_readers)
        app.state.collections = Collections(store, settings)
        app.state.collections.start()
        rooms = app.state.rooms = Rooms(
            store,
            bots,
            settings.pace,
            now=now or SteadyClock(store.now),
            gives_back=settings.gives_back,
            mailer=settings.mailer,
            engines=settings.engines,
        )
        follow_other_servers(store, rooms, app.state.studies)
        files = register_files(settings.files, elsewhere=bool(settings.files))
        await asyncio.to_thread(files.reload)
        await rooms.start()
        app.state.tournaments = Tournaments(rooms)
        contests = asyncio.create_task(app.state.tournaments.run())
        following = asyncio.create_task(follow_administrators(store, rooms, app.state.studies))
        collecting = asyncio.create_task(collect_when_quiet(rooms.are_quiet))
        watching = asyncio.create_task(watch(files, rooms.follow_file))
        try:
            with no_full_collections():
                yield
        finally:
            following.cancel()
            contests.cancel()
            collecting.cancel()
            watching.cancel()
            await app.state.collections.close()
            await app.state.rooms.close()
            await bots.close()
            readers.close()
            study_readers.close()
            await asyncio.to_thread(store.close)

    app = FastAPI(
        title="Parlour",
        version=parlour.__version__,
        description="Start, watch and play games. A seat's secret, sent as a bearer token, gives "
        "the right to play it.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app.state.settings = settings
    app.state.new_games = RateLimiter(settings.new_games / 60, settings.new_games)
    app.add_middleware(TextRefusal)
    app.add_middleware(PageCompression)
    app.add_middleware(SecurityMiddleware, settings=settings)
    app.add_middleware(PageLanguage)  # outermost: refusals have words, too
    for router in ROUTERS:
        app.include_router(router, responses=RESPONSES)
    app.include_router(health.router)

    @app.get("/api/openapi.json", include_in_schema=False)
    def describe() -> JSONResponse:  # in a thread, because describing takes a while
        return JSONResponse(app.openapi())

    app.mount("/static", EditionFiles())
    add_error_handlers(app)
    return app
