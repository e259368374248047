"""Requests to the servers, each recorded with what became of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from parlour.durability.history import OK, REFUSED, UNKNOWN, History
from parlour.durability.servers import Server

PATIENCE = 60.0  # seconds for an answer
COOKIE = "parlour"
MAYBE_SAVED = "maybe-saved"  # the code of a server that does not know


@dataclass(frozen=True)
class RequestOutcome:
    """What became of a request, with the answer's JSON or text, and the address that it leads to."""

    result: str
    data: dict[str, Any] = field(default_factory=dict)
    leads_to: str = ""
    text: str = ""

    @property
    def is_ok(self) -> bool:
        """Whether it was acknowledged."""
        return self.result == OK


@dataclass(frozen=True)
class Credentials:
    """Who sends a request: a program with a seat's secret, or a browser with a cookie."""

    secret: str = ""
    cookie: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """The headers of a request."""
        if self.secret:
            return {"Authorization": f"Bearer {self.secret}"}
        return {"Cookie": f"{COOKIE}={self.cookie}"} if self.cookie else {}


NOBODY = Credentials()


@dataclass(frozen=True)
class Request:
    """A request to any server: what it is about, for the history, and how it is sent.

    `keep` chooses what of the answer goes into the history. With `cut`, the client hangs up after so
    many seconds.
    """

    subject: str
    kind: str
    path: str
    sender: Credentials = NOBODY
    note: Mapping[str, Any] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    form: Mapping[str, str] | None = None
    content: bytes | None = None
    keep: Callable[[RequestOutcome], Mapping[str, Any]] = lambda outcome: {}
    cut: float | None = None


class Requests:
    """Sends requests to servers that are running, any of them, and records them in the history."""

    def __init__(self, servers: Sequence[Server], history: History, rng: Random) -> None:
        self.servers, self.history, self._rng = servers, history, rng
        limits = httpx.Limits(max_connections=500, max_keepalive_connections=100)
        none = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # each sender has its own
        self._client = httpx.AsyncClient(
            timeout=PATIENCE, limits=limits, trust_env=False, cookies=none
        )
        self.errors: dict[str, int] = {}  # answers that say that the server failed

    async def close(self) -> None:
        """Close all connections."""
        await self._client.aclose()

    async def server(self) -> Server:
        """A server that is running, as soon as there is one."""
        while not (running := [s for s in self.servers if s.running.is_set()]):
            waiting = [asyncio.create_task(s.running.wait()) for s in self.servers]
            _, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in others:
                task.cancel()
        return self._rng.choice(running)

    async def send(self, request: Request) -> RequestOutcome:
        """Send a request and record it."""
        server = await self.server()
        number = self.history.send(request.subject, request.kind, **request.note)
        outcome = RequestOutcome(UNKNOWN)  # also if this task is cancelled
        try:
            outcome = await self._outcome(server, request)
        finally:
            answer = dict(request.keep(outcome)) if outcome.is_ok else {}
            if outcome.result == REFUSED:
                answer = {"code": outcome.data.get("code", "")}
            self.history.receive(number, request.kind, outcome.result, answer)
        return outcome

    def record(
        self, subject: str, kind: str, note: Mapping[str, Any], answer: dict[str, Any]
    ) -> None:
        """Record something that several requests have shown."""
        number = self.history.send(subject, kind, **note)
        self.history.receive(number, kind, OK, answer)

    async def _outcome(self, server: Server, request: Request) -> RequestOutcome:
        method = (
            "GET"
            if request.body is None and request.form is None and not request.content
            else "POST"
        )
        try:
            async with asyncio.timeout(request.cut):
                response = await self._client.request(
                    method,
                    server.url + request.path,
                    json=request.body,
                    data=request.form,
                    content=request.content,
                    headers=request.sender.headers,
                )
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return RequestOutcome(REFUSED, {"code": "unreachable"})
        except (httpx.HTTPError, TimeoutError):
            return RequestOutcome(UNKNOWN)
        return self._read(response, request)

    def _read(self, response: httpx.Response, request: Request) -> RequestOutcome:
        data: dict[str, Any] = {}
        with suppress(ValueError):
            data = response.json()
        if not isinstance(data, dict):
            data = {}
        if response.is_success or response.is_redirect:
            return RequestOutcome(OK, data, response.headers.get("location", ""), response.text)
        error = data.get("error")
        if isinstance(error, dict) and (response.is_client_error or response.status_code == 503):
            return _rejected(error)
        if response.is_client_error:
            return RequestOutcome(REFUSED, {"code": str(response.status_code)})
        if response.status_code == 503:  # a page in words
            return RequestOutcome(UNKNOWN)
        words = f"{response.status_code} {request.kind}"
        self.errors[words] = self.errors.get(words, 0) + 1
        return RequestOutcome(UNKNOWN)


class LiveConnection:
    """A page's live connection to a game, which sends moves; it is opened again when it breaks."""

    def __init__(self, requests: Requests, game_id: str, sender: Credentials) -> None:
        self._requests, self._game_id, self._sender = requests, game_id, sender
        self._socket: ClientConnection | None = None

    async def move(self, text: str, ply: int, note: Mapping[str, Any]) -> RequestOutcome:
        """Play a move and record it."""
        try:
            socket = self._socket or await self._open()
        except (OSError, WebSocketException, TimeoutError):
            return RequestOutcome(REFUSED, {"code": "unreachable"})
        history = self._requests.history
        number = history.send(self._game_id, "move", **note)
        outcome = RequestOutcome(UNKNOWN)
        try:
            await socket.send(json.dumps({"move": text, "ply": ply}))
            async with asyncio.timeout(PATIENCE):
                outcome = await _answer(socket)
        except (OSError, WebSocketException, TimeoutError):
            await self.close()
        finally:
            history.receive(number, "move", outcome.result, {})
        return outcome

    async def _open(self) -> ClientConnection:
        server = await self._requests.server()
        address = f"{server.url.replace('http', 'ws', 1)}/api/games/{self._game_id}/live"
        self._socket = await connect(
            f"{address}?changes=true",
            additional_headers=self._sender.headers,
            ping_interval=None,
            max_size=None,
            proxy=None,
        )
        return self._socket

    async def close(self) -> None:
        """Close the connection."""
        socket, self._socket = self._socket, None
        if socket is not None:
            with suppress(OSError, WebSocketException):
                await socket.close()


async def _answer(socket: ClientConnection) -> RequestOutcome:
    """The answer to a move: messages about the game come between."""
    while True:
        moved = json.loads(await socket.recv()).get("moved")
        if moved is not None:
            return _rejected(moved["error"]) if "error" in moved else RequestOutcome(OK, moved)


def _rejected(error: dict[str, Any]) -> RequestOutcome:
    """Nothing has changed, unless the server says that it does not know."""
    return RequestOutcome(UNKNOWN if error.get("code") == MAYBE_SAVED else REFUSED, error)
