"""SVG as text: elements with escaped attributes, short numbers, always the same for the same input."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Value = str | float | None


def number(value: float) -> str:
    """A number with two decimals at most, and no more digits than it needs."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text(content: str) -> str:
    """Escaped text; control characters, which XML does not allow, become question marks."""
    if not content.isprintable():
        content = "".join(c if c.isprintable() else "?" for c in content)
    return escape(content, quote=True)


def tag(name: str, *inside: str, **attributes: Value) -> str:
    """An element. ``class_`` is class, ``stroke_width`` is stroke-width; None leaves an attribute out."""
    parts = [name]
    for key, value in attributes.items():
        if value is not None:
            shown = text(value) if isinstance(value, str) else number(value)
            parts.append(f'{key.strip("_").replace("_", "-")}="{shown}"')
    head = " ".join(parts)
    return f"<{head}>{''.join(inside)}</{name}>" if inside else f"<{head}/>"


def points(places: Iterable[tuple[float, float]]) -> str:
    """The `points` of a polygon."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in places)
