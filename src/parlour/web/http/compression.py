"""Pages, scripts and pictures are sent compressed to who takes that; answers to programs are not.

An answer is small or wanted at once, and its compressing would cost more than its way.
"""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

SMALLEST = 1000  # bytes
LEVEL = 5  # of 9: more gains little


class Compressing:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._compressed = GZipMiddleware(app, SMALLEST, LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        page = scope["type"] == "http" and not scope["path"].startswith("/api/")
        await (self._compressed if page else self.app)(scope, receive, send)
