"""Security middleware: host and origin checks, size and rate limits, headers, a request log.

The log never contains a secret.
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
from parlour.web.common.secrets import digest
from parlour.web.http.security_headers import HEADERS
from parlour.web.settings import Settings

log = logging.getLogger("parlour.web.request")

COOKIE = "parlour"
CLIENTS = 10_000  # that a rate limiter remembers
SEATS = 10  # all seats at one address share this many times the limit of a client
TOO_MANY = 1008  # the close code of a WebSocket: policy violation
_GAME = re.compile(r"/api/games/([A-Za-z0-9_-]{1,40})(?:/|$)")
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?")
FILES = "/api/collections"  # receives files of many games
SAFE = ("GET", "HEAD", "OPTIONS")


class TooLarge(HTTPException):
    """A request body exceeds its limit."""

    def __init__(self) -> None:
        super().__init__(413, "This request is too large.")


class RateLimiter:
    """A token bucket for each client: `burst` requests at once, refilled at `rate` a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> bool:
        """Whether the client may send a request now; if so, count it."""
        now = time.monotonic()
        level, since = self._levels.pop(client, (self.burst, now))
        level = min(self.burst, level + (now - since) * self.rate)
        allowed = level >= 1
        self._levels[client] = (level - allowed, now)
        while len(self._levels) > CLIENTS:
            self._levels.popitem(last=False)
        return allowed


class SecurityMiddleware:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self._clients = RateLimiter(settings.rate, settings.burst)
        self._seats = RateLimiter(SEATS * settings.rate, SEATS * settings.burst)
        self._open: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        with running_no_files():  # only the command line names files to run
            if scope["type"] == "http":
                await self._http(scope, receive, send)
            elif scope["type"] == "websocket":
                await self._socket(scope, receive, send)

    # -- HTTP requests -------------------------------------------------------------------------------

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.monotonic()
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _add_headers(message)
            await send(message)

        error = self._error(scope, Headers(scope=scope))
        try:
            if error is None:
                await self.app(scope, self._limit_body(receive, self._largest_body(scope)), answer)
            else:
                await _send_error(answer, *error)
        finally:
            _log(scope, status or 500, began)

    def _error(self, scope: Scope, headers: Headers) -> tuple[int, str, str] | None:
        if not self._is_our_host(scope, headers.get("host", "")):
            return 421, "wrong-host", "This server is not reachable under that host name."
        if scope["method"] not in SAFE and not _same_origin(headers):
            return 403, "wrong-origin", "This request comes from another site."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self._largest_body(scope):
            return 413, "too-large", "This request is too large."
        if not self._is_within_limits(*_client(scope, headers)):
            return 429, "too-many-requests", "Too many requests; wait a moment."
        return None

    def _is_within_limits(self, address: str, client: str) -> bool:
        """Whether the address, and the client at it, may send a request now; if so, count it."""
        return self._seats.take(address) and self._clients.take(client)

    def _largest_body(self, scope: Scope) -> int:
        """The most bytes that a request body may have."""
        whole_file = scope["path"] == FILES and scope["method"] == "POST"
        return self.settings.largest_file if whole_file else self.settings.largest_body

    def _limit_body(self, receive: Receive, largest: int) -> Receive:
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
        """Whether a Host header has one of our names, or the address the connection came to."""
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        name = match[1].lower()
        here = scope.get("server") or ("", None)
        return name in self.settings.hosts or name.strip("[]") == here[0]

    # -- live connections ----------------------------------------------------------------------------

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers, began = Headers(scope=scope), time.monotonic()
        address, client = _client(scope, headers)
        allowed = self._is_our_host(scope, headers.get("host", "")) and _same_origin(headers)
        has_room = self._open.get(address, 0) < self.settings.sockets
        if not allowed or not has_room or not self._is_within_limits(address, client):
            await receive()
            await send({"type": "websocket.close", "code": TOO_MANY})
            return
        self._open[address] = self._open.get(address, 0) + 1

        async def receive_limited() -> Message:
            """Count each message as a request; too many close the connection."""
            message = await receive()
            if message["type"] == "websocket.receive" and not self._is_within_limits(
                address, client
            ):
                await send({"type": "websocket.close", "code": TOO_MANY})
                return {"type": "websocket.disconnect", "code": TOO_MANY}
            return message

        try:
            await self.app(scope, receive_limited, send)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]
            _log(scope, 101, began)


def address_of(scope: Scope) -> str:
    """The client's address; behind a trusted proxy, the address that it reports."""
    peer = scope.get("client")
    return peer[0] if peer else "?"


def _client(scope: Scope, headers: Headers) -> tuple[str, str]:
    """A request's address, and the key of its rate limit: its seat, or the address."""
    address = address_of(scope)
    return address, seat_digest(scope, headers) or address


def seat_digest(scope: Scope, headers: Headers) -> str | None:
    """The digest of the bearer token if it opens a seat of the requested game."""
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    match = _GAME.match(scope["path"])
    if scheme.lower() != "bearer" or match is None:
        return None
    secret = secret.strip()
    is_seat = scope["app"].state.rooms.is_seat_secret(match[1], secret)
    return digest(secret) if is_seat else None


def _same_origin(headers: Headers) -> bool:
    """Whether a request comes from our own pages; programs send no origin."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return origin.partition("://")[2].lower() == headers.get("host", "").lower()


def _add_headers(message: Message) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)  # a page may set its own policy


async def _send_error(send: Send, status: int, code: str, message: str) -> None:
    body = json.dumps({"error": {"code": code, "message": message}}).encode()
    start = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": start})
    await send({"type": "http.response.body", "body": body})


def _log(scope: Scope, status: int, began: float) -> None:
    """Log a request: its route's pattern, because a path may contain a secret."""
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
