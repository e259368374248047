"""The language of a request: what the person chose, or what the browser prefers."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.language import ENGLISH, LANGUAGES, language, use_language
from parlour.web.http.query_parameters import LANGUAGE

LONGEST = 1000  # characters of the browser's wishes that are read
WORDED = ("text/html", "application/json")  # what has words in it


class PageLanguage:
    """ASGI middleware that answers each request and connection in its language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        use_language(wanted_language(HTTPConnection(scope)))
        await self.app(scope, receive, _declaring(send))


def wanted_language(request: HTTPConnection) -> str:
    """The code of the language that the person chose, or else the browser prefers."""
    chosen = chosen_language(request)
    return chosen or preferred_language(request.headers.get("accept-language", ""))


def chosen_language(request: HTTPConnection) -> str:
    """The code of the language that the person chose; empty if pages follow the browser."""
    chosen = request.cookies.get(LANGUAGE, "")
    return chosen if chosen in LANGUAGES else ""


def preferred_language(header: str) -> str:
    """The known language that an Accept-Language header likes best, or English."""
    wishes = [_wish(part) for part in header[:LONGEST].split(",")]
    known = [(weight, code) for weight, code in wishes if weight > 0 and code in LANGUAGES]
    return max(known, key=lambda wish: wish[0], default=(0, ENGLISH))[1]


def _wish(part: str) -> tuple[float, str]:
    """The weight and the main language of a part such as `de-AT;q=0.8`."""
    tag, _, weight = part.partition(";")
    code = tag.strip().lower().partition("-")[0]
    try:
        return float(weight.strip().removeprefix("q=") or 1), code
    except ValueError:
        return 0, code


def _declaring(send: Send) -> Send:
    """Tells caches what an answer with words depends on."""

    async def declare(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if headers.get("content-type", "").startswith(WORDED):
                headers.setdefault("Content-Language", language())
                headers.add_vary_header("Accept-Language")
                headers.add_vary_header("Cookie")
        await send(message)

    return declare
