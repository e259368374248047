"""What stands before all pages: whose host and origin a request names, how large and frequent it may be,

the headers that tell browsers to be strict, and one line of log for each request without any secret.
"""

from __future__ import annotations

import json
import logging
import re
import time
from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.table.files import running_no_files
from parlour.web.common.secrets import digest, opens
from parlour.web.settings import Settings

log = logging.getLogger("parlour.web.request")

COOKIE = "parlour"
CLIENTS = 10_000  # that are remembered
SEATS = 10  # clients' bounds that an address has for all of its seats together
MOST_SEATS = 10  # that a game may have
TOO_MANY = 1008  # of live connections that are ended: policy violation
_GAME = re.compile(r"/api/games/([A-Za-z0-9_-]{1,40})(?:/|$)")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?")
FILES = "/api/collections"  # to which files of many games are sent
SAFE = ("GET", "HEAD", "OPTIONS")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class TooLarge(HTTPException):
    """A request's body is larger than allowed."""

    def __init__(self) -> None:
        super().__init__(413, "This request is too large.")


class Buckets:
    """How much each client may still ask for: `burst` at once, refilled at `rate` a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> bool:
        """Whether the client may ask once more now."""
        now = time.monotonic()
        level, since = self._levels.pop(client, (self.burst, now))
        level = min(self.burst, level + (now - since) * self.rate)
        allowed = level >= 1
        self._levels[client] = (level - allowed, now)
        while len(self._levels) > CLIENTS:
            self._levels.popitem(last=False)
        return allowed


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._clients = Buckets(settings.rate, settings.burst)
        self._seats = Buckets(SEATS * settings.rate, SEATS * settings.burst)
        self._open: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        with running_no_files():  # whatever names one: only the command line does
            if scope["type"] == "http":
                await self._http(scope, receive, send)
            elif scope["type"] == "websocket":
                await self._socket(scope, receive, send)

    # -- plain requests ------------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.monotonic()
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message)
            await send(message)

        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is None:
            await self.app(scope, self._bounded(receive, self._largest(scope)), answer)
        else:
            await _refuse(answer, *refusal)
        _log(scope, status, began)

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str, str] | None:
        if not self._is_our_host(scope, headers.get("host", "")):
            return 421, "wrong-host", "This server does not answer to that name."
        if scope["method"] not in SAFE and not _same_origin(headers):
            return 403, "wrong-origin", "This request comes from another site."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self._largest(scope):
            return 413, "too-large", "This request is too large."
        if not self._may_ask(*_who(scope, headers)):
            return 429, "too-many-requests", "Too many requests; wait a moment."
        return None

    def _may_ask(self, address: str, client: str) -> bool:
        """Within the bounds of the address, which for its seats together are wider than for one client."""
        return self._seats.take(address) and self._clients.take(client)

    def _largest(self, scope: Scope) -> int:
        """How many bytes a request's body may have."""
        whole_file = scope["path"] == FILES and scope["method"] == "POST"
        return self.settings.largest_file if whole_file else self.settings.largest_body

    def _bounded(self, receive: Receive, largest: int) -> Receive:
        read = 0

        async def receive_counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > largest:
                raise TooLarge
            return message

        return receive_counted

    def _is_our_host(self, scope: Scope, host: str) -> bool:
        """Whether a Host header has one of our names, or the very address that the connection came to."""
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = match[1].lower()
        here = scope.get("server") or ("", None)
        return name in self.settings.hosts or name.strip("[]") == here[0]

    # -- live connections ----------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, began = Headers(scope=scope), time.monotonic()
        who, client = _who(scope, headers)
        fine = self._is_our_host(scope, headers.get("host", "")) and _same_origin(headers)
        room = self._open.get(who, 0) < self.settings.sockets
        if not fine or not room or not self._may_ask(who, client):
            await receive()
            await send({"type": "websocket.close", "code": TOO_MANY})
            return
        self._open[who] = self._open.get(who, 0) + 1

        async def receive_counted() -> Message:
            """What the page sends: each message is a request, one too many ends the connection."""
            message = await receive()
            if message["type"] == "websocket.receive" and not self._may_ask(who, client):
                await send({"type": "websocket.close", "code": TOO_MANY})
                return {"type": "websocket.disconnect", "code": TOO_MANY}
            return message

        try:
            await self.app(scope, receive_counted, send)
        finally:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]
            _log(scope, 101, began)


def address_of(scope: Scope) -> str:
    """Where the connection comes from; behind a proxy that was named, what that says."""
    peer = scope.get("client")
    return peer[0] if peer else "?"


def _who(scope: Scope, headers: Headers) -> tuple[str, str]:
    """Where a request comes from, and whose own bounds it has: its seat's, or those of all there."""
    address = address_of(scope)
    return address, seat_shown(scope, headers) or address


def seat_shown(scope: Scope, headers: Headers) -> str | None:
    """The digest of the secret that is shown, if it opens a seat of the game that is asked for."""
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    asked = _GAME.match(scope["path"])
    if scheme.lower() != "bearer" or asked is None:
        return None
    key, game_id, secret = scope["app"].state.store.key, asked[1], secret.strip()
    found = any(opens(key, game_id, seat, secret) for seat in range(MOST_SEATS))
    return digest(secret) if found else None


def _same_origin(headers: Headers) -> bool:
    """Whether a browser says that the request comes from our own pages; programs say nothing."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return origin.partition("://")[2].lower() == headers.get("host", "").lower()


def _add_headers(message: Message) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)  # a page may have a policy of its own
    headers.setdefault("Cache-Control", "no-store")


async def _refuse(send: Send, status: int, code: str, words: str) -> None:
    body = json.dumps({"error": {"code": code, "message": words}}).encode()
    start = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})


def _log(scope: Scope, status: int, began: float) -> None:
    """One line for a request; the route's pattern and not its path, for paths may hold secrets."""
    route = getattr(scope.get("route"), "path", "-")
    log.info(
        "request",
        extra={
            "method": scope.get("method", "WS"),
            "route": route,
            "status": status,
            "ms": round(1000 * (time.monotonic() - began), 1),
        },
    )
