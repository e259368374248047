"""Connection limits: how many connections, and how long a request may take to arrive.

Beyond a limit, a new connection replaces the one that has been idle longest, so half-sent requests
cannot lock others out.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Any

import h11
from h11._connection import DEFAULT_MAX_INCOMPLETE_EVENT_SIZE
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)

from parlour.web.http.security_headers import HeadedConnection, HeadedHandshake

if TYPE_CHECKING:
    from collections.abc import Collection

    from websockets.frames import Frame

HEADERS = 10.0  # seconds for the headers of a request to arrive
BODY = 30.0  # seconds for its body
SMALL = 8192  # bytes; smaller live messages are not compressed (a move has about 3,000)
FILES = 64  # file descriptors reserved for everything but connections


class ConnectionLimits:
    """At most `most` connections, and `each` from one address that is no proxy.

    The headers of a request must arrive within `headers` seconds, its body `body` seconds later.
    """

    def __init__(
        self,
        most: int,
        each: int,
        proxies: Collection[str] = (),
        headers: float = HEADERS,
        body: float = BODY,
    ) -> None:
        self.most, self.each, self._proxies = most, each, frozenset(proxies)
        self.patience = {"headers": headers, "body": body}
        self.addresses: dict[Any, str] = {}  # by transport
        self._count: Counter[str] = Counter()
        self._idle: OrderedDict[Any, None] = OrderedDict()  # no complete request; oldest first

    def enter(self, transport: Any, address: str) -> bool:
        """Admit a connection, if necessary in place of an idle one; False if there is no room."""
        full = len(self.addresses) >= self.most
        crowded = self._count[address] >= self.each and address not in self._proxies
        if (full or crowded) and not self._make_room(address if crowded else None):
            return False
        self.addresses[transport] = address
        self._count[address] += 1
        self._idle[transport] = None
        return True

    def _make_room(self, address: str | None) -> bool:
        """Close the connection that has been idle longest, from `address` if given."""
        for transport in self._idle:
            if address is None or self.addresses[transport] == address:
                self.leave(transport)
                transport.abort()
                return True
        return False

    def mark_active(self, transport: Any) -> None:
        """A complete request has arrived: the connection is not closed for others."""
        self._idle.pop(transport, None)

    def mark_idle(self, transport: Any) -> None:
        """The connection waits for its next request."""
        if transport in self.addresses:
            self._idle[transport] = None

    def leave(self, transport: Any) -> None:
        """The connection has closed."""
        address = self.addresses.pop(transport, None)
        self._idle.pop(transport, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]


class LargeDeflate(PerMessageDeflate):
    """Compresses large messages only."""

    def encode(self, frame: Frame) -> Frame:
        """The frame to send."""
        return super().encode(frame) if len(frame.data) >= SMALL else frame


class LargeDeflateFactory(ServerPerMessageDeflateFactory):
    """Negotiates compression with a 4 KiB window, Uvicorn's default."""

    def __init__(self) -> None:
        super().__init__(False, False, 12, 12, {"memLevel": 5})

    def process_request_params(
        self, params: Any, accepted_extensions: Any
    ) -> tuple[Any, PerMessageDeflate]:
        """The response parameters and the extension."""
        answer, made = super().process_request_params(params, accepted_extensions)
        return answer, LargeDeflate(
            made.remote_no_context_takeover,
            made.local_no_context_takeover,
            made.remote_max_window_bits,
            made.local_max_window_bits,
            made.compress_settings,
        )


def limited_protocols(
    limits: ConnectionLimits,
) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Uvicorn's HTTP and WebSocket protocols with these limits."""

    class Http(H11Protocol):
        """HTTP with time limits for the parts of a request."""

        _due: asyncio.TimerHandle | None = None
        _upgraded = False  # to a WebSocket
        _awaited = ""  # what must arrive in time: headers, body or nothing

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            most = self.config.h11_max_incomplete_event_size or DEFAULT_MAX_INCOMPLETE_EVENT_SIZE
            self.conn = HeadedConnection(h11.SERVER, most)

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if limits.enter(transport, self.client[0] if self.client else ""):
                self._await("headers")
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._await("")
            limits.leave(self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._update_timer()

        def _update_timer(self) -> None:
            """Start the timer for the next part of the request."""
            if self.transport.is_closing() or self._upgraded:
                self._await("")
            elif self.conn.their_state is h11.IDLE:
                self._await("headers" if self.conn.trailing_data[0] else "")
            else:
                self._await("body" if self.conn.their_state is h11.SEND_BODY else "")
            if self.cycle is not None and not self.cycle.response_complete:
                limits.mark_active(self.transport)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._upgraded = True
            limits.mark_active(self.transport)
            super().handle_websocket_upgrade(event)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            limits.mark_idle(self.transport)
            self._update_timer()  # part of the next request may be here

        def _await(self, part: str) -> None:
            if part == self._awaited:
                return
            if self._due is not None:
                self._due.cancel()
                self._due = None
            if part:
                self._due = self.loop.call_later(limits.patience[part], self.transport.abort)
            self._awaited = part

    class Live(WebSocketsSansIOProtocol):
        """A WebSocket that counts as a connection."""

        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.conn = HeadedHandshake(
                extensions=[LargeDeflateFactory()], max_size=self.config.ws_max_size
            )

        def connection_lost(self, exc: Exception | None) -> None:
            limits.leave(self.transport)
            super().connection_lost(exc)
            # It refers to its connection: together they would wait for a full garbage collection.
            self.conn.parser.close()

    return Http, Live


def affordable_connections(count: int) -> int:
    """How many of `count` connections fit: each needs a file descriptor."""
    try:
        import resource
    except ImportError:  # not Unix
        return count
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = count + FILES
    if soft != resource.RLIM_INFINITY and soft < need:
        soft = need if hard == resource.RLIM_INFINITY else min(need, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return count if soft == resource.RLIM_INFINITY else max(1, min(count, soft - FILES))
