"""The calendar: all games of a browser by deadline, and the same as an iCalendar by a secret link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, Response

from parlour.clocks.deadlines import Deadline, feed, format_moment
from parlour.web.common.secrets import derived, opens_with
from parlour.web.dependencies import rooms_of
from parlour.web.http.error_responses import Refused
from parlour.web.http.page_templates import page
from parlour.web.people import people
from parlour.web.people.identity import Visitor
from parlour.web.play.rooms import Rooms
from parlour.web.store.correspondence import running
from parlour.web.store.game_store import Store

router = APIRouter(prefix="/calendar")

REFRESH = 60  # seconds between two looks of the page

Digest = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


@dataclass(frozen=True)
class Due:
    """A game that goes on by the clock; `falls`: when its flag falls without a move."""

    id: str
    title: str
    falls: int
    yours: bool


@router.get("")
async def show(request: Request) -> HTMLResponse:
    rooms, visitor = rooms_of(request), Visitor(request)
    found = await by_deadline(rooms, visitor.browser)
    person = await people.find(rooms.store, visitor.browser)
    zone = person.absences.zone if person else "UTC"
    return page(
        request,
        "calendar.html",
        games=[{"due": due, "told": format_moment(due.falls, zone, "UTC")} for due in found],
        has_zone=person is not None,
        feed=f"/calendar/{visitor.browser}/{feed_secret(rooms.store, visitor.browser)}.ics",
        refresh=REFRESH,
    )


@router.get("/{browser}/{secret}.ics")
async def subscribed(request: Request, browser: Digest, secret: str) -> Response:
    rooms = rooms_of(request)
    if not opens_with(feed_secret(rooms.store, browser), secret):
        raise Refused(404, "no-such-calendar", "This link does not open a calendar.")
    mine = [due for due in await by_deadline(rooms, browser) if due.yours]
    deadlines = [Deadline(due.id, f"{due.title}: your move is due", due.falls) for due in mine]
    return Response(feed("Parlour", deadlines, rooms.now()), media_type="text/calendar")


def feed_secret(store: Store, browser: str) -> str:
    """The secret of a browser's calendar, by its digest."""
    return derived(store.key, f"calendar/{browser}")


async def by_deadline(rooms: Rooms, browser: str) -> list[Due]:
    """The games of a browser in which a flag will fall, the next first."""
    found = []
    for game in await rooms.store.read(lambda connection: running(connection, [browser])):
        clock = rooms.resume_clock(game.clock)
        if clock.deadline is not None:
            yours = (clock.timing.seat, browser) in game.held
            found.append(Due(game.id, game.title, clock.deadline, yours))
    return sorted(found, key=lambda due: due.falls)
