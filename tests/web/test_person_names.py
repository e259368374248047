"""Names of people: what is refused, what looks alike, and how stored names are brought up to date."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest

from parlour.web.common.person_names import BadName, check_name, skeleton, visible
from parlour.web.store import person_store
from parlour.web.store.game_store import Store

REFUSED = {
    "a bot": ("bot, level 1", "Bot, level x", "BOT LEVEL 10", "bot,level1", "level 3", "random"),
    "a bot in other letters": ("\uff22\uff2f\uff34, level 1", "\U0001d401\U0001d40e\U0001d413 1"),
    "the server": (
        "admin",
        "Adm1n",
        "Parlour",
        "the moderator",
        "system",
        "player 3",
        "\xc1dm\xedn",
    ),
    "mixed scripts": ("b\u043et, level 1", "\u0410nn", "\u0420arlour", "Ann\u03bf"),
    "rare scripts": ("\u13aann", "\ua4eenn", "\u0299\u1d0f\u1d1b"),
    "zero width": ("An\u200bn", "Ann\u200d", "A\u2060nn", "\ufeffAnn", "An\xadn", "a\u034fb"),
    "bidirectional controls": ("Ann\u202e", "\u2066Ann\u2069", "Ann\u200f"),
    "tags and selectors": ("An\U000e0061n", "Ann\ufe0f", "Ann\U000e0101"),
    "fillers": ("\u3164\u3164", "\u115f\u1160", "\u2800\u2800", "\uffa0\uffa0a"),
    "marks": ("A\u0336n\u0336n\u0336", "Z" + "\u0301" * 9, "\u0301\u0301ab", "n\u20ddn\u20dd"),
    "symbols": ("\u2713 Ann", "Ann \U0001f451", "\ue000\ue001", "Ann\x00", "Ann\x1b[31m"),
    "too little": ("x", "..", "-- --", "!?"),
    "too much": ("a" * 31,),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_names_that_nobody_can_have(kind: str) -> None:
    for name in REFUSED[kind]:
        with pytest.raises(BadName):
            check_name(name)


def test_names_of_all_scripts_are_welcome() -> None:
    for name in (
        *("Ann", "Ann <b>", "Botond", "Abbot", "O'Neil", "Anna-Maria 2", "M\xfcller", "Jos\xe9"),
        *(
            "\u0414\u043c\u0438\u0442\u0440\u0438\u0439",
            "\u0393\u03b9\u03ce\u03c1\u03b3\u03bf\u03c2",
        ),
        *(
            "\u738b\u5c0f\u660e",
            "\u5c71\u7530 Taro",
            "\uae40\ucca0\uc218",
            "\u0928\u0940\u0932\u092e",
        ),
        *("\u0623\u062d\u0645\u062f", "\u1ed0ng \u0110\u1ed7", "\u0e0b\u0e32\u0e23\u0e48\u0e32"),
    ):
        assert check_name(f"  {name} ") == name
    assert check_name("\uff21nn") == "Ann"  # full width
    assert check_name("") == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("lan", "Ian"),
        ("Bern", "Bem"),
        ("\u0430\u0440\u0435", "ape"),
        ("Ann", "\xc5nn"),
        ("O0", "0O"),
        ("A n n", "Ann."),
        ("will", "vvill"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_names_that_differ_have_different_skeletons() -> None:
    names = ["Ann", "Anna", "Ben", "\u0928\u093f", "\u0928\u0941", "\u738b", "\u7389"]
    assert len({skeleton(name) for name in names}) == len(names)


def test_free_names_lose_what_cannot_be_seen() -> None:
    assert visible(" A\u200bnn\u202e \u2800 b\u3164\ufe0f") == "Ann b"


def test_stored_names_that_break_the_rules_are_replaced(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    Store(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        names = ("bot, level x", "Ann", "\u0410nn", "A\u200bnn", "Ben", "lan", "Ian")
        for number, name in enumerate(names):
            row = (f"p{number}", name, name.casefold())
            connection.execute(
                "INSERT INTO persons (id, name, folded, zone, off, vacations, changed, mail, confirmed)"
                " VALUES (?, ?, ?, 'UTC', '', '', 0, '', 0)",
                row,
            )
            connection.execute("INSERT INTO person_browsers VALUES (?, ?)", (f"b{number}", row[0]))
        connection.execute("UPDATE parlour SET version = 4")
    store = Store(f"sqlite:///{file}")
    try:
        found = [asyncio.run(person_store.name_of(store, f"b{n}")) for n in range(len(names))]
        assert found == ["player 1", "Ann", "player 3", "player 4", "Ben", "lan", "player 7"]
    finally:
        store.close()
