"""A board drawn from the board before it is the same as one drawn anew."""

from __future__ import annotations

import random

import pytest

import parlour
from parlour.picture.svg_state import Drawn, draw_board
from parlour.picture.viewpoint import Viewpoint
from parlour.table.catalogue import specs

PLIES = 8


@pytest.mark.parametrize("name", sorted(specs()))
def test_what_is_taken_over_is_what_would_be_drawn(name: str) -> None:
    state, rng = parlour.game(name).start(), random.Random(name)
    at, before = Viewpoint(0, flip=True), None
    for _ in range(PLIES):
        scene = state.scene(0).picture or state.scene(0)
        again, anew = draw_board(state, at, scene, before), draw_board(state, at, scene)
        assert shown(again) == shown(anew)
        before = again
        if state.turn is None:
            break
        chance = state.turn == parlour.CHANCE
        state.play(state.draw(rng) if chance else rng.choice(state.moves()))


def shown(board: Drawn) -> object:
    return board.parts, list(board.pictures.items()), board.cells, board.made.texts
