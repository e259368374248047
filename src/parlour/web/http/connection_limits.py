"""Connections: how many there may be, and how long a request may take to arrive.

Where there are too many, in all or of one address, the one that has waited longest without asking
anything makes room; so half-sent requests cost others nothing, however many there are.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING, Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)

if TYPE_CHECKING:
    from collections.abc import Collection

    from websockets.frames import Frame

HEADERS = 10.0  # seconds in which the headers of a request must be there
BODY = 30.0  # seconds in which its body must follow
SMALL = (
    8192  # bytes of a live message (one of a move has some 3,000) that are not worth compressing
)
FILES = 64  # file descriptors that are kept for everything but connections


class Gate:
    """The connections that there are: at most `most`, and `each` of one address that is no proxy.

    The headers of a request must be there within `headers` seconds, its body `body` seconds later.
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
        self._silent: OrderedDict[Any, None] = (
            OrderedDict()
        )  # without a whole request, oldest first

    def enter(self, transport: Any, address: str) -> bool:
        """Let a connection in, if need be in place of a silent one; False if there is no room."""
        full = len(self.addresses) >= self.most
        crowded = self._count[address] >= self.each and address not in self._proxies
        if (full or crowded) and not self._make_room(address if crowded else None):
            return False
        self.addresses[transport] = address
        self._count[address] += 1
        self._silent[transport] = None
        return True

    def _make_room(self, address: str | None) -> bool:
        """End the oldest silent connection, of an address if one is given."""
        for transport in self._silent:
            if address is None or self.addresses[transport] == address:
                self.leave(transport)
                transport.abort()
                return True
        return False

    def speaks(self, transport: Any) -> None:
        """A connection has sent a whole request: it is not ended for others."""
        self._silent.pop(transport, None)

    def falls_silent(self, transport: Any) -> None:
        """A connection waits for its next request."""
        if transport in self.addresses:
            self._silent[transport] = None

    def leave(self, transport: Any) -> None:
        """A connection has ended."""
        address = self.addresses.pop(transport, None)
        self._silent.pop(transport, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]


class LargeDeflate(PerMessageDeflate):
    """Compresses large messages and leaves small ones as they are."""

    def encode(self, frame: Frame) -> Frame:
        """The frame as it is sent."""
        return super().encode(frame) if len(frame.data) >= SMALL else frame


class LargeDeflating(ServerPerMessageDeflateFactory):
    """Agrees with a page on how messages are compressed: with a window of 4 KiB, as Uvicorn has it."""

    def __init__(self) -> None:
        super().__init__(False, False, 12, 12, {"memLevel": 5})

    def process_request_params(
        self, params: Any, accepted_extensions: Any
    ) -> tuple[Any, PerMessageDeflate]:
        """The parameters of the answer, and what compresses."""
        answer, made = super().process_request_params(params, accepted_extensions)
        return answer, LargeDeflate(
            made.remote_no_context_takeover,
            made.local_no_context_takeover,
            made.remote_max_window_bits,
            made.local_max_window_bits,
            made.compress_settings,
        )


def protocols(gate: Gate) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Uvicorn's protocols, of HTTP and of live connections, behind a gate."""

    class Http(H11Protocol):
        """HTTP, each part of a request within its time."""

        _due: asyncio.TimerHandle | None = None
        _upgraded = False  # to a live connection, which has another protocol
        _awaited = ""  # what must come before the time is up: headers, body, or nothing

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if gate.enter(transport, self.client[0] if self.client else ""):
                self._await("headers")
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._await("")
            gate.leave(self.transport)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._look()

        def _look(self) -> None:
            """See what is still to come of a request."""
            if self.transport.is_closing() or self._upgraded:
                self._await("")
            elif self.conn.their_state is h11.IDLE:
                self._await("headers" if self.conn.trailing_data[0] else "")
            else:
                self._await("body" if self.conn.their_state is h11.SEND_BODY else "")
            if self.cycle is not None and not self.cycle.response_complete:
                gate.speaks(self.transport)

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._upgraded = True
            gate.speaks(self.transport)
            super().handle_websocket_upgrade(event)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            gate.falls_silent(self.transport)
            self._look()  # the next request may have come already, or half of it

        def _await(self, what: str) -> None:
            if what == self._awaited:
                return
            if self._due is not None:
                self._due.cancel()
                self._due = None
            if what:
                self._due = self.loop.call_later(gate.patience[what], self.transport.abort)
            self._awaited = what

    class Live(WebSocketsSansIOProtocol):
        """A live connection, which leaves by the same gate."""

        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            self.conn.available_extensions = [LargeDeflating()]

        def connection_lost(self, exc: Exception | None) -> None:
            gate.leave(self.transport)
            super().connection_lost(exc)

    return Http, Live


def room_for(wanted: int) -> int:
    """How many connections the process can have, of those wanted: each needs a file descriptor."""
    try:
        import resource
    except ImportError:  # not Unix
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = wanted + FILES
    if soft != resource.RLIM_INFINITY and soft < need:
        soft = need if hard == resource.RLIM_INFINITY else min(need, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft - FILES))
