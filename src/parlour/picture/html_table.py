"""A table in HTML, as notebooks show it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def html_table(caption: str, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """One ``<table>``; every text is escaped."""
    head = "".join(f"<th>{escape(text)}</th>" for text in headings)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows
    )
    return (
        f"<table><caption>{escape(caption)}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
