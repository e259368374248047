"""Refuses text that no database can store and numbers that no page means, before anybody reads them.

PostgreSQL has no NUL in texts, no encoding has a lone half of a surrogate pair, and Python refuses to
read numbers of more than 4,300 digits.
"""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.web.http.error_handlers import error_answer

FILES = ("/api/collections", "/api/studies/decode")  # receive files, in any encoding
MOST_DIGITS = 1000
UNUSABLE = 1007  # the close code of a WebSocket: a message with data of a wrong kind

NUL = "A text here contains a NUL character, which cannot be stored. Remove it."
LONE = "A text here contains half of a surrogate pair, which is no character. Remove it."
LONG = f"A number here has more than {MOST_DIGITS:,} digits."

_DIGITS = re.compile(rb"(?<![0-9])[0-9]{%d}" % (MOST_DIGITS + 1))
_HIGH, _LOW = rb"\\u[dD][89abAB][0-9a-fA-F]{2}", rb"\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_LONE_HALF = re.compile(rb"%b(?!%b)|(?<!%b)%b" % (_HIGH, _LOW, _HIGH, _LOW))


class UnusableText(HTTPException):
    """A request with a text that cannot be used."""

    def __init__(self, message: str) -> None:
        super().__init__(400, message)


def check_text(text: bytes) -> None:
    """Check what people have written; raises UnusableText."""
    if b"\0" in text:
        raise UnusableText(NUL)
    if _DIGITS.search(text):
        raise UnusableText(LONG)


def check_json(text: bytes) -> None:
    """Check a JSON document and the texts in it; raises UnusableText."""
    check_text(text)
    escapes = text.replace(
        rb"\\", b"  "
    )  # a backslash begins an escape unless another one escapes it
    if rb"\u0000" in escapes:
        raise UnusableText(NUL)
    if _LONE_HALF.search(escapes):
        raise UnusableText(LONE)


class TextCheck:
    """ASGI middleware that refuses requests, and closes live connections, with unusable text."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            query = unquote_to_bytes(scope.get("query_string", b""))
            try:
                check_text(scope["path"].encode("utf-8", "replace") + b"?" + query)
            except UnusableText as error:
                request = Request(scope)
                answer = error_answer(request, error.status_code, "unusable", error.detail)
                await answer(scope, receive, send)
                return
            if scope["path"] not in FILES:
                receive = _checked_body(scope, receive)
        elif scope["type"] == "websocket":
            receive = _checked_messages(receive, send)
        await self.app(scope, receive, send)


def _checked_body(scope: Scope, receive: Receive) -> Receive:
    """Receive a body, which is checked when it is complete."""
    form = "form" in Headers(scope=scope).get("content-type", "")
    body = bytearray()

    async def receive_checked() -> Message:
        message = await receive()
        if message["type"] == "http.request":
            body.extend(message.get("body", b""))
            if not message.get("more_body"):
                if form:
                    check_text(unquote_to_bytes(bytes(body)))
                else:
                    check_json(bytes(body))
        return message

    return receive_checked


def _checked_messages(receive: Receive, send: Send) -> Receive:
    """Receive messages up to the first with unusable text, which closes the connection."""

    async def receive_checked() -> Message:
        message = await receive()
        text = message.get("text")
        if text is None:
            return message
        try:
            check_json(text.encode("utf-8", "surrogatepass"))
        except UnusableText as error:
            await send({"type": "websocket.close", "code": UNUSABLE, "reason": error.detail})
            return {"type": "websocket.disconnect", "code": UNUSABLE}
        return message

    return receive_checked
