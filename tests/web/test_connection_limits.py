"""Who may knock: half-sent requests, crowds of connections, made-up names and addresses, endless logs."""

from __future__ import annotations

import asyncio
import gc
import logging
import resource
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

import httpx
import pytest
import uvicorn
from starlette.testclient import TestClient
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from parlour.web.app import create_app
from parlour.web.http import connection_limits
from parlour.web.http.connection_limits import (
    SMALL,
    ConnectionLimits,
    LargeDeflateFactory,
    limited_protocols,
)
from parlour.web.http.logs import RepeatLimit
from parlour.web.http.security import SEATS
from parlour.web.http.security_headers import HEADERS, HeadedHandshake
from parlour.web.serve import ServeError, ServeOptions, _settings
from parlour.web.settings import Settings
from tests.web.driving import ServerProcess
from tests.web.table import Table

POST = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n"
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-More: "
UPGRADE = b"Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
KEY = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Wire:
    """A connection that can be ended."""

    def __init__(self) -> None:
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


def test_silent_connections_make_room_and_others_stay() -> None:
    limits = ConnectionLimits(most=4, each=3, proxies=["10.0.0.9"])
    first, second, third = (Wire() for _ in range(3))
    assert all(limits.enter(wire, "10.0.0.1") for wire in (first, second, third))
    limits.mark_active(first)
    fourth = Wire()
    assert limits.enter(fourth, "10.0.0.1")  # in place of the oldest silent one of that address
    assert (first.aborted, second.aborted, third.aborted) == (False, True, False)
    for wire in (third, fourth):
        limits.mark_active(wire)
    assert not limits.enter(Wire(), "10.0.0.1")
    assert limits.enter(Wire(), "10.0.0.2")
    assert limits.enter(Wire(), "10.0.0.3")  # full: in place of the silent one of 10.0.0.2
    limits.leave(first)
    limits.mark_idle(third)
    assert all(limits.enter(Wire(), "10.0.0.9") for _ in range(5))
    assert third.aborted
    assert not fourth.aborted


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that may have 256 files open."""
    server = ServerProcess(tmp_path)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    server.start(before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)))
    yield server
    server.stop()
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == limits


@pytest.mark.long
def test_half_sent_requests_do_not_stop_the_server(narrow: ServerProcess) -> None:
    """Four hundred connections with half a request each, from several addresses, and one without any."""
    wires = []
    for number in range(400):
        wire = socket.socket()
        wire.bind((f"127.0.0.{2 + number % 7}", 0))
        wire.connect(("127.0.0.1", narrow.port))
        wire.sendall(HALF if number % 4 else b"")
        wires.append(wire)
        if number % 50 == 49:
            assert httpx.get(f"{narrow.url}/healthz", timeout=10).status_code in (200, 503)
    assert httpx.get(f"{narrow.url}/", timeout=10).status_code == 200
    assert len(narrow.logged()) < 20_000
    for wire in wires:
        wire.close()


async def answers(scope: Any, receive: Any, send: Any) -> None:
    """An application that reads what it is sent, and says ok; live connections it accepts."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await receive()
        return
    while (await receive()).get("more_body"):
        pass
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]}
    )
    await send({"type": "http.response.body", "body": b"ok"})


@asynccontextmanager
async def connection(limits: ConnectionLimits) -> AsyncIterator[Streams]:
    """A connection to a server with these limits."""
    http, live = limited_protocols(limits)
    config = uvicorn.Config(answers, http=http, ws=live, log_config=None, lifespan="off")
    config.load()
    made = lambda: http(config=config, server_state=ServerState(), app_state={})  # type: ignore[call-arg]  # noqa: E731
    serving = await asyncio.get_running_loop().create_server(made, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*serving.sockets[0].getsockname())
    try:
        yield reader, writer
    finally:
        writer.close()
        serving.close()


@asynccontextmanager
async def live_connection(limits: ConnectionLimits) -> AsyncIterator[Streams]:
    """A live connection to a server with these limits."""
    async with connection(limits) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\n" + UPGRADE + KEY + b"\r\n")
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
        yield reader, writer


