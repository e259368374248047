"""`parlour picture`: draw a position as SVG or PNG."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from parlour.cli.console import chosen_state
from parlour.cli.session.opponents import seat_number
from parlour.errors import BadPicture
from parlour.picture.svg_png import png
from parlour.picture.svg_state import state_svg
from parlour.picture.viewpoint import Viewpoint

ENDINGS = (".svg", ".png")


@dataclass(frozen=True)
class PictureArguments:
    """The arguments of `parlour picture`."""

    options: list[str]
    position: str | None
    moves: str | None
    output: str | None
    seat: str | None
    at: Viewpoint  # without its seat and arrows
    arrows: list[str]


def draw_picture(name: str, arguments: PictureArguments) -> None:
    """Write the picture to its file, or SVG to standard output."""
    path = _file(arguments.output)
    state = chosen_state(name, arguments.options, arguments.position)
    for move in (arguments.moves or "").split():
        state.play(move)
    seat = None if arguments.seat is None else seat_number(state.game, arguments.seat)
    arrows = [_arrow(text) for text in arguments.arrows]
    svg = state_svg(state, replace(arguments.at, seat=seat, arrows=arrows))
    if path is None:
        sys.stdout.write(svg + "\n")
        return
    path.write_bytes(png(svg) if path.suffix == ".png" else (svg + "\n").encode())


def _file(output: str | None) -> Path | None:
    """The file to write; raises BadPicture if it is neither SVG nor PNG."""
    path = None if output is None or output == "-" else Path(output)
    if path is not None and path.suffix not in ENDINGS:
        raise BadPicture(
            f"{path} is not a picture file: expected {' or '.join(ENDINGS)}; "
            "-o names the file here; write an option of the game as --option NAME=VALUE"
        )
    return path


def _arrow(text: str) -> tuple[str, str]:
    start, colon, end = text.partition(":")
    if not colon:
        raise BadPicture(f"{text:.40} is not an arrow: expected FROM:TO, such as b1:b3")
    return start, end
