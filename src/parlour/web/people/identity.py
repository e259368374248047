"""Who asks: a browser by its cookie, a program by the secret of a seat."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from parlour.web.common.secrets import digest, new_secret
from parlour.web.http.security import COOKIE
from parlour.web.play.room import Room
from parlour.web.play.rooms import Rooms

YEAR = 365 * 24 * 3600
SHORTEST, LONGEST = 30, 100  # characters of a browser's name
FRESH = "parlour.fresh"  # where a request keeps the new name of its browser


def _fresh(request: HTTPConnection) -> str:
    """A new name: the same throughout one request, so that everything created belongs to one browser."""
    made: str = request.scope.setdefault(FRESH, new_secret())
    return made


class Visitor:
    """A browser or program that asks; `fresh` is the new name of a browser that had none."""

    def __init__(self, request: HTTPConnection) -> None:
        given = request.cookies.get(COOKIE, "")
        self.fresh = None if SHORTEST <= len(given) <= LONGEST else _fresh(request)
        self.browser = digest(self.fresh or given)
        scheme, _, secret = request.headers.get("authorization", "").partition(" ")
        self.secret = secret.strip() if scheme.lower() == "bearer" else ""
        self.digest = digest(self.secret) if self.secret else self.browser
        self._secure = request.url.scheme in ("https", "wss")

    def owned_seats(self, rooms: Rooms, room: Room) -> frozenset[int]:
        """The seats of a room that the visitor has."""
        held = room.seats_of(self.browser)
        if self.secret:
            held |= {seat for seat in room.game.people if rooms.opens(room, seat, self.secret)}
        return held

    def name(self, response: Response) -> None:
        """Give a browser that has no name yet its own; a program that shows a secret needs none."""
        if self.fresh is not None and not self.secret:
            response.set_cookie(
                COOKIE,
                self.fresh,
                max_age=YEAR,
                httponly=True,
                samesite="lax",
                secure=self._secure,
            )
