"""Each game has a look of its own, by day and by night, in which texts, pieces and marks can be seen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import parlour
from parlour.kernel.scene import Area, Label, Scene
from parlour.picture.svg_pieces import FAINT
from parlour.picture.svg_skin import Look, skin, skins
from tests.picture.test_svg_skin import contrast

TEXT, MARK = 4.5, 3.0  # contrasts that WCAG 2.2 asks for
STYLE = Path(parlour.__file__).parent / "web" / "static" / "parlour.css"
LIGHTEST = 30_000  # bytes of one game's look
SKINS = ("default", "night")
PLIES = 24


@cache
def scenes(name: str) -> tuple[Scene, ...]:
    """The game's picture at its start and some moves later."""
    state, rng = parlour.game(name).start(), random.Random(1)
    seat = 0 if state.game.spec.hidden else None
    found = [state.scene(seat)]
    for _ in range(PLIES):
        if state.turn is None:
            break
        moves = state.moves()[:400] if state.turn != parlour.CHANCE else [state.draw(rng)]
        state.play(rng.choice(moves))
    return tuple(scene.picture or scene for scene in (*found, state.scene(seat)))


def look_of(name: str, which: str) -> Look:
    return skin(which).look(name)


@pytest.mark.parametrize("which", SKINS)
@pytest.mark.parametrize("name", parlour.games())
def test_texts_beside_the_board_can_be_read(name: str, which: str) -> None:
    look = look_of(name, which)
    for scene in scenes(name):
        for label in (*scene.labels, *scene.captions):
            if label.role == "terminal":
                continue
            ink, tone = _ink(label, scene, look), _beneath(label, scene)
            for ground in (look.tone(tone), _drawn_on(tone, look)):
                assert contrast(ink, ground) >= TEXT, (label.text, ink, ground)


def _ink(label: Label, scene: Scene, look: Look) -> str:
    name = {"coordinate": "label", "divide": "table-label"}.get(label.role, "caption")
    return look.board["table-label" if scene.shape == "card" else name]


def _beneath(label: Label, scene: Scene) -> str:
    """The tone of the surface on which a label stands."""
    for area in reversed(scene.areas):
        if _contains(area, label.x, label.y):
            return area.tone
    return "table" if scene.shape == "card" else "frame"


def _contains(area: Area, x: float, y: float) -> bool:
    inside, corners = False, area.corners
    for (u, v), (w, z) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (v > y) != (z > y) and x < u + (y - v) * (w - u) / (z - v):
            inside = not inside
    return inside


@pytest.mark.parametrize("which", SKINS)
@pytest.mark.parametrize("name", parlour.games())
def test_pieces_stand_out_and_bear_readable_texts(name: str, which: str) -> None:
    look = look_of(name, which)
    for tone, colour, kind, text in _standing(name, look):
        ground, paint = look.tone(tone), look.paint(colour)
        if kind in ("card", "back"):
            continue
        seen = max(contrast(paint.fill, ground), contrast(paint.line, ground))
        assert seen >= MARK, (colour, paint, ground)
        assert not text or contrast(paint.fill, paint.ink) >= TEXT, (colour, paint)


def _standing(name: str, look: Look) -> Iterator[tuple[str, str, str, str]]:
    """What stands where: the tone beneath, the piece's colour, kind and text."""
    for scene in scenes(name):
        for cell in (*scene.cells, *scene.aside):
            ground = cell.tone or cell.shade
            if cell.plate:
                ground = f"plate-{cell.plate}"
            for piece in cell.picture_pieces:
                yield ground, piece.colour, piece.kind.split(" ")[0], piece.text


@pytest.mark.parametrize("which", SKINS)
@pytest.mark.parametrize("name", parlour.games())
def test_marks_stand_out_from_every_cell(name: str, which: str) -> None:
    look = look_of(name, which)
    for scene in scenes(name):
        for cell in scene.cells:
            ground = (
                look.board["space"] if scene.shape == "card" else look.tone(cell.tone or cell.shade)
            )
            for mark in ("mark", "last" if scene.shape == "card" else "last-line"):
                assert contrast(look.board[mark], ground) >= MARK, (cell.name, mark, ground)


