"""Render positions for environments: as text, SVG, or an array of colours."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.errors import MissingExtra
from parlour.table.game import State

MODES = ("human", "ansi", "svg", "rgb_array")
SIZE = 480  # pixels of the longer side


def render(state: State, seat: int | None, mode: str) -> Any:
    """A position as `seat` sees it, in one of MODES; ``human`` prints it and returns None."""
    if mode == "svg":
        return state.svg(seat)
    if mode == "rgb_array":
        return pixels(state.svg(seat, size=SIZE))
    text = render_text(state, seat)
    if mode == "ansi":
        return text
    print(text)
    return None


def render_text(state: State, seat: int | None) -> str:
    """A position as a terminal shows it, without colours."""
    from parlour.picture.terminal import draw

    return draw(state.scene(seat)).plain


def pixels(svg: str) -> npt.NDArray[np.uint8]:
    """A picture as an array of shape (height, width, 3); raises MissingExtra."""
    from parlour.picture.svg_png import png

    try:
        from PIL import Image
    except ImportError:
        raise MissingExtra("rgb_array needs the extra `rl`: pip install 'parlour[rl]'") from None
    return np.asarray(Image.open(io.BytesIO(png(svg))).convert("RGB"))
