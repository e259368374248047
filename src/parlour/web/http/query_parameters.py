"""Query parameters shared by the API, pages and live connections."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query
from starlette.requests import HTTPConnection

from parlour.picture.svg_skin import skins
from parlour.picture.viewpoint import USUAL_SKIN, Viewpoint

SCHEME = "scheme"  # the cookie that says whether pages are dark
NIGHT = "night"  # the skin of boards on dark pages

Name = Annotated[str, Query(max_length=40)]


def usual_skin(request: HTTPConnection) -> str:
    """The default skin: a dark one on dark pages."""
    return NIGHT if request.cookies.get(SCHEME) == "dark" else USUAL_SKIN


def shipped_skin(skin: str) -> str:
    """The shipped skin of this name, or the usual one; never a folder on the server."""
    return skin if skin in skins() else USUAL_SKIN


async def _viewpoint(
    request: HTTPConnection,
    seat: Annotated[int | None, Query(ge=0, le=20)] = None,
    flip: bool = False,
    coordinates: bool = True,
    view: Name = "",
    skin: Name = "",
) -> Viewpoint:
    """How to show the board; `seat` chooses the view of a player with several seats."""
    return Viewpoint(
        seat, flip, coordinates, view or None, shipped_skin(skin or usual_skin(request))
    )


RequestedView = Annotated[Viewpoint, Depends(_viewpoint)]
