"""Refuses requests and messages with unusable text before anybody reads them."""

from __future__ import annotations

from urllib.parse import unquote_to_bytes

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.web.http.error_handlers import error_answer
from parlour.web.http.text_check import UnusableText, check_json, check_text

FILES = ("/api/collections", "/api/studies/decode")  # receive files, in any encoding
UNUSABLE = 1007  # the close code of a WebSocket: a message with data of a wrong kind


class TextRefusal:
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
    """Receive JSON, which is checked when it is complete; `form_of` checks the fields of forms."""
    if "form" in Headers(scope=scope).get("content-type", ""):
        return receive
    body = bytearray()

    async def receive_checked() -> Message:
        message = await receive()
        if message["type"] == "http.request":
            body.extend(message.get("body", b""))
            if not message.get("more_body"):
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
