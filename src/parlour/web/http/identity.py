"""Who sends a request: a browser with a cookie, or a program with a seat's secret."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from parlour.web.common.secrets import digest, new_secret
from parlour.web.http.security import COOKIE

YEAR = 365 * 24 * 3600
SHORTEST, LONGEST = 30, 100  # characters of a cookie
NEW_COOKIE = "parlour.new_cookie"  # where a request's scope has the cookie of a new browser


def _new_cookie(request: HTTPConnection) -> str:
    """A new browser's cookie, the same during one request."""
    cookie: str = request.scope.setdefault(NEW_COOKIE, new_secret())
    return cookie


class Visitor:
    """A browser or program; `cookie` is the new cookie of a browser that sent none."""

    def __init__(self, request: HTTPConnection) -> None:
        given = request.cookies.get(COOKIE, "")
        self.cookie = None if SHORTEST <= len(given) <= LONGEST else _new_cookie(request)
        self.browser = digest(self.cookie or given)
        scheme, _, secret = request.headers.get("authorization", "").partition(" ")
        self.secret = secret.strip() if scheme.lower() == "bearer" else ""
        self.digest = digest(self.secret) if self.secret else self.browser
        self._secure = request.url.scheme in ("https", "wss")

    def set_cookie(self, response: Response) -> None:
        """Set a new browser's cookie; a program with a secret needs none."""
        if self.cookie is not None and not self.secret:
            response.set_cookie(
                COOKIE,
                self.cookie,
                max_age=YEAR,
                httponly=True,
                samesite="lax",
                secure=self._secure,
            )
