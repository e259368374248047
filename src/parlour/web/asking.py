"""What an address asks for, read once for programs, pages and live connections."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query

from parlour.picture.viewpoint import USUAL_SKIN, Viewpoint

Name = Annotated[str, Query(max_length=40)]


def _viewpoint(
    seat: Annotated[int | None, Query(ge=0, le=20)] = None,
    flip: bool = False,
    coordinates: bool = True,
    view: Name = "",
    skin: Name = "",
) -> Viewpoint:
    """How the board is to be shown, and whose view where one has several seats."""
    return Viewpoint(seat, flip, coordinates, view or None, skin or USUAL_SKIN)


AskedView = Annotated[Viewpoint, Depends(_viewpoint)]
