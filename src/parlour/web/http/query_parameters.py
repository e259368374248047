"""What an address asks for, read once for programs, pages and live connections."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query
from starlette.requests import HTTPConnection

from parlour.picture.svg_skin import skins
from parlour.picture.viewpoint import USUAL_SKIN, Viewpoint

SCHEME, NIGHT = (
    "scheme",
    "night",
)  # the cookie that says whether pages are dark; what boards are then

Name = Annotated[str, Query(max_length=40)]


def usual_skin(request: HTTPConnection) -> str:
    """The default skin: dark on dark pages."""
    return NIGHT if request.cookies.get(SCHEME) == "dark" else USUAL_SKIN


def shipped(skin: str) -> str:
    """A shipped skin of that name, or the usual one: never a folder named by the request."""
    return skin if skin in skins() else USUAL_SKIN


async def _viewpoint(
    request: HTTPConnection,
    seat: Annotated[int | None, Query(ge=0, le=20)] = None,
    flip: bool = False,
    coordinates: bool = True,
    view: Name = "",
    skin: Name = "",
) -> Viewpoint:
    """How the board is to be shown, and whose view where one has several seats."""
    return Viewpoint(seat, flip, coordinates, view or None, shipped(skin or usual_skin(request)))


AskedView = Annotated[Viewpoint, Depends(_viewpoint)]
