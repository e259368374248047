"""Every catalogue is complete, says the same as the code, and is compiled."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message

from parlour.language import ENGLISH, LANGUAGES, THOUSANDS, _, ngettext, speaking
from tests.languages import catalogue, codes, compiled, messages, untranslated, updated

PLACEHOLDER = re.compile(r"%\(\w+\)s|%%|\{\w+?\}")
TAG = re.compile(r"</?\w+[^>]*>")
OTHERS = sorted(set(LANGUAGES) - {ENGLISH})


def forms(message: Message) -> Iterator[tuple[str, str]]:
    """Each form of a message with its translations."""
    if not message.pluralizable:
        yield message.id, message.string
        return
    one, many = message.id
    for place, string in enumerate(message.string):
        yield one if place == 0 else many, string


def test_each_language_has_a_catalogue_and_a_sign_for_thousands() -> None:
    assert codes() == OTHERS
    assert set(THOUSANDS) == set(LANGUAGES)


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_is_complete(code: str) -> None:
    own = catalogue(code)
    assert [message.id for message in untranslated(own)] == []
    assert [message.id for message in messages(own) if message.fuzzy] == []


@pytest.mark.parametrize("code", OTHERS)
def test_translations_keep_placeholders_and_tags(code: str) -> None:
    for message in messages(catalogue(code)):
        for said, translated in forms(message):
            there = {name.replace("s}", "}") for name in PLACEHOLDER.findall(said)}
            assert {n.replace("s}", "}") for n in PLACEHOLDER.findall(translated)} == there, said
            assert sorted(TAG.findall(translated)) == sorted(TAG.findall(said)), said
            assert ('"' in TAG.sub("", translated)) <= ('"' in TAG.sub("", said)), said


@pytest.mark.parametrize("code", OTHERS)
def test_what_the_server_reads_is_compiled(code: str) -> None:
    """`python -m tests.languages` compiles the catalogues."""
    for path, content in compiled(catalogue(code), code).items():
        assert path.read_bytes() == content, path.name


@pytest.mark.long
def test_the_catalogues_have_the_messages_of_the_code() -> None:
    """`python -m tests.languages` brings them up to date; then translate what it lists."""
    there = {message.id for message in messages(updated(ENGLISH))}
    for code in OTHERS:
        known = {message.id for message in messages(catalogue(code))}
        assert there - known == set(), f"to translate: {code}"
        assert known - there == set(), f"no longer said: {code}"


def test_a_message_is_filled_in_and_counted() -> None:
    def said(number: int) -> str:
        return ngettext("%(num)s day ago", "%(num)s days ago", number)

    with speaking("de"):
        assert (said(1), said(2)) == ("vor 1 Tag", "vor 2 Tagen")
    with speaking("fr"):
        assert said(0) == "il y a 0 jour"
        assert _("%(name)s to move", name="Anne") == "À Anne de jouer"
    assert said(0) == "0 days ago"
    assert _("nobody says 5%%") == "nobody says 5%"
    with speaking("de"):
        assert _("") == ""  # gettext keeps the header there
