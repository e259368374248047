"""Pictures as PNG: an SVG painted by resvg, which the extra ``pictures`` brings."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

from parlour.errors import MissingExtra


@cache
def can_paint() -> bool:
    """Whether the extra ``pictures`` is installed: PNG and moving pictures can be made."""
    return all(find_spec(module) is not None for module in ("resvg_py", "PIL"))


def png(svg: str, width: int | None = None) -> bytes:
    """The picture as a PNG of its own size or `width` pixels wide, transparent outside its frame.

    Texts are set in the machine's fonts. Raises MissingExtra.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise MissingExtra(
            "PNG pictures need the extra `pictures`: pip install 'parlour[pictures]'; SVG needs nothing"
        ) from None
    return bytes(svg_to_bytes(svg_string=svg, width=width))
