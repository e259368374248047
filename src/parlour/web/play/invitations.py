"""Invitations: links that the others can open, and QR codes of them."""

from __future__ import annotations

import socket
from functools import lru_cache
from urllib.parse import urlsplit

import segno
from fastapi import Request
from markupsafe import Markup

from parlour.web.settings import LOOPBACK, Settings

EVERYWHERE = ("0.0.0.0", "::")  # listening at every address of the machine
_OUTSIDE = ("192.0.2.1", 9)  # an address kept for examples (RFC 5737): nothing is sent there


def origin_for_others(request: Request) -> str:
    """Where others find this server: the address by which it is called, or the machine's on its network.

    The latter where whoever asks calls it by a name of this machine alone, and it listens beyond that.
    """
    settings: Settings = request.app.state.settings
    url = request.url
    origin = f"{url.scheme}://{url.netloc}"
    if settings.host not in EVERYWHERE or not opens_here_only(origin):
        return origin
    address = network_address()
    return origin if address is None else f"{url.scheme}://{address}:{url.port or 80}"


def opens_here_only(origin: str) -> bool:
    """Whether only this machine can open what begins with an origin."""
    name = urlsplit(origin).hostname or ""
    return name in LOOPBACK or f"[{name}]" in LOOPBACK


def network_address() -> str | None:
    """The machine's own IPv4 address on its network; None where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_OUTSIDE)
        except OSError:
            return None
        address: str = asking.getsockname()[0]
    return None if address.startswith("127.") else address


@lru_cache(maxsize=128)
def qr_code(text: str) -> Markup:
    """The QR code of a text as an SVG picture, black on white with its quiet zone in any scheme."""
    drawn = segno.make(text, error="m", micro=False).svg_inline(
        dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None
    )
    return Markup(drawn)
