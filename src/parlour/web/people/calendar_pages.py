"""The calendar: a browser's games by deadline, as a page and as an iCalendar feed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from parlour.clocks.deadlines import Deadline, feed, format_moment
from parlour.web.http.error_responses import Refused
from parlour.web.http.identity import Visitor
from parlour.web.http.page_templates import page
from parlour.web.play.dependencies import rooms_of
from parlour.web.play.rooms import Rooms
from parlour.web.store import person_store
from parlour.web.store.correspondence import running
from parlour.web.store.links import link_secret, opens_link, renew_link

router = APIRouter(prefix="/calendar", include_in_schema=False)

REFRESH = 60  # seconds between two refreshes of the page

Digest = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


@dataclass(frozen=True)
class GameDeadline:
    """A running game with a clock; `falls` is the time of the next flag fall."""

    id: str
    title: str
    falls: int
    yours: bool


@router.get("")
async def show(request: Request) -> HTMLResponse:
    rooms, visitor = rooms_of(request), Visitor(request)
    deadlines = await by_deadline(rooms, visitor.browser)
    person = await person_store.find(rooms.store, visitor.browser)
    zone = person.absences.zone if person else "UTC"
    secret = await link_secret(rooms.store, _purpose(visitor.browser))
    return page(
        request,
        "calendar.html",
        games=[
            {"due": due, "deadline_text": format_moment(due.falls, zone, "UTC")}
            for due in deadlines
        ],
        has_zone=person is not None,
        feed=f"/calendar/{visitor.browser}/{secret}.ics",
        refresh=REFRESH,
    )


@router.get("/{browser}/{secret}.ics")
async def calendar_feed(request: Request, browser: Digest, secret: str) -> Response:
    rooms = rooms_of(request)
    if not await opens_link(rooms.store, _purpose(browser), secret):
        raise Refused(404, "no-such-calendar", "This link is not valid.")
    mine = [due for due in await by_deadline(rooms, browser) if due.yours]
    deadlines = [Deadline(due.id, f"{due.title}: your move is due", due.falls) for due in mine]
    return Response(feed("Parlour", deadlines, rooms.now()), media_type="text/calendar")


@router.post("/renew")
async def renew(request: Request) -> RedirectResponse:
    """Give the browser's calendar a new link; the old one no longer works."""
    await renew_link(rooms_of(request).store, _purpose(Visitor(request).browser))
    return RedirectResponse("/calendar", 303)


def _purpose(browser: str) -> str:
    """The purpose of the link to a browser's calendar, by its digest."""
    return f"calendar/{browser}"


async def by_deadline(rooms: Rooms, browser: str) -> list[GameDeadline]:
    """The games of a browser with a deadline, the next first."""
    found = []
    for game in await rooms.store.read(lambda connection: running(connection, [browser])):
        clock = rooms.resume_clock(game.clock)
        if clock.deadline is not None:
            yours = (clock.timing.seat, browser) in game.owners
            found.append(GameDeadline(game.id, game.title, clock.deadline, yours))
    return sorted(found, key=lambda due: due.falls)
