"""Pictures as PNG: an SVG painted by resvg, which the extra ``pictures`` brings."""

from __future__ import annotations

from parlour.errors import MissingExtra


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