@pytest.mark.parametrize("which", SKINS)
@pytest.mark.parametrize("name", parlour.games())
def test_what_is_drawn_on_grounds_hides_nothing(name: str, which: str) -> None:
    """Pieces stand out from it as from the surface, and it looks like no piece itself."""
    look = look_of(name, which)
    for ground, colour, kind, _ in _standing(name, look):
        drawn = _drawn_on(ground, look)
        paint = look.paint(colour)
        if kind not in ("card", "back"):
            seen = max(contrast(paint.fill, drawn), contrast(paint.line, drawn))
            assert seen >= MARK, (colour, ground, drawn)
        assert contrast(drawn, look.tone(ground)) < MARK, (ground, drawn)


def _drawn_on(tone: str, look: Look) -> str:
    """The colour of what a skin draws on a surface; the surface's own where it draws nothing."""
    form, surface = look.ground_form(tone), look.tone(tone)
    if not form:
        return surface
    shade = (round(int(surface[i : i + 2], 16) * (1 - FAINT)) for i in (1, 3, 5))
    return look.tones.get(f"ink-{form}") or "#" + "".join(f"{part:02x}" for part in shade)


@pytest.mark.parametrize("which", skins())
@pytest.mark.parametrize("name", parlour.games())
def test_marks_of_legal_moves_stand_out_from_every_cell(name: str, which: str) -> None:
    """A page marks them by a shape and its rim, of which one differs from whatever is beneath."""
    pairs = list(zip(_page_colours("hint"), _page_colours("hint-rim"), strict=True))
    look = look_of(name, which)
    for scene in scenes(name):
        for cell in scene.cells:
            ground = look.tone(cell.tone or cell.shade)
            for pair in pairs:
                assert max(contrast(colour, ground) for colour in pair) >= MARK, (cell.name, ground)


def _page_colours(name: str) -> list[str]:
    """A colour of the pages, on light ones and on dark ones."""
    found = re.search(rf"--{name}: light-dark\((#\w{{6}}), (#\w{{6}})\)", STYLE.read_text("utf-8"))
    assert found
    return list(found.groups())


@pytest.mark.parametrize("name", parlour.games())
def test_a_look_is_small_and_the_games_own(name: str) -> None:
    own = skin("default").games[name]
    kinds = {p.kind for s in scenes(name) for c in s.cells for p in c.picture_pieces}
    forms = [
        form
        for kind in kinds
        for k in kind.split(" ")
        if (form := look_of(name, "default").form(k))
    ]
    forms += [look_of(name, "default").forms[form] for form in own.get("grounds", {}).values()]
    assert len(repr(own)) + sum(len(repr(form)) for form in forms) < LIGHTEST
    assert own["board"] != skin("plain").settings["board"]
    others = [game for game in parlour.games() if game != name]
    assert all(skin("default").games[game]["board"] != own["board"] for game in others)


HUES = {  # the colours that are named, by which of red, green and blue are strong in them
    "blue": lambda r, g, b: b > 1.15 * r,
    "green": lambda r, g, b: g > 1.2 * r,
    "red": lambda r, g, b: r > 1.5 * max(g, b),
    "orange": lambda r, g, b: r > g > b,
    "black": lambda r, g, b: max(r, g, b) < 0x50,
    "white": lambda r, g, b: min(r, g, b) > 0xD0,
}


@pytest.mark.parametrize("which", SKINS)
@pytest.mark.parametrize("name", parlour.games())
def test_players_colours_are_drawn_as_they_are_called(name: str, which: str) -> None:
    look = look_of(name, which)
    for colour in set(scenes(name)[-1].colours) & set(HUES):
        channels = bytes.fromhex(look.paint(colour).fill.removeprefix("#"))
        assert HUES[colour](*channels), (colour, look.paint(colour).fill)


def test_sides_have_the_colours_of_their_sources() -> None:
    assert scenes("leopard-princess")[0].colours == ("white", "blue")
    assert scenes("tiger-chequers")[0].colours == ("white", "orange")
    assert scenes("naval-qi")[0].colours == ("orange", "white")
    assert scenes("stones-of-fortune")[0].colours == ("blue", "black")


@pytest.mark.parametrize("which", SKINS)
def test_hives_insects_can_be_seen_on_both_sides_tiles(which: str) -> None:
    look = look_of("hive", which)
    inks = [tone for name, tone in look.tones.items() if name.startswith("ink-")]
    assert len(set(inks)) == 8
    for ink in inks:
        for colour in ("white", "black"):
            assert contrast(ink, look.paint(colour).fill) >= MARK, (ink, colour)