def test_a_live_connection_may_be_silent() -> None:
    async def work() -> None:
        limits = ConnectionLimits(most=9, each=9, headers=0.1, body=0.1)
        async with live_connection(limits) as (reader, _):
            with pytest.raises(TimeoutError):  # four times as long as a request may take
                await asyncio.wait_for(reader.read(), 0.4)
            assert len(limits.addresses) == 1

    asyncio.run(asyncio.wait_for(work(), 20))


def test_a_closed_live_connection_is_freed_without_a_garbage_collection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known: WeakSet[HeadedHandshake] = WeakSet()

    class Known(HeadedHandshake):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            known.add(self)

    monkeypatch.setattr(connection_limits, "HeadedHandshake", Known)

    async def work() -> None:
        async with live_connection(ConnectionLimits(most=9, each=9)) as (reader, writer):
            assert len(known) == 1
            writer.write(b"\x88\x80" + bytes(4))  # a frame that closes
            await reader.read()
        while known:
            await asyncio.sleep(0.01)

    gc.disable()
    try:
        asyncio.run(asyncio.wait_for(work(), 5))
    finally:
        gc.enable()


async def fails(scope: Any, receive: Any, send: Any) -> None:
    """An application with a fault."""
    if scope["type"] == "websocket":
        await receive()
    if scope["path"] == "/closed":
        await send({"type": "websocket.close"})
        return
    raise RuntimeError("a fault")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"x" * 20_000, 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 2\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", 500),
        (b"GET / HTTP/1.1\r\n" + UPGRADE + b"\r\n", 400),
        (b"GET / HTTP/1.1\r\n" + UPGRADE + KEY + b"\r\n", 500),
        (b"GET /closed HTTP/1.1\r\n" + UPGRADE + KEY + b"\r\n", 403),
    ],
)
def test_answers_that_no_application_gives_have_the_security_headers(
    sent: bytes, status: int
) -> None:
    async def work() -> bytes:
        http, live = limited_protocols(ConnectionLimits(most=9, each=9))
        config = uvicorn.Config(
            fails,
            http=http,
            ws=live,
            log_config=None,
            lifespan="off",
            h11_max_incomplete_event_size=10_000,
        )
        config.load()
        made = lambda: http(config=config, server_state=ServerState(), app_state={})  # type: ignore[call-arg]  # noqa: E731
        serving = await asyncio.get_running_loop().create_server(made, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*serving.sockets[0].getsockname())
        writer.write(sent)
        answer = await reader.readuntil(b"\r\n\r\n")
        writer.close()
        serving.close()
        return answer

    first, *lines = asyncio.run(asyncio.wait_for(work(), 20)).decode().strip().split("\r\n")
    assert first.split()[1] == str(status)
    headers = {line.partition(":")[0].lower(): line.partition(": ")[2] for line in lines}
    assert {name.lower(): headers.get(name.lower()) for name in HEADERS} == {
        name.lower(): value for name, value in HEADERS.items()
    }


def test_only_large_live_messages_are_compressed() -> None:
    answer, compressing = LargeDeflateFactory().process_request_params([], [])
    assert ("server_max_window_bits", "12") in answer
    small = Frame(Opcode.TEXT, b"x" * (SMALL - 1))
    assert compressing.encode(small) is small
    large = Frame(Opcode.TEXT, b"x" * SMALL)
    sent = compressing.encode(large)
    assert sent.rsv1
    assert len(sent.data) < SMALL / 50
    assert bytes(compressing.decode(sent).data) == bytes(large.data)


def test_a_live_connection_agrees_on_compressing() -> None:
    async def work() -> None:
        _, live = limited_protocols(ConnectionLimits(most=9, each=9))
        config = uvicorn.Config(answers, ws=live, log_config=None, lifespan="off")
        config.load()
        made: Any = live(config=config, server_state=ServerState(), app_state={})  # type: ignore[call-arg]
        (agreeing,) = made.conn.available_extensions
        assert isinstance(agreeing, LargeDeflateFactory)

    asyncio.run(work())


