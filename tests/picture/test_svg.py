"""Pictures: sound SVG for every option set, what a seat may see, marks, skins, stacks, errors."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.kernel.layout import CHANCE
from parlour.kernel.scene import Area, Cell, Label, Piece, Scene
from parlour.picture.annotated import Marks, annotated_svg
from parlour.picture.svg import SceneText, draw
from parlour.picture.svg_skin import Look, skin, skins
from parlour.picture.svg_xml import number
from parlour.picture.viewpoint import Viewpoint
from parlour.table.game import State
from tests.conftest import option_sets, standard_games

SVG = "{http://www.w3.org/2000/svg}"
DEFAULT = skin("default").look("toy")


def wander(name: str, plies: int, seed: int) -> Iterator[State]:
    """Positions of a random game: the start, now and then one, the last."""
    rng, state = random.Random(seed), parlour.game(name).start()
    yield state
    for ply in range(plies):
        if state.turn is None:
            break
        chance = state.turn == CHANCE
        state.play(state.draw(rng) if chance else rng.choice(state.moves()))
        if ply % 10 == 1:
            yield state
    yield state


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def cells_of(svg: str) -> dict[str, ElementTree.Element]:
    return {
        g.attrib["data-cell"]: g for g in parsed(svg).iter(f"{SVG}g") if "data-cell" in g.attrib
    }


def state_of(name: str, *moves: str) -> State:
    state = parlour.game(name).start()
    for move in moves:
        state.play(move)
    return state


def toy(*pieces: Piece, **changes: object) -> Scene:
    return Scene("square", (Cell("a1", 0, 0, pieces=pieces), Cell("b1", 1, 0)), **changes)  # type: ignore[arg-type]


# -- all games -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", option_sets())
def test_every_option_set_gives_sound_pictures(name: str) -> None:
    for state in wander(name, 25, seed=5):
        seats: list[int | None] = [None, 0, state.game.seats - 1]
        for seat in seats if state.game.spec.hidden else seats[:1]:
            svg = state.svg(seat)
            root = parsed(svg)
            assert svg == state.svg(seat), "the same position gives the same text"
            scene = state.scene(seat)
            shown = scene.picture or scene
            assert len(cells_of(svg)) == len(shown.cells) + len(shown.aside), "each cell once"
            assert root.findtext(f"{SVG}title") == root.attrib["aria-label"]
            assert "script" not in svg
            assert not [e for e in root.iter() if "id" in e.attrib], (
                "no ids, so none is there twice"
            )


@pytest.mark.parametrize("name", standard_games())
@pytest.mark.parametrize("dress", skins())
def test_every_skin_draws_every_game(name: str, dress: str) -> None:
    *_, state = wander(name, 12, seed=2)
    assert state.svg(skin=dress, flip=True, coordinates=False) != state.svg(skin=dress)


@pytest.mark.parametrize("name", standard_games())
def test_every_kind_of_piece_has_a_form_of_its_own(name: str) -> None:
    look = skin("default").look(name)
    for state in wander(name, 25, seed=3):
        scene = state.scene(None)
        for cell in (scene.picture or scene).cells:
            for piece in cell.picture_pieces:
                for kind in piece.kind.split()[-1:]:
                    assert kind in ("card", "back") or look.form(kind) is not None, kind


def test_jupyter_shows_the_onlookers_view() -> None:
    state = state_of("lines-of-action")
    assert state._repr_svg_() == state.svg()


# -- what is where -----------------------------------------------------------------------------------


def test_a_cell_stands_at_its_place_and_says_what_is_on_it() -> None:
    found = cells_of(state_of("lines-of-action", "b1-b3").svg(last=False))
    assert found["a1"].attrib["transform"] == "translate(0 0)"
    assert found["b3"].attrib["transform"] == "translate(100 -200)"
    assert found["b3"].findtext(f"{SVG}title") == "b3: Black token"
    assert found["b1"].find(f"{SVG}title") is None


def test_flipped_the_board_is_turned_round_and_pieces_stand_upright() -> None:
    state = state_of("lines-of-action")
    up, down = cells_of(state.svg()), cells_of(state.svg(flip=True))
    assert down["b3"].attrib["transform"] == "translate(-100 200)"
    assert len(ElementTree.tostring(up["b1"])) > len(ElementTree.tostring(up["b2"]))


def test_flipped_a_label_grows_the_other_way() -> None:
    scene = toy(captions=(Label("Forest", 2, 0, "name", "start"),))
    for flip, anchor in ((False, "start"), (True, "end")):
        (found,) = parsed(draw(scene, DEFAULT, Viewpoint(flip=flip))).iter(f"{SVG}text")
        assert found.attrib["text-anchor"] == anchor


def test_homeward_men_point_the_way_they_go() -> None:
    state = parlour.game("twindraughts:game=rebound").read(
        "twindraughts:game=rebound ......../.H....../......../......../......../......h./.M....../...m...."
        " 0* p,p --,-- -,- 0,0,0,0,0,0"
    )
    for flip, turns in ((False, {"b7": True, "g3": False}), (True, {"b7": False, "g3": True})):
        found = cells_of(state.svg(flip=flip))
        for name, turned in turns.items():
            assert ("rotate(180)" in ElementTree.tostring(found[name]).decode()) == turned


def test_the_last_move_is_marked_unless_unwanted() -> None:
    state = state_of("lines-of-action", "b1-b3")
    marked = {
        name for name, cell in cells_of(state.svg()).items() if cell.attrib["class"] == "cell last"
    }
    assert marked == {"b1", "b3"}
    assert "cell last" not in state.svg(last=False)


def test_marks_and_arrows() -> None:
    state = state_of("lines-of-action")
    svg = state.svg(marks=("e4", "b1"), arrows=(("b1", "b3"), ("a2", "a2")))
    found = cells_of(svg)
    marked = {name for name in found if any(e.attrib.get("class") == "mark" for e in found[name])}
    assert marked == {"e4", "b1"}
    assert svg.count('class="arrow"') == 1, "an arrow to its own cell is none"
    assert cells_of(state.svg(marks="a1")).keys() == found.keys(), "one text is one cell"


def test_coordinates_can_be_left_out_but_names_stay() -> None:
    scene = toy(
        labels=(Label("a", 0, -1), Label("Forest", 2, 0, "name"), Label("x", 5, 5, "terminal"))
    )
    with_them = [e.text for e in parsed(draw(scene, DEFAULT)).iter(f"{SVG}text")]
    without = [
        e.text
        for e in parsed(draw(scene, DEFAULT, Viewpoint(coordinates=False))).iter(f"{SVG}text")
    ]
    assert (with_them, without) == (["a", "Forest"], ["Forest"])


@pytest.mark.parametrize("size", [16, 100, 481])
def test_the_longer_side_has_the_size_asked_for(size: int) -> None:
    for name in ("hex", "naval-qi", "chainn"):
        root = parsed(state_of(name).svg(size=size))
        assert max(int(root.attrib["width"]), int(root.attrib["height"])) == size


def test_a_picture_has_room_for_all_that_it_draws() -> None:
    scene = toy(
        areas=(Area(((-4, 0), (0, 3), (0, 0)), "panel"),), captions=(Label("far", 9, 0, "name"),)
    )
    left, top, wide, high = map(float, parsed(draw(scene, DEFAULT)).attrib["viewBox"].split())
    assert (left, top) <= (-400, -300)
    assert left + wide >= 920
    assert top + high >= 50


# -- each game as itself -------------------------------------------------------------------------------


def test_stacks_show_every_piece_and_their_height() -> None:
    ranks = [".,.,.,.,.,.,.,B", *[".,.,.,.,.,.,.,."] * 6, "WWBWB,.,.,.,.,.,.,W"]
    state = parlour.game("tumbling-down").read(f"tumbling-down {'/'.join(ranks)} W")
    found = cells_of(state.svg())
    assert len(list(found["a1"].iter(f"{SVG}ellipse"))) == 5
    assert [e.text for e in found["a1"].iter(f"{SVG}text")] == ["5"]
    assert len(list(found["h1"].iter(f"{SVG}ellipse"))) == 1


def test_a_merlins_chain_board_is_full_of_numbers_pale_but_for_those_played() -> None:
    state = state_of("merlins-chain", "18@c4")
    look = skin("default").look("merlins-chain")
    green, pale = (
        look.paint("green").fill,
        [look.paint(f"pale-{c}").fill for c in ("green", "white")],
    )
    found = cells_of(state.svg())
    texts = {name: cell.findtext(f".//{SVG}text") for name, cell in found.items()}
    assert sorted(map(int, filter(None, texts.values()))) == list(range(1, 65))
    fills = {name: [e.attrib.get("fill") for e in cell.iter()] for name, cell in found.items()}
    assert texts["c4"] == "18"
    assert green in fills["c4"]
    assert all(pale[int(texts[n] or 0) % 2] in fills[n] for n in found if n != "c4")


def test_conjunctions_of_stones_of_fortune_are_lit() -> None:
    ring = ["."] * 32
    light = [*ring]
    dark = [*ring]
    light[4], dark[4], light[9], dark[9] = "T", "F", "A", "TT"
    state = parlour.game("stones-of-fortune").read(
        f"stones-of-fortune {'/'.join(light)} {'/'.join(dark)} near-path 0:cast 0,0"
    )
    svg = state.svg()
    found = cells_of(svg)
    lit = {
        name: e.attrib["class"]
        for name, cell in found.items()
        for e in cell
        if e.attrib.get("class", "").startswith("parlour-")
    }
    assert lit == {"L5": "parlour-critical", "D5": "parlour-critical", "L10": "parlour-sheltered"}
    assert "prefers-reduced-motion" in svg
    assert "<style" not in state_of("hex").svg(), "nothing flashes elsewhere"


def test_the_standing_y_board_shows_each_seat_its_own_stones_as_white() -> None:
    state = state_of("y:size=5", "a1", "c2")
    white, black = DEFAULT.paint("white").fill, DEFAULT.paint("black").fill
    for seat, (own, other) in enumerate((("a1", "c2"), ("c2", "a1"))):
        found = cells_of(state.svg(seat, view="standing"))
        assert f'fill="{white}"' in ElementTree.tostring(found[own]).decode()
        assert f'fill="{black}"' in ElementTree.tostring(found[other]).decode()
    front, back = (cells_of(state.svg(seat, view="standing")) for seat in range(2))
    assert front["a1"].attrib["transform"] == back["a5"].attrib["transform"], "seen from behind"


def test_cards_show_rank_and_suit() -> None:
    state = parlour.game("chainn").start()
    state.play(state.draw(1))
    texts = sorted(str(e.text) for e in parsed(state.svg(coordinates=False)).iter(f"{SVG}text"))
    assert texts == sorted("A23K" * 4)


# -- descriptions ----------------------------------------------------------------------------------------


def test_a_description_counts_the_pieces_by_the_skins_names() -> None:
    state = state_of("royal-draughts", "c3-d4")
    for dress, name in (("default", "Man-at-Arms"), ("wood", "Draughtsman")):
        root = parsed(state.svg(skin=dress))
        assert root.attrib["aria-label"] == "RoyalDraughts, North to move"
        said = root.findtext(f"{SVG}desc") or ""
        assert f"11 North {name}" in said
        assert "Last move: c3-d4." in said


def test_texts_are_escaped() -> None:
    scene = toy(Piece('<&"', "red"), captions=(Label("a<b\x07\ud800", 0, 2, "name"),))
    root = parsed(
        draw(scene, DEFAULT, words=SceneText(title="<t>", description="&", tip=lambda cell: "<'>"))
    )
    assert [e.text for e in root.iter(f"{SVG}text")] == ['<&"', "a<b??"]
    assert root.findtext(f"{SVG}title") == "<t>"


# -- hidden games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["tiger-bridge", "revolver", "naval-qi:chests=20,sea=8"])
def test_a_seats_picture_is_the_same_for_all_states_that_it_cannot_tell_apart(name: str) -> None:
    rng = random.Random(8)
    for state in wander(name, 30, seed=9):
        if state.turn in (None, CHANCE):
            continue
        for seat in range(state.game.seats):
            other = state.copy()
            state.game.plain.rules.redeal(other.record, seat, [rng.getrandbits(63)])
            if other.view(seat) == state.view(seat):
                assert other.svg(seat, last=False) == state.svg(seat, last=False)


# -- any scene at all ----------------------------------------------------------------------------------


def made(kind: Callable[..., Any], *fields: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Of these fields alone: `st.builds` would also draw those that have defaults in a named tuple."""
    return st.tuples(*fields).map(lambda given: kind(*given))


