"""Query parameters shared by the API, pages and live connections."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import Depends, Query
from starlette.requests import HTTPConnection

from parlour.picture.svg_skin import skins
from parlour.picture.viewpoint import USUAL_SKIN, Viewpoint

SCHEME = "scheme"  # the cookie that says whether pages are dark
APPEARANCE = "appearance"  # the cookie that chooses light or dark, whatever the device prefers
SKIN = "skin"  # the cookie that chooses the skin of all boards
LANGUAGE = "language"  # the cookie that chooses the language of pages
NARROW = "narrow"  # the cookie of a phone held upright
TALL = "tall"  # the view of boards on one
NIGHT = "night"  # the skin of boards on dark pages

Name = Annotated[str, Query(max_length=40)]


def usual_skin(request: HTTPConnection) -> str:
    """The skin that the browser chose for all boards; otherwise a dark one on dark pages."""
    chosen = request.cookies.get(SKIN, "")
    if chosen in skins():
        return chosen
    return NIGHT if is_dark(request) else USUAL_SKIN


def is_dark(request: HTTPConnection) -> bool:
    """Whether the browser's pages are dark, as far as it has told."""
    return (chosen_scheme(request) or request.cookies.get(SCHEME)) == "dark"


def chosen_scheme(request: HTTPConnection) -> str:
    """`light` or `dark` if the browser chose one; empty if pages follow the device."""
    chosen = request.cookies.get(APPEARANCE, "")
    return chosen if chosen in ("light", "dark") else ""


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


def first_view(request: HTTPConnection, asked: Viewpoint) -> Viewpoint:
    """The viewpoint of a page's first picture, before its script asks for the board that fits."""
    return replace(asked, view=TALL) if request.cookies.get(NARROW) and not asked.view else asked


RequestedView = Annotated[Viewpoint, Depends(_viewpoint)]
