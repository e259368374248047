"""Skins: folders that change what they name, checked so that a picture is sound whoever made them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.picture import svg_skin
from parlour.picture.svg_skin import BOARD, SHIPPED, Skin, skin, skins


def folder(path: Path, settings: str, forms: str = "") -> str:
    """A skin's folder with these files."""
    (path / "skin.toml").write_text(settings)
    if forms:
        (path / "forms.toml").write_text(forms)
    return str(path)


def test_the_skins_that_are_shipped() -> None:
    assert skins() == [
        "colour-blind",
        "default",
        "high-contrast",
        "latin",
        "night",
        "plain",
        "print",
        "wood",
    ]
    assert [skin(name).title for name in skins()] == [
        "Colour-blind safe",
        "Default",
        "High contrast",
        "Latin letters",
        "Night",
        "Plain",
        "Print",
        "Wood",
    ]


@pytest.mark.parametrize("name", ["wood", "colour-blind", "print", "high-contrast"])
def test_a_shipped_skin_sets_all_tones_of_the_plain_one(name: str) -> None:
    own, plain = (
        tomllib.loads((SHIPPED / which / "skin.toml").read_text()) for which in (name, "plain")
    )
    assert own["tones"].keys() == plain["tones"].keys()


def luminance(colour: str) -> float:
    """How light a colour is, 0 to 1 (the relative luminance of WCAG 2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", skins())
def test_texts_on_pieces_and_beside_the_board_can_be_read(name: str) -> None:
    look = skin(name).look("toy")
    for colour, paint in look.colours.items():
        assert contrast(paint.fill, paint.ink) >= 3, colour
    for text, ground in (("label", "frame"), ("caption", "frame"), ("table-label", "table")):
        assert contrast(look.board[text], look.board[ground]) >= 4.5, text


def test_without_colour_the_colour_blind_skin_differs_by_marks_or_lightness() -> None:
    paints = skin("colour-blind").look("toy").colours
    for name, one in paints.items():
        for other_name, other in paints.items():
            alike = one.mark == other.mark and contrast(one.fill, other.fill) < 1.5
            assert name == other_name or not alike, f"{name} and {other_name}"


def test_a_folder_changes_what_it_names_and_keeps_the_rest(tmp_path: Path) -> None:
    own = skin(
        folder(
            tmp_path,
            'title = "Mine"\nlike = "wood"\n'
            '[board]\ndark = "#102030"\n'
            '[games.hex.colours.red]\nfill = "#abc"\nline = "none"\nink = "#ABCDEF"\n'
            '[games.hex.names]\nstone = "pebble"\n'
            '[pieces]\nking = "blob"\n',
            '[blob]\nbody = "M0 0H100V100Z"\n',
        )
    )
    wood, hexed, other = skin("wood").look("hex"), own.look("hex"), own.look("y")
    assert own.title == "Mine"
    assert (hexed.board["dark"], hexed.board["light"]) == ("#102030", wood.board["light"])
    assert hexed.paint("red").fill == "#abc"
    assert hexed.paint("red").ink == "#abcdef"
    assert other.paint("red") == wood.paint("red")
    assert (hexed.name("stone"), other.name("stone")) == ("pebble", "stone")
    form = hexed.form("king")
    assert form is not None
    assert form.body == "M0 0H100V100Z"
    assert hexed.name("man") == "Draughtsman"


def test_a_games_folder_brings_its_own_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pebbles").mkdir()
    (tmp_path / "pebbles" / "forms.toml").write_text('[pebble]\nbody = "M0 0H100V100Z"\n')
    looks = "[default.pebbles.board]\ndark = '#010203'\n[plain.pebbles.pieces]\nman = 'pebble'\n"
    (tmp_path / "pebbles" / "looks.toml").write_text(looks)
    monkeypatch.setattr(svg_skin, "GAMES", tmp_path)
    seen = svg_skin._read(SHIPPED / "default", 1).look("pebbles")
    form = seen.form("man")
    assert (seen.board["dark"], form and form.body) == ("#010203", "M0 0H100V100Z")
    assert svg_skin._read(SHIPPED / "wood", 1).look("pebbles").board["dark"] != "#010203"


def test_a_skin_is_seen_in_a_picture(tmp_path: Path) -> None:
    path = folder(tmp_path, '[board]\ndark = "#123456"\n')
    state = parlour.game("lines-of-action").start()
    assert '"#123456"' in state.svg(skin=path)
    assert '"#123456"' not in state.svg()


@pytest.mark.parametrize(
    ("settings", "forms", "part"),
    [
        ("colour = 1", "", "skin.toml"),
        ("[board]\nshadow = '#000'", "", "'shadow'"),
        ("[board]\ndark = 'brown'", "", "board.dark"),
        ("[board]\ndark = 7", "", "board.dark"),
        ("board = 7", "", "board"),
        ("like = 'nobody'", "", "expected one of"),
        ("like = 3", "", "expected one of"),
        ("title = ''", "", "title"),
        ('[names]\nking = "K\\n"', "", "names.king"),
        ('[names]\nking = "a\\u0000"', "", "names.king"),
        ("[colours.red]\nfill = '#000'", "", "lacks line, ink"),
        ("[colours.red]\nfill = '#000'\nline = '#00'\nink = '#000'", "", "colours.red.line"),
        ("[colours]\nred = 7", "", "colours.red"),
        (
            "[colours.red]\nfill = '#000'\nline = '#000'\nink = '#000'\nmark = 'no'",
            "",
            "no such form",
        ),
        ("[pieces]\nking = 'no'", "", "no such form"),
        ("[games.hex.pieces]\nking = 'no'", "", "no such form"),
        ("[games]\nhex = 7", "", "games.hex"),
        ("games = 7", "", "games"),
        ("[games.hex.other]\na = 1", "", "'other'"),
        ("", "[king]\nbody = 'M0 0\"/><script>'", "no path"),
        ("", "[king]\nbody = 7", "no path"),
        ("", "[king]\nsolid = 'javascript:1'", "no path"),
        ("", "king = 7", "expected paths"),
        ("", "[king]\ncolour = 'M0 0'", "'colour'"),
        ("", "[king]\non = 'nothing'", "lies lowest"),
        ("", "[king]\non = 'king'", "lies lowest"),
        ("", "[king]\nmarked = 1", "true or false"),
        ("", "[\"<k>\"]\nbody = 'M0 0'", "no name"),
        ("[board", "", "is not TOML"),
    ],
)
def test_a_broken_skin_is_told_with_its_place(
    tmp_path: Path, settings: str, forms: str, part: str
) -> None:
    with pytest.raises(parlour.BadSkin) as told:
        skin(folder(tmp_path, settings, forms))
    assert part in str(told.value)


@pytest.mark.parametrize("name", ["", "nowhere", "a\0b", "x" * 5000, "\ud800"])
def test_no_such_skin(name: str) -> None:
    with pytest.raises(
        parlour.BadSkin,
        match="colour-blind, default, high-contrast, latin, night, plain, print, wood",
    ):
        skin(name)


def test_a_skin_is_named_by_a_text() -> None:
    with pytest.raises(parlour.BadSkin):
        skin(None)  # type: ignore[arg-type]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=8), inner, max_size=2)
    ),
    max_leaves=6,
)
known = st.sampled_from(
    [
        "title",
        "like",
        "board",
        "colours",
        "pieces",
        "names",
        "games",
        "hex",
        "red",
        "fill",
        *BOARD[:3],
    ]
)
settings = st.recursive(
    st.dictionaries(known, values, max_size=3),
    lambda inner: st.dictionaries(known, inner, max_size=3),
    max_leaves=5,
)


@given(settings)
def test_any_settings_are_a_skin_or_an_error(data: dict[str, Any]) -> None:
    shipped = svg_skin._toml
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(svg_skin, "_toml", lambda path: data if "toy" in str(path) else shipped(path))
        try:
            made = skin("toy")
        except parlour.BadSkin:
            return
    assert isinstance(made, Skin)