words = st.text(max_size=4)
places = st.floats(-20, 20)
pieces = made(
    Piece,
    words,
    st.sampled_from(["white", "red", "", "no colour"]),
    st.sampled_from(["", "king", "chip", "card", "card hearts", "card nothing", "back", "no kind"]),
    st.none() | st.floats(-360, 360),
)
cells = made(
    Cell,
    words,
    places,
    places,
    st.sampled_from(["dark", "plain", "other"]),
    st.lists(pieces, max_size=12).map(tuple),
    st.none() | st.lists(pieces, max_size=3).map(tuple),
    words,
    st.sampled_from(["", "critical", "inert", "other"]),
    st.sampled_from(["", "crown", "other"]),
    st.sampled_from(["", "white", "other"]),
)
labels = made(Label, words, places, places, st.sampled_from(["coordinate", "name"]))
scenes = st.builds(
    Scene,
    st.sampled_from(["square", "hexagon", "disc", "card"]),
    st.lists(cells, max_size=6, unique_by=lambda cell: cell.name).map(tuple),
    st.lists(labels, max_size=3).map(tuple),
    captions=st.lists(labels, max_size=3).map(tuple),
    pile=st.sampled_from(["stack", "cluster"]),
)


@settings(max_examples=60)
@given(scenes, st.sampled_from(skins()), st.booleans(), st.booleans())
def test_any_scene_can_be_drawn(scene: Scene, dress: str, flip: bool, coordinates: bool) -> None:
    names = frozenset(cell.name for cell in scene.cells)
    at = Viewpoint(flip=flip, coordinates=coordinates, marks=names)
    drawn = draw(scene, skin(dress).look("hex"), at, last=names)
    assert drawn.count("data-cell=") == len(names)
    parsed(drawn)


