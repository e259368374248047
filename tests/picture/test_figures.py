"""Figures in the rules: every game's can be drawn; a wrong one is told of, never anything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import parlour
from parlour.errors import BadOption, BadPosition, UnknownGame
from parlour.picture.svg_state import state_svg
from parlour.table.rules_figures import Figure, figure, parts
from tests.conftest import standard_games

GAME = parlour.game("lines-of-action")
WITHOUT = {"naval-qi", "revolver"}  # hidden things: their rules speak of no position


@pytest.mark.parametrize("name", standard_games())
def test_the_rules_figures_are_drawn(name: str) -> None:
    found = [part for part in parts(parlour.game(name)) if isinstance(part, Figure)]
    assert bool(found) is (name not in WITHOUT)
    for each in found:
        assert each.caption
        assert state_svg(each.state, each.at).startswith("<svg")


def test_texts_and_figures_come_in_order() -> None:
    kinds = [isinstance(part, Figure) for part in parts(GAME)]
    assert kinds[0] is False
    assert sum(kinds) >= 3
    assert "```" not in "".join(part for part in parts(GAME) if isinstance(part, str))


@pytest.mark.parametrize(
    "text",
    [
        "lines-of-action nonsense x",
        "hex 5",
        "start\narrows: b1",
        "start\narrows: b1-z9",
        "start\nmarks: z9",
        "start\nseat: 2",
        "start\nlegend: no",
    ],
)
def test_a_wrong_figure_is_told_of(text: str) -> None:
    with pytest.raises(BadPosition):
        figure(GAME, text)


@given(
    st.text(max_size=80) | st.text("stargmeck: b1-\n0", max_size=60).map(lambda t: "start\n" + t)
)
def test_nothing_else_is_raised(text: str) -> None:
    try:
        figure(GAME, text)
    except (BadPosition, BadOption, UnknownGame) as error:
        assert str(error)


def test_an_indented_line_continues_the_one_above() -> None:
    board = ".xxxxxx./o......o/o......o/o......o/\n  o......o/o......o/o......o/.xxxxxx."
    found = figure(GAME, f"lines-of-action {board}\n  x\ncaption: The\n  start.")
    assert (found.state.text, found.caption) == (GAME.start().text, "The start.")
