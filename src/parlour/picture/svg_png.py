"""Pictures as PNG: an SVG painted by resvg, which the extra ``pictures`` brings."""

from __future__ import annotations

from importlib.util import find_spec

from parlour.errors import MissingExtra


def can_paint() -> bool:
    """Whether the extra ``pictures`` is installed: PNG and moving pictures can be made."""
    return all(find_spec(module) is not None for module in ("resvg_py", "PIL"))


def png(svg: str) -> bytes:
    """The picture as a PNG of its own size, transparent outside its frame. Raises MissingExtra.

    Texts are set in the machine's fonts.
    """
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise MissingExtra(
            "PNG pictures need the extra `pictures`: pip install 'parlour[pictures]'; SVG needs nothing"
        ) from None
    return bytes(svg_to_bytes(svg_string=svg))
