"""Other views of a board show the same cells with the same pieces, elsewhere."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour.errors import BadPicture
from parlour.kernel.scene import Scene
from parlour.picture.svg_state import viewed
from parlour.picture.viewpoint import Viewpoint
from parlour.table.refusals import why_not

VIEWS = [
    *[
        (name, view)
        for name in ("twindraughts", "royal-draughts:sets=both", "leopard-princess")
        for view in ("two-boards", "two-boards-tall")
    ],
    ("stones-of-fortune", "circular"),
    ("hex", "tall"),
    ("shogi", "tall"),
]


def some_moves_later(name: str) -> parlour.State:
    state, rng = parlour.game(name).start(), random.Random(3)
    for _ in range(30):
        state.play(state.draw(rng) if state.turn == parlour.CHANCE else rng.choice(state.moves()))
    return state


@pytest.mark.parametrize(("name", "view"), VIEWS)
def test_the_same_cells_stand_elsewhere(name: str, view: str) -> None:
    state = some_moves_later(name)
    usual, other = state.scene(), viewed(state, Viewpoint(view=view))
    assert _standing(other) == _standing(usual)
    places = [(cell.x, cell.y) for cell in (*other.cells, *other.aside)]
    assert len(set(places)) == len(places)
    assert places != [(cell.x, cell.y) for cell in (*usual.cells, *usual.aside)]


def _standing(scene: Scene) -> dict[str, object]:
    return {cell.name: cell.picture_pieces for cell in (*scene.cells, *scene.aside)}


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_narrow_card_table_shows_the_same_hand_and_round(seat: int | None) -> None:
    state = some_moves_later("tiger-bridge")
    usual, narrow = viewed(state, Viewpoint(seat)), viewed(state, Viewpoint(seat, view="tall"))
    assert _standing(narrow) == _standing(usual)
    state = parlour.game("tiger-bridge").start()
    state.play(state.draw(1))
    bidding = viewed(state, Viewpoint(seat, view="tall"))
    held = {cell.name for cell in bidding.cells}
    assert len(held) == 13
    assert held < {cell.name for cell in viewed(state, Viewpoint(seat)).cells}
    assert [name for name, _ in bidding.ladder_heads] == [
        "No Crests", "Rivers", "Mountains", "Lakes", "Forests",
    ]  # fmt: skip


@pytest.mark.parametrize("players", [2, 5, 6, 7])
def test_revolvers_players_sit_apart_on_a_phone(players: int) -> None:
    state = parlour.game("revolver", players=players).start()
    while state.turn == parlour.CHANCE:
        state.play(state.draw(1))
    usual, narrow = viewed(state, Viewpoint(0)), viewed(state, Viewpoint(0, view="tall"))
    assert _standing(narrow) == _standing(usual)
    places = [area.corners for area in narrow.areas if area.tone == "space"]
    assert len(places) == players
    for n, one in enumerate(places):
        for other in places[n + 1 :]:
            apart = [abs(one[0][axis] - other[0][axis]) for axis in (0, 1)]
            assert apart[0] >= one[1][0] - one[0][0] or apart[1] >= one[2][1] - one[0][1]


@pytest.mark.parametrize(("view", "along"), [("two-boards", "x"), ("two-boards-tall", "y")])
def test_each_set_has_a_board_of_its_own(view: str, along: str) -> None:
    scene = viewed(some_moves_later("twindraughts"), Viewpoint(view=view))
    dark = [getattr(cell, along) for cell in scene.cells if cell.shade == "dark"]
    light = [getattr(cell, along) for cell in scene.cells if cell.shade == "light"]
    assert len(dark) == len(light) == 32
    low, high = sorted((dark, light), key=max)
    assert max(low) + 1 < min(high)


@pytest.mark.parametrize("name", ["english-draughts", "sovereign", "hex"])
def test_a_game_with_one_set_has_no_boards_for_two(name: str) -> None:
    with pytest.raises(BadPicture, match="no view two-boards"):
        parlour.game(name).start().svg(view="two-boards")


def test_captured_members_lie_in_the_frozen_lands_in_both_views() -> None:
    state = some_moves_later("stones-of-fortune")
    while not (lost := _frozen(state.scene())):
        rng = random.Random(len(state.history))
        state.play(state.draw(rng) if state.turn == parlour.CHANCE else rng.choice(state.moves()))
    assert _frozen(viewed(state, Viewpoint(view="circular"))) == lost
    assert all(text.lstrip("TAF").isdigit() or text in "TAF" for text in lost.values())


def _frozen(scene: Scene) -> dict[str, str]:
    return {cell.name: cell.picture_pieces[0].text for cell in scene.aside if cell.picture_pieces}


def test_a_click_on_captured_members_is_told_why() -> None:
    state = parlour.game("stones-of-fortune").start()
    while state.turn == parlour.CHANCE or len(state.moves()[0]) < 5 or "-" not in state.moves()[0]:
        rng = random.Random(len(state.history))
        state.play(state.draw(rng) if state.turn == parlour.CHANCE else rng.choice(state.moves()))
    captured = state.scene().aside[0].name
    assert "Frozen Lands" in why_not(state, (("cell", captured),)).sentence
