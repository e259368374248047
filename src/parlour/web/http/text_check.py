"""Finds text that no database can store, and numbers that nobody means.

PostgreSQL has no NUL in texts, no encoding has a lone half of a surrogate pair, and Python refuses to
read numbers of more than 4,300 digits.
"""

from __future__ import annotations

import re

from starlette.exceptions import HTTPException

MOST_DIGITS = 1000

NUL = "A text here contains a NUL character, which cannot be stored. Remove it."
LONE = "A text here contains half of a surrogate pair, which is no character. Remove it."
LONG = f"A number here has more than {MOST_DIGITS:,} digits."

_DIGITS = re.compile(rb"(?<![0-9])[0-9]{%d}" % (MOST_DIGITS + 1))
_HIGH, _LOW = rb"\\u[dD][89abAB][0-9a-fA-F]{2}", rb"\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_LONE_HALF = re.compile(rb"%b(?!%b)|(?<!%b)%b" % (_HIGH, _LOW, _HIGH, _LOW))


class UnusableText(HTTPException):
    """A request with a text that cannot be used."""

    def __init__(self, message: str) -> None:
        super().__init__(400, message)


def check_text(text: bytes) -> None:
    """Check what people have written; raises UnusableText."""
    if b"\0" in text:
        raise UnusableText(NUL)
    if _DIGITS.search(text):
        raise UnusableText(LONG)


def check_json(text: bytes) -> None:
    """Check a JSON document and the texts in it; raises UnusableText."""
    check_text(text)
    escapes = text.replace(
        rb"\\", b"  "
    )  # a backslash begins an escape unless another one escapes it
    if rb"\u0000" in escapes:
        raise UnusableText(NUL)
    if _LONE_HALF.search(escapes):
        raise UnusableText(LONE)
