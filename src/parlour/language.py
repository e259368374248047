"""The language of the words that people read: English in the code, others in the catalogues.

A message is marked where it is written, `_("It is %(name)s's move.", name=name)`; a per cent sign in
it is written twice. It is translated when the line runs, into the language of whoever asked: words
that are kept for others, or logged, are not marked.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import cache
from pathlib import Path

ENGLISH = "en"
LANGUAGES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français"}  # each by its own name
THOUSANDS = {ENGLISH: ",", "de": ".", "fr": "\u202f"}
CATALOGUES = Path(__file__).parent / "languages"
DOMAIN = "parlour"

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The code of the language in use."""
    return _language.get()


def use_language(code: str) -> None:
    """Use a language from here on: for this request, connection or thread."""
    _language.set(code if code in LANGUAGES else ENGLISH)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Use another language for a while: words for somebody else."""
    token = _language.set(code)
    try:
        yield
    finally:
        _language.reset(token)


def translate(message: str) -> str:
    """A message in the language in use, its placeholders as they are."""
    return (
        _catalogue(language()).gettext(message) if message else ""
    )  # it has the file's header there


def translate_plural(one: str, many: str, number: int) -> str:
    """The form of a message for a number, its placeholders as they are."""
    return _catalogue(language()).ngettext(one, many, number)


def _(message: str, **values: object) -> str:
    """A message in the language in use, with its values filled in."""
    return translate(message) % values


def ngettext(one: str, many: str, number: int, **values: object) -> str:
    """The form of a message for a number, which fills in `%(num)s`."""
    return translate_plural(one, many, number) % {"num": number, **values}


def grouped(number: int) -> str:
    """A whole number with its thousands apart, as the language in use writes it."""
    return f"{number:,}".replace(",", THOUSANDS[language()])


def dated(day: date) -> str:
    """A day as people write it, with the month in letters."""
    month = translate(MONTHS[day.month - 1])
    return _("%(day)s %(month)s %(year)s", day=day.day, month=month, year=day.year)


def mark(message: str) -> str:
    """The message itself: for tables whose words are translated where they are shown."""
    return message


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    return gettext.translation(DOMAIN, CATALOGUES, [code], fallback=True)


MONTHS = (
    mark("Jan"),
    mark("Feb"),
    mark("Mar"),
    mark("Apr"),
    mark("May"),
    mark("Jun"),
    mark("Jul"),
    mark("Aug"),
    mark("Sep"),
    mark("Oct"),
    mark("Nov"),
    mark("Dec"),
)
WEEKDAYS = (
    mark("Mon"),
    mark("Tue"),
    mark("Wed"),
    mark("Thu"),
    mark("Fri"),
    mark("Sat"),
    mark("Sun"),
)