@pytest.mark.parametrize(
    ("sent", "heard"),
    [
        (b"", b""),
        (HALF, b""),
        (POST, b""),
        (POST + b"{", b""),
        (POST + b"{}" + HALF, b"ok"),
        (POST + b"{}" + POST, b"ok"),
    ],
)
def test_what_a_request_lacks_must_come_in_time(sent: bytes, heard: bytes) -> None:
    async def work() -> None:
        limits = ConnectionLimits(most=9, each=9, headers=0.1, body=0.1)
        async with connection(limits) as (reader, writer):
            writer.write(sent)
            answered = b""
            with suppress(ConnectionError):
                while more := await reader.read(4096):
                    answered += more
            assert answered.endswith(heard)
            writer.close()
            assert not limits.addresses

    asyncio.run(asyncio.wait_for(work(), 20))


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[TestClient]:
    """A server that allows four requests at once to a client."""
    url = f"sqlite:///{tmp_path}/g.sqlite"
    settings = Settings(database=url, workers=1, rate=0.001, burst=4, new_games=4)
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        yield client


@pytest.mark.parametrize(("path", "code"), [("/api/catalogue", 200), ("/api/games/none", 404)])
def test_made_up_bearers_and_forwarding_do_not_widen_the_limits(
    strict: TestClient, path: str, code: int
) -> None:
    codes = [
        strict.get(
            path,
            headers={"Authorization": f"Bearer {n}", "X-Forwarded-For": f"10.0.0.{n}"},
        ).status_code
        for n in range(6)
    ]
    assert codes == [code] * 4 + [429] * 2


def test_a_seats_own_secret_has_a_limit_of_its_own(strict: TestClient) -> None:
    table = Table(strict, "hex", "link", "link")
    for _ in range(3):
        strict.get("/api/catalogue")
    assert strict.get("/api/catalogue").status_code == 429
    path = f"/api/games/{table.id}"
    assert strict.get(path, headers=table.headers(0)).status_code == 200
    assert strict.get("/api/games/other", headers=table.headers(0)).status_code == 429
    codes = [strict.get(path, headers=table.headers(n % 2)).status_code for n in range(60)]
    assert codes.count(200) < SEATS * 4


@pytest.mark.parametrize(
    ("host", "fine"),
    [
        ("localhost", True),
        ("127.0.0.1:8650", True),
        ("[::1]:80", True),
        ("LocalHost:1", True),
        ("evil.example", False),
        ("127.0.0.1:80@evil.com", False),
        ("127.0.0.1@evil.com", False),
        ("127.0.0.1:evil", False),
        ("localhost:80:80", False),
        ("", False),
        ("10.1.2.3", False),
    ],
)
def test_host_headers(server: TestClient, host: str, fine: bool) -> None:
    answer = server.get("/api/catalogue", headers={"Host": host})
    assert answer.status_code == (200 if fine else 421)


@pytest.mark.long
def test_an_address_of_this_machine_answers_to_itself_and_to_names_that_are_given(
    tmp_path: Path,
) -> None:
    for listen, fine, wrong in (
        ("127.0.0.2", ["127.0.0.2", "localhost"], ["127.0.0.3", "evil.example"]),
        ("0.0.0.0", ["127.0.0.1", "games.example"], ["10.9.8.7", "evil.example"]),
    ):
        server = ServerProcess(tmp_path / listen)
        server.start("--host", listen, "--name", "games.example")
        try:
            for name in fine + wrong:
                answer = httpx.get(f"{server.url}/api/catalogue", headers={"Host": name})
                assert answer.status_code == (200 if name in fine else 421), (listen, name)
        finally:
            server.stop()


def test_a_named_proxy_is_believed(tmp_path: Path) -> None:
    assert _settings(ServeOptions(proxies=("10.0.0.1",))).proxies == ("10.0.0.1",)
    assert _settings(ServeOptions()).proxies == ()


def test_repeated_trouble_is_written_a_few_times() -> None:
    sparing = RepeatLimit()
    record = logging.LogRecord("a", logging.WARNING, "", 0, "trouble %s", (1,), None)
    assert [sparing.filter(record) for _ in range(99)].count(True) == RepeatLimit.MOST
    other = logging.LogRecord("a", logging.WARNING, "", 0, "other", (), None)
    assert sparing.filter(other)
    request = logging.LogRecord("a", logging.INFO, "", 0, "request", (), None)
    assert all(sparing.filter(request) for _ in range(99))
    record.created += RepeatLimit.PERIOD + 1
    assert sparing.filter(record)


def test_large_numbers_in_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_RATE", "1000000")
    assert _settings(ServeOptions()).rate == 1e6
    monkeypatch.setenv("PARLOUR_RATE", "1e6")
    with pytest.raises(ServeError, match="up to nine digits"):
        _settings(ServeOptions())
