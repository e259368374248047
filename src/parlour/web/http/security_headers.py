"""The security headers of every response, also of those that no application sends."""

from __future__ import annotations

from typing import TYPE_CHECKING

import h11
from websockets.server import ServerProtocol

if TYPE_CHECKING:
    from websockets.http11 import Response

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
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
    "Cache-Control": "no-store",
}


class HeadedConnection(h11.Connection):
    """HTTP whose responses have the headers: Uvicorn answers some requests itself."""

    def send_with_data_passthrough(self, event: h11.Event) -> list[bytes] | None:
        """The bytes of an event; `send` uses it."""
        if isinstance(event, h11.Response):
            names = {name for name, _ in event.headers}
            lacking = [
                (name.encode(), value.encode())
                for name, value in HEADERS.items()
                if name.lower().encode() not in names
            ]
            event = h11.Response(
                status_code=event.status_code,
                headers=[*event.headers.raw_items(), *lacking],
                http_version=event.http_version,
                reason=event.reason,
            )
        return super().send_with_data_passthrough(event)


class HeadedHandshake(ServerProtocol):
    """WebSockets whose refusals have the headers."""

    def send_response(self, response: Response) -> None:
        """Send the response to a handshake."""
        if response.status_code != 101:
            for name, value in HEADERS.items():
                if name not in response.headers:
                    response.headers[name] = value
        super().send_response(response)