def test_numbers_are_short() -> None:
    assert [number(x) for x in (1.0, -0.001, 2.345678, 100, 0.5)] == [
        "1",
        "0",
        "2.35",
        "100",
        "0.5",
    ]


# -- errors ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "part"),
    [
        ({"size": 15}, "16 to 8192"),
        ({"size": 10**30}, "16 to 8192"),
        ({"size": "480"}, "16 to 8192"),
        ({"marks": ["z9"]}, "cells are a1"),
        ({"marks": [7]}, "there is no cell 7"),
        ({"arrows": ["a1"]}, "pair of cells"),
        ({"arrows": [("a1", "z9")]}, "there is no cell z9"),
        ({"arrows": [("a1",)]}, "pair of cells"),
        ({"view": "standing"}, "none but the usual"),
    ],
)
def test_what_cannot_be_drawn_is_told(wish: dict[str, object], part: str) -> None:
    with pytest.raises(parlour.BadPicture, match=part):
        state_of("lines-of-action").svg(**wish)  # type: ignore[arg-type]


def test_no_such_seat() -> None:
    with pytest.raises(ValueError, match="no seat 2"):
        state_of("lines-of-action").svg(2)


def test_png_is_a_png_of_the_size(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    from parlour.picture.svg_png import png

    made = png(state_of("tumbling-down").svg(size=200))
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    assert max(int.from_bytes(made[16:20], "big"), int.from_bytes(made[20:24], "big")) == 200


def test_png_without_its_extra_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.picture.svg_png import png

    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    with pytest.raises(parlour.MissingExtra, match=r"parlour\[pictures\]"):
        png("<svg/>")


def test_a_look_names_what_it_has_no_name_for() -> None:
    assert isinstance(DEFAULT, Look)
    assert DEFAULT.name("royal-champion") == "Royal Champion"
    assert DEFAULT.name("some-thing") == "some thing"


def test_marks_are_drawn_as_shapes_and_lines() -> None:
    state = parlour.game("hex:size=5").start()

    def drawn(**marks: object) -> str:
        return annotated_svg(state, Marks(**marks)).removeprefix(state.svg().removesuffix("</svg>"))  # type: ignore[arg-type]

    shapes = {letter: drawn(cells={"b2": letter}) for letter in "GXTQS"}
    assert len(set(shapes.values())) == len(shapes)
    assert "<circle" in shapes["G"]
    assert "<rect" in shapes["S"]
    assert all("<path" in shapes[letter] and "<circle" not in shapes[letter] for letter in "XTQ")
    line, arrow = drawn(arrows=[("a1", "c3", "L")]), drawn(arrows=[("a1", "c3", "G")])
    assert "Z" not in line
    assert "Z" in arrow
