"""Invitations: links that others can open, and their QR codes."""

from __future__ import annotations

import socket
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from fastapi import Request
from markupsafe import Markup

from parlour.web.settings import LOOPBACK, Settings

EVERYWHERE = ("0.0.0.0", "::")  # all addresses of the machine
_OUTSIDE = ("192.0.2.1", 9)  # reserved for documentation (RFC 5737): nothing is sent there


def origin_for_others(request: Request) -> str:
    """The origin of links for others: as in the request, or with the machine's network address.

    The latter if the request uses a local name and the server listens on all interfaces.
    """
    settings: Settings = request.app.state.settings
    url = request.url
    origin = f"{url.scheme}://{url.netloc}"
    if settings.host not in EVERYWHERE or not is_local(origin):
        return origin
    address = network_address()
    return origin if address is None else f"{url.scheme}://{address}:{url.port or 80}"


def is_local(origin: str) -> bool:
    """Whether only this machine can open links with an origin."""
    name = urlsplit(origin).hostname or ""
    return name in LOOPBACK or f"[{name}]" in LOOPBACK


def network_address() -> str | None:
    """The machine's IPv4 address on its network; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_OUTSIDE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


@lru_cache(maxsize=128)
def qr_code(text: str) -> Markup:
    """The QR code of a text as SVG, black on white in any colour scheme."""
    drawn = segno.make(text, error="m", micro=False).svg_inline(
        dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return Markup(drawn)
