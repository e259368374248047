"""The calendar: all games of a browser by deadline, and the same as an iCalendar by a secret link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, Response
from sqlalchemy import Connection, select

from parlour.clocks.deadlines import Deadline, feed, told
from parlour.table.catalogue import specs
from parlour.web.api import rooms_of
from parlour.web.errors import Refused
from parlour.web.identity import Visitor
from parlour.web.rendering import page
from parlour.web.rooms import Rooms
from parlour.web.store import Store
from parlour.web.tables import games, holders
from parlour.web.tokens import derived, opens_with

router = APIRouter(prefix="/calendar")

MOST = 500  # games

Digest = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


@dataclass(frozen=True)
class Due:
    """A game that goes on by the clock; `falls`: when its flag falls if nobody moves."""

    id: str
    title: str
    falls: int
    yours: bool


@router.get("")
async def show(request: Request) -> HTMLResponse:
    rooms, visitor = rooms_of(request), Visitor(request)
    found = await by_deadline(rooms, visitor.browser)
    return page(
        request,
        "calendar.html",
        games=[{"due": due, "told": told(due.falls, "UTC")} for due in found],
        feed=f"/calendar/{visitor.browser}/{feed_secret(rooms.store, visitor.browser)}.ics",
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
    ids = await rooms.store.read(lambda connection: _timed(connection, browser))
    found = []
    for game_id in ids:
        try:
            room = await rooms.find(game_id)
        except Refused:
            continue
        falls = room.clock.falls if room.clock and room.outcome is None else None
        if falls is not None:
            mine = room.turn in room.held_by(browser)
            found.append(Due(room.id, _title(room.position.game.id), falls, mine))
    return sorted(found, key=lambda due: due.falls)


def _timed(connection: Connection, browser: str) -> list[Any]:
    held = select(holders.c.game_id).where(holders.c.browser == browser)
    timed = (
        select(games.c.id)
        .where(games.c.id.in_(held), games.c.reason.is_(None), games.c.due.is_not(None))
        .order_by(games.c.due)
        .limit(MOST)
    )
    return list(connection.execute(timed).scalars())


def _title(game_id: str) -> str:
    spec = specs().get(game_id)
    return spec.title if spec else game_id
