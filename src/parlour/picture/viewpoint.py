"""Who looks at a position, and how it is shown: one value from the request to the renderer.

The web reads it from an address, the terminal keeps one for the person who plays, `State.svg` makes it
of its arguments; `svg_state`, `svg` and `terminal` draw by it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

USUAL_SKIN = "default"


@dataclass(frozen=True)
class Viewpoint:
    """Who looks, and how the board is shown.

    `seat` is whose view it is, None an onlooker's. `flip` turns the board round; `coordinates` stand
    beside it, `names` in empty cells (in the terminal). `view` is another of the game's own ways to
    show its board, as ``standing`` of Y; `skin` a shipped skin's name or a skin folder's path; `size`
    the picture's longer side in pixels. `last` marks the last move's cells, `marks` are other cells to
    be highlighted, `arrows` pairs of cells.
    """

    seat: int | None = None
    flip: bool = False
    coordinates: bool = True
    view: str | None = None
    skin: str = USUAL_SKIN
    size: int = 480
    names: bool = False
    last: bool = True
    marks: Collection[str] = ()
    arrows: Iterable[tuple[str, str]] = ()
